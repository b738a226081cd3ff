"""What is unpaid is recalled to each one alone, never in the group; who has paid hears nothing."""

from typing import Any

from sqlmodel import Session

from bot.billing.services import collecting
from bot.billing.services.payee import bill_of_one
from bot.billing.services.reminding_plan import A_DAY, UNCOLLECTED, UNPAID
from bot.billing.services.settling import accounts, settle_months, still_owing
from bot.chat.message import Notice
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import PoolFacts
from storage.database import lock_pool
from storage.queries import bills
from storage.words import StatementState

__all__ = ["UNCOLLECTED", "UNPAID", "fire", "fire_collecting"]


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
    days, ago = int(payload["days"]), (now - (row.closed_at or now)) // A_DAY
    since, notices = int(payload.get("since", row.closed_at or 0)), list[Notice]()
    for one in still_owing(session, found):
        notices += bill_of_one(session, pool, one, found, f"unpaid:{row.id}:{since}:{days}:{one.id}", ago)
    return pool, notices


def fire_collecting(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """One message to everybody who has not paid an advance that is still asked."""
    pool = people.pool(session, int(payload["pool"]))
    lock_pool(session, pool.id)
    return pool, list(collecting.asked_again(session, pool, int(payload["collection"]), int(payload["days"])))
