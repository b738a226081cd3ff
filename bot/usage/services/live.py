"""What each card does now, by the newest reading of its machine, with that reading's age. Old is never called live."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from bot.usage import facts
from bot.usage.facts import AgentFacts, NodeFacts
from bot.usage.rules.looks import SYSTEM_PROGRAMS, Resident, working
from bot.usage.rules.uses import BRIDGE
from bot.usage.rules.warnings import warnings
from bot.usage.rules.whose import whose
from bot.usage.services.accounts import Holders, known_accounts
from bot.usage.services.looks import look_of
from bot.usage.services.newest import JustSeen, Newest, newest_sample
from bot.wire.sample import CardReading, HostReading, ProcessReading
from storage.queries import agents, usage
from storage.words import AgentState

LIVE, RECENT = 30, 300
"""Seconds: up to `LIVE` a reading is now, up to `RECENT` it is shown with its age, beyond that not at all."""

READ = frozenset({"ok", "no_cards", "mismatch", "driver_stuck"})
"""States of a machine in which what its reading says of cards is about cards; otherwise nothing can be seen of any."""

Whose = dict[tuple[int, str], tuple[str | None, str]]


def live_cards(
    session: Session, pool: PoolFacts, now: int, just_seen: JustSeen | None = None
) -> dict[int, dict[str, Any]]:
    """By card number: what a reading of the last five minutes shows. Cards without one are left out."""
    found: dict[int, dict[str, Any]] = {}
    for node in facts.nodes_of(session, pool.id):
        newest = newest_sample(session, node.id, just_seen)
        if newest is None or newest.age(now) > RECENT or newest.sample.state not in READ:
            continue
        cards = {card.uuid: card for card in newest.sample.gpus if card.uuid is not None}
        owners = whose_processes(session, pool, node.id, newest)
        for gpu in agents.cards(session, node.id):
            card = cards.get(gpu.uuid or "")
            age = newest.age(now) if card is None else age_of(newest, card, now)
            if card is not None and age <= RECENT:
                found[gpu.number] = {**card_facts(card, int(gpu.id or 0), owners, age), "boot": newest.boot}
            elif card is not None:
                found[gpu.number] = {**_unread(newest, "unknown"), "age": age}
            elif gpu.uuid is not None:
                found[gpu.number] = {**_unread(newest, "absent"), "age": age}
    return found


def age_of(newest: Newest, card: CardReading, now: int) -> int:
    """Seconds since a card was read: it may have been stuck for longer than the reading as a whole is old."""
    return newest.age(now) + max(0, card.age_s - newest.sample.age_s)


def _unread(newest: Newest, state: str) -> dict[str, Any]:
    names = ("users", "memory_used", "memory_total", "util", "temperature", "power_w")
    return {"state": state, "warnings": [state], "boot": newest.boot, **dict.fromkeys(names)}


def card_facts(card: CardReading, gpu_id: int, owners: Whose, age: int) -> dict[str, Any]:
    """Bytes, percent, degrees Celsius, watts; null where unknown. `users` null = the processes are not known."""
    users = None
    if card.processes is not None:
        working = [one for one in card.processes if one.command not in SYSTEM_PROGRAMS]
        users = [_user(one, owners.get((gpu_id, process_name(one)))) for one in working]
    return {
        "age": age,
        "state": card.state,
        "users": users,
        "memory_used": card.memory_used,
        "memory_total": card.memory_total,
        "util": card.util,
        "temperature": card.temperature_c,
        "power_w": None if card.power_w is None else round(card.power_w),
        "warnings": warnings_of(card),
    }


def warnings_of(card: CardReading) -> list[str]:
    """What this reading of a card says is wrong with it."""
    return warnings(
        card.state,
        card.temperature_c,
        card.throttle,
        card.recovery_action,
        card.pcie_narrow,
        card.ecc_uncorrected,
        card.remap_pending,
        card.remap_failed,
    )


def process_name(one: ProcessReading) -> str:
    """What a process is called within a boot."""
    return f"{one.pid}:{one.start_ticks or 0}"


def _user(one: ProcessReading, owner: tuple[str | None, str] | None) -> dict[str, Any]:
    member, grade = owner or (None, "unknown")
    return {
        "member": member,
        "unix": one.user or one.unix_user,
        "grade": grade,
        "command": one.command,
        "memory": one.memory,
        "process": process_name(one) if owner is not None else None,
    }


def whose_processes(session: Session, pool: PoolFacts, node_id: int, newest: Newest) -> Whose:
    """By (gpu id, "pid:start"): the member's name (None = nobody known) and the grade, as the use was stored, or as it
    will be where a process is too new for that. Who is nobody known and too new is left out."""
    names = people_facts.names(session, pool.id)
    cards = agents.cards(session, node_id)
    uses = usage.uses_near(session, [int(card.id or 0) for card in cards], newest.at - BRIDGE, newest.at)
    stored: Whose = {
        (use.gpu_id, use.process): (names.get(use.member_id) if use.member_id else None, use.grade)
        for use in sorted(uses, key=lambda use: use.ends_at)
        if use.boot_id == newest.boot
    }
    look = look_of(newest.sample, newest.at, {card.uuid: int(card.id or 0) for card in cards if card.uuid})
    new = [
        (card.gpu_id, one)
        for card in look.cards
        for one in working(card.residents or ())
        if (card.gpu_id, one.name) not in stored
    ]
    return stored | _owners_of(session, pool, newest, names, new)


def _owners_of(
    session: Session, pool: PoolFacts, newest: Newest, names: Mapping[int, str], new: Sequence[tuple[int, Resident]]
) -> Whose:
    if not new:
        return {}
    accounts = known_accounts(session, pool.id)
    holders = Holders(session, sorted({gpu_id for gpu_id, _ in new}), newest.at, newest.at)
    owners = {
        (gpu_id, one.name): whose(one, accounts, holders.at(gpu_id, newest.at), newest.boot) for gpu_id, one in new
    }
    return {
        name: (names.get(owner.member_id), owner.grade.value)
        for name, owner in owners.items()
        if owner.member_id is not None
    }


def machines(session: Session, pool: PoolFacts, now: int, just_seen: JustSeen | None = None) -> list[dict[str, Any]]:
    """A line for each machine with an agent: driver, disk, memory, the age of its reading; how to reach its provider.

    `heard`: false from three minutes of silence on. Figures older than five minutes are null.
    """
    agents_by_node = facts.agents_of(session, pool.id)
    return [
        _machine(session, node, agents_by_node[node.id], now, just_seen)
        for node in facts.nodes_of(session, pool.id)
        if node.id in agents_by_node
    ]


def _machine(
    session: Session, node: NodeFacts, agent: AgentFacts, now: int, just_seen: JustSeen | None
) -> dict[str, Any]:
    newest = newest_sample(session, node.id, just_seen)
    heard_at = max(agent.last_heard_at or 0, agent.last_reading_at or 0, newest.at if newest is not None else 0)
    fresh = newest is not None and newest.age(now) <= RECENT
    sample = newest.sample if newest is not None and fresh else None
    return {
        "node": node.name,
        "heard": now - heard_at < BRIDGE and agent.state is AgentState.ACTIVE,
        "age": None if newest is None else newest.age(now),
        "state": None if sample is None else sample.state,
        "driver": None if sample is None else sample.driver,
        **(_host(sample.host) if sample is not None else dict.fromkeys(("disks", "memory_available", "memory_total"))),
        "contact": node.contact,
    }


def _host(host: HostReading) -> dict[str, Any]:
    limit = host.memory_limit
    total = host.memory_total if limit is None or host.memory_total is None else min(limit, host.memory_total)
    return {
        "disks": [{"path": disk.path, "total": disk.total, "free": disk.free} for disk in host.disks],
        "memory_available": host.memory_available,
        "memory_total": total,
    }
