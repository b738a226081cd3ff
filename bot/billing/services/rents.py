"""From dated rents to the lines they make by themselves. Pure: no session enters."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from bot.billing.facts.ledger import RentFacts
from bot.billing.rules.allocation import half_up
from bot.billing.rules.months import Window
from bot.billing.rules.shapes import ByPolicy
from bot.billing.services.statement import InputLine, Part
from storage.words import LineKind, RentUnit

UNIT_SECONDS = {RentUnit.HOUR: 3_600, RentUnit.DAY: 86_400, RentUnit.WEEK: 604_800}
"""A month's rent has the seconds of its own month as its unit."""
Scope = tuple[int | None, int | None]


def in_force_at(rents: Sequence[RentFacts], at: int) -> dict[Scope, RentFacts]:
    """The rent of each machine, of each card and of everything at an instant; what costs nothing is left out."""
    found: dict[Scope, RentFacts] = {}
    for rent in rents:  # by when they begin; of two alike the later one counts
        if rent.from_at <= at:
            found[rent.node_id, rent.gpu_id] = rent
    return {scope: rent for scope, rent in found.items() if rent.amount_minor}


def cost_of(rent: RentFacts, window: Window, whole: Window) -> Fraction:
    """What `window` of the month `whole` costs, exactly."""
    unit = UNIT_SECONDS.get(rent.unit, whole.seconds)
    return Fraction(rent.amount_minor * window.seconds, unit)


def rent_lines(rents: Sequence[RentFacts], nodes: Mapping[int, str], whole: Window) -> list[InputLine]:
    """One line for what is rented as a whole, one for each machine, one for all cards rented one by one."""
    groups: dict[tuple[str, str | None], list[RentFacts]] = {}
    for rent in rents:
        if rent.gpu_id is not None:
            groups.setdefault(("rent.cards", None), []).append(rent)
        elif rent.node_id is not None:
            name = nodes.get(rent.node_id, "?")
            groups.setdefault((f"rent.node{rent.node_id}", name), []).append(rent)
        else:
            groups.setdefault(("rent", None), []).append(rent)
    lines = (_line(line, node, of, whole) for (line, node), of in sorted(groups.items()))
    return [line for line in lines if line is not None]


def _line(line: str, node: str | None, rents: Sequence[RentFacts], whole: Window) -> InputLine | None:
    parts = parts_of(rents, whole)
    cost = sum((Fraction(part.cost) for part in parts), Fraction(0))
    if not parts:
        return None
    return InputLine(line, LineKind.RENT.value, half_up(cost), ByPolicy(), tuple(parts), node=node)


def parts_of(rents: Sequence[RentFacts], whole: Window) -> list[Part]:
    """The month cut where a rent changes, each part with what it costs; free time is left out."""
    cuts = sorted({whole.starts_at, whole.ends_at, *(rent.from_at for rent in rents)})
    parts: list[Part] = []
    for since, until in pairwise(cuts):
        window = whole.cut(since, until)
        if window is None:
            continue
        cost = sum((cost_of(rent, window, whole) for rent in in_force_at(rents, since).values()), Fraction(0))
        if cost:
            parts.append(Part(window, cost))
    return parts
