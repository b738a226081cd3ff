"""Hours taken out of the bill; taken back by a date, never deleted."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, update
from sqlmodel import Session, col

from storage.tables import Gap, Outage


def get(session: Session, pool_id: int, outage_id: int) -> Outage | None:
    """The outage of that id, if it is this pool's."""
    found = session.get(Outage, outage_id)
    return found if found is not None and found.pool_id == pool_id else None


def add(session: Session, row: Mapping[str, Any]) -> int:
    """A new outage; returns its id."""
    return int(session.execute(insert(Outage).values(dict(row)).returning(col(Outage.id))).scalar_one())


def void(session: Session, outage_id: int, now: int) -> None:
    """Its hours count again."""
    session.execute(update(Outage).where(col(Outage.id) == outage_id).values(voided_at=now))


def reopen_gap(session: Session, gap_id: int) -> None:
    """Nothing is decided about the gap any more."""
    session.execute(update(Gap).where(col(Gap.id) == gap_id).values(decided=None, decided_by=None, decided_at=None))
