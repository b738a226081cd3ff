from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.booking.rules.limits import DAY, HOUR, PRESETS, Preset
from bot.booking.rules.shapes import Span
from bot.booking.rules.week_share import (
    Ahead,
    card_seconds_by_week,
    check_week_share,
    iso_week,
    local_day,
    week_allowance,
)
from bot.errors import Refusal

SHANGHAI, BERLIN, BEIRUT = ZoneInfo("Asia/Shanghai"), ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Beirut")
USUAL = PRESETS[Preset.USUAL]


def at(text, zone=SHANGHAI):
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp())


def test_a_week_runs_from_monday_midnight_of_the_pools_zone():
    week = Span(at("2026-11-30"), at("2026-12-07"))
    assert iso_week(at("2026-11-30"), SHANGHAI) == week
    assert iso_week(at("2026-12-06T23:59:59"), SHANGHAI) == week
    assert iso_week(at("2026-11-29T23:59:59"), SHANGHAI).ends_at == week.starts_at


def test_the_week_over_new_year_is_one_week():
    assert iso_week(at("2027-01-02"), SHANGHAI) == Span(at("2026-12-28"), at("2027-01-04"))


def test_a_week_with_a_clock_change_has_an_hour_less_or_more():
    assert iso_week(at("2026-03-25", BERLIN), BERLIN).seconds == 167 * HOUR
    assert iso_week(at("2026-10-21", BERLIN), BERLIN).seconds == 169 * HOUR
    assert iso_week(at("2026-11-04", BERLIN), BERLIN).seconds == 168 * HOUR


def test_a_day_whose_midnight_does_not_exist_begins_at_one():
    day = local_day(at("2026-03-29T12:00", BEIRUT), BEIRUT)
    assert day.seconds == 23 * HOUR
    assert datetime.fromtimestamp(day.starts_at, BEIRUT).hour == 1
    assert local_day(at("2026-03-28T12:00", BEIRUT), BEIRUT).ends_at == day.starts_at


def test_the_day_on_which_it_was_booked_counts_nothing():
    tonight = Ahead(at("2026-12-02T22:00"), at("2026-12-03T08:00"), 2, made_at=at("2026-12-02T09:00"))
    week = iso_week(at("2026-12-02"), SHANGHAI)
    assert card_seconds_by_week([tonight], SHANGHAI) == {week: 2 * 8 * HOUR}
    today = Ahead(at("2026-12-02T22:00"), at("2026-12-03T00:00"), 8, made_at=at("2026-12-02T00:00"))
    assert card_seconds_by_week([today], SHANGHAI) == {}


def test_an_extension_is_exempt_on_the_day_it_was_made_and_not_on_the_day_of_the_booking():
    week = iso_week(at("2026-12-02"), SHANGHAI)
    booking = Ahead(at("2026-12-03T08:00"), at("2026-12-03T12:00"), 1, made_at=at("2026-12-02T09:00"))
    extension = Ahead(at("2026-12-03T12:00"), at("2026-12-03T14:00"), 1, made_at=at("2026-12-03T11:00"))
    assert card_seconds_by_week([booking, extension], SHANGHAI) == {week: 4 * HOUR}


def test_a_booking_over_the_week_end_is_counted_in_both_weeks():
    over = Ahead(at("2026-12-06T20:00"), at("2026-12-07T06:00"), 3, made_at=at("2026-12-01"))
    assert card_seconds_by_week([over], SHANGHAI) == {
        iso_week(at("2026-12-01"), SHANGHAI): 3 * 4 * HOUR,
        iso_week(at("2026-12-07"), SHANGHAI): 3 * 6 * HOUR,
    }


@settings(max_examples=150, deadline=None)
@given(
    zone=st.sampled_from([SHANGHAI, BERLIN, BEIRUT]),
    first=st.integers(at("2026-01-01") // HOUR, at("2027-01-10") // HOUR),
    made=st.integers(0, 60),
    hours=st.integers(1, 400),
    cards=st.integers(1, 8),
)
def test_every_booked_hour_is_counted_once_in_its_local_week(zone, first, made, hours, cards):
    start, made_at = first * HOUR, (first - made) * HOUR
    expected: dict[tuple[int, int], int] = {}
    made_on = datetime.fromtimestamp(made_at, zone).date()
    for hour in range(first, first + hours):
        local = datetime.fromtimestamp(hour * HOUR, zone)
        if local.date() != made_on:
            week = local.isocalendar()[:2]
            expected[week] = expected.get(week, 0) + cards * HOUR
    counted = card_seconds_by_week([Ahead(start, start + hours * HOUR, cards, made_at)], zone)
    assert {
        datetime.fromtimestamp(week.starts_at, zone).isocalendar()[:2]: seconds for week, seconds in counted.items()
    } == expected


def test_an_allowance_is_the_equal_share_times_the_factor_rounded_down():
    week = iso_week(at("2026-12-02"), SHANGHAI)
    assert week_allowance(week, cards=8, members=4, permille=1_500) == 3 * 7 * DAY
    assert week_allowance(week, cards=8, members=5, permille=1_000) == 8 * 7 * DAY // 5
    assert week_allowance(week, cards=1, members=1_000_000, permille=1_000) == 0
    dst = iso_week(at("2026-10-21", BERLIN), BERLIN)
    assert week_allowance(dst, cards=1, members=1, permille=1_000) == 169 * HOUR


def whole_days(cards, days, made_at="2026-11-20"):
    start = at("2026-12-01")
    return Ahead(start, start + days * DAY, cards, at(made_at))


def check(already, new, members=4):
    check_week_share(USUAL, already, new, cards=8, members=members, zone=SHANGHAI)


def test_the_share_is_inclusive_and_the_refusal_says_what_is_left():
    # 8 cards for a week, 4 members, 1.5 ×: 21 card-days.
    assert check([whole_days(3, 5)], whole_days(6, 1)) is None
    with pytest.raises(Refusal) as refused:
        check([whole_days(3, 5)], whole_days(7, 1))
    assert refused.value.code == "limit"
    assert refused.value.facts == {
        "rule": "week",
        "value": 22 * DAY,
        "allowed": 21 * DAY,
        "left": 6 * DAY,
        "week_start": at("2026-11-30"),
    }


def test_a_week_already_over_the_share_does_not_refuse_a_booking_for_today():
    today = Ahead(at("2026-12-02T10:00"), at("2026-12-02T23:00"), 8, made_at=at("2026-12-02T09:00"))
    assert check([whole_days(8, 6)], today) is None


def test_a_full_week_does_not_refuse_the_next_one():
    next_week = Ahead(at("2026-12-08"), at("2026-12-10"), 4, at("2026-12-01"))
    assert check([whole_days(3, 6)], next_week) is None


def test_the_share_shrinks_when_members_join():
    assert check([], whole_days(4, 4)) is None
    with pytest.raises(Refusal) as refused:
        check([], whole_days(4, 4), members=8)
    assert refused.value.facts["allowed"] == 8 * 7 * DAY * 1_500 // 8_000
    assert refused.value.facts["left"] == refused.value.facts["allowed"]


def test_a_pool_without_the_rule_refuses_nothing():
    limits = replace(USUAL, week_share_permille=None)
    assert check_week_share(limits, [], whole_days(8, 6), cards=8, members=9, zone=SHANGHAI) is None
