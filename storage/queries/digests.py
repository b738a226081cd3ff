"""When a pool wants its digest, and which days it has had."""

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from storage.tables import Digest, Pool


def minute(session: Session, pool_id: int) -> int | None:
    """The local minute of the day; null = no digest is wanted."""
    return session.execute(select(col(Pool.digest_minute)).where(col(Pool.id) == pool_id)).scalar_one_or_none()


def set_minute(session: Session, pool_id: int, value: int | None) -> None:
    session.execute(update(Pool).where(col(Pool.id) == pool_id).values(digest_minute=value))


def last_day(session: Session, pool_id: int) -> str | None:
    """The newest day (ISO) of which a digest was owed."""
    found = session.execute(select(func.max(col(Digest.day))).where(col(Digest.pool_id) == pool_id)).scalar()
    return None if found is None else str(found)


def claim(session: Session, pool_id: int, day: str, now: int) -> bool:
    """The digest of a day is ours to send; False when it was owed before."""
    try:
        with session.begin_nested():
            session.execute(insert(Digest).values(pool_id=pool_id, day=day, made_at=now))
    except IntegrityError:
        return False
    return True
