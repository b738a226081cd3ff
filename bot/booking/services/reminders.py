"""Reminders as jobs: a booking made ahead is announced when it starts, every one shortly before it ends.

A job re-reads the booking when it fires; ending the booking drops the rows.
"""

from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.services.cards import brief, card_buttons, export_line, release_button
from bot.chat.message import Notice
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
    where, private, language = _where(session, pool, member)
    if where is None:
        return pool, []
    data = {**brief(one), "export": export_line(session, pool.id, one.numbers, member), "private": private}
    code = "starts_now" if kind == STARTS else "ends_soon"
    buttons = card_buttons(one.id, one.starts_at, now, data) if kind == STARTS else (release_button(one.id),)
    key = f"booking:{one.id}:{code}:{one.starts_at if kind == STARTS else one.ends_at}"
    return pool, [Notice(key, where, code, data, buttons, owner_id=member.person_id, language=language)]


def _where(session: Session, pool: PoolFacts, member: MemberFacts) -> tuple[int | None, bool, str | None]:
    """The chat to remind in: one's own, else the group's. With whether it is private, and whose language it is."""
    own = people.private_chat(session, member.person_id)
    if own is not None:
        return own, True, people.language_of(session, member.person_id)
    group = chats.of_pool(session, pool.id)
    return (int(group.id or 0) if group else None), False, None


def _member(session: Session, row: Booking) -> MemberFacts | None:
    found = pools.member(session, row.member_id)
    return people_facts.member_facts(found) if found else None
