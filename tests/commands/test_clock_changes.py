"""Nights in which clocks change, leap days, ends of months and years: lengths are elapsed, clocks show the wall."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import pytest

from storage.database import Database
from tests.saying import Lab, Said, laboratory


@dataclass(frozen=True)
class Night:
    """`before` and `after` are the offsets from UTC; `day` is the day on which clocks change."""

    zone: str
    evening: str
    day: str
    before: str
    after: str

    @property
    def hours(self) -> int:
        """How long that day is."""
        return 25 if int(self.after[:3]) < int(self.before[:3]) else 23

    def then(self, clock: str) -> str:
        return f"{self.day}T{clock}:00{self.after}"


NIGHTS = (
    Night("Europe/Berlin", "2026-10-24T20:00:00+02:00", "2026-10-25", "+02:00", "+01:00"),
    Night("Europe/Berlin", "2027-03-27T20:00:00+01:00", "2027-03-28", "+01:00", "+02:00"),
    Night("America/New_York", "2026-10-31T20:00:00-04:00", "2026-11-01", "-04:00", "-05:00"),
    Night("America/New_York", "2027-03-13T20:00:00-05:00", "2027-03-14", "-05:00", "-04:00"),
)
BACK = [night for night in NIGHTS if night.hours == 25]
FORTH = [night for night in NIGHTS if night.hours == 23]


def named(nights: tuple[Night, ...] | list[Night]) -> list[str]:
    return [f"{night.zone} {night.day}" for night in nights]


@dataclass(frozen=True)
class There:
    lab: Lab
    night: Night


@pytest.fixture
def there(request: pytest.FixtureRequest, sqlite_database: Database) -> Iterator[There]:
    """alice owns a pool in the zone of the night and can be reached privately; it is the evening before, 20:00."""
    night: Night = request.param
    with laboratory(sqlite_database, at=night.evening) as lab:
        lab.say("/help")
        lab.say("/help", chat=None)
        assert lab.say(f"/tz {night.zone}").data["zone"] == night.zone
        yield There(lab, night)


each_night = pytest.mark.parametrize("there", NIGHTS, ids=named(NIGHTS), indirect=True)
when_clocks_go_back = pytest.mark.parametrize("there", BACK, ids=named(BACK), indirect=True)
when_clocks_go_forth = pytest.mark.parametrize("there", FORTH, ids=named(FORTH), indirect=True)


def lasts(said: Said) -> float:
    start, end = (datetime.fromisoformat(said.data[key]) for key in ("start", "end"))
    return (end - start).total_seconds() / 3600


def at_clock(lab: Lab, moment: str) -> list[tuple[str, int]]:
    return [(one.code, one.data["booking"]) for one in lab.at(moment)]


@each_night
def test_a_length_across_the_night_is_elapsed_time(there: There) -> None:
    booked = there.lab.say("/book 1 12h")
    assert lasts(booked) == 12
    clock = "07:00" if there.night.hours == 25 else "09:00"
    assert booked.data["end"] == there.night.then(clock)
    assert clock in booked.text and "12 小时" in booked.text


@each_night
def test_an_hour_to_which_it_is_booked_is_the_clock_on_the_wall(there: There) -> None:
    booked = there.lab.say("/book 1 到明早9点")
    assert booked.data["end"] == there.night.then("09:00")
    assert lasts(booked) == 13 + there.night.hours - 24
    assert f"{13 + there.night.hours - 24} 小时" in booked.text


@each_night
def test_an_extension_across_the_night_is_elapsed_time_and_undone_exactly(there: There) -> None:
    first = there.lab.say("/book 1 4h")
    extended = there.lab.say("/extend 8h")
    assert lasts(extended) == 12
    assert extended.data["end"] == there.night.then("07:00" if there.night.hours == 25 else "09:00")
    assert there.lab.say("/undo").code == "undone"
    assert there.lab.say("/my").data["bookings"][0]["end"] == first.data["end"]


@each_night
def test_an_extension_to_an_hour_is_the_clock_on_the_wall(there: There) -> None:
    there.lab.say("/book 1 4h")
    assert there.lab.say("/extend 到明早8点").data["end"] == there.night.then("08:00")


@each_night
def test_a_whole_day_is_as_long_as_it_is(there: There) -> None:
    booked = there.lab.say("/book 1 明天全天")
    assert lasts(booked) == there.night.hours
    assert f"{there.night.hours} 小时" in booked.text


@each_night
def test_the_reminder_comes_a_quarter_of_an_hour_before_the_end_by_the_wall(there: There) -> None:
    there.lab.say("/book 1 12h")
    end = "07" if there.night.hours == 25 else "09"
    minute = f"{int(end) - 1:02}:44"
    assert at_clock(there.lab, there.night.then(minute)) == []
    (said,) = there.lab.at(there.night.then(f"{int(end) - 1:02}:45"))
    assert (said.code, said.data["end"]) == ("ends_soon", there.night.then(f"{end}:00"))


@each_night
def test_a_booking_made_ahead_is_announced_by_the_wall(there: There) -> None:
    there.lab.say("/book 1 明早10点 2h")
    assert at_clock(there.lab, there.night.then("09:59")) == []
    (said,) = there.lab.at(there.night.then("10:00"))
    assert (said.code, said.data["start"]) == ("starts_now", there.night.then("10:00"))


@each_night
def test_neighbours_meet_without_a_gap_or_an_overlap(there: There) -> None:
    there.lab.say("/book 0号卡 到明早9点")
    refused = there.lab.say("/book 0号卡 明天08:59到11:00", "bob")
    assert refused.code == "taken"
    assert there.lab.say("/book 0号卡 明天09:00到11:00", "bob").code == "booked"


@each_night
def test_the_day_and_the_week_can_be_looked_at(there: There) -> None:
    there.lab.say("/book 8 明天全天")
    shown = there.lab.say("/free 明天")
    assert (shown.code, shown.data["day"]) == ("free", there.night.day)
    assert there.lab.say("/week").code == "week"


@when_clocks_go_forth
def test_an_hour_that_clocks_skip_is_refused_by_name(there: There) -> None:
    refused = there.lab.say("/book 1 明天02:30 1h")
    assert (refused.code, refused.data["reason"]) == ("bad_input", "skipped_time")
    assert there.lab.say("/my").data["bookings"] == []


@when_clocks_go_forth
def test_an_hour_before_the_skipped_one_ends_an_hour_behind_it(there: There) -> None:
    booked = there.lab.say("/book 1 明天01:30 1h")
    assert booked.data["end"] == there.night.then("03:30")
    assert "01:30–03:30，1 小时" in booked.text


@when_clocks_go_back
def test_the_hour_that_comes_twice_is_told_apart(there: There) -> None:
    twice = "02:30" if there.night.zone == "Europe/Berlin" else "01:30"
    booked = there.lab.say(f"/book 1 明天{twice} 1h")
    assert booked.data["start"] == f"{there.night.day}T{twice}:00{there.night.before}"
    assert booked.data["end"] == there.night.then(twice)
    assert f"{twice}（第二遍）" in booked.text


@when_clocks_go_back
def test_a_reminder_in_the_hour_that_comes_twice_comes_once(there: There) -> None:
    twice = "02:30" if there.night.zone == "Europe/Berlin" else "01:30"
    there.lab.say(f"/book 1 明天{twice} 1h")
    heard = [one.code for one in there.lab.at(there.night.then("12:00"))]
    assert heard.count("starts_now") == 1
    assert heard.count("ends_soon") <= 1


def zoned(lab: Lab, zone: str) -> Lab:
    lab.say("/help")
    lab.say(f"/tz {zone}")
    return lab


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "Europe/Berlin", "America/New_York"])
def test_a_leap_day_is_a_day(sqlite_database: Database, zone: str) -> None:
    with laboratory(sqlite_database, at="2028-02-28T13:00:00+00:00") as lab:
        zoned(lab, zone)
        booked = lab.say("/book 1 2月29号 9点到18点")
        assert booked.data["start"][:16] == "2028-02-29T09:00"
        assert lasts(booked) == 9
        over = lab.say("/book 1 2月29号20点 6h")
        assert over.data["end"][:16] == "2028-03-01T02:00"
        assert lab.say("/free 2月29号").data["day"] == "2028-02-29"


def test_without_a_leap_day_february_ends_on_the_28th(sqlite_database: Database) -> None:
    with laboratory(sqlite_database, at="2027-02-28T20:00:00+08:00") as lab:
        lab.say("/help")
        assert lab.say("/book 1 6h").data["end"] == "2027-03-01T02:00:00+08:00"
        assert lab.say("/book 1 明晚8点 2h").data["start"] == "2027-03-01T20:00:00+08:00"
        assert lab.say("/book 1 2027-02-29 20:00 2h").code == "bad_input"


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("/book 1 2h", "2026-12-31T23:30", "2027-01-01T01:30"),
        ("/book 1 明天9点到12点", "2027-01-01T09:00", "2027-01-01T12:00"),
        ("/book 1 1月1号 9点到18点", "2027-01-01T09:00", "2027-01-01T18:00"),
        ("/book 1 到1月1号9点", "2026-12-31T23:30", "2027-01-01T09:00"),
        ("/book 1 12-31 23:40 1h", "2026-12-31T23:40", "2027-01-01T00:40"),
        ("/book 1 2027-01-02 9:00 2h", "2027-01-02T09:00", "2027-01-02T11:00"),
    ],
)
def test_over_the_new_year_dates_are_the_coming_ones(
    sqlite_database: Database, said: str, start: str, end: str
) -> None:
    with laboratory(sqlite_database, at="2026-12-31T23:30:00+08:00") as lab:
        lab.say("/help")
        booked = lab.say(said)
        assert (booked.data["start"], booked.data["end"]) == (f"{start}:00+08:00", f"{end}:00+08:00")


@pytest.mark.parametrize(
    ("evening", "first"),
    [("2026-11-30", "2026-12-01"), ("2027-01-31", "2027-02-01"), ("2027-02-28", "2027-03-01")],
)
def test_at_the_end_of_a_month_the_first_is_tomorrow(sqlite_database: Database, evening: str, first: str) -> None:
    with laboratory(sqlite_database, at=f"{evening}T23:30:00+08:00") as lab:
        lab.say("/help")
        assert lab.say("/book 1 1号9点到12点").data["start"] == f"{first}T09:00:00+08:00"
        assert lab.say("/book 1 明天20:00 2h").data["start"] == f"{first}T20:00:00+08:00"


@pytest.mark.parametrize(
    ("zone", "tuesday", "days", "hours"),
    [
        ("Asia/Shanghai", "2026-12-01T20:00:00+08:00", ("12-03", "12-05", "12-06", "12-07"), 168),
        ("Europe/Berlin", "2026-10-20T20:00:00+02:00", ("10-22", "10-24", "10-25", "10-26"), 169),
        ("America/New_York", "2026-10-27T20:00:00-04:00", ("10-29", "10-31", "11-01", "11-02"), 169),
        ("America/New_York", "2027-03-09T20:00:00-05:00", ("03-11", "03-13", "03-14", "03-15"), 167),
    ],
)
def test_a_share_of_the_week_is_cut_at_its_monday_and_as_long_as_the_week_is(
    sqlite_database: Database, zone: str, tuesday: str, days: tuple[str, str, str, str], hours: int
) -> None:
    """Eight people, eight cards, a share of 1.5: one and a half times the hours of the week in card-hours."""
    thursday, saturday, sunday, monday = days
    with laboratory(sqlite_database, at=tuesday) as lab:
        zoned(lab, zone)
        for who in ("bob", "carol", "dan", "eve", "fay", "gil", "hao"):
            lab.say("/help", who)
        assert lab.say(f"/book 4 {thursday} 00:00 到 {saturday} 12:00").code == "booked"  # 240 card-hours
        refused = lab.say(f"/book 4 {sunday} 12:00 到 {monday} 12:00")
        assert (refused.code, refused.data["rule"]) == ("limit", "week")
        allowed = hours * 3600 * 3 // 2
        assert (refused.data["allowed"], refused.data["left"]) == (allowed, allowed - 240 * 3600)
        assert lab.say(f"/book 4 {sunday} 21:30 到 {monday} 12:00").code == "booked"  # 10 of them before Monday
        last = lab.say(f"/book 1 {sunday} 12:00 2h")
        assert last.code == ("booked" if allowed >= 252 * 3600 else "limit")
        assert lab.say(f"/book 1 {monday} 13:00 12h").code == "booked"
