"""What is free: each card's free time, days by the hour, and the emptiest windows of the coming week."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts
from bot.booking.rules.calendar import Calendar, calendar_of
from bot.booking.rules.grid import columns, occupancy
from bot.booking.rules.quiet_windows import emptiest
from bot.booking.rules.shapes import Busy, Card, Span
from bot.booking.rules.week_share import local_day
from bot.booking.rules.windows import free_spans
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import bookings

AHEAD = 48 * 3600
SHORTEST = 600
WEEK = 7 * 86_400
DAY_BUTTONS = 7
IN_A_ROW = 3


def free(session: Session, pool: PoolFacts, member: MemberFacts, now: int, day: date | None = None) -> Reply:
    """Each card's free time within the next two days, and today and tomorrow, or the day asked for, by the hour.

    Raises `past` for a day that is over.
    """
    zone = ZoneInfo(pool.zone)
    today = local_day(now, zone)
    shown = [today, local_day(today.ends_at, zone)] if day is None else [day_of(day, zone)]
    if shown[0].ends_at <= now:
        raise Refusal("past", start=None)
    until = max(now + AHEAD, shown[-1].ends_at)
    cards = cards_of(session, pool)
    busy = facts.busy(session, cards, now, until, {})
    mine = own_bookings(session, member, now)
    days = [_day(one, cards, busy, mine, now, zone) for one in shown]
    asked = None if day is None else day.isoformat()
    return _reply(session, pool, cards, calendar_of(busy), now, until, {"days": days, "day": asked})


def quiet(session: Session, pool: PoolFacts, now: int) -> Reply:
    """The emptiest windows of the coming week that can be booked already."""
    cards = cards_of(session, pool)
    limits = facts.limits_in_force(session, pool.id, now)
    span = Span(now, now + min(WEEK, limits.horizon_seconds))
    calendar = calendar_of(facts.busy(session, cards, now, span.ends_at + 86_400, {}))
    windows = [
        {
            "start": window.starts_at,
            "end": window.ends_at,
            "free_permille": int(window.free * 1000),
            "throughout": window.throughout,
        }
        for window in emptiest(cards, calendar, 1, span, ZoneInfo(pool.zone))
    ]
    return _reply(session, pool, cards, calendar, now, now + AHEAD, {"quiet": windows})


def day_of(day: date, zone: tzinfo) -> Span:
    """The local day of a date."""
    return local_day(int(datetime.combine(day, time(12), zone).timestamp()), zone)


def own_bookings(session: Session, member: MemberFacts, since: int) -> frozenset[int]:
    """The ids of one's bookings that are not over by `since`."""
    return frozenset(int(one.id or 0) for one in bookings.of_member(session, member.id, since))


def cards_of(session: Session, pool: PoolFacts) -> list[Card]:
    """The pool's cards. Raises `no_cards`."""
    cards = facts.cards(session, pool.id)
    if not cards:
        raise Refusal("no_cards")
    return cards


def _day(
    day: Span, cards: list[Card], busy: list[Busy], mine: frozenset[int], now: int, zone: tzinfo
) -> dict[str, Any]:
    hours = columns(day, zone, since=now)
    return {
        "date": datetime.fromtimestamp(day.starts_at, zone).date().isoformat(),
        "start": hours[0].starts_at,
        "end": day.ends_at,
        "hours": [hour.hour for hour in hours],
        "cards": [
            {"number": number, "cells": "".join(cell[0] for cell in cells)}
            for number, cells in occupancy(cards, busy, mine, hours).items()
        ],
    }


def _reply(
    session: Session,
    pool: PoolFacts,
    cards: list[Card],
    calendar: Calendar,
    now: int,
    until: int,
    more: dict[str, Any],
) -> Reply:
    names = facts.node_names(session, pool.id)
    listed: list[dict[str, Any]] = [
        {
            "number": card.number,
            "node": names[card.node_id],
            "kind": card.kind,
            "memory_gb": card.memory_gb,
            "broken": card.broken,
            "free": [
                {"start": span.starts_at, "end": span.ends_at}
                for span in free_spans(card, calendar, now, until)
                if span.seconds >= SHORTEST
            ],
        }
        for card in cards
    ]
    free_now = [
        {"number": item["number"], "kind": item["kind"], "end": item["free"][0]["end"]}
        for item in listed
        if item["free"] and item["free"][0]["start"] == now
    ]
    data = {"cards": listed, "now": free_now, "until": until, "days": [], "day": None, "quiet": None}
    return Reply("free", {**data, "pool": pool.name, **more}, _days_to_press(now, ZoneInfo(pool.zone)))


def _days_to_press(now: int, zone: tzinfo) -> Rows:
    today = datetime.fromtimestamp(now, zone).date()
    dates = [(today + timedelta(days=ahead)).isoformat() for ahead in range(DAY_BUTTONS)]
    choices = [Choice("day", "free.day", {"date": one}, {"date": one}) for one in dates]
    choices.append(Choice("quietest", "free.quiet"))
    return tuple(tuple(choices[at : at + IN_A_ROW]) for at in range(0, len(choices), IN_A_ROW))
