"""Months are those of the pool's zone: clocks that change, and a zone that is changed."""

import pytest

from bot.billing.facts.month import next_month
from storage.database import Database
from tests.billing.services.months import HOUR, a_lab, adds_up, now_worked_out
from tests.saying import Lab


def months(lab: Lab, *names: str) -> list[tuple[int, int]]:
    found = [now_worked_out(lab, name).inputs.whole for name in names]
    return [(one.starts_at, one.ends_at) for one in found]


@pytest.mark.parametrize(
    ("zone", "month", "hours"),
    [
        ("Asia/Shanghai", "2027-03", 744),
        ("Europe/Berlin", "2027-03", 743),
        ("Europe/Berlin", "2027-10", 745),
        ("America/New_York", "2027-11", 721),
    ],
)
def test_a_month_has_as_many_hours_as_its_clocks_show(
    sqlite_database: Database, zone: str, month: str, hours: int
) -> None:
    with a_lab(sqlite_database, f"{next_month(month, -2)}-15T10:00:00+08:00") as lab:
        lab.say(f"/tz {zone}")
        lab.say("/split 付款人 alice")
        lab.at(f"{next_month(month)}-15T10:00:00+08:00")
        lab.say(f"/bill {month} 租金 40000")
        bill = now_worked_out(lab, month)
        assert bill.inputs.whole.seconds == hours * HOUR
        assert bill.charged.capacity_s == 8 * hours * HOUR
        adds_up(bill)


def test_no_hour_is_in_two_months_or_in_none_when_the_zone_changes(sqlite_database: Database) -> None:
    with a_lab(sqlite_database, "2026-12-10T10:00:00+08:00") as lab:
        lab.say("/split 付款人 alice")
        lab.say("/tz Europe/Berlin")
        lab.at("2027-03-10T10:00:00+08:00")
        found = months(lab, "2026-12", "2027-01", "2027-02")
        assert [end for _, end in found[:-1]] == [start for start, _ in found[1:]]
        assert found[0][1] == 1_798_732_800  # December ends by the clock of Shanghai
        assert found[1][1] == 1_801_436_400  # January by that of Berlin


def test_a_booking_a_second_before_midnight_is_in_its_own_month(sqlite_database: Database) -> None:
    with a_lab(sqlite_database, "2026-11-30T23:00:00+08:00") as lab:
        lab.say("/book 1 1h", "bob")
        lab.say("/book 1 12-01 00:00 1h", "carol")
        lab.at("2026-12-01T03:00:00+08:00")
        hours = {
            month: {bill.names[one]: int(seconds.charged_s) for one, seconds in bill.charged.members.items()}
            for month in ("2026-11", "2026-12")
            for bill in (now_worked_out(lab, month),)
        }
        assert hours == {"2026-11": {"bob": HOUR}, "2026-12": {"carol": HOUR}}
