"""When a closed month asks again: privately, three days after it was closed and once more after seven."""

from sqlmodel import Session

from storage.queries import jobs

UNPAID = "unpaid"
AFTER_DAYS = (3, 7)
A_DAY = 86_400
USELESS_AFTER = 2 * A_DAY


def plan_reminders(session: Session, pool_id: int, statement_id: int, closed_at: int) -> None:
    """Two jobs, which look again when they are due; planning twice changes nothing."""
    for days in AFTER_DAYS:
        due = closed_at + days * A_DAY
        payload = {"pool": pool_id, "statement": statement_id, "days": days}
        jobs.plan(session, UNPAID, f"unpaid:{statement_id}:{days}", due, due + USELESS_AFTER, payload)
