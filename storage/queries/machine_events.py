"""Events of nodes: what happened at an instant, once each."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select
from sqlmodel import Session

from storage.queries.core import all_like, table_of
from storage.tables import MachineEvent

_rows = table_of(MachineEvent)
_SEQS = select(_rows.c.seq).where(
    _rows.c.node_id == bindparam("node_id"),
    _rows.c.boot_id == bindparam("boot_id"),
    _rows.c.seq.in_(bindparam("seqs", expanding=True)),
)


def stored_seqs(session: Session, node_id: int, boot_id: str, seqs: Sequence[int]) -> set[int]:
    """Which of these events are here already."""
    return set(session.execute(_SEQS, {"node_id": node_id, "boot_id": boot_id, "seqs": list(seqs)}).scalars())


def add(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    session.execute(insert(_rows), list(rows))


def of_node(session: Session, node_id: int, since: int, until: int) -> list[MachineEvent]:
    """What happened on a node in `[since, until)`, by time."""
    statement = (
        select(_rows)
        .where(_rows.c.node_id == node_id, _rows.c.at >= since, _rows.c.at < until)
        .order_by(_rows.c.at, _rows.c.id)
    )
    return all_like(session, MachineEvent, statement, {})
