"""Jobs: plan, replan, drop, and what is due."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from storage.queries.core import table_of
from storage.tables import Counter, Job

_rows = table_of(Job)
_PLAN = insert(_rows)
_DROP = delete(_rows).where(_rows.c.key.in_(bindparam("keys", expanding=True)))
_MOVE = (
    update(_rows)
    .where(_rows.c.key == bindparam("of"))
    .values({name: bindparam(name) for name in ("kind", "due_at", "useless_after", "payload")})
)


def plan(
    session: Session,
    kind: str,
    key: str,
    due_at: int,
    useless_after: int,
    payload: Mapping[str, Any] | None = None,
) -> None:
    """Plan a job, or move the one of that key."""
    fields = {"kind": kind, "due_at": due_at, "useless_after": useless_after, "payload": json.dumps(payload or {})}
    changed = session.execute(_MOVE, {"of": key, **fields})
    if not changed.rowcount:  # type: ignore[attr-defined]
        session.execute(_PLAN, {"key": key, **fields})


def add(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    """Plan jobs of which there is none of that key: `kind, key, due_at, useless_after, payload` each."""
    session.execute(_PLAN, [{**row, "payload": json.dumps(row["payload"])} for row in rows])


def drop(session: Session, *keys: str) -> None:
    """Forget jobs by key."""
    session.execute(_DROP, {"keys": keys})


def next_due(session: Session, until: int) -> Job | None:
    """The earliest job due by `until`."""
    return session.execute(
        select(Job).where(col(Job.due_at) <= until).order_by(col(Job.due_at), col(Job.id)).limit(1)
    ).scalar_one_or_none()


def any_due(session: Session, kinds: Sequence[str], until: int) -> bool:
    """Whether a job of one of these kinds is due by `until`."""
    due = select(col(Job.id)).where(col(Job.due_at) <= until, col(Job.kind).in_(kinds)).limit(1)
    return session.execute(due).first() is not None


def next_time(session: Session) -> int | None:
    """When the next job is due."""
    return session.execute(select(func.min(col(Job.due_at)))).scalar_one_or_none()


def take(session: Session, job_id: int, due_at: int) -> bool:
    """Remove a job because it fires now. False when another process was faster, or moved it to another time."""
    gone = session.execute(delete(Job).where(col(Job.id) == job_id, col(Job.due_at) == due_at))
    return bool(gone.rowcount)  # type: ignore[attr-defined]


def count(session: Session, name: str) -> int:
    """Add one to a running total and return it."""
    one_more = update(Counter).where(col(Counter.name) == name).values(value=col(Counter.value) + 1)
    if not session.execute(one_more).rowcount:  # type: ignore[attr-defined]
        try:
            with session.begin_nested():
                session.execute(insert(Counter).values(name=name, value=1))
        except IntegrityError:  # another process was the first to count
            session.execute(one_more)
    return int(session.execute(select(col(Counter.value)).where(col(Counter.name) == name)).scalar_one())


def payload_of(session: Session, key: str) -> dict[str, Any]:
    """What a planned job carries; empty when there is none of that key."""
    found = session.execute(select(col(Job.payload)).where(col(Job.key) == key)).scalar_one_or_none()
    return dict(json.loads(found)) if found else {}
