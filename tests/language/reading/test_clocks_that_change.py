"""Days on which clocks change, and the ends of months and years: walls show local time, lengths are elapsed."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.language.reading import Card, Reading, read_booking

CARDS = [Card(number, "A100", 80) for number in range(8)]
BERLIN, NEW_YORK, SHANGHAI = (ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Asia/Shanghai"))


def read(text: str, now: str, zone: ZoneInfo) -> Reading:
    return read_booking(text, datetime.fromisoformat(now).replace(tzinfo=zone), CARDS)


def utc(moment: datetime | None) -> str:
    assert moment is not None
    return moment.astimezone(UTC).strftime("%m-%d %H:%M")


def test_six_hours_over_the_spring_change_are_six_hours_elapsed() -> None:
    reading = read("2 22:00 6h", "2027-03-27T20:00", BERLIN)
    assert reading.minutes == 360
    assert reading.end and reading.end.strftime("%d %H:%M") == "28 05:00"
    assert (utc(reading.start), utc(reading.end)) == ("03-27 21:00", "03-28 03:00")


def test_from_ten_to_eight_over_the_spring_change_is_nine_hours() -> None:
    assert read("2张 今晚22:00到明早8点", "2027-03-27T20:00", BERLIN).minutes == 540


def test_from_ten_to_eight_over_the_autumn_change_is_eleven_hours() -> None:
    assert read("2张 今晚22:00到明早8点", "2027-10-30T20:00", BERLIN).minutes == 660


def test_a_whole_day_in_spring_has_23_hours_and_in_autumn_25() -> None:
    assert read("2张 明天全天", "2027-03-27T20:00", BERLIN).minutes == 23 * 60
    assert read("2张 明天全天", "2027-10-30T20:00", BERLIN).minutes == 25 * 60


def test_two_days_are_48_hours_elapsed() -> None:
    reading = read("2 2d", "2027-03-27T20:00", BERLIN)
    assert reading.minutes == 2880
    assert reading.end and reading.end.strftime("%d %H:%M") == "29 21:00"


@pytest.mark.parametrize("text", ["2 02:30 2h", "2 tomorrow 02:30 2h", "2张 凌晨2点半 2小时", "2 2027-03-28T02:30 2h"])
def test_a_start_that_clocks_skip_is_refused(text: str) -> None:
    assert read(text, "2027-03-27T20:00", BERLIN).reason in ("skipped_time", "bad_time")


def test_an_end_that_clocks_skip_is_refused() -> None:
    assert read("2张 到明天凌晨2点半", "2027-03-27T20:00", BERLIN).outcome == "refuse"


def test_a_time_that_comes_twice_is_its_first() -> None:
    reading = read("2 01:30 1h", "2026-10-31T20:00", NEW_YORK)
    assert utc(reading.start) == "11-01 05:30"
    assert reading.end and (reading.end.strftime("%H:%M"), reading.end.fold) == ("01:30", 1)


def test_an_offset_names_the_second_one() -> None:
    reading = read("2 2026-11-01T01:30-05:00 1h", "2026-10-31T20:00", NEW_YORK)
    assert utc(reading.start) == "11-01 06:30"


def test_in_the_hour_that_comes_twice_now_is_kept() -> None:
    now = datetime(2026, 11, 1, 1, 45, tzinfo=NEW_YORK, fold=1)
    reading = read_booking("2 1h", now, CARDS)
    assert utc(reading.start) == "11-01 06:45"
    assert utc(reading.end) == "11-01 07:45"


def test_a_time_days_ahead_uses_the_offset_of_its_own_day() -> None:
    assert utc(read("2 2026-11-03 09:00 2h", "2026-10-30T12:00", NEW_YORK).start) == "11-03 14:00"
    assert utc(read("2 tuesday 9:00 2h", "2026-10-30T12:00", NEW_YORK).start) == "11-03 14:00"


def test_relative_starts_are_elapsed() -> None:
    assert utc(read("2 in 5 hours for 1h", "2026-10-31T22:00", NEW_YORK).start) == "11-01 07:00"


def test_a_midnight_that_clocks_skip_begins_the_day_later() -> None:
    cairo = ZoneInfo("Africa/Cairo")
    reading = read("2张 4月30号全天", "2027-04-28T20:00", cairo)
    assert reading.start and reading.start.strftime("%d %H:%M") == "30 01:00"
    assert reading.minutes == 23 * 60


@pytest.mark.parametrize(
    ("text", "now", "start"),
    [
        ("2 明早8点 2h", "2026-12-31T20:00", "2027-01-01 08:00"),
        ("2 1月1日 8:00 2h", "2026-12-31T20:00", "2027-01-01 08:00"),
        ("2 5号8:00 2h", "2026-12-31T20:00", "2027-01-05 08:00"),
        ("2 后天 8:00 2h", "2027-02-27T20:00", "2027-03-01 08:00"),
        ("2 后天 8:00 2h", "2028-02-27T20:00", "2028-02-29 08:00"),
        ("2 2月29日 8:00 2h", "2028-02-27T20:00", "2028-02-29 08:00"),
        ("2 feb 29 8am 2h", "2028-01-05T20:00", "2028-02-29 08:00"),
        ("2 周一 8:00 2h", "2026-12-31T20:00", "2027-01-04 08:00"),
        ("2 下周一 8:00 2h", "2027-01-03T20:00", "2027-01-04 08:00"),
        ("2 next monday 8:00 2h", "2027-01-04T07:00", "2027-01-11 08:00"),
        ("2 周一 8:00 2h", "2027-01-04T07:00", "2027-01-04 08:00"),
        ("2 周一 8:00 2h", "2027-01-04T09:00", "2027-01-11 08:00"),
        ("2 31号 8:00 2h", "2027-01-15T09:00", "2027-01-31 08:00"),
    ],
)
def test_the_ends_of_days_weeks_months_and_years(text: str, now: str, start: str) -> None:
    reading = read(text, now, SHANGHAI)
    assert reading.start is not None, reading
    assert reading.start.strftime("%Y-%m-%d %H:%M") == start


@pytest.mark.parametrize(
    "text", ["2张 01:30（第二遍） 1h", "2 01:30 (the second one) 1h", "2 11-01 01:30（第二遍） 1h"]
)
def test_the_second_of_two_like_times_can_be_said(text: str) -> None:
    assert utc(read(text, "2026-10-31T20:00", NEW_YORK).start) == "11-01 06:30"


def test_an_end_can_be_the_second_of_two_like_times() -> None:
    reading = read("2张 00:30-01:30（第二遍）", "2026-10-31T20:00", NEW_YORK)
    assert (utc(reading.start), utc(reading.end)) == ("11-01 04:30", "11-01 06:30")
    assert reading.minutes == 120


def test_this_time_tomorrow_is_the_hour_that_it_is_now() -> None:
    reading = read("2张 明天这个时候 2h", "2026-12-02T20:10", SHANGHAI)
    assert reading.start is not None and reading.start.strftime("%m-%d %H:%M") == "12-03 20:10"
