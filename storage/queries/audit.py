"""The audit trail."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert
from sqlmodel import Session

from storage.tables import Audit


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
    session.execute(
        insert(Audit).values(
            at=at,
            what=what,
            subject=subject,
            pool_id=pool_id,
            person_id=person_id,
            before=None if before is None else json.dumps(before, ensure_ascii=False),
            after=None if after is None else json.dumps(after, ensure_ascii=False),
        )
    )
