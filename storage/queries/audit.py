"""The audit trail."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.tables import Audit

_rows = table_of(Audit)
_NOTE = insert(_rows)
_ABOUT = (
    select(_rows)
    .where(_rows.c.subject.in_(bindparam("subjects", expanding=True)), _rows.c.what == bindparam("what"))
    .order_by(_rows.c.id)
)


def note(
    session: Session,
    *,
    at: int,
    what: str,
    subject: str,
    pool_id: int | None = None,
    person_id: int | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Write down one change."""
    row = {
        "at": at,
        "what": what,
        "subject": subject,
        "pool_id": pool_id,
        "person_id": person_id,
        "before": None if before is None else json.dumps(before, ensure_ascii=False),
        "after": None if after is None else json.dumps(after, ensure_ascii=False),
    }
    session.execute(_NOTE, row)


def latest(session: Session, pool_id: int, person_id: int, what: Collection[str]) -> Audit | None:
    """A person's latest change of these kinds in a pool."""
    return session.execute(
        select(Audit)
        .where(col(Audit.pool_id) == pool_id, col(Audit.person_id) == person_id, col(Audit.what).in_(what))
        .order_by(col(Audit.id).desc())
        .limit(1)
    ).scalar_one_or_none()


def about(session: Session, subjects: Sequence[str], what: str) -> list[Audit]:
    """Changes of one kind to these subjects, oldest first."""
    if not subjects:
        return []
    return all_like(session, Audit, _ABOUT, {"subjects": subjects, "what": what})


def newest_of(session: Session, person_id: int) -> int:
    """The number of a person's newest change; 0 when there is none."""
    newest = select(col(Audit.id)).where(col(Audit.person_id) == person_id).order_by(col(Audit.id).desc()).limit(1)
    return int(session.execute(newest).scalar_one_or_none() or 0)
