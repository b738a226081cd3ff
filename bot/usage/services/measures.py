"""The figures of all pools that a monitoring system may read. Unknown is None."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.booking.services import see
from bot.errors import Refusal
from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from bot.usage import facts
from bot.usage.rules.uses import BRIDGE
from bot.usage.services.looks import SLOWED
from bot.usage.services.newest import Newest, newest_sample
from bot.wire.sample import CardReading
from storage.queries import agents, health

RECENT = 300


@dataclass(frozen=True, slots=True)
class CardMeasures:
    """One card. Bytes, watts, degrees Celsius; ratios from 0 to 1; booleans as 0 and 1."""

    pool: str
    node: str
    gpu: str
    uuid: str
    name: str
    up: float
    booked: float
    processes: float | None = None
    utilization: float | None = None
    memory_used: float | None = None
    memory_total: float | None = None
    temperature: float | None = None
    power: float | None = None
    power_limit: float | None = None
    ecc_uncorrected: float | None = None
    throttled: float | None = None


@dataclass(frozen=True, slots=True)
class NodeMeasures:
    """One machine. Seconds, bytes."""

    pool: str
    node: str
    heard: float
    age: float | None
    disk_free: float | None
    memory_available: float | None


@dataclass(frozen=True, slots=True)
class Measures:
    """All of it."""

    inbox_new: float
    outbox_due: float
    jobs_due: float
    bookings_running: float
    nodes: tuple[NodeMeasures, ...]
    cards: tuple[CardMeasures, ...]


def measures(session: Session, now: int) -> Measures:
    """Of every pool, by the newest readings; those older than five minutes count as unknown."""
    nodes: list[NodeMeasures] = []
    cards: list[CardMeasures] = []
    for pool_id in health.pools(session):
        pool = people_facts.pool(session, pool_id)
        ours = _nodes(session, pool, now)
        nodes += [one for one, _ in ours]
        cards += [card for _, some in ours for card in some]
    counted = health.counts(session, now)
    return Measures(
        counted["inbox_new"],
        counted["outbox_due"],
        counted["jobs_due"],
        counted["bookings_running"],
        tuple(nodes),
        tuple(cards),
    )


def _nodes(session: Session, pool: PoolFacts, now: int) -> list[tuple[NodeMeasures, list[CardMeasures]]]:
    by_node = facts.agents_of(session, pool.id)
    held = _held(session, pool, now)
    found: list[tuple[NodeMeasures, list[CardMeasures]]] = []
    for node in facts.nodes_of(session, pool.id):
        agent = by_node.get(node.id)
        if agent is None:
            continue
        newest = newest_sample(session, node.id)
        heard = now - max(agent.last_heard_at or 0, agent.last_reading_at or 0) < BRIDGE
        fresh = newest if newest is not None and newest.age(now) <= RECENT else None
        host = None if fresh is None else fresh.sample.host
        disks = [] if host is None else [disk.free for disk in host.disks if disk.free is not None]
        measured = NodeMeasures(
            pool.name,
            node.name,
            float(heard),
            None if newest is None else newest.age(now),
            disks[0] if disks else None,
            None if host is None else host.memory_available,
        )
        found.append((measured, _cards(session, pool, node.id, node.name, fresh, held)))
    return found


def _held(session: Session, pool: PoolFacts, now: int) -> set[int]:
    try:
        rows: list[dict[str, Any]] = see.status(session, pool, now).data["cards"]
    except Refusal:
        return set()
    return {row["number"] for row in rows if row["holder"] is not None}


def _cards(
    session: Session, pool: PoolFacts, node_id: int, node: str, fresh: Newest | None, held: set[int]
) -> list[CardMeasures]:
    seen = {} if fresh is None else {card.uuid: card for card in fresh.sample.gpus if card.uuid is not None}
    found: list[CardMeasures] = []
    for gpu in agents.cards(session, node_id):
        card = seen.get(gpu.uuid or "")
        labels = (pool.name, node, str(gpu.number), gpu.uuid or "", gpu.product or gpu.kind)
        booked = float(gpu.number in held)
        if card is None or card.state != "ok":
            found.append(CardMeasures(*labels, 0.0, booked))
        else:
            found.append(CardMeasures(*labels, 1.0, booked, **_figures(card)))
    return found


def _figures(card: CardReading) -> dict[str, Any]:
    return {
        "processes": None if card.processes is None else len(card.processes),
        "utilization": None if card.util is None else card.util / 100,
        "memory_used": card.memory_used,
        "memory_total": card.memory_total,
        "temperature": card.temperature_c,
        "power": card.power_w,
        "power_limit": card.power_limit_w,
        "ecc_uncorrected": card.ecc_uncorrected,
        "throttled": None if card.throttle_mask is None else float(bool(card.throttle_mask & SLOWED)),
    }
