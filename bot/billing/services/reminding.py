"""Unpaid shares are recalled to each one alone, never in the group; who has paid hears nothing."""

from typing import Any

from sqlmodel import Session

from bot.billing.services.payee import bill_of_one
from bot.billing.services.reminding_plan import UNPAID
from bot.billing.services.settling import accounts, settle_months
from bot.chat.message import Notice
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import PoolFacts
from bot.people.services.finding import present
from storage.database import lock_pool
from storage.queries import bills
from storage.words import StatementState

__all__ = ["UNPAID", "fire"]


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """One message to everybody who still owes something of the month."""
    pool = people.pool(session, int(payload["pool"]))
    row = bills.statement_of(session, int(payload["statement"]))
    if row is None or row.state != StatementState.CLOSED.value:
        return pool, []
    lock_pool(session, pool.id)
    if row.month in settle_months(session, pool, now):
        return pool, []
    try:
        found = accounts(session, pool, now, row.month)
    except Refusal:  # nobody is known to have paid the provider: there is nobody to pay yet
        return pool, []
    days, notices = int(payload["days"]), list[Notice]()
    for one in present(session, pool):
        notices += bill_of_one(session, pool, one, found, f"unpaid:{row.id}:{days}:{one.id}", days)
    return pool, notices
