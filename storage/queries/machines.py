"""Nodes and cards of a pool."""

from collections.abc import Iterable

from sqlalchemy import bindparam, func, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.tables import Gpu, Node
from storage.words import GpuState

_cards = table_of(Gpu)
_GPUS = (
    select(_cards)
    .where(_cards.c.pool_id == bindparam("pool_id"), _cards.c.state != GpuState.RETIRED.value)
    .order_by(_cards.c.number)
)

_ASKED = "gpus"


def set_state(session: Session, gpu_id: int, state: GpuState) -> None:
    """Whether the card can be used from now on."""
    session.execute(update(Gpu).where(col(Gpu.id) == gpu_id).values(state=state.value))
    session.info.pop(_ASKED, None)


def nodes(session: Session, pool_id: int) -> list[Node]:
    """The pool's machines, oldest first."""
    return list(session.execute(select(Node).where(col(Node.pool_id) == pool_id).order_by(col(Node.id))).scalars())


def gpus(session: Session, pool_id: int) -> list[Gpu]:
    """The pool's cards by number, retired ones left out. Asked once a unit of work: they are needed again and again."""
    asked: dict[int, list[Gpu]] = session.info.setdefault(_ASKED, {})
    if pool_id not in asked:
        asked[pool_id] = all_like(session, Gpu, _GPUS, {"pool_id": pool_id})
    return asked[pool_id]


def add_node(session: Session, pool_id: int, name: str, now: int) -> int:
    """A new machine; returns its id."""
    row = {"pool_id": pool_id, "name": name, "created_at": now}
    return int(session.execute(insert(Node).values(row).returning(col(Node.id))).scalar_one())


def next_number(session: Session, pool_id: int) -> int:
    """The first card number never used in this pool."""
    highest = session.execute(select(func.max(col(Gpu.number))).where(col(Gpu.pool_id) == pool_id)).scalar()
    return 0 if highest is None else int(highest) + 1


def add_gpus(session: Session, pool_id: int, node_id: int, cards: Iterable[tuple[int, str, int]], now: int) -> None:
    """New cards given as `(number, kind, memory in GB)`."""
    rows = [
        {
            "pool_id": pool_id,
            "node_id": node_id,
            "number": number,
            "kind": kind,
            "memory_gb": memory_gb,
            "state": GpuState.OK.value,
            "added_at": now,
        }
        for number, kind, memory_gb in cards
    ]
    session.execute(insert(Gpu), rows)
    session.info.pop(_ASKED, None)
