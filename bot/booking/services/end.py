"""End bookings: release gives back what is left of a running one, cancel takes back one that never began."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.rules.price import reference_cost_minor
from bot.booking.services import reminders
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, bookings
from storage.tables import Booking
from storage.words import BookingState

MOST_BUTTONS = 8


def release(session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int | None, now: int) -> Reply:
    """End a running booking of one's own now. Raises `no_such_booking`, `not_yours`, `already_done`, `ask_target`,
    and `pick` where only `cancel` would do."""
    row = _target(session, pool, member, booking_id, now, running=True)
    if row.starts_at > now:
        raise _rather(session, pool, [row], "cancel")
    return _end(session, pool, member, row, now)


def cancel(session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int | None, now: int) -> Reply:
    """Take back a booking of one's own before it starts. Raises like `release`."""
    row = _target(session, pool, member, booking_id, now, running=False)
    if row.starts_at < now:
        raise _rather(session, pool, [row], "release")
    return _end(session, pool, member, row, now)


def _end(session: Session, pool: PoolFacts, member: MemberFacts, row: Booking, now: int) -> Reply:
    """A release in a booking's first second is a cancel: no time was used."""
    lasted = row.starts_at < now
    planned = _facts(session, pool, row)
    one = replace(planned, ends_at=now) if lasted else planned
    if lasted:
        bookings.end_at(session, row, now)
    else:
        bookings.cancel(session, row, now)
    reminders.drop(session, one.id)
    what = "released" if lasted else "cancelled"
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"booking:{one.id}",
        pool_id=pool.id,
        person_id=member.person_id,
        before={"start": planned.starts_at, "end": planned.ends_at},
        after={"start": one.starts_at, "end": one.ends_at},
    )
    return Reply(what, _ended(session, pool, one, used=lasted))


def _ended(session: Session, pool: PoolFacts, one: BookingFacts, *, used: bool) -> dict[str, Any]:
    """The facts of a booking that is over. The cost is that of the prices known when it began, never final."""
    kinds = [card.kind for card in facts.cards(session, pool.id) if card.number in one.numbers]
    prices = facts.prices(session, pool.id, one.starts_at)
    cost = reference_cost_minor(kinds, one.ends_at - one.starts_at, prices, one.starts_at) if used else None
    return {**brief(one), "reference_cost_minor": cost, "currency": pool.currency, "final": False}


def _target(
    session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int | None, now: int, *, running: bool
) -> Booking:
    lock_pool(session, pool.id)
    if booking_id is not None:
        return _named(session, pool, member, booking_id, now)
    mine = bookings.of_member(session, member.id, now)
    fitting = [row for row in mine if (row.starts_at <= now) == running]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise ask_which(session, pool, fitting, "release" if running else "cancel")
    if mine:
        raise _rather(session, pool, mine, "cancel" if running else "release")
    raise Refusal("no_such_booking", booking=None)


def _named(session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int, now: int) -> Booking:
    row = bookings.get(session, pool.id, booking_id) if booking_id < 2**63 else None
    if row is None or row.state == BookingState.HELD.value:
        raise Refusal("no_such_booking", booking=booking_id)
    one = _facts(session, pool, row)
    if row.member_id != member.id:
        raise Refusal("not_yours", booking=booking_id, holder=one.holder)
    if row.state != BookingState.BOOKED.value:
        raise Refusal("already_done", what="cancelled", data=_ended(session, pool, one, used=False))
    if row.ends_at <= now:
        what = "ended" if row.released_at is None else "released"
        raise Refusal("already_done", what=what, data=_ended(session, pool, one, used=True))
    return row


def ask_which(session: Session, pool: PoolFacts, rows: Sequence[Booking], verb: str) -> Refusal:
    """Several bookings could be meant: one button each."""
    return Refusal("ask_target", **_shown(session, pool, rows, verb))


def _rather(session: Session, pool: PoolFacts, rows: Sequence[Booking], verb: str) -> Refusal:
    """The other word was meant: offer it instead of guessing."""
    return Refusal("pick", **_shown(session, pool, rows, verb))


def _shown(session: Session, pool: PoolFacts, rows: Sequence[Booking], verb: str) -> dict[str, Any]:
    listed = [brief(one) for one in facts.bookings_of(session, rows, people.names(session, pool.id))]
    choices = [[_button(verb, one, alone=len(listed) == 1)] for one in listed[:MOST_BUTTONS]]
    return {"choices": choices, "verb": verb, "bookings": listed}


def _button(verb: str, one: dict[str, Any], *, alone: bool) -> Choice:
    return Choice(verb if alone else "which", f"booking.{verb}", {"booking": one["booking"]}, one)


def _facts(session: Session, pool: PoolFacts, row: Booking) -> BookingFacts:
    return facts.bookings_of(session, [row], people.names(session, pool.id))[0]
