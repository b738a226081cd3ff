"""Which card is cheapest for a finished run, and when renting by the month pays. Money in minor units (fen)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from bot.errors import Refusal

MONTH_HOURS = 30 * 24


@dataclass(frozen=True, slots=True)
class Offer:
    """A card at a price: `hours` is how long the whole run takes on `gpus` of them."""

    card: str
    price_minor: int  # for one card and hour
    gpus: int
    hours: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """An offer with what the finished run costs, and its places by cost and by time, from 1."""

    offer: Offer
    cost_minor: int
    by_cost: int
    by_time: int
    times_price: Fraction  # price of a card and hour ÷ that of the slowest offer
    times_speed: float  # speed of a card ÷ that of the slowest offer: pays only while above `times_price`


@dataclass(frozen=True, slots=True)
class BreakEven:
    """From `hours` of use in a month on, the month is cheaper; `possible` is False when a month has fewer hours."""

    hours: Fraction
    days: Fraction  # of 24 h use
    ratio: Fraction  # a whole month by the hour ÷ the monthly price
    possible: bool


def compare_cards(offers: Sequence[Offer]) -> tuple[Ranked, ...]:
    """The offers, cheapest finished run first. Raises `size_bad` for no hours, no cards or a negative price."""
    for offer in offers:
        for field, value in (("hours", offer.hours), ("gpus", offer.gpus), ("price", offer.price_minor + 1)):
            if value <= 0:
                raise Refusal("size_bad", field=field, value=value, least=0, most=None)
    if not offers:
        return ()
    costs = [ceil(offer.price_minor * offer.gpus * Fraction(offer.hours)) for offer in offers]
    slowest = max(offers, key=lambda offer: offer.hours * offer.gpus)
    by_cost = sorted(range(len(offers)), key=lambda at: (costs[at], offers[at].hours))
    by_time = sorted(range(len(offers)), key=lambda at: (offers[at].hours, costs[at]))
    return tuple(
        Ranked(
            offers[at],
            costs[at],
            place,
            by_time.index(at) + 1,
            Fraction(offers[at].price_minor, max(slowest.price_minor, 1)),
            slowest.hours * slowest.gpus / (offers[at].hours * offers[at].gpus),
        )
        for place, at in enumerate(by_cost, 1)
    )


def break_even(hourly_minor: int, monthly_minor: int) -> BreakEven:
    """Hours of use a month at which the hourly price reaches the monthly one: monthly ÷ hourly."""
    for field, value in (("hourly", hourly_minor), ("monthly", monthly_minor)):
        if value <= 0:
            raise Refusal("size_bad", field=field, value=value, least=1, most=None)
    hours = Fraction(monthly_minor, hourly_minor)
    return BreakEven(hours, hours / 24, Fraction(hourly_minor * MONTH_HOURS, monthly_minor), hours <= MONTH_HOURS)
