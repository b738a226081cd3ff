"""What a booking would cost before anybody knows the month: a price by the hour, or a share of the rent."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlmodel import Session

from bot.billing.facts.ledger import RentFacts, rents
from bot.billing.facts.month import month_at, window_of
from bot.billing.rules.allocation import half_up
from bot.billing.rules.currency import digits_of
from bot.billing.rules.months import Window
from bot.billing.services.rents import in_force_at, parts_of
from bot.booking import facts as booking
from bot.booking.rules.price import card_hour_minor
from bot.booking.rules.shapes import Card, same_kind
from bot.people.facts import PoolFacts
from storage.queries import bills
from storage.words import RentUnit

HOUR = 3_600
ENOUGH = 24 * HOUR
"""Booked card-seconds of a month from which its price of a card-hour means something."""


@dataclass(frozen=True, slots=True)
class ReferenceCost:
    """What a booking would cost, before anybody knows the month. Whole units of the currency, never fen.

    `kind`: "price" (a price by the hour is known) or "reference" (a share of a rent by the month, week or day).
    `card_hour_minor`: of one card of the first kind; `so_far_card_hour_minor`: what one costs at this month's use.
    """

    kind: str
    minor: int
    currency: str
    card_hour_minor: int
    so_far_card_hour_minor: int | None = None


def reference_cost(
    session: Session, pool: PoolFacts, kinds: Sequence[str], seconds: int, now: int
) -> ReferenceCost | None:
    """What a card of each of `kinds` (one may repeat) costs for `seconds`; None when nothing is known of prices."""
    prices = booking.prices(session, pool.id, now)
    named = [card_hour_minor(kind, prices, now) for kind in kinds]
    if kinds and all(price is not None for price in named):
        hourly = [Fraction(price or 0) for price in named]
        return _cost("price", hourly, seconds, pool.currency)
    rows = rents(session, pool.id)
    if not rows or not kinds:
        return None
    cards = booking.cards(session, pool.id)
    in_force = in_force_at(rows, now)
    found = [_of_rents(kind, cards, list(in_force.values()), _month_seconds(session, pool, now)) for kind in kinds]
    known = [price for price in found if price is not None]
    if len(known) < len(kinds):
        return None
    by_hour = all(rent.unit is RentUnit.HOUR for rent in in_force.values())
    if by_hour:
        return _cost("price", known, seconds, pool.currency)
    return _cost("reference", known, seconds, pool.currency, so_far(session, pool, now))


def so_far(session: Session, pool: PoolFacts, now: int) -> int | None:
    """What a booked card-hour costs this month: the rent up to now over the hours booked up to now, in whole units.

    None while there is no rent or hardly anything was booked.
    """
    whole = window_of(session, pool.id, month_at(session, pool.id, now))
    over = Window(whole.starts_at, now)
    seconds = bills.booked_seconds(session, pool.id, whole.starts_at, now) if now > whole.starts_at else 0
    cost = Fraction(0)
    for part in parts_of(rents(session, pool.id), whole):
        passed = over.cut(part.window.starts_at, part.window.ends_at)
        cost += Fraction(part.cost * passed.seconds) / part.window.seconds if passed is not None else 0
    return _whole(cost * HOUR / seconds, pool.currency) if seconds >= ENOUGH and cost else None


def _month_seconds(session: Session, pool: PoolFacts, now: int) -> int:
    return window_of(session, pool.id, month_at(session, pool.id, now)).seconds


def _of_rents(kind: str, cards: Sequence[Card], in_force: Sequence[RentFacts], month: int) -> Fraction | None:
    """The mean price of an hour of a card of this kind: a machine's rent is borne by its cards, the pool's by all."""
    alike = [card for card in cards if same_kind(card.kind, kind)]
    if not alike:
        return None
    unit = {RentUnit.HOUR: HOUR, RentUnit.DAY: 24 * HOUR, RentUnit.WEEK: 7 * 24 * HOUR, RentUnit.MONTH: month}
    total = Fraction(0)
    borne = False
    for rent in in_force:
        bearing = [card for card in cards if _bears(card, rent)]
        ours = [card for card in alike if _bears(card, rent)]
        if ours:
            borne = True
            hourly = Fraction(rent.amount_minor * HOUR, unit[rent.unit])
            total += hourly * len(ours) / len(bearing)
    return total / len(alike) if borne else None


def _bears(card: Card, rent: RentFacts) -> bool:
    if rent.gpu_id is not None:
        return card.gpu_id == rent.gpu_id
    return rent.node_id is None or card.node_id == rent.node_id


def _cost(
    kind: str, hourly: Sequence[Fraction], seconds: int, currency: str, so_far_minor: int | None = None
) -> ReferenceCost:
    total = sum(hourly, Fraction(0)) * seconds / HOUR
    minor = half_up(total) if kind == "price" else _whole(total, currency)
    return ReferenceCost(kind, minor, currency, half_up(hourly[0]), so_far_minor)


def _whole(minor: Fraction, currency: str) -> int:
    """Rounded to the currency's unit: an estimate that showed fen would look like a bill."""
    unit = int(10 ** digits_of(currency))
    return half_up(minor / unit) * unit
