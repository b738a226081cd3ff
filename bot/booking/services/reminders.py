"""Reminders as jobs: a booking made ahead is announced when it starts, every one shortly before it ends.

A job re-reads the booking when it fires; ending the booking drops the rows.
"""

from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.services.cards import brief, card_buttons, export_line
from bot.chat.message import Choice, Notice
from bot.people import facts as people_facts
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import chats, jobs, people, pools
from storage.tables import Booking
from storage.words import BookingState

STARTS = "booking_starts"
ENDS_SOON = "booking_ends_soon"
BEFORE_END = 15 * 60


def plan(session: Session, booking_id: int, starts_at: int, ends_at: int, now: int) -> None:
    """Plan a booking's reminders: none for a start that is now, none for an end too near to matter."""
    payload = {"booking": booking_id}
    if starts_at > now + 60:
        jobs.plan(session, STARTS, f"booking:{booking_id}:start", starts_at, starts_at + 900, payload)
    if ends_at - BEFORE_END > max(now, starts_at) + 600:
        jobs.plan(session, ENDS_SOON, f"booking:{booking_id}:end", ends_at - BEFORE_END, ends_at, payload)


def drop(session: Session, booking_id: int) -> None:
    """The booking is over: nothing is left to say."""
    jobs.drop(session, f"booking:{booking_id}:start", f"booking:{booking_id}:end")


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """What a due reminder owes now. Raises LookupError when its booking is gone for good."""
    row = session.get(Booking, int(payload["booking"]))
    if row is None:
        raise LookupError(f"no booking {payload['booking']}")
    pool = people_facts.pool(session, row.pool_id)
    over = row.state != BookingState.BOOKED.value or row.ends_at <= now
    member = _member(session, row)
    if over or member is None:
        return pool, []
    one = facts.bookings_of(session, [row], {member.id: member.name})[0]
    data = {**brief(one), "export": export_line(session, pool.id, one.numbers, member)}
    where = people.private_chat(session, member.person_id)
    language = None
    if where is None:
        group = chats.of_pool(session, pool.id)
        if group is None:
            return pool, []
        where = int(group.id or 0)
    else:
        language = people.language_of(session, member.person_id)
    buttons = (
        card_buttons(one.id, one.starts_at, now, data)
        if kind == STARTS
        else ((Choice("release", "booking.release", {"booking": one.id}),),)
    )
    code = "starts_now" if kind == STARTS else "ends_soon"
    key = f"booking:{one.id}:{code}:{one.starts_at if kind == STARTS else one.ends_at}"
    notice = Notice(key, where, code, data, buttons, owner_id=member.person_id, language=language)
    return pool, [notice]


def _member(session: Session, row: Booking) -> MemberFacts | None:
    found = pools.member(session, row.member_id)
    return people_facts.member_facts(found) if found else None
