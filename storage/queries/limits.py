"""Limits and prices in force. Rows are dated and never edited."""

from sqlalchemy import insert, select
from sqlmodel import Session, col

from storage.tables import Limits, Price


def in_force(session: Session, pool_id: int, at: int) -> Limits | None:
    """The limits of a pool at an instant."""
    return session.execute(
        select(Limits)
        .where(col(Limits.pool_id) == pool_id, col(Limits.from_at) <= at)
        .order_by(col(Limits.from_at).desc(), col(Limits.id).desc())
        .limit(1)
    ).scalar_one_or_none()


def set_from(session: Session, row: dict[str, object]) -> None:
    """Limits from an instant on."""
    session.execute(insert(Limits).values(row))


def prices(session: Session, pool_id: int, at: int) -> list[Price]:
    """Prices that are in force by `at`, newest first."""
    found = session.execute(
        select(Price)
        .where(col(Price.pool_id) == pool_id, col(Price.from_at) <= at)
        .order_by(col(Price.from_at).desc(), col(Price.id).desc())
    )
    return list(found.scalars())
