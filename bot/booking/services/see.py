"""See bookings: one's own, and every card's holder."""

from collections.abc import Collection
from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.rules.shapes import Card
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import bookings, co_holders, machines

MOST_BUTTONS = 6


def mine(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> Reply:
    """One's running and coming bookings, each with the button that ends it, and others' that one may use."""
    names = people.names(session, pool.id)
    ones = facts.bookings_of(session, bookings.of_member(session, member.id, now), names)
    theirs = facts.bookings_of(session, co_holders.bookings_with(session, member.id, now), names)
    listed, shared = ([{**brief(one), "running": one.starts_at <= now} for one in some] for some in (ones, theirs))
    choices = tuple(
        (
            Choice(
                f"{'release' if item['running'] else 'cancel'}_cards",
                f"booking.{'release' if item['running'] else 'cancel'}",
                {"booking": item["booking"]},
                {"gpus": item["gpus"], "booking": item["booking"]},
            ),
        )
        for item in listed[:MOST_BUTTONS]
    )
    return Reply("my", {"bookings": listed, "shared": shared, "pool": pool.name}, choices)


def status(session: Session, pool: PoolFacts, now: int, numbers: Collection[int] = ()) -> Reply:
    """Each card (or those of these numbers): holder, until when, who comes next. Without an agent, bookings are all
    that is known. Raises `no_such_card`."""
    every = _cards(session, pool)
    cards = [card for card in every if not numbers or card.number in numbers]
    unknown = sorted(set(numbers) - {card.number for card in every})
    if unknown:
        raise Refusal("no_such_card", numbers=unknown, have=[card.number for card in every])
    open_ones = facts.bookings_of(session, bookings.open_of_pool(session, pool.id, now), people.names(session, pool.id))
    nodes = {int(node.id or 0): node.name for node in machines.nodes(session, pool.id)}
    listed = [_card_status(card, open_ones, nodes[card.node_id], now) for card in cards]
    return Reply("status", {"cards": listed, "nodes": list(nodes.values()), "agent": None, "pool": pool.name})


def _card_status(card: Card, open_ones: list[BookingFacts], node: str, now: int) -> dict[str, Any]:
    holding = [one for one in open_ones if card.number in one.numbers]
    current = next((one for one in holding if one.starts_at <= now), None)
    following = next((one for one in holding if one.starts_at > now), None)
    return {
        "number": card.number,
        "node": node,
        "kind": card.kind,
        "memory_gb": card.memory_gb,
        "broken": card.broken,
        "holder": current.holder if current else None,
        "co_holders": list(current.co_holders) if current else [],
        "booking": current.id if current else None,
        "until": current.ends_at if current else None,
        "next": {"holder": following.holder, "start": following.starts_at, "end": following.ends_at}
        if following
        else None,
    }


def _cards(session: Session, pool: PoolFacts) -> list[Card]:
    cards = facts.cards(session, pool.id)
    if not cards:
        raise Refusal("no_cards")
    return cards
