"""A member's share of a week: the card-seconds booked ahead in each ISO week of the pool's zone.

Weeks are cut at Monday 00:00 local time, so a week with a clock change has 167 or 169 hours. What is
booked for the very day on which it is booked is free for all and counts nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from bot.booking.rules.limits import LimitsInForce
from bot.booking.rules.shapes import Span
from bot.errors import Refusal


@dataclass(frozen=True, slots=True)
class Ahead:
    """Booked time and when it was decided, at its start or before. An extension is one of its own."""

    starts_at: int
    ends_at: int
    cards: int
    made_at: int


def local_day(at: int, zone: tzinfo) -> Span:
    """The local day around an instant."""
    day = datetime.fromtimestamp(at, zone).date()
    return Span(_midnight(day, zone), _midnight(day + timedelta(days=1), zone))


def iso_week(at: int, zone: tzinfo) -> Span:
    """The local week, Monday 00:00 to Monday 00:00, around an instant."""
    day = datetime.fromtimestamp(at, zone).date()
    monday = day - timedelta(days=day.weekday())
    return Span(_midnight(monday, zone), _midnight(monday + timedelta(days=7), zone))


def card_seconds_by_week(booked: Iterable[Ahead], zone: tzinfo) -> dict[Span, int]:
    """Card-seconds booked ahead in each week they touch, without those of the day they were made."""
    weeks: dict[Span, int] = {}
    for ahead in booked:
        at = max(ahead.starts_at, local_day(ahead.made_at, zone).ends_at)
        while at < ahead.ends_at:
            week = iso_week(at, zone)
            until = min(week.ends_at, ahead.ends_at)
            weeks[week] = weeks.get(week, 0) + ahead.cards * (until - at)
            at = until
    return weeks


def week_allowance(week: Span, cards: int, members: int, permille: int) -> int:
    """The most card-seconds ahead: permille / 1000 × (cards × the week) ÷ members, rounded down."""
    return permille * cards * week.seconds // (1_000 * max(1, members))


def check_week_share(
    limits: LimitsInForce, already: Iterable[Ahead], new: Ahead, *, cards: int, members: int, zone: tzinfo
) -> None:
    """Refuses what takes a member over their share of a week (`limit`: week).

    Only weeks that `new` adds to are looked at. `cards` are the pool's, `members` those in it now without
    guests. `value` is what the member would have and `left` what may still be added, in card-seconds of
    the week that begins at `week_start`.
    """
    if limits.week_share_permille is None:
        return
    held = card_seconds_by_week(already, zone)
    for week, added in sorted(card_seconds_by_week([new], zone).items(), key=lambda item: item[0].starts_at):
        before = held.get(week, 0)
        allowed = week_allowance(week, cards, members, limits.week_share_permille)
        if before + added > allowed:
            raise Refusal(
                "limit",
                rule="week",
                value=before + added,
                allowed=allowed,
                left=max(0, allowed - before),
                week_start=week.starts_at,
            )


def _midnight(day: date, zone: tzinfo) -> int:
    """The first instant of a local day, also when the clock skips or repeats 00:00 (fold 0 does both)."""
    return int(datetime.combine(day, time(), zone).timestamp())
