"""Book cards: all or nothing, never twice, and a refusal that says who is in the way and what would work."""

from collections.abc import Callable
from typing import Any

from sqlmodel import Session

from bot.billing.services.cost import reference_cost
from bot.booking import facts
from bot.booking.rules.calendar import calendar_of
from bot.booking.rules.limits import LimitsInForce, check_half_ahead, check_limits
from bot.booking.rules.placement import Seen, place
from bot.booking.rules.shapes import Busy, Card, Window
from bot.booking.rules.ways_out import WayOut, blocking, ways_out
from bot.booking.rules.wishes import check_cards
from bot.booking.services import beyond, own, reminders, shares, within
from bot.booking.services.cards import booking_data, fresh_buttons
from bot.booking.services.wish import Wish, payload_of
from bot.chat.message import Choice, Notice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import still_here, still_owner
from bot.usage.services.placing import seen_of
from storage.database import lock_pool
from storage.queries import audit, bookings, changes
from storage.words import BookingState, Role


def book(
    session: Session, pool: PoolFacts, member: MemberFacts, wish: Wish, now: int, by: MemberFacts | None = None
) -> Reply:
    """Hold the cards for a member; `by`: another who books for them, and they are told.

    Raises `taken`, `limit`, `past`, `own_instead`, and like `check_cards`.
    """
    lock_pool(session, pool.id)
    member, by = _as_they_are_now(session, member, by)
    bookings.expire_holds(session, now)
    cards = facts.cards(session, pool.id)
    if not cards:
        raise Refusal("no_cards")
    check_cards(cards, wish.need)
    start = now if wish.starts_at is None else wish.starts_at
    end = start + wish.need.seconds
    limits = facts.limits_in_force(session, pool.id, now)
    try:
        return _book(session, pool, member, wish, cards, limits, start, end, now, by)
    except Refusal as refusal:
        raise within.instead(refusal, wish, limits) from None


def _as_they_are_now(
    session: Session, member: MemberFacts, by: MemberFacts | None
) -> tuple[MemberFacts, MemberFacts | None]:
    """What was so before the pool was locked may be over. Raises `not_member`, `role`; `bad_input` for a guest."""
    fresh = still_here(session, member)
    if by is not None and by.id != member.id:
        by = still_owner(session, by)
        if fresh.role is Role.GUEST:
            raise Refusal("bad_input", reason="guest", facts={"name": fresh.name})
    elif fresh.role is Role.GUEST:
        raise Refusal("role", needed="member", role=fresh.role.value)
    return fresh, by


def _book(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    wish: Wish,
    cards: list[Card],
    limits: LimitsInForce,
    start: int,
    end: int,
    now: int,
    by: MemberFacts | None,
) -> Reply:
    check_limits(limits, start, end, now)
    if not wish.apart and by is None:
        own.check(session, pool, member, wish.need, start, end, limits, now, lambda: payload_of(wish))
    horizon_end = now + limits.horizon_seconds
    busy = facts.busy(session, cards, now, max(end, horizon_end + end - start), people.names(session, pool.id))
    seen = seen_of(session, cards, member.id, now)
    window = place(cards, calendar_of(busy), wish.need, start, end, now=now, horizon_end=horizon_end, seen=seen)
    if window is None:
        shared = shares.fitting(session, pool, member, limits, now)
        raise _taken(cards, busy, wish, start, end, limits, now, seen, shared)
    check_half_ahead(limits, cards, window.gpu_ids, start, now)
    beyond.check(session, pool.id, window, wish, limits.min_seconds, now)
    shares.check(session, pool, member, limits, start, end, len(window.gpu_ids), now)
    return _hold(session, pool, member, cards, window, wish, seen, now, by or member)


def _hold(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    cards: list[Card],
    window: Window,
    wish: Wish,
    seen: Seen,
    now: int,
    by: MemberFacts,
) -> Reply:
    row: dict[str, Any] = {
        "pool_id": pool.id,
        "member_id": member.id,
        "node_id": window.node_id,
        "state": BookingState.BOOKED.value,
        "starts_at": window.starts_at,
        "ends_at": window.ends_at,
        "planned_end_at": window.ends_at,
        "purpose": wish.purpose,
        "made_by": by.id,
        "made_at": now,
        "version": 1,
    }
    booking_id = bookings.make(session, row, window.gpu_ids)
    reminders.plan_first(session, booking_id, window.starts_at, window.ends_at, now)
    audit.note(
        session,
        at=now,
        what="booked",
        subject=f"booking:{booking_id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after=changes.first_snapshot(row, window.gpu_ids),
    )
    taken = [card for card in cards if card.gpu_id in window.gpu_ids]
    cost = reference_cost(session, pool, [card.kind for card in taken], window.seconds, now)
    data = booking_data(
        session,
        pool,
        booking_id,
        member,
        window.numbers,
        window.starts_at,
        window.ends_at,
        window.ends_at,
        cost=cost,
        now=now,
        purpose=wish.purpose,
        assumed_count=wish.assumed_count,
        kinds=[c.kind for c in taken],
    ) | _known_of(taken, seen, window.starts_at <= now)
    buttons = fresh_buttons(booking_id, window.starts_at, now, data)
    notices: tuple[Notice, ...] = ()
    if by.id != member.id:
        told = {**data, "by": by.name}
        data = told
        notices = telling.member(session, pool, member, f"booking:{booking_id}:for", "booked_for_you", told)
    return Reply("booked", data, buttons, (f"booking:{booking_id}", 1), notices=notices)


def _known_of(taken: list[Card], seen: Seen, begins: bool) -> dict[str, Any]:
    """The cards got that are not as one expects them: their numbers, each list only where there are any."""
    warned = [card.number for card in taken if card.gpu_id in seen.warned]
    occupied = [card.number for card in taken if begins and card.gpu_id in seen.occupied]
    return {name: numbers for name, numbers in (("warned", warned), ("occupied", occupied)) if numbers}


def _taken(
    cards: list[Card],
    busy: list[Busy],
    wish: Wish,
    start: int,
    end: int,
    limits: LimitsInForce,
    now: int,
    seen: Seen,
    fits: Callable[[Window], bool],
) -> Refusal:
    """Who holds what until when, and what would work, each way out with its button."""
    blockers = blocking(cards, busy, wish.need, start, end)
    found = ways_out(cards, busy, wish.need, start, end, now=now, limits=limits, seen=seen)
    ways = [way for way in found if fits(way.window)]
    offers = [_offer(way) for way in ways]
    choices = [
        [Choice(f"offer.{way.kind}", "book", _payload(wish, way.window, now), offer, into=("offers", at))]
        for at, (way, offer) in enumerate(zip(ways, offers, strict=True))
    ]
    in_the_way = [
        {
            "booking": one.booking_id,
            "holder": one.holder,
            "gpus": list(one.numbers),
            "start": one.starts_at,
            "end": one.ends_at,
        }
        for one in blockers
    ]
    asked = {"count": wish.need.size, "kind": wish.need.kind, "gpus": list(wish.need.numbers)}
    return Refusal("taken", choices=choices, blocking=in_the_way, offers=offers, start=start, end=end, **asked)


def _offer(way: WayOut) -> dict[str, Any]:
    window = way.window
    return {
        "kind": way.kind,
        "gpus": list(window.numbers),
        "start": window.starts_at,
        "end": window.ends_at,
    }


def _payload(wish: Wish, window: Window, now: int) -> dict[str, Any]:
    """A press books exactly the offered cards; an offer that starts at once starts when it is pressed."""
    return {
        "gpus": list(window.numbers),
        "count": len(window.numbers),
        "kind": wish.need.kind,
        "memory_gb": wish.need.memory_gb,
        "start": None if window.starts_at <= now else window.starts_at,
        "seconds": window.seconds,
        "purpose": wish.purpose,
        "apart": True,
        "whom": wish.whom,
        "beyond": wish.beyond,
    }
