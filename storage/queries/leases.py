"""Roles that only one process may play at a time. Machine time."""

from sqlalchemy import insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from storage.tables import Lease


def hold(session: Session, name: str, holder: str, machine_now: int, until: int) -> bool:
    """Take or keep a role; False while another process holds it."""
    free = or_(col(Lease.holder) == holder, col(Lease.until) <= machine_now)
    changed = session.execute(update(Lease).where(col(Lease.name) == name, free).values(holder=holder, until=until))
    if changed.rowcount:  # type: ignore[attr-defined]
        return True
    if session.get(Lease, name) is not None:
        return False
    try:
        with session.begin_nested():
            session.execute(insert(Lease).values(name=name, holder=holder, until=until))
    except IntegrityError:  # another process was the first to hold it
        return False
    return True


def holder_of(session: Session, name: str) -> str | None:
    """Who plays the role."""
    return session.execute(select(col(Lease.holder)).where(col(Lease.name) == name)).scalar_one_or_none()


def give_up(session: Session, name: str, holder: str) -> None:
    """Let go of a role."""
    session.execute(update(Lease).where(col(Lease.name) == name, col(Lease.holder) == holder).values(until=0))
