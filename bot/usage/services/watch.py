"""Whether a machine is heard: silence is announced once, the return once, with what it cost. Never called a crash.

One job a machine looks again three minutes after the last word; words themselves plan nothing.
"""

from typing import Any

from sqlmodel import Session

from bot.chat.message import Choice, Notice
from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.usage.rules.intervals import seconds
from bot.usage.services import forgetting, telling
from bot.usage.services.gone import gone_since
from bot.usage.services.unsaid import unsaid
from storage.queries import jobs, usage
from storage.tables import Gap, Node
from storage.words import AgentState

UNHEARD, BACK, DECIDE = "node_unheard", "node_back", "gap_decide"
UNHEARD_AFTER = 180
ASK_BEYOND = 600
SETTLES = 90
"""Seconds an agent has after a silence to hand in what it kept meanwhile, before anybody is asked about the gap."""
PERIOD = 15
DAY = 86_400


def begin(session: Session, node_id: int, now: int) -> None:
    """Listen for a machine from now on, and forget in time what it tells."""
    _look_again(session, node_id, now + UNHEARD_AFTER)
    forgetting.begin(session, node_id, now)


def _look_again(session: Session, node_id: int, due: int) -> None:
    jobs.plan(session, UNHEARD, f"node:{node_id}:unheard", due, due + 365 * DAY, {"node": node_id, "due": due})


def over(session: Session, gap: Gap, began: int, now: int) -> None:
    """A gap that began at `began` is over or filled: tell so if the silence was told; ask if much of it stays."""
    length = (gap.ends_at or now) - gap.starts_at
    if gap.told_at is not None:
        key = f"gap:{gap.id}:back"
        before = jobs.payload_of(session, key)  # what an agent kept comes in several batches, one silence is told
        payload = {"gap": gap.id, "from": min(began, before.get("from", began)), "until": before.get("until", now)}
        jobs.plan(session, BACK, key, now + SETTLES, now + DAY, payload)
        _look_again(session, gap.node_id, now + UNHEARD_AFTER)
    if length > ASK_BEYOND and gap.decided is None:
        jobs.plan(session, DECIDE, f"gap:{gap.id}:decide", now + 2 * SETTLES, now + 30 * DAY, {"gap": gap.id})


def fire_unheard(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Announce the silence, or look again when it would be one. Raises LookupError when the machine is gone."""
    node_id = int(payload["node"])
    pool = _pool_of(session, node_id)
    agent = facts.agent_of_node(session, node_id)
    if agent is None:
        return pool, []
    if agent.state is not AgentState.ACTIVE:  # an owner is asked about it, and may say yes
        _look_again(session, node_id, now + UNHEARD_AFTER)
        return pool, []
    heard = max(agent.last_heard_at or 0, agent.last_reading_at or 0, agent.enrolled_at)
    late = now - int(payload["due"]) > UNHEARD_AFTER  # it was we who were not there to listen
    if late or now - heard < UNHEARD_AFTER:
        _look_again(session, node_id, max(now + 1, heard + UNHEARD_AFTER) if not late else now + UNHEARD_AFTER)
        return pool, []
    gap = _open_gap(session, agent, now)
    if gap.told_at is not None:
        return pool, []
    gap.told_at = now
    session.flush()
    return pool, _tell_unheard(session, pool, agent, gap, now)


def _open_gap(session: Session, agent: AgentFacts, now: int) -> Gap:
    found = usage.open_gap(session, agent.node_id)
    if found is not None:
        return found
    start = (agent.last_reading_at or agent.enrolled_at) + PERIOD
    gap_id = usage.add_gap(session, agent.node_id, min(start, now), None, "unheard")
    found = usage.gap(session, gap_id)
    assert found is not None
    return found


def _tell_unheard(session: Session, pool: PoolFacts, agent: AgentFacts, gap: Gap, now: int) -> list[Notice]:
    node = facts.node(session, agent.node_id)
    concerned = telling.concerned(session, pool, node.id, now)
    every = {one["booking"]: one for listed in concerned.values() for one in listed}
    data: dict[str, Any] = {
        "node": node.name,
        "last_at": agent.last_reading_at,
        "bookings": [every[booking] for booking in sorted(every)],
        "contact": node.contact,
        "private": False,
    }
    key = f"gap:{gap.id}:unheard"
    private, _ = telling.to_members(
        session,
        key,
        "node_unheard",
        {one: ({**data, "bookings": own, "private": True}, ()) for one, own in concerned.items()},
    )
    return [*telling.to_group(session, pool, key, "node_unheard", data), *private]


def fire_back(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Tell once that a machine is heard again, how long it was not, and what is gone."""
    gap, pool = _gap(session, payload)
    if gap.ends_at is None:
        return pool, []
    data = {
        "node": facts.node(session, gap.node_id).name,
        "start": int(payload["from"]),
        "end": int(payload["until"]),
        "unread_seconds": max(0, gap.ends_at - gap.starts_at),
        **gone_since(session, pool, gap.node_id, int(payload["from"])),
    }
    return pool, telling.to_group(session, pool, f"gap:{gap.id}:back", "node_back", data)


def fire_decide(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Ask owners and treasurers once who bears a gap that stayed: the provider or the group."""
    gap, pool = _gap(session, payload)
    if gap.ends_at is None or gap.decided is not None or seconds(unsaid(session, pool.id, gap)) <= ASK_BEYOND:
        return pool, []
    node = facts.node(session, gap.node_id)
    data = {"node": node.name, "start": gap.starts_at, "end": gap.ends_at, "gap": gap.id}
    rows = (
        (Choice("gap.outage", "gap.outage", {"gap": gap.id}), Choice("gap.charged", "gap.charged", {"gap": gap.id})),
    )
    key = f"gap:{gap.id}:decide"
    wanted = telling.deciders(session, pool.id)
    private, _ = telling.to_members(session, key, "ask_gap", {one: ({**data}, rows) for one in wanted})
    return pool, private or telling.to_group(session, pool, key, "ask_gap", data, rows)


def _gap(session: Session, payload: dict[str, Any]) -> tuple[Gap, PoolFacts]:
    gap = usage.gap(session, int(payload["gap"]))
    if gap is None:
        raise LookupError(f"no gap {payload['gap']}")
    return gap, _pool_of(session, gap.node_id)


def _pool_of(session: Session, node_id: int) -> PoolFacts:
    node = session.get(Node, node_id)
    if node is None:
        raise LookupError(f"no node {node_id}")
    return people_facts.pool(session, node.pool_id)
