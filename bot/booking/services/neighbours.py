"""Who holds a booking's cards after it."""

from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.rules.shapes import Busy
from bot.people import facts as people
from bot.people.facts import PoolFacts

LOOK_AHEAD = 14 * 86400


def after(session: Session, pool: PoolFacts, one: BookingFacts, until: int) -> list[Busy]:
    """Other bookings' time on these cards in `[one.ends_at, until)`, the earliest first."""
    cards = [card for card in facts.cards(session, pool.id) if card.number in one.numbers]
    rows = facts.busy(session, cards, one.ends_at, until, people.names(session, pool.id))
    return sorted(
        (busy for busy in rows if busy.booking_id != one.id), key=lambda busy: (busy.starts_at, busy.booking_id)
    )


def next_one(session: Session, pool: PoolFacts, one: BookingFacts, within: int = LOOK_AHEAD) -> dict[str, Any] | None:
    """`{holder, start}` of the first booking that begins within so many seconds of the end."""
    found = after(session, pool, one, one.ends_at + within)
    return {"holder": found[0].holder, "start": found[0].starts_at} if found else None


def items(session: Session, pool: PoolFacts, rows: list[Busy]) -> list[dict[str, Any]]:
    """Busy rows by booking, each once with its cards, as `blocking` shows them."""
    numbers = {card.gpu_id: card.number for card in facts.cards(session, pool.id)}
    found: dict[int, dict[str, Any]] = {}
    for busy in rows:
        item = found.setdefault(
            busy.booking_id,
            {
                "booking": busy.booking_id,
                "holder": busy.holder,
                "gpus": [],
                "start": busy.starts_at,
                "end": busy.ends_at,
            },
        )
        item["gpus"] = sorted({*item["gpus"], numbers[busy.gpu_id]})
    return list(found.values())
