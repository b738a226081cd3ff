"""The pool's week: how many cards are free in each block of hours, and whose bookings there are."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.rules.calendar import calendar_of
from bot.booking.rules.grid import Cell, columns, occupancy
from bot.booking.rules.shapes import Busy, Card, Span
from bot.booking.rules.week_share import iso_week
from bot.booking.rules.windows import free_spans
from bot.booking.services.free import cards_of, day_of, own_bookings
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import bookings

HOURS_A_BLOCK = 4
MOST_BOOKINGS = 10
Kind = tuple[str, int]


def week(session: Session, pool: PoolFacts, member: MemberFacts, now: int, day: date | None = None) -> Reply:
    """The week around a day (default: today). Raises `past` for a week that is over."""
    zone = ZoneInfo(pool.zone)
    span = iso_week(now if day is None else day_of(day, zone).starts_at, zone)
    if span.ends_at <= now:
        raise Refusal("past", start=None)
    cards = cards_of(session, pool)
    since = max(now, span.starts_at)
    busy = facts.busy(session, cards, since, span.ends_at, {})
    mine = own_bookings(session, member, since)
    monday = datetime.fromtimestamp(span.starts_at, zone).date()
    kinds = Counter((card.kind, card.memory_gb) for card in cards)
    listed, more = _bookings(session, pool, Span(since, span.ends_at))
    data = {
        "start": span.starts_at,
        "end": span.ends_at,
        "weeks_ahead": (monday - _monday(now, zone)).days // 7,
        "free_permille": _free_permille(cards, busy, Span(since, span.ends_at)),
        "kinds": [{"kind": kind, "memory_gb": memory, "cards": n} for (kind, memory), n in kinds.items()],
        "days": [_day(monday + timedelta(days=n), cards, list(kinds), busy, mine, now, zone) for n in range(7)],
        "bookings": [{**_said(one), "mine": one.member_id == member.id} for one in listed],
        "more": more,
        "pool": pool.name,
    }
    return Reply("week", data, _other_weeks(session, pool, span, now, zone))


def _monday(now: int, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(iso_week(now, zone).starts_at, zone).date()


def _free_permille(cards: Sequence[Card], busy: Sequence[Busy], span: Span) -> int:
    """The free share of the working cards' time."""
    working = [card for card in cards if not card.broken]
    calendar = calendar_of(busy)
    free = sum(
        stretch.seconds for card in working for stretch in free_spans(card, calendar, span.starts_at, span.ends_at)
    )
    return free * 1000 // (len(working) * span.seconds) if working else 0


def _day(
    day: date,
    cards: Sequence[Card],
    kinds: Sequence[Kind],
    busy: Sequence[Busy],
    mine: frozenset[int],
    now: int,
    zone: ZoneInfo,
) -> dict[str, Any]:
    """What is still to come of a day in blocks: per kind the cards free all along, and whether one has one."""
    blocks = columns(day_of(day, zone), zone, since=now, hours=HOURS_A_BLOCK)
    cells = occupancy(cards, busy, mine, blocks)
    of_kind = [[cells[card.number] for card in cards if (card.kind, card.memory_gb) == kind] for kind in kinds]
    return {
        "date": day.isoformat(),
        "blocks": [
            {
                "start": block.starts_at,
                "end": block.ends_at,
                "hour": block.hour,
                "free": [sum(row[at] is Cell.FREE for row in rows) for rows in of_kind],
                "mine": [any(row[at] is Cell.MINE for row in rows) for rows in of_kind],
            }
            for at, block in enumerate(blocks)
        ],
    }


def _bookings(session: Session, pool: PoolFacts, span: Span) -> tuple[list[BookingFacts], int]:
    """The first bookings of the span, soonest first, and how many more there are."""
    rows = [row for row in bookings.open_of_pool(session, pool.id, span.starts_at) if row.starts_at < span.ends_at]
    shown = facts.bookings_of(session, rows[:MOST_BOOKINGS], people.names(session, pool.id))
    return shown, len(rows) - len(shown)


def _said(one: BookingFacts) -> dict[str, Any]:
    return {
        "booking": one.id,
        "holder": one.holder,
        "gpus": list(one.numbers),
        "start": one.starts_at,
        "end": one.ends_at,
    }


def _other_weeks(session: Session, pool: PoolFacts, span: Span, now: int, zone: ZoneInfo) -> Rows:
    """The week before unless it is over, the week behind while some of it can be booked already."""
    limits = facts.limits_in_force(session, pool.id, now)
    starts = []
    if span.starts_at > now:
        starts.append(iso_week(span.starts_at - 1, zone).starts_at)
    if span.ends_at <= now + limits.horizon_seconds:
        starts.append(span.ends_at)
    this = _monday(now, zone)
    choices = []
    for start in starts:
        day = datetime.fromtimestamp(start, zone).date()
        said = {"date": day.isoformat()}
        choices.append(Choice("week", "week.show", said, {**said, "ahead": (day - this).days // 7}))
    return (tuple(choices),) if choices else ()
