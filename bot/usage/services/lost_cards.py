"""Cards that fell away: nobody books them, their bookings move to free cards of the kind, and people are told at once.

A card works again for the bot when the agent sees it well again, unless an owner said meanwhile that it is broken.
"""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from bot.booking import facts as booking_facts
from bot.booking.rules.placement import place
from bot.booking.rules.shapes import Card, Need
from bot.booking.services import reminders
from bot.booking.services.cards import brief, export_line
from bot.booking.services.machines import seen_lost
from bot.chat.message import Notice
from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from bot.usage.services import telling
from bot.usage.services.newest import newest_sample
from bot.usage.services.placing import seen_of
from storage.database import lock_pool
from storage.queries import agents, audit, bookings, jobs, machines, moving, notes, pools
from storage.tables import Booking, Gpu, Node
from storage.words import GpuState

KIND = "cards_changed"
USELESS_AFTER = 86_400
GONE = frozenset({"lost", "absent", "reset_required"})
QUIET = 3_600
"""Seconds in which a card that falls again is not told of again, unless somebody's booking is on it."""


def look(session: Session, node_id: int, now: int) -> None:
    """Cards of a machine came or went: compare them with the pool's soon."""
    jobs.plan(session, KIND, f"node:{node_id}:cards", now, now + USELESS_AFTER, {"node": node_id})


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Mark what is lost and what is back by the newest reading, move bookings, tell whom it concerns, all in one."""
    node = session.get(Node, int(payload["node"]))
    if node is None:
        raise LookupError(f"no node {payload['node']}")
    pool = people_facts.pool(session, node.pool_id)
    lock_pool(session, pool.id)
    newest = newest_sample(session, int(node.id or 0))
    if newest is None or newest.sample.state not in ("ok", "no_cards"):
        return pool, []
    states = {card.uuid: card.state for card in newest.sample.gpus if card.uuid is not None}
    lost: list[Gpu] = []
    for gpu in agents.cards(session, int(node.id or 0)):
        if gpu.uuid is None:
            continue
        state = states.get(gpu.uuid, "absent")
        if state == "ok" and gpu.state == GpuState.BROKEN.value and _by_agent(session, gpu):
            _mark(session, pool, gpu, GpuState.OK, "card_back", now)
        elif state in GONE and gpu.state == GpuState.OK.value:
            _mark(session, pool, gpu, GpuState.BROKEN, "card_lost", now)
            lost.append(gpu)
    if not lost:
        return pool, []
    found = {states.get(gpu.uuid or "", "absent") for gpu in lost}
    return pool, _tell(session, pool, node, lost, found.pop() if len(found) == 1 else "lost", now)


def _by_agent(session: Session, gpu: Gpu) -> bool:
    """The agent's sight made it broken, and no owner has called it so since."""
    return notes.get(session, seen_lost(int(gpu.id or 0))) == "1"


def _mark(session: Session, pool: PoolFacts, gpu: Gpu, state: GpuState, what: str, now: int) -> None:
    machines.set_state(session, int(gpu.id or 0), state)
    notes.put(session, seen_lost(int(gpu.id or 0)), "1" if state is GpuState.BROKEN else "0")
    audit.note(session, at=now, what=what, subject=f"pool:{pool.id}", pool_id=pool.id, after={"card": gpu.number})


def _tell(session: Session, pool: PoolFacts, node: Node, lost: Sequence[Gpu], state: str, now: int) -> list[Notice]:
    """One message to the group and one to each holder, however many cards fell. All are marked by now, so that no
    booking moves from one to another."""
    rows = bookings.on_cards(session, [int(gpu.id or 0) for gpu in lost], now)
    moved = {int(row.id or 0): _move(session, pool, row, lost, now) for row in rows}
    if not moved and all(_told_lately(session, gpu, now) for gpu in lost):
        return []
    told: dict[int, list[dict[str, Any]]] = {}
    for booking_id, spans in booking_facts.held_spans(session, rows).items():
        for member_id in spans[-1].weights:
            told.setdefault(member_id, []).append(moved[booking_id])
    data: dict[str, Any] = {
        "node": node.name,
        "gpus": [gpu.number for gpu in lost],
        "state": state,
        "bookings": list(moved.values()),
        "contact": node.contact,
        "private": False,
    }
    key = f"node:{node.id}:lost:{now}:{'-'.join(str(gpu.id) for gpu in lost)}"
    private = {
        member_id: ({**data, "bookings": [_for(session, pool, member_id, one) for one in own], "private": True}, ())
        for member_id, own in told.items()
    }
    notices, _ = telling.to_members(session, key, "card_lost", private)
    return [*telling.to_group(session, pool, key, "card_lost", data), *notices]


def _told_lately(session: Session, gpu: Gpu, now: int) -> bool:
    """Whether people heard of this card within the hour; if not, they do now."""
    name = f"lost_told:{gpu.id}"
    lately = now - int(notes.get(session, name) or -QUIET) < QUIET
    if not lately:
        notes.put(session, name, str(now))
    return lately


def _for(session: Session, pool: PoolFacts, member_id: int, item: dict[str, Any]) -> dict[str, Any]:
    """The same with the line to paste, for one of its holders."""
    member = pools.member(session, member_id)
    if member is None or all(one["moved_to"] is None for one in item["moves"]):
        return item
    return {**item, "export": export_line(session, pool.id, item["gpus"], people_facts.member_facts(member))}


def _move(session: Session, pool: PoolFacts, row: Booking, lost: Sequence[Gpu], now: int) -> dict[str, Any]:
    """What a booking loses, each with the card it has instead, if there is one."""
    mine = moving.cards_ahead(session, int(row.id or 0), now)
    moves = [{"gpu": gpu.number, "moved_to": _moved_to(session, pool, row, gpu, now)} for gpu in lost if gpu.id in mine]
    one = booking_facts.bookings_of(session, [row], people_facts.names(session, pool.id))[0]
    if any(move["moved_to"] is not None for move in moves):
        reminders.plan(session, one.id, one.starts_at, one.ends_at, now)
    return {**brief(one), "moves": moves, "export": None}


def _moved_to(session: Session, pool: PoolFacts, row: Booking, gpu: Gpu, now: int) -> int | None:
    card = _free_card(session, pool, row, gpu, now)
    if card is None:
        return None
    moving.move_card(session, row, int(gpu.id or 0), card.gpu_id, now)
    session.expire(row)
    audit.note(
        session,
        at=now,
        what="card_moved",
        subject=f"booking:{row.id}",
        pool_id=pool.id,
        before={"card": gpu.number},
        after={"card": card.number},
    )
    return card.number


def _free_card(session: Session, pool: PoolFacts, row: Booking, gpu: Gpu, now: int) -> Card | None:
    """A working card of the kind on the same machine that is free for the rest of the booking. One that the booking
    had before and lost is no choice: a booking has a card for one span of time."""
    start, had = max(now, row.starts_at), moving.cards_had(session, int(row.id or 0))
    cards = [
        card
        for card in booking_facts.cards(session, pool.id)
        if card.node_id == gpu.node_id and card.gpu_id not in had and not card.broken
    ]
    busy = booking_facts.busy(session, cards, start, row.ends_at, {})
    need = Need(1, kind=gpu.kind, memory_gb=gpu.memory_gb, seconds=row.ends_at - start)
    seen = seen_of(session, cards, row.member_id, now)
    window = place(cards, busy, need, start, row.ends_at, now=now, horizon_end=row.ends_at, seen=seen)
    if window is None:
        return None
    return next(card for card in cards if card.number == window.numbers[0])
