"""What is left with the provider: written down, burned down, and a word once when it lasts less than two days."""

from fractions import Fraction
from typing import Any

from sqlmodel import Session

from bot.billing.rules.allocation import half_up
from bot.billing.rules.burn import HOUR, Burn, hours_left, is_low, seconds_until_low, spent
from bot.billing.rules.months import Window
from bot.billing.services.book_keepers import KEEPERS, still_keeps_books
from bot.billing.services.rates import Rates, metered_cost, rates
from bot.booking import facts as booking
from bot.chat.message import Notice
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import present
from storage.database import lock_pool
from storage.queries import audit, budgets, jobs, rentals
from storage.tables import ProviderBalance

KIND = "balance_low"
LEVEL = "48h"
SOONEST, LATEST = 2 * HOUR, 12 * HOUR
"""Between two looks. It is never looked at before it could be low at all."""
OLD = 40 * 86_400
"""A balance that nobody looked at for so long says nothing any more."""


def record(session: Session, pool: PoolFacts, by: MemberFacts, minor: int, now: int) -> None:
    """What is left now. Whoever writes it down reads how long it lasts, so that is no news for this balance."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    row = {"pool_id": pool.id, "at": now, "amount_minor": minor, "currency": pool.currency, "made_by": by.id}
    balance_id = rentals.add_balance(session, row)
    audit.note(
        session,
        at=now,
        what="balance_set",
        subject=f"pool:{pool.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after={"minor": minor},
    )
    at_rates = rates(session, pool, now)
    if is_low(minor, burn_now(session, pool, at_rates, now)):
        budgets.alert(session, pool.id, "balance", str(balance_id), LEVEL, now)
    _plan(session, pool, minor, at_rates, now)


def stands(session: Session, pool: PoolFacts, now: int) -> dict[str, Any] | None:
    """What was left when somebody looked (`at`), what is left by now, and for how many whole hours."""
    row = rentals.balance(session, pool.id)
    if row is None:
        return None
    at_rates = rates(session, pool, now)
    burn = burn_now(session, pool, at_rates, now)
    left = left_of(session, pool, row, at_rates, now)
    hours = hours_left(left, burn)
    return {
        "amount_minor": row.amount_minor,
        "at": row.at,
        "left_minor": half_up(left),
        "hour_minor": half_up(burn.hourly),
        "hours_left": None if hours is None else int(hours),
        "low": is_low(left, burn),
    }


def burn_now(session: Session, pool: PoolFacts, at_rates: Rates, now: int) -> Burn:
    """The cards that are booked right now at their price, and what runs on anyhow."""
    busy = booking.busy(session, booking.cards(session, pool.id), now, now + 1, {})
    running = {one.gpu_id for one in busy}
    return Burn(sum((at_rates.metered.get(gpu, Fraction(0)) for gpu in running), Fraction(0)), at_rates.fixed)


def left_of(session: Session, pool: PoolFacts, row: ProviderBalance, at_rates: Rates, now: int) -> Fraction:
    """The balance without what was burned since, at the rates of now."""
    used = metered_cost(session, pool, at_rates.metered, Window(row.at, now))
    return row.amount_minor - spent(used, at_rates.fixed, now - row.at)


def _plan(session: Session, pool: PoolFacts, left: Fraction | int, at_rates: Rates, now: int) -> None:
    """The next look: not before it could be low with every card running."""
    most = Burn(sum(at_rates.metered.values(), Fraction(0)), at_rates.fixed)
    soonest = seconds_until_low(left, most)
    wait = LATEST if soonest is None else max(SOONEST, min(LATEST, soonest))
    jobs.plan(session, KIND, f"balance:{pool.id}", now + wait, now + wait + 86_400, {"pool": pool.id})


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Look again. Once for each balance that was written down, those who keep the books are told that it is low."""
    pool = people.pool(session, int(payload["pool"]))
    lock_pool(session, pool.id)
    row = rentals.balance(session, pool.id)
    if row is None or now - row.at > OLD:
        return pool, []
    at_rates = rates(session, pool, now)
    left = left_of(session, pool, row, at_rates, now)
    if not is_low(left, burn_now(session, pool, at_rates, now)):
        _plan(session, pool, left, at_rates, now)
        return pool, []
    if not budgets.alert(session, pool.id, "balance", str(row.id), LEVEL, now):
        return pool, []
    found = stands(session, pool, now)
    data = {"balance": found, "currency": pool.currency}
    told: list[Notice] = []
    for member in present(session, pool):
        if member.role in KEEPERS:
            told += telling.privately(session, pool, member, f"balance:{row.id}:low:{member.id}", KIND, data)
    return pool, told or list(telling.in_group(session, pool, f"balance:{row.id}:low", KIND, data))
