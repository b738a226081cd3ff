"""Agents and the machines they speak for, as frozen facts for rules, services and commands."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session

from storage.queries import agents
from storage.tables import Agent, Node
from storage.words import AgentState


@dataclass(frozen=True, slots=True)
class NodeFacts:
    """A machine of a pool. `contact`: how its provider is reached."""

    id: int
    pool_id: int
    name: str
    contact: str | None


@dataclass(frozen=True, slots=True)
class AgentFacts:
    """The agent of a machine. `name` is what it calls itself on the wire; `boot_id` and `last_seq` name the newest
    item that is stored; `offset_ms` is by how much its clock is behind the bot's (negative: ahead).

    `hello` is its last greeting, `reason` what an owner is asked or has refused (see `rules.identity`).
    """

    id: int
    pool_id: int
    node_id: int
    name: str
    state: AgentState
    boot_id: str | None
    last_seq: int
    offset_ms: int
    key_hash: str = field(default="", repr=False)
    enrolled_at: int = 0
    last_heard_at: int | None = None
    last_reading_at: int | None = None
    hello: dict[str, Any] = field(default_factory=dict)
    reason: dict[str, Any] = field(default_factory=dict)


def node_facts(node: Node) -> NodeFacts:
    return NodeFacts(int(node.id or 0), node.pool_id, node.name, node.contact)


def agent_facts(agent: Agent, pool_id: int) -> AgentFacts:
    return AgentFacts(
        id=int(agent.id or 0),
        pool_id=pool_id,
        node_id=agent.node_id,
        name=agent.name,
        state=AgentState(agent.state),
        boot_id=agent.boot_id,
        last_seq=agent.last_seq,
        offset_ms=agent.offset_ms,
        key_hash=agent.key_hash,
        enrolled_at=agent.enrolled_at,
        last_heard_at=agent.last_heard_at,
        last_reading_at=agent.last_reading_at,
        hello=json.loads(agent.hello or "{}"),
        reason=json.loads(agent.reason or "{}"),
    )


def agent_of_node(session: Session, node_id: int) -> AgentFacts | None:
    """The agent that speaks for a machine, if it has one."""
    found = agents.of_node(session, node_id)
    return agent_facts(*found) if found else None


def agent_named(session: Session, name: str) -> AgentFacts | None:
    """The agent of that wire name, removed ones too."""
    found = agents.named(session, name)
    return agent_facts(*found) if found else None


def agent_pulled(session: Session, node: str, key_hash: str) -> AgentFacts | None:
    """The agent of the machine of this name that is visited with the token of this hash."""
    found = agents.with_key(session, node, key_hash)
    return agent_facts(*found) if found else None


def agents_named(session: Session, names: Sequence[str]) -> dict[str, AgentFacts]:
    """The agents of these wire names, removed ones too."""
    return {agent.name: agent_facts(agent, pool) for agent, pool in agents.all_named(session, names)}


def agents_of(session: Session, pool_id: int) -> dict[int, AgentFacts]:
    """The agents of a pool by the id of their machine."""
    return {agent.node_id: agent_facts(agent, pool) for agent, pool in agents.of_pool(session, pool_id)}


def nodes_of(session: Session, pool_id: int) -> list[NodeFacts]:
    """The machines that a pool has now, oldest first."""
    return [node_facts(node) for node in agents.nodes(session, pool_id)]


def node(session: Session, node_id: int) -> NodeFacts:
    """The machine of that id; raises LookupError when there is none."""
    found = session.get(Node, node_id)
    if found is None:
        raise LookupError(f"no node {node_id}")
    return node_facts(found)
