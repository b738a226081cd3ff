"""The machines of a pool for those who look after them: how each stands, letting in, taking out, whom to call."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from bot import __version__
from bot.booking import facts as booking
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.rules_secrets import secret_in
from bot.people.services.finding import still_owner
from bot.people.services.one_time import hash_of, new_code
from bot.usage import facts
from bot.usage.facts import AgentFacts, NodeFacts
from bot.usage.rules.enrolment import CLOCK_WARNING_MS, CODE_SECONDS
from bot.usage.services import cards_found, doors, enrolment, outdated
from storage.database import lock_pool
from storage.queries import agents, audit, bookings, machines
from storage.words import AgentState, GpuState

ONLINE_SECONDS = 75
"""Three beats and a little: then an agent counts as away."""
ADD, REMOVE, WHICH = "node.add", "node.remove", "node.which"
MOST_BUTTONS = 6


def show(session: Session, pool: PoolFacts, now: int, name: str | None = None) -> Reply:
    """How each machine stands, or just one; what an owner has to decide has its buttons. Raises `no_such_node`."""
    nodes = facts.nodes_of(session, pool.id)
    if name is not None:
        nodes = [_named(session, pool, name)]
    known = facts.agents_of(session, pool.id)
    listed = [_line(session, node, known.get(node.id), now) for node in nodes]
    data = {"pool": pool.name, "nodes": listed, "tunnel": doors.tunnel(session)}
    open_question = next((node for node, line in zip(nodes, listed, strict=True) if line["waiting"]), None)
    if open_question is not None:
        return Reply("nodes", data, cards_found.buttons(session, open_question), anyone=True)
    stranger = next((node for node in nodes if node.id in known and "pending" in known[node.id].reason), None)
    if stranger is not None:
        choices = enrolment.stranger_buttons(stranger, known[stranger.id].reason["pending"])
        return Reply("nodes", data, choices, anyone=True)
    return Reply("nodes", data)


def _line(session: Session, node: NodeFacts, agent: AgentFacts | None, now: int) -> dict[str, Any]:
    cards = cards_found.declared(session, node.id)
    hello = agent.hello if agent else {}
    off = abs(agent.offset_ms) if agent else 0
    return {
        "name": node.name,
        "state": _state(agent, now),
        "release": hello.get("release") or None,
        "outdated": bool(agent) and hello.get("release") != __version__,
        "unspoken": agent.reason[outdated.UNSPOKEN]["why"] if agent and outdated.UNSPOKEN in agent.reason else None,
        "driver": hello.get("driver"),
        "machine_state": hello.get("state"),
        "bound": [card.number for card in cards if card.uuid is not None],
        "unbound": [card.number for card in cards if card.uuid is None],
        "waiting": len(agents.found_cards(session, node.id)),
        "heard_at": agent.last_heard_at if agent else None,
        "contact": node.contact,
        "clock_off_seconds": off // 1000 if off > CLOCK_WARNING_MS else None,
        "dropped": int(hello.get("dropped") or 0),
        "disk_full": bool(hello.get("memory_only")),
    }


def _state(agent: AgentFacts | None, now: int) -> str:
    if agent is None:
        return "none"
    if agent.state is AgentState.QUARANTINED:
        return "quarantined"
    return "online" if agent.last_heard_at is not None and now - agent.last_heard_at <= ONLINE_SECONDS else "offline"


def _named(session: Session, pool: PoolFacts, name: str) -> NodeFacts:
    nodes = facts.nodes_of(session, pool.id)
    found = next((node for node in nodes if node.name.lower() == name.lower()), None)
    if found is None:
        raise Refusal("no_such_node", node=name, nodes=[node.name for node in nodes])
    return found


def add(session: Session, pool: PoolFacts, member: MemberFacts, name: str | None, now: int) -> Reply:
    """A one-time code for a machine's agent, with the line to paste there. A new name makes a new machine.

    Without a name it is the only one that has no agent; `which_node` asks where that is not clear. Raises `no_door`.
    """
    door = doors.door(session)
    if door is None:
        raise Refusal("no_door")
    lock_pool(session, pool.id)
    still_owner(session, member)
    node = _meant(session, pool, name, now)
    agents.withdraw_codes(session, node.id, now)
    code, until = new_code(), now + CODE_SECONDS
    row = {
        "pool_id": pool.id,
        "node_id": node.id,
        "hash": hash_of(code),
        "made_by": member.id,
        "made_at": now,
        "expires_at": until,
    }
    agents.add_code(session, row)
    _note(session, pool, member, node, "enrol_code_issued", now)
    pin = f" --pin {door.pin}" if door.pin else ""
    enrol = f"pinka agent enrol {door.url} {code}{pin}"
    # Where nobody vouches for the certificate, a script fetched over it could be anybody's.
    install = None if door.pin else f"curl -fsS {door.url}/install.sh | sh -s {code}"
    data = {"node": node.name, "until": until, "install": install, "enrol": enrol}
    return Reply("enrol_code", data, ((Choice("copy_line", copy=install or enrol),),))


def _meant(session: Session, pool: PoolFacts, name: str | None, now: int) -> NodeFacts:
    nodes = facts.nodes_of(session, pool.id)
    if name is not None:
        found = next((node for node in nodes if node.name.lower() == name.lower()), None)
        return found or facts.node(session, machines.add_node(session, pool.id, name, now))
    known = facts.agents_of(session, pool.id)
    without = [node for node in nodes if node.id not in known]
    if len(without) == 1:
        return without[0]
    new = _new_name(session, pool)
    if not nodes:
        return facts.node(session, machines.add_node(session, pool.id, new, now))
    offered = [node.name for node in (without or nodes)][:MOST_BUTTONS]
    choices = [[Choice("node", ADD, {"name": one}, {"node": one})] for one in offered]
    choices.append([Choice("node.new", ADD, {"name": new}, {"node": new})])
    raise Refusal("which_node", choices=choices, nodes=offered)


def _new_name(session: Session, pool: PoolFacts) -> str:
    taken = {node.name for node in machines.nodes(session, pool.id)}
    return next(f"node{number}" for number in range(1, len(taken) + 2) if f"node{number}" not in taken)


def ask_remove(session: Session, pool: PoolFacts, name: str | None, now: int) -> Reply:
    """Show what goes with a machine; the only one need not be named, of several each is a button.

    Raises `no_such_node`, and `node_busy` while bookings stand on its cards.
    """
    names = [node.name for node in facts.nodes_of(session, pool.id)]
    if name is None and len(names) != 1:
        choices = [[Choice("node", WHICH, {"name": one}, {"node": one})] for one in names[:MOST_BUTTONS]]
        raise Refusal("no_such_node", choices=choices, node=None, nodes=names)
    node = _named(session, pool, name or names[0])
    cards = _free_of_bookings(session, pool, node, now)
    data = {"node": node.name, "cards": cards, "agent": facts.agent_of_node(session, node.id) is not None}
    ways = ((Choice("node.remove", REMOVE, {"node": node.id}), Choice("never_mind", "unchanged")),)
    return Reply("ask_node_remove", data, ways)


def _free_of_bookings(session: Session, pool: PoolFacts, node: NodeFacts, now: int) -> list[int]:
    cards = cards_found.declared(session, node.id)
    standing = bookings.on_cards(session, [card.gpu_id for card in cards], now) if cards else []
    if standing:
        listed = [brief(one) for one in booking.bookings_of(session, standing, people.names(session, pool.id))]
        raise Refusal("node_busy", node=node.name, bookings=listed)
    return [card.number for card in cards]


def remove(session: Session, pool: PoolFacts, by: MemberFacts, node_id: int, now: int) -> Reply:
    """The machine is the pool's no more: its agent is turned away, its cards' numbers are never given again.

    Raises `node_busy`, and `role` or `not_member` for who is no owner any more.
    """
    lock_pool(session, pool.id)
    still_owner(session, by)
    node = next((node for node in facts.nodes_of(session, pool.id) if node.id == node_id), None)
    if node is None:
        raise Refusal("stale_button", fresh=None)
    numbers = _free_of_bookings(session, pool, node, now)
    for card in cards_found.declared(session, node.id):
        agents.change_card(session, card.gpu_id, state=GpuState.RETIRED.value, uuid=None)
    agent = facts.agent_of_node(session, node.id)
    if agent is not None:
        agents.change(session, agent.id, state=AgentState.REMOVED.value)
    agents.withdraw_codes(session, node.id, now)
    agents.change_node(session, node.id, removed_at=now, name=f"{node.name} ({node.id})")
    _note(session, pool, by, node, "node_removed", now)
    return Reply("node_removed", {"node": node.name, "cards": numbers}, edits=True)


def contact(session: Session, pool: PoolFacts, by: MemberFacts, name: str, text: str, now: int) -> Reply:
    """How a machine's provider is reached (console, ticket link, phone); "" takes it away. Raises `secret`."""
    node = _named(session, pool, name)
    found = secret_in(text)
    if found is not None:
        raise Refusal("secret", what=found)
    agents.change_node(session, node.id, contact=text or None)
    _note(session, pool, by, node, "node_contact", now, before=node.contact, after=text or None)
    return Reply("node_contact", {"node": node.name, "contact": text or None})


def only_name(session: Session, pool: PoolFacts, words: Sequence[str]) -> tuple[str, str]:
    """A machine's name and what follows it; the only machine need not be named. Raises `no_such_node`."""
    names = [node.name for node in facts.nodes_of(session, pool.id)]
    if words and words[0].lower() in [name.lower() for name in names]:
        return words[0], " ".join(words[1:])
    if len(names) == 1:
        return names[0], " ".join(words)
    raise Refusal("no_such_node", node=words[0] if words else None, nodes=names)


def _note(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    node: NodeFacts,
    what: str,
    now: int,
    *,
    before: str | None = None,
    after: str | None = None,
) -> None:
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"node:{node.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        before={"contact": before} if before else None,
        after={"contact": after} if after else {"node": node.name},
    )
