"""How the machines did in a window: silent hours, lost cards, errors, heat; and what `/health` finds now.

Only what was seen.
"""

import json
from typing import Any

from sqlmodel import Session

from bot.booking import facts as booking_facts
from bot.people.facts import PoolFacts
from bot.usage import facts as usage_facts
from bot.usage.services.health import checked
from storage.queries import agents, machine_events, usage
from storage.words import Span

GRAVE_XIDS = frozenset({48, 62, 64, 74, 79, 95, 119, 120})
"""Xids that mean the card or the driver, not the program (NVIDIA's Xid catalogue)."""
SAME = {"absent": "lost", "reset_required": "lost", "thermal": "throttled", "away": "silent"}
"""What is now and what was, of the same kind: said once."""
THROTTLED_SHARE = 10
"""Percent of a day's readings with clocks held down from which it is worth a word."""


def machine_health(session: Session, pool: PoolFacts, start: int, end: int, now: int) -> list[dict[str, Any]]:
    """`{node, what, gpu, seconds, count, finding}` each; empty when all was well and is.

    What was: silent, lost, xid, throttled. What is: away, state, and the findings of `/health` in its own words.
    """
    found: list[dict[str, Any]] = []
    for node in usage_facts.nodes_of(session, pool.id):
        silent = sum(
            min(gap.ends_at or now, end) - max(gap.starts_at, start)
            for gap in usage.gaps(session, [node.id], start, end)
        )
        if silent >= 600:
            found.append(_item(node.name, "silent", seconds=silent))
        numbers = {int(card.id or 0): card.number for card in agents.cards(session, node.id)}
        found += _events(session, node.id, node.name, numbers, start, end)
    found += _throttled(session, pool, start, end)
    standing = _standing(session, pool, now)
    now_so = {(one["node"], SAME.get(one["what"], one["what"]), one["gpu"]) for one in standing}
    return standing + [
        one for one in found if (one["node"], SAME.get(one["what"], one["what"]), one["gpu"]) not in now_so
    ]


def _standing(session: Session, pool: PoolFacts, now: int) -> list[dict[str, Any]]:
    """What `/health` would say now of the machines with an agent."""
    by_node = usage_facts.agents_of(session, pool.id)
    found: list[dict[str, Any]] = []
    for node in usage_facts.nodes_of(session, pool.id):
        if node.id not in by_node:
            continue
        seen = checked(session, node, now)
        if not seen["heard"]:
            found.append(_item(node.name, "away", seconds=seen["age"]))
        elif seen["state"] not in ("ok", "no_cards"):
            found.append({**_item(node.name, "state"), "finding": {"what": seen["state"]}})
        for one in seen["findings"] or ():
            found.append({**_item(node.name, one["what"], one["gpu"], count=one["count"]), "finding": one})
    return found


def _item(
    node: str, what: str, gpu: int | None = None, seconds: int | None = None, count: int | None = None
) -> dict[str, Any]:
    return {"node": node, "what": what, "gpu": gpu, "seconds": seconds, "count": count, "finding": None}


def _events(
    session: Session, node_id: int, name: str, numbers: dict[int, int], start: int, end: int
) -> list[dict[str, Any]]:
    lost: set[int] = set()
    xids: dict[int | None, int] = {}
    for event in machine_events.of_node(session, node_id, start, end):
        detail = json.loads(event.detail)
        number = numbers.get(event.gpu_id or 0)
        if event.kind == "card_state" and detail.get("to") == "lost" and number is not None:
            lost.add(number)
        elif event.kind == "xid" and detail.get("xid") in GRAVE_XIDS:
            xids[number] = xids.get(number, 0) + 1
    return [_item(name, "lost", number) for number in sorted(lost)] + [
        _item(name, "xid", number, count=count) for number, count in sorted(xids.items(), key=lambda one: one[0] or -1)
    ]


def _throttled(session: Session, pool: PoolFacts, start: int, end: int) -> list[dict[str, Any]]:
    """Cards whose clocks were held down in a notable share of the hours' readings."""
    cards = {card.gpu_id: card for card in booking_facts.cards(session, pool.id)}
    names = booking_facts.node_names(session, pool.id)
    held: dict[int, list[int]] = {}
    for row in usage.rollups(session, list(cards), Span.HOUR, start, end) if cards else []:
        sums = held.setdefault(row.gpu_id, [0, 0])
        sums[0] += row.throttled
        sums[1] += row.util_count
    return [
        _item(names[cards[gpu_id].node_id], "throttled", cards[gpu_id].number, count=100 * slow // of)
        for gpu_id, (slow, of) in sorted(held.items(), key=lambda one: cards[one[0]].number)
        if of >= 60 and 100 * slow >= THROTTLED_SHARE * of
    ]
