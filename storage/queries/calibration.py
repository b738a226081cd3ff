"""What estimates said of finished runs and what was measured of them: written once a run, read newest first."""

from sqlalchemy import insert, select
from sqlmodel import Session, col

from storage.tables import Calibration


def of_run(session: Session, run_id: int) -> Calibration | None:
    """The comparison that a run was kept as."""
    return session.execute(select(Calibration).where(col(Calibration.job_run_id) == run_id)).scalar_one_or_none()


def add(session: Session, row: dict[str, object]) -> int:
    """A comparison."""
    return int(session.execute(insert(Calibration).values(row).returning(col(Calibration.id))).scalar_one())


def newest(session: Session, pool_id: int, most: int) -> list[Calibration]:
    """The latest comparisons of a pool, the newest first."""
    return list(
        session.execute(
            select(Calibration)
            .where(col(Calibration.pool_id) == pool_id)
            .order_by(col(Calibration.at).desc(), col(Calibration.id).desc())
            .limit(most)
        ).scalars()
    )
