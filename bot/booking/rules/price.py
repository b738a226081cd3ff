"""The reference price of a booking: what its card-hours would cost today. Never the bill."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.booking.rules.shapes import same_kind

SECONDS_AN_HOUR = 3_600


@dataclass(frozen=True, slots=True)
class PriceInForce:
    """A card-hour of `kind` (None = every kind without a price of its own) from `from_at` on."""

    kind: str | None
    card_hour_minor: int
    from_at: int


def reference_cost_minor(kinds: Iterable[str], seconds: int, prices: Sequence[PriceInForce], at: int) -> int | None:
    """The cost of a card of each of `kinds` (one may repeat) for `seconds`, by the prices at `at`.

    Rounded once, half up; None when a kind has no price.
    """
    an_hour = 0
    for kind in kinds:
        price = card_hour_minor(kind, prices, at)
        if price is None:
            return None
        an_hour += price
    return (2 * an_hour * seconds + SECONDS_AN_HOUR) // (2 * SECONDS_AN_HOUR)


def card_hour_minor(kind: str, prices: Sequence[PriceInForce], at: int) -> int | None:
    """The latest price of the kind itself, else the latest for every kind; of two alike the later one."""
    begun = [price for price in prices if price.from_at <= at]
    own = [price for price in begun if price.kind is not None and same_kind(price.kind, kind)]
    general = [price for price in begun if price.kind is None]
    for found in (own, general):
        if found:
            return max(reversed(found), key=lambda price: price.from_at).card_hour_minor
    return None
