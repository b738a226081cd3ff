"""Prices and policies that change: dated rows, never edited, each in force until the next begins."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Generic, TypeVar

from bot.billing.rules.allocation import Exact
from bot.billing.rules.months import Window
from bot.billing.rules.shapes import Among, ByPolicy, Piece, Pieces, Policy, Use, Weights
from bot.errors import Refusal

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Dated(Generic[T]):
    """`what` holds from `from_at` on; of two from the same second the later in the list."""

    from_at: int
    what: T


def in_force(rows: Iterable[Dated[T]], at: int) -> T | None:
    """What holds at an instant, or None before the first."""
    begun = [row for row in rows if row.from_at <= at]
    return max(reversed(begun), key=lambda row: row.from_at).what if begun else None


def pieces(rows: Iterable[Dated[T]], starts_at: int, ends_at: int) -> list[tuple[Window, T]]:
    """`[starts_at, ends_at)` cut where another row comes into force; time before the first is left out."""
    in_order = {row.from_at: row.what for row in sorted(rows, key=lambda row: row.from_at)}
    within = Window(starts_at, ends_at)
    turns = pairwise([*in_order, max(ends_at, *in_order)] if in_order else [])
    return [(part, in_order[since]) for since, until in turns if (part := within.cut(since, until))]


def cost_over(prices: Iterable[Dated[Exact]], starts_at: int, ends_at: int, unit_s: int) -> Fraction:
    """What prices per `unit_s` seconds come to, exactly; a month's price has the month's own seconds as its unit.

    Raises `bad_input` when a part of the time has no price.
    """
    parts = pieces(prices, starts_at, ends_at)
    if sum(part.seconds for part, _ in parts) != ends_at - starts_at:
        raise Refusal("bad_input", reason="no_price", where="prices")
    return sum((Fraction(price * part.seconds) / unit_s for part, price in parts), Fraction(0))


def policy_pieces(
    costs: Sequence[tuple[Exact, Policy]], uses: Sequence[Mapping[str, Use]], capacities: Sequence[Exact]
) -> Pieces:
    """A line of a month in which price or policy changed: each part by its own cost, policy, use and capacity."""
    return Pieces(
        tuple(
            Piece(cost, ByPolicy(policy), use, capacity)
            for (cost, policy), use, capacity in zip(costs, uses, capacities, strict=True)
        )
    )


def presence_pieces(stays: Mapping[str, Sequence[Window]], starts_at: int, ends_at: int) -> Pieces:
    """Each second divided among those in the group at it: who arrives never pays for days before.

    A second with nobody there is shared by all, by the seconds they were there.
    """
    within = {
        member: [part for stay in rows if (part := Window(starts_at, ends_at).cut(stay.starts_at, stay.ends_at))]
        for member, rows in stays.items()
    }
    seconds: dict[str, Exact] = {member: sum(one.seconds for one in rows) for member, rows in within.items()}
    borders = {at for rows in within.values() for one in rows for at in (one.starts_at, one.ends_at)}
    cuts = sorted({starts_at, ends_at, *borders})
    found = []
    for since, until in pairwise(cuts):
        there = tuple(one for one, rows in within.items() if any(row.cut(since, until) for row in rows))
        found.append(Piece(until - since, Among(there) if there else Weights(seconds)))
    return Pieces(tuple(found))
