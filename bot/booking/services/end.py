"""End bookings: release gives back what is left of a running one, cancel takes back one that never began.

Owners may end anybody's, with a reason; the holder is told.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.services.given_up_cost import charged_percent
from bot.booking.services import reminders
from bot.booking.services.targets import ANY, Near, costed, fact_of, rather, target
from bot.chat.message import Choice, Notice, Reply
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts, member_facts
from bot.people.services import telling
from storage.queries import audit, bookings, changes, pools
from storage.tables import Booking

LONGEST_REASON = 200


def release(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    booking_id: int | None,
    now: int,
    *,
    reason: str | None = None,
    near: Near = ANY,
    count: int | None = None,
) -> Reply:
    """End a running booking now. Raises like `target`, `pick` where only `cancel` would do, and `ask_reason`.

    `count`: so many cards are given back; of a booking with more, which ones is asked (`bad_input`).
    """
    row = target(
        session,
        pool,
        member,
        booking_id,
        now,
        verb="release",
        near=near,
        fits=lambda one: one.starts_at <= now,
        instead="cancel",
        by_owner=True,
    )
    if row.starts_at > now:
        raise rather(session, pool, [row], "cancel")
    _all_are_meant(session, pool, row, count)
    return _end(session, pool, member, row, now, reason, "release")


def cancel(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    booking_id: int | None,
    now: int,
    *,
    reason: str | None = None,
    near: Near = ANY,
    count: int | None = None,
) -> Reply:
    """Take back a booking before it starts. Raises like `release`."""
    row = target(
        session,
        pool,
        member,
        booking_id,
        now,
        verb="cancel",
        near=near,
        fits=lambda one: one.starts_at > now,
        instead="release",
        by_owner=True,
    )
    if row.starts_at < now:
        raise rather(session, pool, [row], "release")
    _all_are_meant(session, pool, row, count)
    return _end(session, pool, member, row, now, reason, "cancel")


def _all_are_meant(session: Session, pool: PoolFacts, row: Booking, count: int | None) -> None:
    """放2张 of a booking of four does not say which two."""
    have = fact_of(session, pool, row).numbers
    if count is not None and count < len(have):
        last = ",".join(str(number) for number in have[-count:])
        raise Refusal("bad_input", reason="which_cards", facts={"have": list(have)}, example=f"/release gpu {last}")


def _end(
    session: Session, pool: PoolFacts, member: MemberFacts, row: Booking, now: int, reason: str | None, verb: str
) -> Reply:
    """A release in a booking's first second is a cancel: no time was used. `verb` is what was asked for."""
    lasted = row.starts_at < now
    planned = fact_of(session, pool, row)
    theirs = row.member_id != member.id
    if theirs and not reason:
        raise Refusal("ask_reason", booking=planned.id, holder=planned.holder, verb=verb)
    one = replace(planned, ends_at=now) if lasted else planned
    before = changes.snapshot(session, one.id)
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
        before=before,
        after={**changes.snapshot(session, one.id), **({"reason": reason} if theirs else {})},
    )
    data = costed(session, pool, one, used=lasted)
    percent = charged_percent(session, pool, row.starts_at, row.made_at, now, running=lasted)
    if percent is not None and planned.ends_at > now:
        data["charged_percent"] = percent
    session.refresh(row)
    notices: tuple[Notice, ...] = ()
    if theirs:
        data = {**data, "by": member.name, "reason": (reason or "")[:LONGEST_REASON]}
        notices = tell_holder(session, pool, row, "ended_by_owner", data)
    undo = Choice("undo", "booking.undo", {"booking": one.id})
    return Reply(what, data, ((undo,),), (f"booking:{one.id}", row.version), notices=notices)


def tell_holder(
    session: Session, pool: PoolFacts, row: Booking, code: str, data: Mapping[str, Any]
) -> tuple[Notice, ...]:
    """What somebody else did to a booking, told to its holder."""
    found = pools.member(session, row.member_id)
    if found is None:
        return ()
    return telling.member(session, pool, member_facts(found), f"booking:{row.id}:{code}:{row.version}", code, data)
