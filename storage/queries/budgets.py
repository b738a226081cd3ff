"""Budgets of a pool and of its members, and the warnings that were given about them."""

from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from storage.tables import Budget, BudgetAlert


def in_force(session: Session, pool_id: int, at: int) -> dict[int | None, Budget]:
    """By member (None = the pool) the latest budget that has begun, also one that was taken off (amount null)."""
    found = session.execute(
        select(Budget)
        .where(col(Budget.pool_id) == pool_id, col(Budget.from_at) <= at)
        .order_by(col(Budget.from_at), col(Budget.id))
    )
    return {row.member_id: row for row in found.scalars()}


def add(session: Session, row: dict[str, Any]) -> None:
    """A budget from `from_at` on."""
    session.execute(insert(Budget).values(row))


def alert(session: Session, pool_id: int, subject: str, period: str, level: str, at: int) -> bool:
    """Note that a warning is given; False when it was before, by whatever process."""
    row = {"pool_id": pool_id, "subject": subject, "period": period, "level": level, "at": at}
    if given(session, pool_id, subject, period) & {level}:
        return False
    try:
        with session.begin_nested():
            session.execute(insert(BudgetAlert).values(row))
    except IntegrityError:
        return False
    return True


def given(session: Session, pool_id: int, subject: str, period: str) -> set[str]:
    """The levels of which somebody was warned in a period."""
    found = session.execute(
        select(col(BudgetAlert.level)).where(
            col(BudgetAlert.pool_id) == pool_id,
            col(BudgetAlert.subject) == subject,
            col(BudgetAlert.period) == period,
        )
    )
    return {str(level) for level in found.scalars()}
