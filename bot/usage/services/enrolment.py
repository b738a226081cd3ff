"""How an agent comes in, and whether it still speaks for the machine for which it was let in."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from bot.chat.message import Choice, Notice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.one_time import hash_of
from bot.usage import facts
from bot.usage.facts import AgentFacts, NodeFacts
from bot.usage.rules.enrolment import Worth, worth
from bot.usage.rules.identity import Greeting, Seen, Verdict, fingerprint, judge, kind_of, memory_gb
from bot.usage.services import cards_found, outdated, watch
from bot.wire.messages import Enrol, Enrolled, Hello
from storage.database import lock_pool
from storage.queries import agents, audit, members
from storage.words import AgentState

YES, NO = "node.stranger.yes", "node.stranger.no"
MOST_REFUSED = 16


@dataclass(frozen=True, slots=True)
class Greeted:
    """What became of a greeting: whether it is served, and what is told about it in which pool."""

    verdict: Verdict
    agent: AgentFacts
    node: NodeFacts
    pool: PoolFacts
    notices: tuple[Notice, ...] = ()


def enrol(session: Session, wish: Enrol, now: int) -> tuple[Enrolled, PoolFacts, tuple[Notice, ...]]:
    """Let an agent in by its one-time code; an earlier agent of the machine is out by it.

    Raises `wrong_enrol_code` with what the code is worth (wrong, used, expired), or `elsewhere` when its cards belong
    to another machine.
    """
    code = agents.code(session, hash_of(wish.code))
    value = worth(code is not None, code.used_at if code else None, code.expires_at if code else 0, now)
    if code is None or code.node_id is None or value is not Worth.GOOD:
        raise Refusal("wrong_enrol_code", worth=value.value if code else Worth.WRONG.value)
    lock_pool(session, code.pool_id)
    node = facts.node(session, code.node_id)
    seen = seen_of(wish.hello)
    if agents.uuids_elsewhere(session, node.id, [one.uuid for one in seen]):
        raise Refusal("wrong_enrol_code", worth="elsewhere")
    taken = facts.agent_named(session, wish.hello.agent)
    if taken is not None or not agents.use_code(session, int(code.id or 0), now):
        raise Refusal("wrong_enrol_code", worth=Worth.USED.value)
    _put_out(session, node.id)
    row = {
        "node_id": node.id,
        "name": wish.hello.agent,
        "key_hash": wish.key_hash,
        "state": AgentState.ACTIVE.value,
        "enrolled_by": code.made_by,
        "enrolled_at": now,
        "last_heard_at": now,
        "hello": _kept(wish.hello),
    }
    agent_id = agents.add(session, row)
    watch.begin(session, node.id, now)
    pool = people.pool(session, node.pool_id)
    known = {card.uuid for card in cards_found.declared(session, node.id) if card.uuid}
    anew = bool(known and seen and not known & {one.uuid for one in seen})
    settled = cards_found.settle(session, node, seen, now, anew=anew)
    audit.note(
        session,
        at=now,
        what="agent_enrolled",
        subject=f"node:{node.id}",
        pool_id=pool.id,
        after={"agent": agent_id, "host": wish.hello.hostname, "bound": settled.bound},
    )
    data = {
        "node": node.name,
        "bound": list(settled.bound),
        "unbound": list(settled.unbound) if seen else [],
        "added": list(settled.added),
        "state": wish.hello.state,
    }
    told = telling.in_group(session, pool, f"enrolled:{agent_id}", "node_enrolled", data)
    waiting = len(agents.found_cards(session, node.id))
    enrolled = Enrolled(node.name, pool.name, len(settled.bound), waiting)
    return enrolled, pool, (*told, *_ask_about_cards(session, pool, node, settled.question))


def _put_out(session: Session, node_id: int) -> None:
    before = facts.agent_of_node(session, node_id)
    if before is not None:
        agents.change(session, before.id, state=AgentState.REMOVED.value)


def pulled(session: Session, name: str, key_hash: str, now: int) -> AgentFacts | None:
    """The agent of the machine of this name, which whoever runs the bot has told it to visit. An earlier agent of the
    machine is out by it. None when no machine, or more than one, is called so.
    """
    nodes = agents.nodes_called(session, name)
    if len(nodes) != 1:
        return None
    node = facts.node_facts(nodes[0])
    owner = next(iter(members.owners(session, node.pool_id)), None)
    if owner is None:
        return None
    _put_out(session, node.id)
    row = {
        "node_id": node.id,
        "name": f"pull-{node.id}-{key_hash[:8]}-{now}",
        "key_hash": key_hash,
        "state": AgentState.ACTIVE.value,
        "enrolled_by": owner,
        "enrolled_at": now,
    }
    agents.add(session, row)
    watch.begin(session, node.id, now)
    return facts.agent_of_node(session, node.id)


def awaited(session: Session, name: str, key_hash: str, now: int) -> bool:
    """The machine of this name is to be visited and has not answered yet: its silence is noticed from now on, as that
    of any other. Where another agent speaks for it, that one goes on. False when no one machine is called so (yet).
    """
    nodes = agents.nodes_called(session, name)
    if len(nodes) != 1:
        return False
    if facts.agent_of_node(session, int(nodes[0].id or 0)) is None:
        return pulled(session, name, key_hash, now) is not None
    return True


def _ask_about_cards(
    session: Session, pool: PoolFacts, node: NodeFacts, question: Mapping[str, Any] | None
) -> tuple[Notice, ...]:
    if question is None:
        return ()
    key = cards_found.key_of(node, [row.uuid for row in agents.found_cards(session, node.id)])
    told = telling.in_group(session, pool, key, "cards_changed", question)
    return tuple(replace(one, choices=cards_found.buttons(session, node)) for one in told)


def greet(session: Session, agent: AgentFacts, hello: Hello, other: Greeting | None, now: int) -> Greeted:
    """An agent that proved its key greets. `other`: who speaks with that key at this moment.

    A machine whose cards are all others is not served until an owner has said that it is the machine; one whose cards
    changed in part is, and only those cards wait.
    """
    node = facts.node(session, agent.node_id)
    pool = people.pool(session, agent.pool_id)
    lock_pool(session, pool.id)
    present = facts.agent_of_node(session, node.id)
    if present is None or present.id != agent.id:  # put out while it was greeting
        return Greeted(Verdict.REFUSED, agent, node, pool)
    agent = outdated.spoken(session, present)
    greeting = greeting_of(hello)
    known = [card.uuid for card in cards_found.declared(session, node.id) if card.uuid]
    verdict = judge(known, greeting, other, agent.reason.get("refused", ()))
    if verdict is Verdict.REFUSED:
        return Greeted(verdict, agent, node, pool)
    if verdict is Verdict.STRANGER:
        return Greeted(verdict, agent, node, pool, _hold(session, pool, node, agent, hello, known, now))
    agents.change(session, agent.id, hello=_kept(hello), last_heard_at=now)
    seen = seen_of(hello)
    elsewhere = agents.uuids_elsewhere(session, node.id, [one.uuid for one in seen])
    settled = cards_found.settle(session, node, [one for one in seen if one.uuid not in elsewhere], now)
    return Greeted(verdict, agent, node, pool, _ask_about_cards(session, pool, node, settled.question))


def _hold(
    session: Session,
    pool: PoolFacts,
    node: NodeFacts,
    agent: AgentFacts,
    hello: Hello,
    known: Sequence[str],
    now: int,
) -> tuple[Notice, ...]:
    """Nothing of it is stored until an owner has spoken; its buffer keeps what it sees."""
    name = fingerprint(greeting_of(hello))
    if agent.reason.get("pending") == name:
        return ()
    seen = seen_of(hello)
    reason = {**agent.reason, "pending": name, "hello": json.loads(_kept(hello)), "since": now}
    agents.change(session, agent.id, state=AgentState.QUARANTINED.value, reason=json.dumps(reason))
    data = _question(node, hello.hostname, seen, "all_changed" if known and seen else "twice")
    told = telling.in_group(session, pool, f"stranger:{agent.id}:{now}", "stranger", data)
    return tuple(replace(one, choices=stranger_buttons(node, name)) for one in told)


def _question(node: NodeFacts, host: str | None, seen: Sequence[Seen], why: str) -> dict[str, Any]:
    counted = Counter((kind_of(one.product), memory_gb(one.memory)) for one in seen)
    cards = [{"kind": kind, "memory_gb": size, "count": count} for (kind, size), count in sorted(counted.items())]
    return {"node": node.name, "host": host, "cards": cards, "why": why}


def stranger_buttons(node: NodeFacts, pending: str) -> Rows:
    """Is it this machine?"""
    payload = {"node": node.id, "pending": pending}
    return ((Choice("stranger.yes", YES, payload), Choice("stranger.no", NO, payload)),)


def asked_again(session: Session, node: NodeFacts) -> Reply | None:
    """The question that is open about a machine, as a new card."""
    agent = facts.agent_of_node(session, node.id)
    if agent is None or "pending" not in agent.reason:
        return None
    hello = agent.reason["hello"]
    seen = [Seen(one["uuid"], one["index"], one["product"], one["memory"]) for one in hello["cards"]]
    data = _question(node, hello.get("hostname"), seen, "all_changed" if seen else "twice")
    return Reply("stranger", data, stranger_buttons(node, agent.reason["pending"]), anyone=True)


def decide(session: Session, node: NodeFacts, by: MemberFacts, pending: str, now: int, *, yes: bool) -> Reply:
    """An owner's word on a machine that is held back. Yes: its cards are the machine's now, by kind and in NVML's
    order, and bookings stay on their cards. No: it is turned away for good, unless it is enrolled with a new code.
    """
    lock_pool(session, node.pool_id)
    agent = facts.agent_of_node(session, node.id)
    if agent is None or agent.reason.get("pending") != pending:
        raise Refusal("stale_button", fresh=None)
    refused = list(agent.reason.get("refused", ()))
    question = None
    if yes:
        seen = [
            Seen(one["uuid"], one["index"], one["product"], one["memory"]) for one in agent.reason["hello"]["cards"]
        ]
        question = cards_found.settle(session, node, seen, now, anew=bool(seen)).question
    else:
        refused = [*refused, pending][-MOST_REFUSED:]
    reason = json.dumps({"refused": refused}) if refused else None
    agents.change(session, agent.id, state=AgentState.ACTIVE.value, reason=reason)
    audit.note(
        session,
        at=now,
        what="machine_confirmed" if yes else "machine_refused",
        subject=f"node:{node.id}",
        pool_id=node.pool_id,
        person_id=by.person_id,
    )
    notices = _ask_about_cards(session, people.pool(session, node.pool_id), node, question)
    unbound = [card.number for card in cards_found.declared(session, node.id) if card.uuid is None]
    data = {"node": node.name, "yes": yes, "unbound": unbound}
    return Reply("stranger_settled", data, notices=notices, edits=True)


def seen_of(hello: Hello) -> list[Seen]:
    """The cards of a greeting; a card named twice counts once."""
    return list({one.uuid: Seen(one.uuid, one.index, one.name, one.memory) for one in hello.cards if one.uuid}.values())


def greeting_of(hello: Hello) -> Greeting:
    """Who greets."""
    return Greeting(hello.machine, frozenset(one.uuid for one in hello.cards if one.uuid))


def _kept(hello: Hello) -> str:
    """What is remembered of a greeting, for `/node` and for the question whether it is the machine."""
    cards = [
        {"uuid": one.uuid, "index": one.index, "product": one.product, "memory": one.memory} for one in seen_of(hello)
    ]
    kept = {
        "hostname": hello.hostname,
        "release": hello.release,
        "versions": list(hello.versions),
        "state": hello.state,
        "driver": hello.driver,
        "processes": hello.processes,
        "dropped": hello.dropped,
        "memory_only": hello.memory_only,
        "cards": cards,
    }
    return json.dumps(kept, ensure_ascii=False)
