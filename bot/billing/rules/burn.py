"""How long what is left with the provider lasts, and the most that can still be spent. Pure, exact, minor units."""

from dataclasses import dataclass
from fractions import Fraction

HOUR = 3_600
LOW_HOURS = 48
"""With less than that left, somebody has to top up before the weekend is over."""


@dataclass(frozen=True, slots=True)
class Burn:
    """What an hour costs: `metered` by the cards that run, `fixed` whatever runs (rents, disks, lines)."""

    metered: Fraction
    fixed: Fraction

    @property
    def hourly(self) -> Fraction:
        return self.metered + self.fixed


def hours_left(left_minor: Fraction | int, burn: Burn) -> Fraction | None:
    """Hours until nothing is left at this burn; None while nothing burns, 0 when nothing is left already."""
    if left_minor <= 0:
        return Fraction(0)
    return Fraction(left_minor) / burn.hourly if burn.hourly else None


def is_low(left_minor: Fraction | int, burn: Burn) -> bool:
    """Whether it lasts less than two days."""
    hours = hours_left(left_minor, burn)
    return hours is not None and hours < LOW_HOURS


def seconds_until_low(left_minor: Fraction | int, burn: Burn) -> int | None:
    """Whole seconds, rounded down, after which it could first be low at this burn; 0 = now, None = never."""
    hours = hours_left(left_minor, burn)
    return None if hours is None else max(0, int((hours - LOW_HOURS) * HOUR))


def spent(card_seconds_cost: Fraction, fixed_hourly: Fraction, seconds: int) -> Fraction:
    """What was burned in `seconds`: `card_seconds_cost` = the cards that ran, at their prices."""
    return card_seconds_cost + fixed_hourly * seconds / HOUR


def ceiling(cards: int, hours: Fraction, card_hour: Fraction, fixed_minor: Fraction) -> Fraction:
    """The most that the rest of a month can cost: cards × hours left × price, and the fixed lines."""
    return cards * hours * card_hour + fixed_minor
