"""A card that fell away: it is not booked any more, its bookings move to a free card of the kind, and people are told.

The card works again for the bot when the agent sees it well again, unless an owner said meanwhile that it is broken.
"""

from typing import Any

from sqlmodel import Session

from bot.booking import facts as booking_facts
from bot.booking.rules.shapes import Card, Need
from bot.booking.rules.windows import earliest_window
from bot.booking.services import reminders
from bot.booking.services.cards import brief, export_line
from bot.chat.message import Notice
from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from bot.usage.services import telling
from bot.usage.services.newest import newest_sample
from storage.database import lock_pool
from storage.queries import agents, audit, bookings, jobs, machines, moving, notes, pools
from storage.tables import Booking, Gpu, Node
from storage.words import GpuState

KIND = "cards_changed"
USELESS_AFTER = 86_400


def look(session: Session, node_id: int, now: int) -> None:
    """Cards of a machine came or went: compare them with the pool's soon."""
    jobs.plan(session, KIND, f"node:{node_id}:cards", now, now + USELESS_AFTER, {"node": node_id})


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Mark what is lost and what is back by the newest reading, move bookings, tell whom it concerns."""
    node = session.get(Node, int(payload["node"]))
    if node is None:
        raise LookupError(f"no node {payload['node']}")
    pool = people_facts.pool(session, node.pool_id)
    lock_pool(session, pool.id)
    newest = newest_sample(session, int(node.id or 0))
    if newest is None or newest.sample.state not in ("ok", "no_cards"):
        return pool, []
    states = {card.uuid: card.state for card in newest.sample.gpus if card.uuid is not None}
    notices: list[Notice] = []
    for gpu in agents.cards(session, int(node.id or 0)):
        if gpu.uuid is None:
            continue
        state = states.get(gpu.uuid, "absent")
        if state == "ok" and gpu.state == GpuState.BROKEN.value and _by_agent(session, gpu):
            _mark(session, pool, gpu, GpuState.OK, "card_back", now)
        elif state in ("lost", "absent", "reset_required") and gpu.state == GpuState.OK.value:
            _mark(session, pool, gpu, GpuState.BROKEN, "card_lost", now)
            notices += _move_bookings(session, pool, node, gpu, state, now)
    return pool, notices


def _by_agent(session: Session, gpu: Gpu) -> bool:
    return notes.get(session, f"lost:{gpu.id}") == "1"


def _mark(session: Session, pool: PoolFacts, gpu: Gpu, state: GpuState, what: str, now: int) -> None:
    machines.set_state(session, int(gpu.id or 0), state)
    notes.put(session, f"lost:{gpu.id}", "1" if state is GpuState.BROKEN else "0")
    audit.note(session, at=now, what=what, subject=f"pool:{pool.id}", pool_id=pool.id, after={"card": gpu.number})


def _move_bookings(session: Session, pool: PoolFacts, node: Node, gpu: Gpu, state: str, now: int) -> list[Notice]:
    """The running booking and those to come, each to a free card of the kind where there is one."""
    told: dict[int, list[dict[str, Any]]] = {}
    lost: list[dict[str, Any]] = []
    for row in bookings.on_cards(session, [int(gpu.id or 0)], now):
        item = _move(session, pool, row, gpu, now)
        lost.append(item)
        for member_id in booking_facts.held_spans(session, [row])[int(row.id or 0)][-1].weights:
            told.setdefault(member_id, []).append(item)
    data: dict[str, Any] = {
        "node": node.name,
        "gpu": gpu.number,
        "state": state,
        "bookings": lost,
        "contact": node.contact,
        "private": False,
    }
    key = f"gpu:{gpu.id}:lost:{now}"
    private = {
        member_id: ({**data, "bookings": [_for(session, pool, member_id, one) for one in own], "private": True}, ())
        for member_id, own in told.items()
    }
    notices, _ = telling.to_members(session, key, "card_lost", private)
    return [*telling.to_group(session, pool, key, "card_lost", data), *notices]


def _for(session: Session, pool: PoolFacts, member_id: int, item: dict[str, Any]) -> dict[str, Any]:
    """The same with the line to paste, for one of its holders."""
    member = pools.member(session, member_id)
    if member is None or item["moved_to"] is None:
        return item
    return {**item, "export": export_line(session, pool.id, item["gpus"], people_facts.member_facts(member))}


def _move(session: Session, pool: PoolFacts, row: Booking, gpu: Gpu, now: int) -> dict[str, Any]:
    card = _free_card(session, pool, row, gpu, now)
    if card is not None:
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
    one = booking_facts.bookings_of(session, [row], people_facts.names(session, pool.id))[0]
    reminders.plan(session, one.id, one.starts_at, one.ends_at, now)
    return {**brief(one), "moved_to": None if card is None else card.number, "export": None}


def _free_card(session: Session, pool: PoolFacts, row: Booking, gpu: Gpu, now: int) -> Card | None:
    """A working card of the kind on the same machine that is free for the rest of the booking."""
    start = max(now, row.starts_at)
    cards = [
        card
        for card in booking_facts.cards(session, pool.id)
        if card.node_id == gpu.node_id and card.gpu_id != gpu.id and not card.broken
    ]
    busy = booking_facts.busy(session, cards, start, row.ends_at, {})
    need = Need(1, kind=gpu.kind, memory_gb=gpu.memory_gb, seconds=row.ends_at - start)
    window = earliest_window(cards, busy, need, start, start)
    if window is None:
        return None
    return next(card for card in cards if card.number == window.numbers[0])
