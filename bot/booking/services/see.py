"""See bookings: one's own, every card's holder, and what is free."""

from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.rules.calendar import calendar_of
from bot.booking.rules.shapes import Card
from bot.booking.rules.windows import free_spans
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import bookings, machines

HORIZON = 48 * 3600
MOST_BUTTONS = 6


def mine(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> Reply:
    """One's running and coming bookings, each with the button that ends it."""
    ones = facts.bookings_of(session, bookings.of_member(session, member.id, now), people.names(session, pool.id))
    listed = [{**brief(one), "running": one.starts_at <= now} for one in ones]
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
    return Reply("my", {"bookings": listed, "pool": pool.name}, choices)


def status(session: Session, pool: PoolFacts, now: int) -> Reply:
    """Each card: holder, until when, who comes next. Without an agent, bookings are all that is known."""
    cards = _cards(session, pool)
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
        "booking": current.id if current else None,
        "until": current.ends_at if current else None,
        "next": {"holder": following.holder, "start": following.starts_at, "end": following.ends_at}
        if following
        else None,
    }


def free(session: Session, pool: PoolFacts, now: int) -> Reply:
    """Each card's free time within the next two days; spans of under ten minutes are left out."""
    cards = _cards(session, pool)
    until = now + HORIZON
    calendar = calendar_of(facts.busy(session, cards, now, until, {}))
    listed: list[dict[str, Any]] = [
        {
            "number": card.number,
            "kind": card.kind,
            "memory_gb": card.memory_gb,
            "broken": card.broken,
            "free": []
            if card.broken
            else [
                {"start": span.starts_at, "end": span.ends_at}
                for span in free_spans(card, calendar, now, until)
                if span.seconds >= 600
            ],
        }
        for card in cards
    ]
    free_now = [
        {"number": item["number"], "kind": item["kind"], "end": item["free"][0]["end"]}
        for item in listed
        if item["free"] and item["free"][0]["start"] == now
    ]
    return Reply("free", {"cards": listed, "now": free_now, "until": until, "pool": pool.name})


def _cards(session: Session, pool: PoolFacts) -> list[Card]:
    cards = facts.cards(session, pool.id)
    if not cards:
        raise Refusal("no_cards")
    return cards
