"""The same once more: as many cards of the same kind for as long, from now."""

from sqlmodel import Session

from bot.booking import facts
from bot.booking.rules.shapes import Need
from bot.booking.services.wish import Wish
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import bookings


def last_wish(session: Session, pool: PoolFacts, member: MemberFacts) -> Wish:
    """What the member booked last, whatever became of it. Raises `no_such_booking` when they never booked."""
    row = bookings.last_of_member(session, member.id)
    if row is None:
        raise Refusal("no_such_booking", booking=None)
    gpu_ids = bookings.all_cards(session, int(row.id or 0))
    cards = facts.cards(session, pool.id)
    kinds = {card.kind for card in cards if card.gpu_id in gpu_ids}
    several = len({card.kind for card in cards}) > 1
    need = Need(
        count=len(gpu_ids),
        kind=kinds.pop() if len(kinds) == 1 and several else None,
        seconds=row.planned_end_at - row.starts_at,
    )
    return Wish(need, None, row.purpose)
