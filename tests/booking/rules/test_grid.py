"""The grid of a day says of every hour what every minute of it says."""

from datetime import datetime
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.booking.rules.grid import Cell, columns, occupancy
from bot.booking.rules.shapes import Busy, Card, Span
from bot.booking.rules.week_share import local_day
from tests.booking.rules.calendars import booked, pool

SHANGHAI, BERLIN = ZoneInfo("Asia/Shanghai"), ZoneInfo("Europe/Berlin")
ZONES = ["Asia/Shanghai", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Asia/Beirut"]
DAYS = [(2026, 3, 28), (2026, 3, 29), (2026, 4, 5), (2026, 10, 25), (2026, 10, 4), (2026, 11, 1), (2026, 12, 31)]
HOUR = 3600


def instant(year: int, month: int, day: int, hour: int = 0, minute: int = 0, zone: ZoneInfo = SHANGHAI) -> int:
    return int(datetime(year, month, day, hour, minute, tzinfo=zone).timestamp())


def a_day(zone: ZoneInfo = SHANGHAI, year: int = 2026, month: int = 12, day: int = 2) -> Span:
    return local_day(instant(year, month, day, 12, zone=zone), zone)


def by_the_minute(card: Card, busy: list[Busy], mine: set[int], start: int, end: int) -> Cell:
    """What the cell has to be, seen minute by minute."""
    if card.broken:
        return Cell.BROKEN
    holders = [
        next((row.booking_id for row in busy if row.gpu_id == card.gpu_id and row.starts_at <= at < row.ends_at), None)
        for at in range(start, end, 60)
    ]
    if any(holder in mine for holder in holders):
        return Cell.MINE
    taken = sum(holder is not None for holder in holders)
    return Cell.FREE if not taken else Cell.OTHER if taken == len(holders) else Cell.PARTLY


def random_bookings(random: Random, cards: list[Card], day: Span) -> list[Busy]:
    """Whole minutes, on every card apart from each other, also across both midnights."""
    busy: list[Busy] = []
    for card in cards:
        at = day.starts_at - 60 * random.randrange(300)
        while at < day.ends_at + 7200:
            ends = at + 60 * random.choice((1, 15, 59, 60, 61, 120, 600))
            busy.append(Busy(card.gpu_id, at, ends, len(busy) + 1, "li"))
            at = ends + 60 * random.choice((0, 0, 1, 30, 60, 240))
    random.shuffle(busy)
    return busy


@settings(max_examples=60)
@given(
    st.integers(0, 2**32).map(Random),
    st.sampled_from(ZONES),
    st.sampled_from(DAYS),
    st.integers(-60, 25 * 60),
    st.sampled_from((1, 4)),
)
def test_a_cell_is_what_its_minutes_are(random, name, date, minutes, hours):
    zone = ZoneInfo(name)
    day = local_day(int(datetime(*date, 12, tzinfo=zone).timestamp()), zone)
    cards = pool([2, 1])
    cards[1] = Card(101, 1, 1, "A100", 80, broken=random.random() < 0.3)
    busy = random_bookings(random, cards, day)
    mine = {row.booking_id for row in busy if random.random() < 0.2}
    over = columns(day, zone, since=day.starts_at + 60 * minutes, hours=hours)
    cells = occupancy(cards, busy, mine, over)
    for card in cards:
        expected = [by_the_minute(card, busy, mine, column.starts_at, column.ends_at) for column in over]
        assert list(cells[card.number]) == expected


@settings(max_examples=100)
@given(st.sampled_from(ZONES), st.sampled_from(DAYS), st.integers(-HOUR, 26 * HOUR), st.sampled_from((1, 4)))
def test_the_columns_are_what_is_left_of_the_day_without_a_gap(name, date, seconds, hours):
    zone = ZoneInfo(name)
    day = local_day(int(datetime(*date, 12, tzinfo=zone).timestamp()), zone)
    since = day.starts_at + seconds
    over = columns(day, zone, since, hours)
    if since >= day.ends_at:
        assert over == ()
        return
    assert (over[0].starts_at, over[-1].ends_at) == (max(day.starts_at, since), day.ends_at)
    assert all(one.ends_at == next_one.starts_at for one, next_one in pairwise(over))
    for column in over:
        for at in (column.starts_at, column.ends_at - 1):
            assert datetime.fromtimestamp(at, zone).hour // hours * hours == column.hour


@pytest.mark.parametrize(
    ("zone", "date", "hours"),
    [
        (SHANGHAI, (2026, 12, 2), [*range(24)]),
        (BERLIN, (2026, 3, 29), [0, 1, *range(3, 24)]),
        (BERLIN, (2026, 10, 25), [0, 1, 2, 2, *range(3, 24)]),
        (ZoneInfo("America/New_York"), (2026, 11, 1), [0, 1, 1, *range(2, 24)]),
        (ZoneInfo("Asia/Beirut"), (2026, 3, 29), [*range(1, 24)]),
    ],
)
def test_a_day_on_which_clocks_change_has_an_hour_more_or_less(zone, date, hours):
    assert [column.hour for column in columns(a_day(zone, *date), zone)] == hours


@pytest.mark.parametrize(("date", "first"), [((2026, 3, 29), 3), ((2026, 10, 25), 5), ((2026, 12, 2), 4)])
def test_only_the_block_in_which_clocks_change_is_longer_or_shorter(date, first):
    lengths = [column.seconds // HOUR for column in columns(a_day(BERLIN, *date), BERLIN, hours=4)]
    assert lengths == [first, 4, 4, 4, 4, 4]


def test_the_running_hour_is_judged_by_what_is_left_of_it():
    now = instant(2026, 12, 2, 20, 30)
    over = columns(a_day(), SHANGHAI, since=now)
    before, behind = booked(0, now - HOUR, now), booked(1, now + 600, now + 1200)
    cells = occupancy(pool([2]), [before, behind], set(), over)
    assert (cells[0][0], cells[1][0]) == (Cell.FREE, Cell.PARTLY)
    assert [column.hour for column in over] == [20, 21, 22, 23]


def test_an_hour_that_two_people_share_is_taken_and_one_that_is_partly_mine_is_mine():
    ten = instant(2026, 12, 2, 10)
    busy = [
        booked(0, ten, ten + 1800, booking_id=1),
        booked(0, ten + 1800, ten + 3600, booking_id=2),
        booked(1, ten, ten + 600, booking_id=3),
    ]
    over = columns(a_day(), SHANGHAI)
    cells = occupancy(pool([2]), busy, {3}, over)
    assert (cells[0][10], cells[1][10]) == (Cell.OTHER, Cell.MINE)


def test_a_booking_across_the_end_of_the_year_is_in_both_days():
    eve, ends = instant(2026, 12, 31, 22), instant(2027, 1, 1, 3)
    busy = [booked(0, eve, ends)]
    for date, taken in (((2026, 12, 31), [22, 23]), ((2027, 1, 1), [0, 1, 2])):
        over = columns(a_day(SHANGHAI, *date), SHANGHAI)
        cells = occupancy(pool([1]), busy, set(), over)[0]
        assert [column.hour for column, cell in zip(over, cells, strict=True) if cell is Cell.OTHER] == taken
