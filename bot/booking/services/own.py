"""A wish that continues a booking of one's own is offered as its extension first."""

from collections.abc import Callable
from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.rules.limits import LimitsInForce
from bot.booking.rules.shapes import Need
from bot.booking.services import neighbours
from bot.booking.services.cards import brief
from bot.chat.message import Choice
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import bookings


def check(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    need: Need,
    start: int,
    end: int,
    limits: LimitsInForce,
    now: int,
    payload: Callable[[], dict[str, Any]],
) -> None:
    """Raises `own_instead` when the same cards, or as many of the same kind, go on where one's booking ends."""
    near = bookings.continued_by(session, member.id, start, end)
    for one in facts.bookings_of(session, [row for row in near if row.ends_at > now], {member.id: member.name}):
        if not _continues(session, pool, one, need, start):
            continue
        if neighbours.after(session, pool, one, end) or end - one.starts_at > limits.max_seconds:
            continue
        extend = Choice(
            "extend_own", "booking.extend", {"booking": one.id, "until": end}, {"booking": one.id, "end": end}
        )
        apart = Choice("book_apart", "book", {**payload(), "apart": True}, {"start": start, "end": end})
        raise Refusal("own_instead", choices=[[extend], [apart]], **brief(one))


def _continues(session: Session, pool: PoolFacts, one: BookingFacts, need: Need, start: int) -> bool:
    """Named cards may overlap what one holds; unnamed ones must go on exactly where it ends."""
    if need.numbers:
        return need.named == frozenset(one.numbers)
    if start != one.ends_at or need.count != len(one.numbers):
        return False
    return all(need.fits(card) for card in facts.cards(session, pool.id) if card.number in one.numbers)
