"""When a closed month, or an advance, asks again: privately, after three days and once more after seven."""

from sqlmodel import Session

from storage.queries import jobs

UNPAID = "unpaid"
UNCOLLECTED = "uncollected"
AFTER_DAYS = (3, 7)
A_DAY = 86_400
USELESS_AFTER = 2 * A_DAY


def plan_reminders(session: Session, pool_id: int, statement_id: int, closed_at: int) -> None:
    """Two jobs, which look again when they are due. Of a month that was paid and is not any more: counted anew."""
    for days in AFTER_DAYS:
        due = closed_at + days * A_DAY
        payload = {"pool": pool_id, "statement": statement_id, "days": days, "since": closed_at}
        jobs.plan(session, UNPAID, f"unpaid:{statement_id}:{days}", due, due + USELESS_AFTER, payload)


def plan_collecting(session: Session, pool_id: int, collection_id: int, asked_at: int) -> None:
    """The same for an advance that was asked of everybody."""
    for days in AFTER_DAYS:
        due = asked_at + days * A_DAY
        payload = {"pool": pool_id, "collection": collection_id, "days": days}
        jobs.plan(session, UNCOLLECTED, f"uncollected:{collection_id}:{days}", due, due + USELESS_AFTER, payload)
