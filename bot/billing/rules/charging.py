"""What charged seconds are made of: who held which card, what was given up and when, who was seen using it."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bot.billing.rules.allocation import Exact
from bot.billing.rules.months import Window
from storage.words import Grade

HOUR = 3_600
Tiers = tuple[tuple[int, Fraction], ...]
"""(seconds of notice at least, part that is credited), the longest notice first; less notice: nothing."""


class How(StrEnum):
    """How the rest of a booking was given up. `NO_SHOW`: the bot let it go because nobody came."""

    CANCELLED = "cancelled"
    RELEASED = "released"
    NO_SHOW = "no_show"


@dataclass(frozen=True, slots=True)
class GivenUp:
    """When and how."""

    at: int
    how: How


@dataclass(frozen=True, slots=True)
class Holders:
    """Who holds a booking from an instant on, with their weights; at least one weight is positive."""

    from_at: int
    weights: tuple[tuple[str, Exact], ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """One card of a booking: held for `[starts_at, ends_at)`, given up for `[ends_at, planned_end_at)`.

    A cancelled one has `ends_at == starts_at`. `holders` are in order, the first also counts before
    its `from_at`; what was given up stays with those who held it when it was. Claims held on one card never overlap.
    """

    booking: int
    gpu: int
    starts_at: int
    ends_at: int
    planned_end_at: int
    holders: tuple[Holders, ...]
    given_up: GivenUp | None = None


@dataclass(frozen=True, slots=True)
class UseSpan:
    """Somebody's process on a card; `member` None = nobody known. `presumed` only counts within own bookings."""

    gpu: int
    starts_at: int
    ends_at: int
    member: str | None
    grade: Grade = Grade.CERTAIN


@dataclass(frozen=True, slots=True)
class CardSpan:
    """A card over a time: that it was rented, that nobody saw it (a gap), that it was out of order (an outage)."""

    gpu: int
    starts_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class CreditRules:
    """Which part of a given-up second nobody pays, by its distance from the moment it was given up.

    Per second, so that two short bookings are treated as one long one. Seconds that somebody else then booked
    are always credited in full. Defaults: a day ahead all, two hours ahead half; an early release half.
    """

    cancelled: Tiers = ((24 * HOUR, Fraction(1)), (2 * HOUR, Fraction(1, 2)))
    released: Tiers = ((0, Fraction(1, 2)),)
    no_show: Tiers = ()

    def tiers(self, how: How) -> Tiers:
        return {How.CANCELLED: self.cancelled, How.RELEASED: self.released, How.NO_SHOW: self.no_show}[how]


@dataclass(frozen=True, slots=True)
class MonthFacts:
    """A month of a pool. `observed` False: no agent ever looked, so bookings alone count and the bill says so.

    `gaps` are those without a decision, or decided as charged; `outages` those decided free.
    """

    window: Window
    cards: tuple[CardSpan, ...]
    claims: tuple[Claim, ...]
    uses: tuple[UseSpan, ...] = ()
    gaps: tuple[CardSpan, ...] = ()
    outages: tuple[CardSpan, ...] = ()
    credits: CreditRules = CreditRules()
    observed: bool = True
