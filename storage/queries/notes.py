"""Small things a process wants to remember, e.g. which menu was set last."""

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from storage.tables import Note


def get(session: Session, name: str) -> str | None:
    """What was remembered under a name."""
    return session.execute(select(col(Note.value)).where(col(Note.name) == name)).scalar_one_or_none()


def put(session: Session, name: str, value: str) -> None:
    """Remember it."""
    change = update(Note).where(col(Note.name) == name).values(value=value)
    if not session.execute(change).rowcount:  # type: ignore[attr-defined]
        try:
            with session.begin_nested():
                session.execute(insert(Note).values(name=name, value=value))
        except IntegrityError:  # another process was the first to remember
            session.execute(change)
