"""Who changed what, when, from what to what. Append-only."""

from sqlalchemy import Index
from sqlmodel import SQLModel

from storage.tables.columns import big, key, ref, text


class Audit(SQLModel, table=True):
    """One change. `subject` is e.g. `booking:42`; before and after are JSON or null."""

    __tablename__ = "audit"
    __table_args__ = (Index("ix_audit_subject", "subject"),)

    id: int | None = key()
    pool_id: int | None = ref("pool.id", default=None)
    at: int = big()
    person_id: int | None = ref("person.id", default=None)
    what: str = text()
    subject: str = text()
    before: str | None = text(default=None)
    after: str | None = text(default=None)
