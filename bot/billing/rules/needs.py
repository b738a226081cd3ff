"""What the members need next month, added up: how many cards, by the hour or by the month, and each one's share."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.billing.rules.allocation import allocate, half_up


@dataclass(frozen=True, slots=True)
class Want:
    """A member needs `cards` at once for `hours` of the month; 0 = none."""

    member: str
    cards: int
    hours: int

    @property
    def card_hours(self) -> int:
        return self.cards * self.hours


@dataclass(frozen=True, slots=True)
class Together:
    """`cards`: enough for the largest wish, and for all card-hours with the reserve if they are spread well.

    Amounts are null without their price. `way`: "hourly" or "monthly", the cheaper; `shares` by card-hours.
    """

    card_hours: int
    cards: int
    hourly_minor: int | None
    monthly_minor: int | None
    way: str | None
    shares: dict[str, int]


def add_up(
    wants: Sequence[Want], month_hours: int, reserve_permille: int, hour: Fraction | None, month: Fraction | None
) -> Together:
    """Prices are those of a card, in minor units. By the hour only what is needed is paid, by the month every card."""
    card_hours = sum(want.card_hours for want in wants)
    with_reserve = Fraction(card_hours * (1000 + reserve_permille), 1000)
    cards = max(-int(-with_reserve // month_hours), max((want.cards for want in wants if want.hours), default=0))
    hourly = None if hour is None else half_up(hour * card_hours)
    monthly = None if month is None else half_up(month * cards)
    known = [(minor, way) for minor, way in ((monthly, "monthly"), (hourly, "hourly")) if minor is not None]
    if not card_hours or not known:
        return Together(card_hours, cards, hourly, monthly, None, {})
    minor, way = min(known, key=lambda one: one[0])
    shares = allocate(minor, {want.member: want.card_hours for want in wants})
    return Together(card_hours, cards, hourly, monthly, way, shares)
