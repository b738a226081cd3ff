"""The digest of the days that are over: who booked and used how much, what stood idle, the machine, today's plan.

Exactly once a day: the row of the day and the message that is owed are written together. Days that were missed come
in one digest.
"""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.services.cost import reference_cost
from bot.booking import facts as booking_facts
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Notice, Reply, Rows
from bot.day.rules.report import Amounts, Held, Report, Used, report
from bot.day.services.machine import machine_health
from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from bot.usage import facts as usage_facts
from bot.usage.rules.uses import BRIDGE
from bot.usage.services.uses_seen import PERIOD
from storage.database import lock_pool
from storage.queries import bookings, chats, digests, jobs, usage

KIND = "digest"
MOST_DAYS = 31
IDLE_AFTER = 40 * 60
"""Seconds a running booking may stand unused before the digest asks whether it is still wanted."""
YEAR = 366 * 86_400


def midnight(day: date, zone: ZoneInfo) -> int:
    """The first second of a local day."""
    return int(datetime.combine(day, time(), zone).timestamp())


def plan(session: Session, pool: PoolFacts, minute: int | None, now: int) -> None:
    """The next digest at that minute of the local day; null = none any more."""
    if minute is None:
        jobs.drop(session, f"digest:{pool.id}")
        return
    zone = ZoneInfo(pool.zone)
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + timedelta(days=ahead) for ahead in range(3))
    due = next(at for day in days if (at := _at(day, minute, zone)) > now)
    jobs.plan(session, KIND, f"digest:{pool.id}", due, due + YEAR, {"pool": pool.id})


def _at(day: date, minute: int, zone: ZoneInfo) -> int:
    return int(datetime.combine(day, time(minute // 60, minute % 60), zone).timestamp())


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Owe the digest of the days since the last one, and plan the next."""
    pool = people_facts.pool(session, int(payload["pool"]))
    lock_pool(session, pool.id)
    minute = digests.minute(session, pool.id)
    plan(session, pool, minute, now)
    group = chats.of_pool(session, pool.id)
    if minute is None or group is None:
        return pool, []
    zone = ZoneInfo(pool.zone)
    today = datetime.fromtimestamp(now, zone).date()
    if now < _at(today, minute, zone):  # planned before the group moved to another zone
        return pool, []
    yesterday = today - timedelta(days=1)
    last = digests.last_day(session, pool.id)
    first = max(
        yesterday - timedelta(days=MOST_DAYS - 1), date.fromisoformat(last) + timedelta(days=1) if last else yesterday
    )
    if first > yesterday or not digests.claim(session, pool.id, yesterday.isoformat(), now):
        return pool, []
    data, rows = _facts(session, pool, midnight(first, zone), midnight(today, zone), now, (first, yesterday))
    key = f"digest:{pool.id}:{yesterday.isoformat()}"
    return pool, [Notice(key, int(group.id or 0), "digest", data, rows, priority="digest", repeatable=False)]


def today_so_far(session: Session, pool: PoolFacts, now: int) -> Reply:
    """The same of the local day that still lasts."""
    zone = ZoneInfo(pool.zone)
    today = datetime.fromtimestamp(now, zone).date()
    data, rows = _facts(session, pool, midnight(today, zone), now, now, (today, today))
    return Reply("digest", data, rows, anyone=True)


def _facts(
    session: Session, pool: PoolFacts, start: int, end: int, now: int, days: tuple[date, date]
) -> tuple[dict[str, Any], Rows]:
    made = window_report(session, pool, start, end)
    names = people_facts.names(session, pool.id)
    cards = booking_facts.cards(session, pool.id)
    numbers = {card.gpu_id: card.number for card in cards}
    plan_rows = [
        row
        for row in bookings.open_of_pool(session, pool.id, now)
        if row.state == "booked" and row.starts_at < midnight(days[1] + timedelta(days=2), ZoneInfo(pool.zone))
    ]
    ahead = booking_facts.bookings_of(session, plan_rows, names)
    idle = [one for one in ahead if _stands_idle(session, pool, one.id, now)]
    data = {
        "first_day": days[0].isoformat(),
        "last_day": days[1].isoformat(),
        "ongoing": end >= now,
        "watched": made.watched,
        "capacity_seconds": made.capacity,
        "members": [_member(session, pool, names.get(who, "?"), one, now) for who, one in _most_first(made)],
        "cards": [
            {"gpu": numbers[gpu_id], **_amounts(one)}
            for gpu_id, one in sorted(made.cards.items(), key=lambda item: numbers[item[0]])
        ],
        "unknown_seconds": made.unknown,
        "currency": pool.currency,
        "health": machine_health(session, pool, start, end, now),
        "plan": [brief(one) for one in ahead],
        "idle": [brief(one) for one in idle],
    }
    rows = tuple(
        (
            Choice(
                "release_cards",
                "booking.release",
                {"booking": one.id},
                {"booking": one.id, "gpus": list(one.numbers)},
            ),
        )
        for one in idle[:3]
    )
    return data, rows


def _most_first(made: Report) -> list[tuple[int, Amounts]]:
    there = [(who, one) for who, one in made.members.items() if one.booked or one.used]
    return sorted(there, key=lambda item: (-item[1].charged, item[0]))


def _amounts(one: Amounts) -> dict[str, int]:
    return {
        "booked_seconds": round(one.booked),
        "used_seconds": round(one.used),
        "idle_seconds": round(one.idle),
        "unread_seconds": round(one.unread),
    }


def _member(session: Session, pool: PoolFacts, name: str, one: Amounts, now: int) -> dict[str, Any]:
    kinds = sorted({card.kind for card in booking_facts.cards(session, pool.id)})
    cost = reference_cost(session, pool, kinds, round(one.charged), now) if len(kinds) == 1 else None
    return {"name": name, **_amounts(one), "reference_cost_minor": None if cost is None else cost.minor}


def window_report(session: Session, pool: PoolFacts, start: int, end: int) -> Report:
    """What was booked, used and idle in `[start, end)`."""
    cards = booking_facts.cards(session, pool.id)
    gpu_ids = [card.gpu_id for card in cards]
    rows = bookings.busy_rows(session, gpu_ids, start, end) if gpu_ids else []
    booked = {row.id: row for row in bookings.of_ids(session, sorted({row[3] for row in rows}))} if rows else {}
    spans = booking_facts.held_spans(session, list(booked.values()))
    held = [
        Held(gpu_id, max(begin, span.starts_at), min(stop, span.ends_at), span.weights)
        for gpu_id, begin, stop, booking_id, _ in rows
        if booking_id in booked
        for span in spans[booking_id]
        if max(begin, span.starts_at) < min(stop, span.ends_at)
    ]
    uses = usage.uses_near(session, gpu_ids, start, end) if gpu_ids else []
    used = [Used(use.gpu_id, use.starts_at, use.ends_at, use.member_id) for use in uses]
    agents = usage_facts.agents_of(session, pool.id)
    unread = _unread(session, agents, {card.gpu_id: card.node_id for card in cards}, start, end)
    return report(gpu_ids, held, used, unread, start, end, watched=bool(agents))


def _unread(
    session: Session,
    agents: dict[int, usage_facts.AgentFacts],
    nodes: dict[int, int],
    start: int,
    end: int,
) -> dict[int, list[tuple[int, int]]]:
    """By card: when nobody looked. A machine without an agent is never looked at, another not before it has one."""
    gaps = usage.gaps(session, sorted(set(nodes.values())), start, end) if nodes else []
    by_node: dict[int, list[tuple[int, int]]] = {node_id: [] for node_id in nodes.values()}
    for gap in gaps:
        by_node[gap.node_id].append((gap.starts_at, gap.ends_at or end))
    for node_id, spans in by_node.items():
        agent = agents.get(node_id)
        if agent is None or agent.last_reading_at is None:
            spans.append((start, end))
            continue
        spans.append((start, max(start, agent.enrolled_at)))
        if end - agent.last_reading_at > BRIDGE:  # silent since, whether that was told yet or not
            spans.append((agent.last_reading_at + PERIOD, end))
    return {gpu_id: by_node[node_id] for gpu_id, node_id in nodes.items()}


def _stands_idle(session: Session, pool: PoolFacts, booking_id: int, now: int) -> bool:
    """A running booking on whose cards nobody has run anything for a while, though the machine was read all along."""
    row = bookings.get(session, pool.id, booking_id)
    since = now - IDLE_AFTER
    if row is None or row.starts_at > since or row.ends_at <= now:
        return False
    gpu_ids = bookings.all_cards(session, booking_id)
    agent = usage_facts.agent_of_node(session, row.node_id)
    if agent is None or agent.enrolled_at > since or usage.gaps(session, [row.node_id], since, now):
        return False
    if agent.last_reading_at is None or now - agent.last_reading_at > 300:
        return False
    return not [use for use in usage.uses_near(session, gpu_ids, since, now) if use.ends_at > since]
