"""The weekly share: what a member has booked ahead, against an equal part of the week (design §7)."""

import json
from collections.abc import Callable
from itertools import pairwise
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts
from bot.booking.rules.limits import LimitsInForce
from bot.booking.rules.shapes import Window
from bot.booking.rules.week_share import Ahead, check_week_share, iso_week
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import audit, bookings, pools
from storage.words import Role


def check(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    limits: LimitsInForce,
    start: int,
    end: int,
    cards: int,
    now: int,
) -> None:
    """Raises `limit` (rule week) when `cards` more for `[start, end)` would be over the member's share."""
    if limits.week_share_permille is None:
        return
    zone = ZoneInfo(pool.zone)
    sharing = [one for one in pools.members(session, pool.id) if one.role != Role.GUEST.value]
    check_week_share(
        limits,
        _ahead(session, member, iso_week(start, zone).starts_at),
        Ahead(start, end, cards, now),
        cards=len(facts.cards(session, pool.id)),
        members=len(sharing),
        zone=zone,
    )


def fitting(
    session: Session, pool: PoolFacts, member: MemberFacts, limits: LimitsInForce, now: int
) -> Callable[[Window], bool]:
    """Whether a window would be within the member's share of the week: what is offered can be booked."""

    def fits(window: Window) -> bool:
        try:
            check(session, pool, member, limits, window.starts_at, window.ends_at, len(window.gpu_ids), now)
        except Refusal:
            return False
        return True

    return fits


def _ahead(session: Session, member: MemberFacts, since: int) -> list[Ahead]:
    """What a member holds, cut where it was extended: each part counts from when it was decided."""
    rows = bookings.live_cards_of_member(session, member.id, since)
    extended: dict[int, list[Ahead]] = {}
    changed = sorted({f"booking:{booking_id}" for booking_id, *_, version in rows if version > 1})
    for note in audit.about(session, changed, "extended"):
        old_end, new_end = (json.loads(side or "{}")["booking"]["ends_at"] for side in (note.before, note.after))
        extended.setdefault(int(note.subject.partition(":")[2]), []).append(Ahead(old_end, new_end, 1, note.at))
    return [
        part
        for booking_id, starts_at, ends_at, made_at, _ in rows
        for part in _cut(Ahead(starts_at, ends_at, 1, made_at), extended.get(booking_id, []))
    ]


def _cut(held: Ahead, extended: list[Ahead]) -> list[Ahead]:
    """Held time in the parts that were decided at one moment each: the latest extension over a part counts."""
    edges = {edge for one in extended for edge in (one.starts_at, one.ends_at)}
    inner = sorted(edge for edge in edges if held.starts_at < edge < held.ends_at)
    parts = []
    for start, end in pairwise([held.starts_at, *inner, held.ends_at]):
        over = [one.made_at for one in extended if one.starts_at <= start and end <= one.ends_at]
        parts.append(Ahead(start, end, held.cards, over[-1] if over else held.made_at))
    return parts
