"""What members say to need in a month."""

from typing import Any

from sqlalchemy import insert, select
from sqlmodel import Session, col

from storage.tables import Need


def of_month(session: Session, pool_id: int, month: str) -> dict[int, Need]:
    """By member the newest word on a month."""
    found = session.execute(
        select(Need).where(col(Need.pool_id) == pool_id, col(Need.month) == month).order_by(col(Need.id))
    )
    return {row.member_id: row for row in found.scalars()}


def add(session: Session, row: dict[str, Any]) -> None:
    """A member's need; what was said before no longer counts."""
    session.execute(insert(Need).values(row))
