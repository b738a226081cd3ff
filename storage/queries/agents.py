"""Agents, the codes that let them in, and the cards they found."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, pairs_like, table_of
from storage.queries.rows import ForRows, Rows
from storage.tables import Agent, EnrolCode, FoundCard, Gpu, Node
from storage.words import AgentState, GpuState

_agents, _nodes, _cards = table_of(Agent), table_of(Node), table_of(Gpu)
_PRESENT = _agents.c.state != AgentState.REMOVED.value
_WITH_POOL = select(_agents, _nodes).join(_nodes, _nodes.c.id == _agents.c.node_id)
_OF_NODE = _WITH_POOL.where(_agents.c.node_id == bindparam("node_id"), _PRESENT)
_NAMED = _WITH_POOL.where(_agents.c.name == bindparam("name"))
_ALL_NAMED = _WITH_POOL.where(_agents.c.name.in_(bindparam("names", expanding=True)))
_WITH_KEY = _WITH_POOL.where(_nodes.c.name == bindparam("node"), _agents.c.key_hash == bindparam("key_hash"), _PRESENT)
_OF_POOL = _WITH_POOL.where(_nodes.c.pool_id == bindparam("pool_id"), _PRESENT).order_by(_agents.c.node_id)
_SET = update(_agents).where(_agents.c.id == bindparam("agent_id"))
"""The columns to set are those that the parameters name."""
_PROGRESS = ("boot_id", "last_seq", "last_reading_at", "last_heard_at")
_STORED = ForRows(
    ("agent_id", *_PROGRESS),
    update(_agents).where(_agents.c.id == bindparam("agent_id")).values({name: bindparam(name) for name in _PROGRESS}),
)
_BOUND = select(_cards.c.node_id, _cards.c.uuid, _cards.c.id).where(
    _cards.c.node_id.in_(bindparam("node_ids", expanding=True)),
    _cards.c.state != GpuState.RETIRED.value,
    _cards.c.uuid.is_not(None),
)
_NODE_CARDS = (
    select(_cards)
    .where(_cards.c.node_id == bindparam("node_id"), _cards.c.state != GpuState.RETIRED.value)
    .order_by(_cards.c.number)
)


def _first(session: Session, statement: Any, facts: dict[str, Any]) -> tuple[Agent, int] | None:
    pairs = pairs_like(session, Agent, Node, statement, facts)
    return (pairs[0][0], pairs[0][1].pool_id) if pairs else None


def of_node(session: Session, node_id: int) -> tuple[Agent, int] | None:
    """The agent of a machine with its pool's id; removed ones left out."""
    return _first(session, _OF_NODE, {"node_id": node_id})


def named(session: Session, name: str) -> tuple[Agent, int] | None:
    """The agent of that wire name with its pool's id, removed or not."""
    return _first(session, _NAMED, {"name": name})


def with_key(session: Session, node: str, key_hash: str) -> tuple[Agent, int] | None:
    """The agent with this key of a machine of this name, with its pool's id."""
    return _first(session, _WITH_KEY, {"node": node, "key_hash": key_hash})


def nodes_called(session: Session, name: str) -> list[Node]:
    """The machines of this name in all pools."""
    found = session.execute(select(Node).where(col(Node.name) == name, col(Node.removed_at).is_(None)))
    return list(found.scalars())


def all_named(session: Session, names: Sequence[str]) -> list[tuple[Agent, int]]:
    """The agents of these wire names with their pools' ids."""
    found = pairs_like(session, Agent, Node, _ALL_NAMED, {"names": list(names)})
    return [(agent, node.pool_id) for agent, node in found]


def of_pool(session: Session, pool_id: int) -> list[tuple[Agent, int]]:
    """A pool's agents with the pool's id."""
    return [(agent, node.pool_id) for agent, node in pairs_like(session, Agent, Node, _OF_POOL, {"pool_id": pool_id})]


def nodes(session: Session, pool_id: int) -> list[Node]:
    """The machines that a pool has now, oldest first."""
    return list(
        session.execute(
            select(Node).where(col(Node.pool_id) == pool_id, col(Node.removed_at).is_(None)).order_by(col(Node.id))
        ).scalars()
    )


def cards(session: Session, node_id: int) -> list[Gpu]:
    """A machine's cards by number, retired ones left out."""
    return all_like(session, Gpu, _NODE_CARDS, {"node_id": node_id})


def bound_cards(session: Session, node_ids: Sequence[int]) -> dict[int, dict[str, int]]:
    """By machine: the cards whose UUID is known, `{uuid: gpu_id}`, retired ones left out."""
    found: dict[int, dict[str, int]] = {node_id: {} for node_id in node_ids}
    for node_id, uuid, gpu_id in session.execute(_BOUND, {"node_ids": list(node_ids)}).all():
        found[node_id][uuid] = gpu_id
    return found


def add(session: Session, row: dict[str, Any]) -> int:
    """A new agent; returns its id."""
    return int(session.execute(insert(Agent).values(row).returning(col(Agent.id))).scalar_one())


def change(session: Session, agent_id: int, **values: Any) -> None:
    """Set columns of an agent."""
    session.execute(update(Agent).where(col(Agent.id) == agent_id).values(**values))


def heard(session: Session, agent_id: int, now: int, offset_ms: int | None = None) -> None:
    """The agent spoke at `now`, and perhaps its clock was compared."""
    facts = {"agent_id": agent_id, "last_heard_at": now}
    session.execute(_SET, facts if offset_ms is None else {**facts, "offset_ms": offset_ms})


def stored(session: Session, rows: Rows) -> None:
    """How far agents' items are stored: `rows` are (agent_id, boot_id, last_seq, last_reading_at, last_heard_at)."""
    _STORED.run(session, rows)


def change_node(session: Session, node_id: int, **values: Any) -> None:
    """Set columns of a machine."""
    session.execute(update(Node).where(col(Node.id) == node_id).values(**values))


def change_card(session: Session, gpu_id: int, **values: Any) -> None:
    """Set columns of a card."""
    session.execute(update(Gpu).where(col(Gpu.id) == gpu_id).values(**values))
    session.info.pop("gpus", None)


def uuids_elsewhere(session: Session, node_id: int, uuids: Sequence[str]) -> set[str]:
    """Which of these cards belong to another machine, of any pool."""
    found = session.execute(select(col(Gpu.uuid)).where(col(Gpu.uuid).in_(uuids), col(Gpu.node_id) != node_id))
    return {str(uuid) for uuid in found.scalars()}


def add_code(session: Session, row: dict[str, Any]) -> None:
    """A one-time code, hashed."""
    session.execute(insert(EnrolCode).values(row))


def withdraw_codes(session: Session, node_id: int, now: int) -> None:
    """A machine's unused codes are void from now on."""
    session.execute(
        update(EnrolCode)
        .where(col(EnrolCode.node_id) == node_id, col(EnrolCode.used_at).is_(None))
        .values(expires_at=now)
    )


def code(session: Session, hashed: str) -> EnrolCode | None:
    """The code of that hash, whatever became of it."""
    return session.execute(select(EnrolCode).where(col(EnrolCode.hash) == hashed)).scalar_one_or_none()


def use_code(session: Session, code_id: int, now: int) -> bool:
    """Mark a code used. False when another was faster."""
    changed = session.execute(
        update(EnrolCode).where(col(EnrolCode.id) == code_id, col(EnrolCode.used_at).is_(None)).values(used_at=now)
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def found_cards(session: Session, node_id: int) -> list[FoundCard]:
    """The cards that an agent found and nobody has decided about, by NVML's index."""
    return list(
        session.execute(
            select(FoundCard)
            .where(col(FoundCard.node_id) == node_id, col(FoundCard.decided_at).is_(None))
            .order_by(col(FoundCard.nvml_index), col(FoundCard.id))
        ).scalars()
    )


def decided_uuids(session: Session, node_id: int) -> set[str]:
    """The found cards about which an owner has said a word."""
    found = session.execute(
        select(col(FoundCard.uuid)).where(col(FoundCard.node_id) == node_id, col(FoundCard.decided_at).is_not(None))
    )
    return set(found.scalars())


def add_found(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Cards that wait for an owner's word. A card found before must be changed instead."""
    if rows:
        session.execute(insert(FoundCard), list(rows))


def change_found(session: Session, node_id: int, uuids: Sequence[str], **values: Any) -> None:
    """Set columns of found cards."""
    session.execute(
        update(FoundCard).where(col(FoundCard.node_id) == node_id, col(FoundCard.uuid).in_(uuids)).values(**values)
    )


def states(session: Session, agent_ids: Sequence[int]) -> dict[int, str]:
    """How agents stand, by id."""
    found = session.execute(select(col(Agent.id), col(Agent.state)).where(col(Agent.id).in_(agent_ids)))
    return {int(agent_id): state for agent_id, state in found}
