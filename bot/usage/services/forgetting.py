"""What is only kept for a while: readings as they came for 7 days, sums by the minute for 90. A little at a time, so
that nobody waits for it. Use, gaps and sums by the hour are never forgotten."""

from typing import Any

from sqlmodel import Session

from bot.chat.message import Notice
from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from storage.queries import jobs, usage
from storage.tables import Node

KIND = "forget_readings"
DAY = 86_400
READINGS_KEPT, MINUTES_KEPT = 7 * DAY, 90 * DAY
AT_ONCE = 500
"""Rows of each kind a step: some milliseconds."""
EVERY, SOON = 6 * 3_600, 5
"""Seconds to the next step: when all is forgotten that has to be, and while more waits."""


def begin(session: Session, node_id: int, now: int) -> None:
    """Forget what is too old of a machine from now on."""
    _next(session, node_id, now + EVERY)


def _next(session: Session, node_id: int, due: int) -> None:
    jobs.plan(session, KIND, f"node:{node_id}:forget", due, due + 3_650 * DAY, {"node": node_id})


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """One step. Raises LookupError when there is no such machine."""
    node = session.get(Node, int(payload["node"]))
    if node is None:
        raise LookupError(f"no node {payload['node']}")
    node_id = int(node.id or 0)
    gone = usage.forget_readings(session, node_id, now - READINGS_KEPT, AT_ONCE)
    gone = max(gone, usage.forget_minutes(session, node_id, now - MINUTES_KEPT, AT_ONCE))
    _next(session, node_id, now + (SOON if gone == AT_ONCE else EVERY))
    return people_facts.pool(session, node.pool_id), []
