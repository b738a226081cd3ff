"""How a group would best have rented what it used: by the hour, day, week, month, or some of each. Pure and exact.

The input is hour by hour the number of cards that had to be on. The k-th card counts as on in every hour in which at
least k were: cards are alike. Days and weeks are counted from the first hour.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate

from storage.words import BilledWhileOff, RentUnit

HOUR = 3_600
UNIT_HOURS = {RentUnit.HOUR: 1, RentUnit.DAY: 24, RentUnit.WEEK: 168}
MOST_UNSERVED = Fraction(1, 20)
"""Of the card-hours; with more than that left out, fewer cards would not be the same group's month."""


class Way(StrEnum):
    """A way to rent. Of two that cost the same, the one named first is recommended: it is the simpler."""

    MONTHLY = "monthly"
    FEWER = "fewer"
    WEEKLY = "weekly"
    DAILY = "daily"
    HOURLY = "hourly"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class CardPrices:
    """What one card costs a unit of time, in minor units; a machine's price is borne equally by its cards."""

    hour: Fraction | None = None
    day: Fraction | None = None
    week: Fraction | None = None
    month: Fraction | None = None

    def of(self, unit: RentUnit) -> Fraction | None:
        return {"hour": self.hour, "day": self.day, "week": self.week, "month": self.month}[unit.value]


@dataclass(frozen=True, slots=True)
class Terms:
    """The provider's rules. `min_charge_minor`: of each time a card is switched on. `disk_minor`: what the disks cost
    in the time looked at if they are there all of it; with `NONE` they cost nothing while everything is off."""

    granularity_seconds: int = 1
    min_charge_minor: int = 0
    billed_while_off: BilledWhileOff = BilledWhileOff.NONE
    disk_minor: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A way and what it would have cost. `kept`: cards that are rented all along. `unserved`: card-hours for which
    there would have been no card. `card_hour`: the cost of a card-hour of those that were served."""

    way: Way
    cost: Fraction
    kept: int
    unserved: int
    card_hour: Fraction | None


@dataclass(frozen=True, slots=True)
class BreakEven:
    """From so many hours on in a `unit` it is cheaper than by the hour; `days` = the same at 24 hours a day.

    `sensible`: False when that is more hours than the unit has, so that it never pays.
    """

    unit: RentUnit
    hours: Fraction
    days: Fraction
    sensible: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """The table. `best`: the cheapest row that serves everything; None when nothing has a price."""

    rows: tuple[Row, ...]
    best: Row | None
    breaks: tuple[BreakEven, ...]
    hours: int
    used: int
    peak: int


def cards_in_use(spans: Iterable[tuple[int, int, int]], starts_at: int, hours: int) -> tuple[int, ...]:
    """Hour by hour from `starts_at` on, how many cards were in use at some moment of it. `spans`: card, from, to."""
    seen: list[set[int]] = [set() for _ in range(hours)]
    for card, since, until in spans:
        first, last = max(since - starts_at, 0) // HOUR, -(-(min(until, starts_at + hours * HOUR) - starts_at) // HOUR)
        for hour in range(first, last):
            seen[hour].add(card)
    return tuple(len(cards) for cards in seen)


def advise(counts: Sequence[int], cards: int, prices: CardPrices, terms: Terms, month_hours: int) -> Advice:
    """Every way that has a price, the cheapest that serves all use, and from how many hours on each unit pays.

    `cards`: how many are rented now. `month_hours`: of the month whose price is known; a monthly price counts for the
    part of it that `counts` covers. Raises ValueError when more cards were in use than there are.
    """
    peak, used = max(counts, default=0), sum(counts)
    if peak > cards:
        raise ValueError(f"{peak} cards in use of {cards}")
    rows = [row for row in _rows(counts, cards, prices, terms, month_hours) if row is not None]
    whole = [row for row in rows if not row.unserved]
    best = min(whole, key=lambda row: (row.cost, list(Way).index(row.way)), default=None)
    return Advice(tuple(rows), best, break_evens(prices, month_hours), len(counts), used, peak)


def break_evens(prices: CardPrices, month_hours: int) -> tuple[BreakEven, ...]:
    """Of each unit against the hour, exactly: its price divided by the price of an hour."""
    if not prices.hour:
        return ()
    found = []
    for unit, long in ((RentUnit.DAY, 24), (RentUnit.WEEK, 168), (RentUnit.MONTH, month_hours)):
        price = prices.of(unit)
        if price is not None:
            hours = price / prices.hour
            found.append(BreakEven(unit, hours, hours / 24, hours <= long))
    return tuple(found)


def mixed(counts: Sequence[int], cards: int, prices: CardPrices, terms: Terms, month_hours: int) -> Row | None:
    """The cheapest of: k cards by the month and what goes beyond by the hour, for every k from none to all."""
    if prices.hour is None or prices.month is None:
        return None
    month = prices.month * len(counts) / month_hours
    levels = [_by_the_hour(counts, level, prices.hour, terms) for level in range(1, cards + 1)]
    beyond = [Fraction(0), *accumulate(reversed(levels))][::-1]
    kept = min(range(cards + 1), key=lambda k: (k * month + beyond[k] + _disks(counts, k, terms), -k))
    return _row(Way.MIXED, kept * month + beyond[kept] + _disks(counts, kept, terms), kept, counts)


def _rows(
    counts: Sequence[int], cards: int, prices: CardPrices, terms: Terms, month_hours: int
) -> Iterable[Row | None]:
    share = Fraction(len(counts), month_hours)
    if prices.month is not None:
        yield _row(Way.MONTHLY, cards * prices.month * share + terms.disk_minor, cards, counts)
        fewer = _fewer(counts, cards)
        if fewer is not None:
            yield _row(Way.FEWER, fewer * prices.month * share + terms.disk_minor, fewer, counts)
    for way, unit in ((Way.WEEKLY, RentUnit.WEEK), (Way.DAILY, RentUnit.DAY)):
        price = prices.of(unit)
        if price is not None:
            taken = sum(max(block) for block in _blocks(counts, UNIT_HOURS[unit]))
            yield _row(way, taken * price + _disks(counts, 0, terms), 0, counts, served=True)
    if prices.hour is not None:
        levels = (_by_the_hour(counts, level, prices.hour, terms) for level in range(1, cards + 1))
        yield _row(Way.HOURLY, sum(levels, Fraction(0)) + _disks(counts, 0, terms), 0, counts, served=True)
    both = mixed(counts, cards, prices, terms, month_hours)
    if both is not None and 0 < both.kept < cards:
        yield both


def _fewer(counts: Sequence[int], cards: int) -> int | None:
    """The fewest cards that leave out next to nothing; None when that is all of them."""
    used = sum(counts)
    for kept in range(1, cards):
        if sum(max(0, count - kept) for count in counts) <= MOST_UNSERVED * used:
            return kept
    return None


def _row(way: Way, cost: Fraction, kept: int, counts: Sequence[int], *, served: bool = False) -> Row:
    all_served = served or way is Way.MIXED
    unserved = 0 if all_served else sum(max(0, count - kept) for count in counts)
    hours = sum(counts) - unserved
    return Row(way, Fraction(cost), kept, unserved, Fraction(cost) / hours if hours else None)


def _by_the_hour(counts: Sequence[int], level: int, price: Fraction, terms: Terms) -> Fraction:
    """What the `level`-th card costs by the hour: each time it is on, at least the minimum and whole blocks."""
    on = [count >= level for count in counts]
    if not any(on):
        return Fraction(0)
    if terms.billed_while_off is BilledWhileOff.ALL:
        return max(len(on) * price, Fraction(terms.min_charge_minor))
    size = max(1, -(-terms.granularity_seconds // HOUR))
    total, run = Fraction(0), 0
    for block in [*(any(block) for block in _blocks(on, size)), False]:
        if block:
            run += 1
        elif run:
            total += max(run * size * price, Fraction(terms.min_charge_minor))
            run = 0
    return total


def _disks(counts: Sequence[int], kept: int, terms: Terms) -> Fraction:
    """The disks are there all along as soon as a card is, or where they are billed while everything is off."""
    if kept or terms.billed_while_off is not BilledWhileOff.NONE or not counts:
        return Fraction(terms.disk_minor)
    return Fraction(terms.disk_minor * sum(1 for count in counts if count), len(counts))


def _blocks(items: Sequence[int], size: int) -> Iterable[Sequence[int]]:
    return (items[at : at + size] for at in range(0, len(items), size))
