"""`/health` 体检: what is wrong with the machines, from the newest reading and the last day."""

import json
from typing import Any

from sqlmodel import Session

from bot.chat.message import Reply
from bot.people.facts import PoolFacts
from bot.usage import facts
from bot.usage.facts import NodeFacts
from bot.usage.rules.checkup import CardState, Finding, MachineState, Minute, RoomState, checkup
from bot.usage.rules.uses import BRIDGE
from bot.usage.services.newest import JustSeen, Newest, newest_sample
from bot.wire.sample import CardReading, HostReading
from storage.queries import agents, machine_events, usage
from storage.tables import Rollup
from storage.words import Span

DAY = 86_400
XID_DAYS = 7
TOO_OLD = 300


def health(session: Session, pool: PoolFacts, now: int, just_seen: JustSeen | None = None) -> Reply:
    """Every machine with an agent: what is wrong with it, and how old its reading is."""
    by_node = facts.agents_of(session, pool.id)
    machines = [
        checked(session, node, now, just_seen) for node in facts.nodes_of(session, pool.id) if node.id in by_node
    ]
    return Reply("health", {"machines": machines, "pool": pool.name})


def checked(session: Session, node: NodeFacts, now: int, just_seen: JustSeen | None = None) -> dict[str, Any]:
    """One machine with an agent: `heard`, its `state`, and its `findings`, the grave ones first."""
    newest = newest_sample(session, node.id, just_seen)
    age = None if newest is None else newest.age(now)
    shown: dict[str, Any] = {"node": node.name, "age": age, "contact": node.contact, "state": None, "findings": None}
    if newest is None or newest.age(now) > TOO_OLD:
        return {**shown, "heard": False}
    if newest.sample.state not in ("ok", "no_cards"):
        return {**shown, "heard": True, "state": newest.sample.state, "findings": []}
    found = checkup(_state(session, node, newest, now))
    return {**shown, "heard": True, "state": newest.sample.state, "findings": [_shown(one) for one in found]}


def _shown(one: Finding) -> dict[str, Any]:
    return {"what": one.what, "gpu": one.gpu, "grave": one.grave, **_FIGURES, **one.facts}


_FIGURES: dict[str, Any] = dict.fromkeys(
    (
        "action",
        "count",
        "xids",
        "limit",
        "of",
        "minutes",
        "degrees",
        "gb",
        "mode",
        "bytes",
        "path",
        "free",
        "percent",
        "gpus",
    )
)


def _state(session: Session, node: NodeFacts, newest: Newest, now: int) -> MachineState:
    gpus = {card.uuid: card for card in agents.cards(session, node.id) if card.uuid is not None}
    ids = [int(card.id or 0) for card in gpus.values()]
    minutes = _minutes(usage.rollups(session, ids, Span.MINUTE, now - DAY, now) if ids else [])
    xids = _xids(session, node.id, now)
    seen = {card.uuid: card for card in newest.sample.gpus if card.uuid is not None}
    cards = tuple(
        _card(gpu.number, seen.get(uuid), minutes.get(int(gpu.id or 0), ()), xids.get(int(gpu.id or 0), ()))
        for uuid, gpu in gpus.items()
    )
    host = newest.sample.host
    limit = host.memory_limit
    return MachineState(
        cards,
        _rooms(host),
        host.memory_total if limit is None or host.memory_total is None else min(limit, host.memory_total),
        host.memory_available,
        host.iowait,
        host.pids_visible,
    )


def _minutes(rows: list[Rollup]) -> dict[int, tuple[Minute, ...]]:
    found: dict[int, list[Minute]] = {}
    for row in rows:
        util = row.util_sum / row.util_count if row.util_count else None
        warmth = row.temperature_sum / row.temperature_count if row.temperature_count else None
        readings = max(row.readings, row.util_count, row.temperature_count)
        found.setdefault(row.gpu_id, []).append(Minute(row.at, readings, row.throttled, util, warmth))
    return {gpu_id: tuple(ones) for gpu_id, ones in found.items()}


def _xids(session: Session, node_id: int, now: int) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for event in machine_events.of_node(session, node_id, now - XID_DAYS * DAY, now + BRIDGE):
        xid = json.loads(event.detail).get("xid")
        if event.kind == "xid" and event.gpu_id is not None and isinstance(xid, int):
            found[event.gpu_id] = (*found.get(event.gpu_id, ()), xid)
    return found


def _card(number: int, card: CardReading | None, minutes: tuple[Minute, ...], xids: tuple[int, ...]) -> CardState:
    if card is None:
        return CardState(number, None, "absent", xids=xids, minutes=minutes)
    known = None if card.processes is None else [one.memory for one in card.processes]
    total = None if known is None or None in known else sum(one or 0 for one in known)
    return CardState(
        number,
        card.name,
        card.state,
        card.memory_total,
        card.memory_used,
        total,
        None if known is None else len(known),
        card.power_limit_w,
        card.power_default_w,
        card.recovery_action,
        card.ecc_uncorrected,
        card.remap_pending,
        card.remap_failed,
        card.retire_pending,
        card.pcie_narrow,
        card.virtualization,
        xids,
        minutes,
    )


def _rooms(host: HostReading) -> tuple[RoomState, ...]:
    disks = tuple(
        RoomState(disk.path, disk.total, disk.free, disk.inodes, disk.inodes_free, disk.state != "absent")
        for disk in host.disks
    )
    return disks + tuple(RoomState(mount.path, there=mount.there) for mount in host.mounts if mount.there is False)
