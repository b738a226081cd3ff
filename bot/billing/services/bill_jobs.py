"""What happens to a month's bill by itself: shown on the morning after the month, closed when nobody objects."""

from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import rents
from bot.billing.facts.month import next_month, window_of
from bot.billing.services.close import begin_review, may_close, shut, shut_reply
from bot.billing.services.month import REVIEW, plan_review
from bot.billing.services.rents import in_force_at
from bot.billing.services.review import A_DAY, CLOSE, plan_close, review_card, shown_notices, up_to_date
from bot.chat.message import Notice
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import PoolFacts
from bot.people.services import telling
from storage.database import lock_pool, savepoint
from storage.queries import bills
from storage.words import StatementState

__all__ = ["CLOSE", "REVIEW", "fire_close", "fire_review"]


def fire_review(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Show the bill of a month that is over, once; what keeps it from being shared out is told instead."""
    pool = people.pool(session, int(payload["pool"]))
    month = str(payload["month"])
    lock_pool(session, pool.id)
    _plan_next(session, pool, month, now)
    if bills.statement(session, pool.id, month) is not None:
        return pool, []
    try:
        with savepoint(session):
            row = begin_review(session, pool, month, now, None)
    except Refusal as refusal:
        if refusal.code == "nothing_to_close":
            return pool, []
        data = {"month": month, "reason": refusal.code, "line": refusal.facts.get("line")}
        return pool, list(telling.in_group(session, pool, f"bill:{pool.id}:{month}:stuck", "bill_stuck", data))
    return pool, list(shown_notices(session, pool, row, review_card(session, pool, row, now)))


def _plan_next(session: Session, pool: PoolFacts, month: str, now: int) -> None:
    """Rents go on by themselves, and so do their bills."""
    following = next_month(month)
    begins = window_of(session, pool.id, following).ends_at - 1
    if in_force_at(rents(session, pool.id), begins):
        plan_review(session, pool, following, now)


def fire_close(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Close a bill whose time to object is over. One that changed is shown again; an open objection is recalled."""
    row = bills.statement_of(session, int(payload["statement"]))
    if row is None:
        raise LookupError(f"no statement {payload['statement']}")
    pool = people.pool(session, row.pool_id)
    lock_pool(session, pool.id)
    if row.state != StatementState.REVIEW.value:
        return pool, []
    before = row.version
    try:
        with savepoint(session):
            row = up_to_date(session, pool, row, now)
    except Refusal as refusal:  # e.g. nobody stands in any more for those who used nothing
        plan_close(session, pool, row, now + A_DAY)
        data = {"month": row.month, "reason": refusal.code, "line": refusal.facts.get("line")}
        return pool, list(telling.in_group(session, pool, f"bill:{row.id}:stuck", "bill_stuck", data))
    if row.version != before:
        return pool, list(shown_notices(session, pool, row, review_card(session, pool, row, now)))
    if may_close(session, pool, row, now):
        return pool, list(shut_reply(session, pool, shut(session, pool, row, now, None)).notices)
    waits = len(bills.objections(session, int(row.id or 0), open_only=True))
    if not waits:
        return pool, []
    data = {"month": row.month, "objections": waits}
    return pool, list(telling.in_group(session, pool, f"bill:{row.id}:waits", "review_waits", data))
