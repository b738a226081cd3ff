"""Commands that `pinka job run` ran: a row from their start, completed at their end."""

from sqlalchemy import insert, select, update
from sqlmodel import Session, col

from storage.tables import JobRun


def named(session: Session, node_id: int, name: str) -> JobRun | None:
    """The run of that name on a machine."""
    return session.execute(
        select(JobRun).where(col(JobRun.node_id) == node_id, col(JobRun.name) == name)
    ).scalar_one_or_none()


def get(session: Session, run_id: int) -> JobRun | None:
    """The run of that id."""
    return session.get(JobRun, run_id)


def add(session: Session, row: dict[str, object]) -> int:
    """A run; the database refuses a second one of the same name on a machine."""
    return int(session.execute(insert(JobRun).values(row).returning(col(JobRun.id))).scalar_one())


def end(session: Session, run_id: int, ended_at: int, exit_code: int | None, peak_bytes: int | None) -> bool:
    """The run ended; False when that was known."""
    ended = session.execute(
        update(JobRun)
        .where(col(JobRun.id) == run_id, col(JobRun.ended_at).is_(None))
        .values(ended_at=ended_at, exit_code=exit_code, peak_bytes=peak_bytes)
    )
    return bool(ended.rowcount)  # type: ignore[attr-defined]
