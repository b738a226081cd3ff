"""Months of a zone in UTC seconds: their lengths as they are, not as a calendar would have them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules.charged import charged_seconds
from bot.billing.rules.charging import CardSpan, Claim, Holders, MonthFacts
from bot.billing.rules.months import Window, month_of, month_window, months_in
from bot.billing.rules.shapes import Bill, Line, Member
from bot.billing.rules.statement import split

SHANGHAI = ZoneInfo("Asia/Shanghai")
HOUR = 3_600


@pytest.mark.parametrize(
    ("zone", "year", "month", "card_hours"),
    [
        ("Asia/Shanghai", 2026, 10, 5952),
        ("Asia/Shanghai", 2026, 11, 5760),
        ("Asia/Shanghai", 2026, 2, 5376),
        ("Europe/Berlin", 2026, 3, 5944),
        ("Europe/Berlin", 2026, 10, 5960),
        ("America/New_York", 2026, 11, 5768),
    ],
)
def test_eight_cards_have_as_many_hours_as_the_month_really_had(zone, year, month, card_hours):
    assert 8 * month_window(year, month, ZoneInfo(zone)).seconds == card_hours * HOUR


def test_a_month_ends_where_the_next_begins_also_at_new_year():
    assert month_window(2026, 12, SHANGHAI).ends_at == month_window(2027, 1, SHANGHAI).starts_at


def test_the_offset_comes_from_the_zone_and_its_history():
    july = month_window(1990, 7, SHANGHAI)
    assert datetime.fromtimestamp(july.starts_at, ZoneInfo("UTC")).hour == 15, "+9 in that summer"


@pytest.mark.parametrize(("off", "month"), [(-1, 10), (0, 11), (1, 11)])
def test_a_second_belongs_to_one_month_only(off, month):
    border = month_window(2026, 11, SHANGHAI).starts_at
    assert month_of(border + off, SHANGHAI) == (2026, month)


@settings(max_examples=60)
@given(st.integers(1_700_000_000, 1_900_000_000), st.integers(1, 200 * 24 * HOUR))
def test_the_parts_in_each_month_make_the_whole(start, seconds):
    parts = list(months_in(start, start + seconds, SHANGHAI))
    assert sum(part.seconds for _, _, part in parts) == seconds
    assert parts[0][2].starts_at == start and parts[-1][2].ends_at == start + seconds


def test_a_night_across_the_border_is_billed_eight_hours_here_and_sixteen_there():
    """Two cards from 31 October 20:00 to 1 November 08:00, beside B's 92 and 84 card-hours."""
    starts_at, ends_at = (int(datetime(2026, *at, tzinfo=SHANGHAI).timestamp()) for at in ((10, 31, 20), (11, 1, 8)))
    border = int(datetime.fromisoformat("2026-10-31T16:00:00+00:00").timestamp())
    shares = {}
    for month, others, amount in ((10, 92, 3_999_900), (11, 84, 4_000_100)):
        window = month_window(2026, month, SHANGHAI)
        assert border in (window.starts_at, window.ends_at)
        a, b = (Holders(0, ((one, 1),)) for one in "AB")
        since = window.starts_at + 5 * 24 * HOUR
        claims = [Claim(1, gpu, starts_at, ends_at, ends_at, (a,)) for gpu in (1, 2)]
        claims.append(Claim(2, 3, since, since + others * HOUR, since + others * HOUR, (b,)))
        cards = tuple(CardSpan(gpu, 0, 2**40) for gpu in (1, 2, 3))
        found = charged_seconds(MonthFacts(window, cards, tuple(claims)))
        use = {one: row.as_use() for one, row in found.members.items()}
        shares[month] = split(Bill("m", (Member("A"), Member("B")), (Line("rent", amount),), use=use)).totals
    assert shares == {10: {"A": 319992, "B": 3679908}, 11: {"A": 640016, "B": 3360084}}


def test_a_window_cuts_to_what_lies_within():
    window = Window(10, 20)
    assert window.cut(0, 15) == Window(10, 15) and window.cut(20, 30) is None and window.cut(0, 99) == window
