"""End bookings: release gives back what is left of a running one, cancel takes back one that never began."""

from collections.abc import Sequence

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


def release(session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int | None, now: int) -> Reply:
    """End a running booking of one's own now. Raises `no_such_booking`, `not_yours`, `already_done`, `ask_target`."""
    row = _target(session, pool, member, booking_id, now, running=True)
    if row.starts_at > now:
        raise _rather(session, pool, row, "cancel")
    return _end(session, pool, member, row, now)


def cancel(session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int | None, now: int) -> Reply:
    """Take back a booking of one's own before it starts. Raises like `release`."""
    row = _target(session, pool, member, booking_id, now, running=False)
    if row.starts_at < now:
        raise _rather(session, pool, row, "release")
    return _end(session, pool, member, row, now)


def _end(session: Session, pool: PoolFacts, member: MemberFacts, row: Booking, now: int) -> Reply:
    """A release in a booking's first second is a cancel: no time was used."""
    lasted = row.starts_at < now
    one = _facts(session, pool, row)
    before = {"start": row.starts_at, "end": row.ends_at}
    if lasted:
        bookings.end_at(session, row, now)
    else:
        bookings.cancel(session, row, now)
    reminders.drop(session, one.id)
    what = "released" if lasted else "cancelled"
    end = now if lasted else row.ends_at
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"booking:{one.id}",
        pool_id=pool.id,
        person_id=member.person_id,
        before=before,
        after={"start": row.starts_at, "end": end},
    )
    kinds = [card.kind for card in facts.cards(session, pool.id) if card.number in one.numbers]
    cost = (
        reference_cost_minor(kinds, end - one.starts_at, facts.prices(session, pool.id, now), now) if lasted else None
    )
    data = {
        **brief(one),
        "end": end,
        "reference_cost_minor": cost,
        "currency": pool.currency,
        "final": False,
    }
    return Reply(what, data, edits=False)


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
    if not fitting:
        others = [brief(one) for one in facts.bookings_of(session, mine, people.names(session, pool.id))]
        raise Refusal("no_such_booking", booking=None, running=running, mine=others)
    raise ask_which(session, pool, fitting, "release" if running else "cancel")


def _named(session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int, now: int) -> Booking:
    row = bookings.get(session, pool.id, booking_id) if booking_id < 2**63 else None
    if row is None or row.state == BookingState.HELD.value:
        raise Refusal("no_such_booking", booking=booking_id, running=None, mine=[])
    if row.member_id != member.id:
        raise Refusal("not_yours", booking=booking_id, holder=_facts(session, pool, row).holder)
    if row.state != BookingState.BOOKED.value or row.ends_at <= now:
        done = "cancelled" if row.state == BookingState.CANCELLED.value else "ended"
        data = brief(_facts(session, pool, row))
        raise Refusal("already_done", what="released" if row.released_at else done, data=data)
    return row


def ask_which(session: Session, pool: PoolFacts, rows: Sequence[Booking], verb: str) -> Refusal:
    """Several bookings could be meant: one button each."""
    ones = facts.bookings_of(session, rows, people.names(session, pool.id))
    choices = [[Choice("which", f"booking.{verb}", {"booking": one.id}, brief(one))] for one in ones[:8]]
    return Refusal("ask_target", choices=choices, verb=verb, bookings=[brief(one) for one in ones])


def _rather(session: Session, pool: PoolFacts, row: Booking, verb: str) -> Refusal:
    """The other word was meant: offer it instead of guessing."""
    one = brief(_facts(session, pool, row))
    return Refusal(
        "pick",
        choices=[[Choice(verb, f"booking.{verb}", {"booking": one["booking"]})]],
        verb=verb,
        bookings=[one],
    )


def _facts(session: Session, pool: PoolFacts, row: Booking) -> BookingFacts:
    return facts.bookings_of(session, [row], people.names(session, pool.id))[0]
