"""Undo: within two minutes, one's latest change of a booking is taken back, as a new, guarded, audited action."""

import json
from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.services import neighbours, reminders
from bot.booking.services.end import tell_holder
from bot.booking.services.targets import costed, fact_of
from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import CardTaken, lock_pool, savepoint
from storage.queries import audit, bookings, changes, pools
from storage.tables import Audit, Booking
from storage.words import BookingState

UNDO_SECONDS = 120
UNDOABLE = ("booked", "extended", "shortened", "card_dropped", "cancelled", "released")
FELL_AWAY = ("card_lost", "card_broken")


def undo(session: Session, pool: PoolFacts, member: MemberFacts, now: int, booking_id: int | None = None) -> Reply:
    """Take back the caller's latest change, if it is one of `booking_id` where a button says so.

    Raises `nothing_to_undo`, `undo_too_late`, `undo_taken`.
    """
    lock_pool(session, pool.id)
    bookings.expire_holds(session, now)
    last = audit.latest(session, pool.id, member.person_id, (*UNDOABLE, "undone"))
    if last is None or last.what == "undone" or (booking_id or _id(last)) != _id(last):
        raise Refusal("nothing_to_undo")
    if now - last.at > UNDO_SECONDS:
        raise Refusal("undo_too_late", what=last.what, done_at=last.at, allowed=UNDO_SECONDS)
    row = _booking(session, pool, last)
    before = changes.snapshot(session, int(row.id or 0))
    after = json.loads(last.after or "{}")
    if {name: after.get(name) for name in before} != before:
        raise Refusal("nothing_to_undo")
    _take_back(session, pool, row, last, before, now)
    session.refresh(row)
    _remind(session, row, now)
    audit.note(
        session,
        at=now,
        what="undone",
        subject=last.subject,
        pool_id=pool.id,
        person_id=member.person_id,
        before=before,
        after=changes.snapshot(session, int(row.id or 0)),
    )
    holds = row.state == BookingState.BOOKED.value
    data = {**costed(session, pool, fact_of(session, pool, row), used=holds), "what": last.what, "holds": holds}
    theirs = row.member_id != member.id
    notices = tell_holder(session, pool, row, "undone_by_owner", {**data, "by": member.name}) if theirs else ()
    return Reply("undone", data, edits=True, notices=notices)


def _id(last: Audit) -> int:
    return int(last.subject.partition(":")[2])


def _booking(session: Session, pool: PoolFacts, last: Audit) -> Booking:
    row = bookings.get(session, pool.id, _id(last))
    if row is None or not pools.stays(session, row.member_id):  # nobody who left gets cards back
        raise Refusal("nothing_to_undo")
    return row


def _take_back(session: Session, pool: PoolFacts, row: Booking, last: Audit, stands: dict[str, Any], now: int) -> None:
    if last.what == "booked":
        bookings.cancel(session, row, now)
        return
    kept: dict[str, Any] = json.loads(last.before or "{}")
    if kept["booking"]["ends_at"] <= now:
        raise Refusal("undo_too_late", what=last.what, done_at=last.at, allowed=UNDO_SECONDS)
    if broken := _broken_since(session, pool, last, _gained(kept, stands, now)):
        raise Refusal("undo_taken", blocking=[], broken=broken)
    try:
        with savepoint(session):
            changes.restore(session, row, kept)
    except CardTaken:
        raise _taken(session, pool, row, kept, now) from None


def _gained(kept: dict[str, Any], stands: dict[str, Any], now: int) -> set[int]:
    """The cards of which the booking would have more time to come than it has."""
    until = {gpu_id: end for gpu_id, _, end, live in stands["cards"] if live}
    return {gpu_id for gpu_id, _, end, live in kept["cards"] if live and end > max(now, until.get(gpu_id, 0))}


def _broken_since(session: Session, pool: PoolFacts, last: Audit, gpu_ids: set[int]) -> list[int]:
    """Those of the cards that fell away after the change. One that was broken before it is given back as it was."""
    broken = {card.number for card in facts.cards(session, pool.id) if card.broken and card.gpu_id in gpu_ids}
    if not broken:
        return []
    told = [one for what in FELL_AWAY for one in audit.about(session, [f"pool:{pool.id}"], what)]
    return sorted(broken & {json.loads(one.after or "{}")["card"] for one in told if (one.id or 0) > (last.id or 0)})


def _taken(session: Session, pool: PoolFacts, row: Booking, kept: dict[str, Any], now: int) -> Refusal:
    """Somebody took a card in the meantime: who, and until when."""
    held = {gpu_id for gpu_id, *_ in kept["cards"]}
    mine = [card for card in facts.cards(session, pool.id) if card.gpu_id in held]
    rows = facts.busy(session, mine, now, kept["booking"]["ends_at"], people.names(session, pool.id))
    others = [busy for busy in rows if busy.booking_id != row.id]
    return Refusal("undo_taken", blocking=neighbours.items(session, pool, others))


def _remind(session: Session, row: Booking, now: int) -> None:
    booking_id = int(row.id or 0)
    reminders.drop(session, booking_id)
    if row.state == BookingState.BOOKED.value and row.ends_at > now:
        reminders.plan(session, booking_id, row.starts_at, row.ends_at, now)
