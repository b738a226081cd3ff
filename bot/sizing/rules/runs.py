"""A trial run carried on to the end, and sets of runs: card-hours, wall time, and cards for a deadline."""

from dataclasses import dataclass
from math import ceil, isfinite

from bot.errors import Refusal

MARGIN = 0.2
"""A set of runs takes a fifth longer than planned: failed starts, evaluation, waiting."""
MOST = 10**12


@dataclass(frozen=True, slots=True)
class Trial:
    """Seconds of a whole run from its first steps. The first steps are slow, so `low` leaves a tenth off."""

    step_s: float
    total_s: float
    left_s: float
    low_s: float
    high_s: float


@dataclass(frozen=True, slots=True)
class RunSet:
    """A set of equal runs on `cards` cards, `at_once` beside each other in `rounds` rounds."""

    cards: int
    card_hours: float
    at_once: int
    rounds: int
    wall_hours: float
    wall_with_margin: float


@dataclass(frozen=True, slots=True)
class Deadline:
    """The fewest cards that make it with the margin; None when `most` do not, then what would.

    `runs_possible` of the set end in time on `most` cards; all of them would if each took `hours_each_needed`.
    """

    cards: int | None
    plan: RunSet | None
    runs_possible: int
    hours_each_needed: float


def trial_run(steps_done: float, seconds: float, steps_total: float) -> Trial:
    """Carries a trial on in proportion. Raises `size_bad` when more is done than there is."""
    for field, value in (("steps_done", steps_done), ("seconds", seconds), ("steps_total", steps_total)):
        _sane(field, value)
    if steps_done > steps_total:
        raise Refusal("size_bad", field="steps_done", value=steps_done, least=1, most=steps_total)
    each = seconds / steps_done
    total = each * steps_total
    return Trial(each, total, total - seconds, total * 0.9, total * 1.1)


def run_set(runs: int, cards_each: int, hours_each: float, cards: int) -> RunSet:
    """Wall time of the set on that many cards. Raises `size_bad` when one run needs more cards than there are."""
    for field, value in (("runs", runs), ("cards_each", cards_each), ("hours_each", hours_each), ("cards", cards)):
        _sane(field, value)
    if cards < cards_each:
        raise Refusal("size_bad", field="cards", value=cards, least=cards_each, most=None)
    at_once = min(cards // cards_each, runs)
    rounds = ceil(runs / at_once)
    wall = rounds * hours_each
    return RunSet(cards, runs * cards_each * hours_each, at_once, rounds, wall, wall * (1 + MARGIN))


def run_set_table(
    runs: int, cards_each: int, hours_each: float, cards: tuple[int, ...] = (1, 2, 4, 8)
) -> tuple[RunSet, ...]:
    """The set on each of these numbers of cards that can hold one run."""
    return tuple(run_set(runs, cards_each, hours_each, count) for count in cards if count >= cards_each)


def cards_for_deadline(runs: int, cards_each: int, hours_each: float, deadline_hours: float, most: int = 8) -> Deadline:
    """The fewest cards on which the set, with its margin, ends within the deadline."""
    _sane("deadline_hours", deadline_hours)
    most_at_once = min(most // max(cards_each, 1), runs)
    rounds_possible = int(deadline_hours / (hours_each * (1 + MARGIN)) + 1e-9) if hours_each > 0 else 0
    plan = None
    if rounds_possible >= 1:
        cards = ceil(runs / rounds_possible) * cards_each
        plan = run_set(runs, cards_each, hours_each, cards) if cards <= most else None
    rounds = ceil(runs / most_at_once) if most_at_once else 0
    needed = deadline_hours / (rounds * (1 + MARGIN)) if rounds else 0.0
    return Deadline(plan.cards if plan else None, plan, min(runs, rounds_possible * most_at_once), needed)


def _sane(field: str, value: float) -> None:
    if not (isfinite(value) and 0 < value <= MOST):
        raise Refusal("size_bad", field=field, value=value, least=1, most=MOST)
