"""Jobs: plan, replan, drop, and what is due."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlmodel import Session, col

from storage.tables import Counter, Job


def plan(
    session: Session,
    kind: str,
    key: str,
    due_at: int,
    useless_after: int,
    payload: Mapping[str, Any] | None = None,
) -> None:
    """Plan a job, or move the one of that key."""
    fields = {"due_at": due_at, "useless_after": useless_after, "payload": json.dumps(payload or {})}
    changed = session.execute(update(Job).where(col(Job.key) == key).values(kind=kind, **fields))
    if not changed.rowcount:  # type: ignore[attr-defined]
        session.execute(insert(Job).values(kind=kind, key=key, **fields))


def drop(session: Session, *keys: str) -> None:
    """Forget jobs by key."""
    session.execute(delete(Job).where(col(Job.key).in_(keys)))


def next_due(session: Session, until: int) -> Job | None:
    """The earliest job due by `until`."""
    return session.execute(
        select(Job).where(col(Job.due_at) <= until).order_by(col(Job.due_at), col(Job.id)).limit(1)
    ).scalar_one_or_none()


def next_time(session: Session) -> int | None:
    """When the next job is due."""
    return session.execute(select(func.min(col(Job.due_at)))).scalar_one_or_none()


def take(session: Session, job_id: int) -> bool:
    """Remove a job because it fires now. False when another process was faster."""
    return bool(session.execute(delete(Job).where(col(Job.id) == job_id)).rowcount)  # type: ignore[attr-defined]


def count(session: Session, name: str) -> int:
    """Add one to a running total and return it."""
    changed = session.execute(update(Counter).where(col(Counter.name) == name).values(value=col(Counter.value) + 1))
    if not changed.rowcount:  # type: ignore[attr-defined]
        session.execute(insert(Counter).values(name=name, value=1))
    return int(session.execute(select(col(Counter.value)).where(col(Counter.name) == name)).scalar_one())
