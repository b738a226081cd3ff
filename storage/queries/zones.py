"""The zones in which a pool's months are cut. Rows are dated and never edited."""

from sqlalchemy import bindparam, insert, select
from sqlmodel import Session

from storage.queries.core import table_of
from storage.tables import PoolZone

_rows = table_of(PoolZone)
_IN_FORCE = (
    select(_rows.c.zone)
    .where(_rows.c.pool_id == bindparam("pool_id"), _rows.c.from_at <= bindparam("at"))
    .order_by(_rows.c.from_at.desc(), _rows.c.id.desc())
    .limit(1)
)


def in_force(session: Session, pool_id: int, at: int) -> str | None:
    """The zone of a pool's months at an instant; None while it was never changed."""
    found: str | None = session.execute(_IN_FORCE, {"pool_id": pool_id, "at": at}).scalar_one_or_none()
    return found


def put(session: Session, pool_id: int, zone: str, from_at: int, decided_by: int, decided_at: int) -> None:
    """The zone from `from_at` on; of two from the same instant the later one counts."""
    row = {"pool_id": pool_id, "zone": zone, "from_at": from_at, "decided_by": decided_by, "decided_at": decided_at}
    session.execute(insert(PoolZone).values(row))
