"""Limits and prices in force. Rows are dated and never edited."""

from typing import Any

from sqlalchemy import Select, Table, bindparam, insert, select
from sqlmodel import Session

from storage.queries.core import all_like, one_like, table_of
from storage.tables import Limits, Price


def _newest_first(table: Table) -> Select[Any]:
    known = select(table).where(table.c.pool_id == bindparam("pool_id"), table.c.from_at <= bindparam("at"))
    return known.order_by(table.c.from_at.desc(), table.c.id.desc())


_IN_FORCE = _newest_first(table_of(Limits)).limit(1)
_FIRST = (
    select(table_of(Limits))
    .where(table_of(Limits).c.pool_id == bindparam("pool_id"))
    .order_by(table_of(Limits).c.from_at, table_of(Limits).c.id)
    .limit(1)
)
_PRICES = _newest_first(table_of(Price))


def in_force(session: Session, pool_id: int, at: int) -> Limits | None:
    """The limits of a pool at an instant; its first ones before they began (a clock may be set back)."""
    found = one_like(session, Limits, _IN_FORCE, {"pool_id": pool_id, "at": at})
    return found if found is not None else one_like(session, Limits, _FIRST, {"pool_id": pool_id})


def set_from(session: Session, row: dict[str, object]) -> None:
    """Limits from an instant on."""
    session.execute(insert(Limits).values(row))


def prices(session: Session, pool_id: int, at: int) -> list[Price]:
    """Prices that are in force by `at`, newest first."""
    return all_like(session, Price, _PRICES, {"pool_id": pool_id, "at": at})
