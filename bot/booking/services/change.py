"""Change a booking that runs or is to come: extend it, shorten it, drop some of its cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.rules.limits import LimitsInForce, check_half_ahead, check_length
from bot.booking.services import beyond, end, neighbours, reminders, shares
from bot.booking.services.targets import ANY, Near, costed, fact_of, running, target
from bot.booking.services.too_far import cannot_extend, too_long
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services.finding import still_here
from storage.queries import audit, changes
from storage.tables import Booking
from storage.words import Role


@dataclass(frozen=True, slots=True)
class NewEnd:
    """Another end: so many `seconds` later, or `until` an instant; `beyond`: also past the machine's rental."""

    seconds: int | None = None
    until: int | None = None
    beyond: bool = False

    def after(self, end: int) -> int:
        """The instant it means for a booking that ends at `end`."""
        return self.until if self.until is not None else end + (self.seconds or 0)

    def payload(self) -> dict[str, Any]:
        return {"seconds": self.seconds, "until": self.until}


def new_end_of(payload: Mapping[str, Any]) -> NewEnd | None:
    """The new end that a button carries, if it carries one."""
    seconds, until = payload.get("seconds"), payload.get("until")
    return None if seconds is None and until is None else NewEnd(seconds, until, bool(payload.get("beyond")))


def change_end(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    booking_id: int | None,
    wish: NewEnd,
    now: int,
    near: Near = ANY,
) -> Reply:
    """Extend or shorten; shortening is never against a limit, and a guest may do it. Of several bookings the one that
    runs is meant.

    Raises `taken` (with the longest extension that works), `limit`, `past`, `role`, `beyond_rental`, like `target`.
    """
    row = target(
        session,
        pool,
        member,
        booking_id,
        now,
        verb="extend",
        payload=wish.payload(),
        near=near,
        prefers=lambda rows: running(rows, now, wish.until),
    )
    until = wish.after(row.ends_at)
    if until <= now:
        raise Refusal("past", start=until)
    if until <= row.starts_at:
        raise Refusal("past", start=until, booking=row.id, begins=row.starts_at)
    one = fact_of(session, pool, row)
    if until == row.ends_at:
        data = {**costed(session, pool, one), "old_end": until, "next": neighbours.next_one(session, pool, one)}
        raise Refusal("already_done", what="extended", data=data)
    if until < row.ends_at:
        return _move_end(session, pool, member, row, until, now, "shortened")
    _check_role(session, member)
    _check_limits(session, pool, member, one, until, now)
    in_the_way = neighbours.after(session, pool, one, until)
    if in_the_way:
        raise cannot_extend(session, pool, one, in_the_way, until)
    if not wish.beyond:
        beyond.check_extension(session, pool.id, one, until, now)
    return _move_end(session, pool, member, row, until, now, "extended")


def _check_role(session: Session, member: MemberFacts) -> None:
    """A member made a guest gives cards back, and takes no more of them."""
    role = still_here(session, member).role
    if role is Role.GUEST:
        raise Refusal("role", needed="member", role=role.value)


def _check_limits(
    session: Session, pool: PoolFacts, member: MemberFacts, one: BookingFacts, until: int, now: int
) -> None:
    """The same rules as on booking: the whole length, half of a kind far ahead, the share of the week."""
    limits = facts.limits_in_force(session, pool.id, now)
    cards = facts.cards(session, pool.id)
    try:
        check_length(limits, one.starts_at, until)
    except Refusal as refusal:
        raise too_long(session, pool, one, refusal) from None
    gpu_ids = {card.gpu_id for card in cards if card.number in one.numbers}
    check_half_ahead(limits, cards, gpu_ids, one.starts_at, now)
    shares.check(session, pool, member, limits, one.ends_at, until, len(one.numbers), now)


def _move_end(
    session: Session, pool: PoolFacts, member: MemberFacts, row: Booking, until: int, now: int, what: str
) -> Reply:
    booking_id, old_end = int(row.id or 0), row.ends_at
    before = changes.snapshot(session, booking_id)
    changes.set_end(session, row, until)
    session.refresh(row)
    reminders.plan(session, booking_id, row.starts_at, until, now)
    _note(session, pool, member, booking_id, what, before, now)
    one = fact_of(session, pool, row)
    data = {**costed(session, pool, one), "old_end": old_end, "next": neighbours.next_one(session, pool, one)}
    return Reply(what, data, _buttons(one, now), (f"booking:{booking_id}", row.version))


def _buttons(one: BookingFacts, now: int) -> Rows:
    verb = "release" if one.starts_at <= now else "cancel"
    carried = {"booking": one.id}
    return ((Choice("undo", "booking.undo", carried), Choice(verb, f"booking.{verb}", carried)),)


def drop(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    booking_id: int | None,
    numbers: Sequence[int],
    now: int,
) -> Reply:
    """Let some cards of a booking go; all of them end it. Raises `no_such_card`, and like `target`."""
    wanted = set(numbers)
    near = Near(tuple(sorted(wanted)))
    carried = {"gpus": sorted(wanted)}
    row = target(session, pool, member, booking_id, now, verb="drop", payload=carried, near=near)
    one = fact_of(session, pool, row)
    if not wanted <= set(one.numbers):
        raise Refusal("no_such_card", numbers=sorted(wanted - set(one.numbers)), have=list(one.numbers), booking=one.id)
    if wanted == set(one.numbers):
        whole = end.release if row.starts_at <= now else end.cancel
        return whole(session, pool, member, one.id, now)
    before = changes.snapshot(session, one.id)
    gpu_ids = [card.gpu_id for card in facts.cards(session, pool.id) if card.number in wanted]
    changes.drop_cards(session, row, gpu_ids, now)
    session.refresh(row)
    _note(session, pool, member, one.id, "card_dropped", before, now)
    kept = fact_of(session, pool, row)
    data = {**costed(session, pool, kept), "dropped": sorted(wanted)}
    return Reply("card_dropped", data, _buttons(kept, now), (f"booking:{one.id}", row.version))


def possible_hours(
    session: Session, pool: PoolFacts, one: BookingFacts, limits: LimitsInForce, hours: Sequence[int]
) -> list[int]:
    """By how many hours it could be extended: nobody follows, and it does not get too long."""
    following = neighbours.next_one(session, pool, one, max(hours) * 3600)
    room = limits.max_seconds - (one.ends_at - one.starts_at)
    if following is not None:
        room = min(room, following["start"] - one.ends_at)
    return [h for h in hours if h * 3600 <= room]


def _note(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    booking_id: int,
    what: str,
    before: dict[str, Any],
    now: int,
) -> None:
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"booking:{booking_id}",
        pool_id=pool.id,
        person_id=member.person_id,
        before=before,
        after=changes.snapshot(session, booking_id),
    )
