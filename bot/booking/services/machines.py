"""Declare the machines of a pool and their cards, and say which cards are broken."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.booking import facts as booking
from bot.booking.rules.shapes import Card
from bot.booking.services.cards import brief
from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services.finding import still_owner
from storage.database import lock_pool
from storage.queries import audit, bookings, machines, notes
from storage.words import GpuState


@dataclass(frozen=True, slots=True)
class Declared:
    """So many cards of a kind."""

    count: int
    kind: str
    memory_gb: int


def show(session: Session, pool: PoolFacts) -> Reply:
    """The machines and cards as declared."""
    return Reply("pool", {"pool": pool.name, "nodes": _nodes(session, pool.id), "added": None})


def declare(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    node: str | None,
    groups: Sequence[Declared],
    now: int,
) -> Reply:
    """Add ONE machine with its cards. Raises `node_exists`, and `pool_declared` where another needs a name."""
    lock_pool(session, pool.id)
    have = {one.name for one in machines.nodes(session, pool.id)}
    if node is None and have:
        raise Refusal("pool_declared", nodes=sorted(have))
    name = node or "node1"
    if name in have:
        raise Refusal("node_exists", node=name)
    add_node(session, pool.id, name, groups, now)
    audit.note(
        session,
        at=now,
        what="node_declared",
        subject=f"pool:{pool.id}",
        pool_id=pool.id,
        person_id=member.person_id,
        after={"node": name, "cards": [[group.count, group.kind, group.memory_gb] for group in groups]},
    )
    return Reply("pool", {"pool": pool.name, "nodes": _nodes(session, pool.id), "added": name})


def report(
    session: Session, pool: PoolFacts, member: MemberFacts, numbers: Sequence[int], now: int, *, broken: bool
) -> Reply:
    """Cards are broken, or work again. Bookings on them stay, and are named so that people can be asked to move.

    Raises `no_such_card`, and `role` or `not_member` for who is no owner any more.
    """
    lock_pool(session, pool.id)
    by = still_owner(session, member)
    cards = {card.number: card for card in booking.cards(session, pool.id)}
    unknown = sorted(set(numbers) - set(cards))
    if unknown:
        raise Refusal("no_such_card", numbers=unknown, have=sorted(cards))
    meant = [cards[number] for number in numbers]
    for card in meant:
        notes.put(session, seen_lost(card.gpu_id), "0")
        if card.broken is not broken:
            _mark(session, pool, by, card, now, broken=broken)
    concerned = bookings.on_cards(session, [card.gpu_id for card in meant], now) if broken else []
    listed = [brief(one) for one in booking.bookings_of(session, concerned, people.names(session, pool.id))]
    data = {"pool": pool.name, "nodes": _nodes(session, pool.id), "added": None, "bookings": listed}
    return Reply("pool", {**data, "broken" if broken else "working": list(numbers)})


def seen_lost(gpu_id: int) -> str:
    """The note in which it stands that an agent, and no owner, called a card broken."""
    return f"lost:{gpu_id}"


def _mark(session: Session, pool: PoolFacts, by: MemberFacts, card: Card, now: int, *, broken: bool) -> None:
    machines.set_state(session, card.gpu_id, GpuState.BROKEN if broken else GpuState.OK)
    audit.note(
        session,
        at=now,
        what="card_broken" if broken else "card_working",
        subject=f"pool:{pool.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after={"card": card.number},
    )


def add_node(session: Session, pool_id: int, name: str, groups: Sequence[Declared], now: int) -> None:
    """A machine with its cards; numbers go on from the highest ever used."""
    node_id = machines.add_node(session, pool_id, name, now)
    number = machines.next_number(session, pool_id)
    cards: list[tuple[int, str, int]] = []
    for group in groups:
        for _ in range(group.count):
            cards.append((number, group.kind, group.memory_gb))
            number += 1
    machines.add_gpus(session, pool_id, node_id, cards, now)


def _nodes(session: Session, pool_id: int) -> list[dict[str, Any]]:
    cards = machines.gpus(session, pool_id)
    return [
        {
            "name": node.name,
            "cards": [
                {
                    "number": card.number,
                    "kind": card.kind,
                    "memory_gb": card.memory_gb,
                    "broken": card.state == GpuState.BROKEN.value,
                }
                for card in cards
                if card.node_id == node.id
            ],
        }
        for node in machines.nodes(session, pool_id)
        if node.removed_at is None
    ]
