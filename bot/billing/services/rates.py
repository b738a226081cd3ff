"""What an hour costs now: by each card that runs, and whatever runs. From the rents in force, else the prices."""

from dataclasses import dataclass
from fractions import Fraction

from sqlmodel import Session

from bot.billing.facts.ledger import lines, rents
from bot.billing.facts.month import month_at, window_of
from bot.billing.rules.months import Window
from bot.billing.services.rents import in_force_at
from bot.booking import facts as booking
from bot.booking.rules.price import card_hour_minor
from bot.people.facts import PoolFacts
from storage.queries import rentals
from storage.words import BilledWhileOff, LineKind, RentUnit

HOUR = 3_600
BY_TIME = (LineKind.STORAGE, LineKind.BANDWIDTH, LineKind.IMAGE)
"""Lines that are paid for a month of something; the others are paid once."""


@dataclass(frozen=True, slots=True)
class Rates:
    """`metered`: minor units an hour by card, while it runs. `rent` and `lines`: an hour, whatever runs."""

    metered: dict[int, Fraction]
    rent: Fraction
    lines: Fraction

    @property
    def fixed(self) -> Fraction:
        return self.rent + self.lines

    @property
    def card_hour(self) -> Fraction | None:
        """The mean price of an hour of a card that is paid while it runs."""
        return sum(self.metered.values(), Fraction(0)) / len(self.metered) if self.metered else None


def rates(session: Session, pool: PoolFacts, now: int) -> Rates:
    """A rent by the hour of single cards is paid while they run, unless the provider bills them switched off too.

    Rents by the day, week or month are paid ahead and burn nothing.
    """
    month = month_at(session, pool.id, now)
    whole = window_of(session, pool.id, month)
    monthly = sum(line.amount_minor for line in lines(session, pool.id, month) if line.kind in BY_TIME)
    by_lines = Fraction(max(0, monthly) * HOUR, whole.seconds)
    in_force = in_force_at(rents(session, pool.id), now)
    if not in_force:
        return Rates(_by_prices(session, pool, now), Fraction(0), by_lines)
    always = any(row.billed_while_off == BilledWhileOff.ALL.value for row in rentals.standing(session, pool.id))
    metered: dict[int, Fraction] = {}
    fixed = Fraction(0)
    for rent in in_force.values():
        if rent.unit is not RentUnit.HOUR:
            continue
        if rent.gpu_id is not None and not always:
            metered[rent.gpu_id] = Fraction(rent.amount_minor)
        else:
            fixed += rent.amount_minor
    return Rates(metered, fixed, by_lines)


def _by_prices(session: Session, pool: PoolFacts, now: int) -> dict[int, Fraction]:
    prices = booking.prices(session, pool.id, now)
    found = {card.gpu_id: card_hour_minor(card.kind, prices, now) for card in booking.cards(session, pool.id)}
    return {gpu: Fraction(price) for gpu, price in found.items() if price}


def metered_cost(session: Session, pool: PoolFacts, metered: dict[int, Fraction], window: Window) -> Fraction:
    """What the cards cost that were booked within the window, at these prices."""
    seconds = rentals.card_seconds(session, pool.id, window.starts_at, window.ends_at) if window.seconds > 0 else {}
    return sum((metered.get(gpu, Fraction(0)) * of / HOUR for gpu, of in seconds.items()), Fraction(0))
