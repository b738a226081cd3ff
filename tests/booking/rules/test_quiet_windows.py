"""什么时候人少: the parts of the coming days in which most is free."""

from collections import Counter
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.booking.rules.quiet_windows import emptiest, parts_of_days
from bot.booking.rules.shapes import Busy, Card, Span
from tests.booking.rules.calendars import booked, pool

SHANGHAI, BERLIN = ZoneInfo("Asia/Shanghai"), ZoneInfo("Europe/Berlin")
HOUR, DAY = 3600, 86_400
NOW = int(datetime(2026, 12, 2, 20, 10, tzinfo=SHANGHAI).timestamp())
WEEK = Span(NOW, NOW + 7 * DAY)


def clock(at: int, zone: ZoneInfo = SHANGHAI) -> str:
    return f"{datetime.fromtimestamp(at, zone):%d %H:%M}"


def by_hand(cards: list[Card], busy: list[Busy], need: int, span: Span, zone: ZoneInfo) -> list[tuple[str, str]]:
    """The answer from a list of clock times and every ten minutes of every card."""
    borders = [span.starts_at]
    day = datetime.fromtimestamp(span.starts_at, zone).date() - timedelta(days=1)
    while borders[-1] < span.ends_at:
        for hour in (0, 5, 8, 11, 13, 18):
            at = int(datetime(day.year, day.month, day.day, hour, tzinfo=zone).timestamp())
            if at > borders[-1] and borders[-1] < span.ends_at:
                borders.append(at)
        day += timedelta(days=1)
    working = [card for card in cards if not card.broken]
    found = []
    for start, end in pairwise(borders):
        if start == span.starts_at and end - start < HOUR:
            continue
        free = Counter()
        for card in working:
            for at in range(start, end, 600):
                taken = any(row.gpu_id == card.gpu_id and row.starts_at <= at < row.ends_at for row in busy)
                free[card.number] += not taken
        slots = (end - start) // 600
        nodes = Counter(card.node_id for card in working if free[card.number] == slots)
        if working and max(nodes.values(), default=0) >= need:
            found.append((-Fraction(sum(free.values()), slots * len(working)), start, end))
    return [(clock(start, zone), clock(end, zone)) for _, start, end in sorted(found)[:3]]


@settings(max_examples=40)
@given(
    st.integers(0, 2**32).map(Random),
    st.sampled_from(["Asia/Shanghai", "Europe/Berlin", "America/New_York"]),
    st.sampled_from([(2026, 3, 26), (2026, 10, 22), (2026, 12, 30)]),
    st.integers(0, 143),
    st.integers(0, 3),
)
def test_the_emptiest_windows_are_what_counting_every_ten_minutes_finds(random, name, date, tens, need):
    zone = ZoneInfo(name)
    now = int(datetime(*date, tzinfo=zone).timestamp()) + tens * 600
    cards = [
        Card(card.gpu_id, card.number, card.node_id, "A100", 80, random.random() < 0.2)
        for card in pool([random.randint(1, 3), 1])
    ]
    busy = []
    for card in cards:
        at = now - 600 * random.randrange(100)
        while at < now + 4 * DAY:
            ends = at + 600 * random.choice((1, 6, 30, 100))
            busy.append(Busy(card.gpu_id, at, ends, 1, "li"))
            at = ends + 600 * random.choice((0, 6, 30, 60, 200))
    span = Span(now, now + 4 * DAY)
    windows = emptiest(cards, busy, need, span, zone)
    assert [(clock(w.starts_at, zone), clock(w.ends_at, zone)) for w in windows] == by_hand(
        cards, busy, need, span, zone
    )


def test_of_windows_alike_the_earlier_comes_first():
    windows = emptiest(pool([4]), [], 1, WEEK, SHANGHAI)
    assert [clock(window.starts_at) for window in windows] == ["02 20:10", "03 00:00", "03 05:00"]
    assert {(window.free, window.throughout) for window in windows} == {(Fraction(1), 4)}


def test_a_part_that_is_nearly_over_is_not_worth_naming():
    late = Span(NOW + 3 * HOUR, NOW + 7 * DAY)
    assert clock(emptiest(pool([4]), [], 1, late, SHANGHAI)[0].starts_at) == "03 00:00"


def test_a_window_in_which_no_card_is_free_all_along_is_none_for_somebody_who_needs_one():
    cards = pool([2])
    hourly = [booked(n, NOW + hour * HOUR, NOW + hour * HOUR + 600) for n in (0, 1) for hour in range(200)]
    assert emptiest(cards, hourly, 1, WEEK, SHANGHAI) == ()
    assert emptiest(cards, hourly, 0, WEEK, SHANGHAI)[0].throughout == 0


def test_four_cards_on_two_machines_are_not_four_cards():
    assert emptiest(pool([2, 2]), [], 4, WEEK, SHANGHAI) == ()
    assert emptiest(pool([4]), [], 4, WEEK, SHANGHAI) != ()


def test_broken_cards_count_neither_as_free_nor_as_taken():
    cards = [Card(100, 0, 1, "A100", 80), Card(101, 1, 1, "A100", 80, broken=True)]
    (first, *_) = emptiest(cards, [], 1, WEEK, SHANGHAI)
    assert (first.free, first.throughout) == (Fraction(1), 1)
    assert emptiest(cards[1:], [], 0, WEEK, SHANGHAI) == ()


@pytest.mark.parametrize(("month", "day", "night"), [(3, 29, 4), (10, 25, 6), (12, 2, 5)])
def test_the_night_in_which_clocks_change_is_an_hour_shorter_or_longer(month, day, night):
    midnight = int(datetime(2026, month, day, tzinfo=BERLIN).timestamp())
    parts = list(parts_of_days(Span(midnight, midnight + 20 * HOUR), BERLIN))
    assert [part.seconds // HOUR for part in parts] == [night, 3, 3, 2, 5, 6]
