"""One booking has one time, wherever it is shown, in whatever zone the pool lives."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from storage.database import Database
from tests.saying import Lab, laboratory

ZONES = ("Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu")
BEFORE_CLOCKS_CHANGE = "2026-10-31T12:00:00+00:00"  # New York that night; Berlin had it a week before


def instants(one: dict[str, str]) -> tuple[float, float]:
    start, end = (datetime.fromisoformat(one[name]).timestamp() for name in ("start", "end"))
    return start, end


def moved(lab: Lab, zone: str) -> Lab:
    lab.say("/help")
    assert lab.say(f"/tz {zone}").data["zone"] == zone
    return lab


@pytest.mark.parametrize("zone", ZONES)
def test_every_view_tells_the_same_time(sqlite_database: Database, zone: str) -> None:
    with laboratory(sqlite_database, at=BEFORE_CLOCKS_CHANGE) as lab:
        moved(lab, zone)
        lab.say("/book 3号卡 30m")
        booked = lab.say("/book 3号卡 明天9:00 9h").data
        mine = next(one for one in lab.say("/my").data["bookings"] if one["booking"] == booked["booking"])
        card = lab.say("/status").data["cards"][3]
        refused = lab.say("/book 3号卡 明天10:00 1h", "bob").data["blocking"][0]
        cancelled = lab.say("/cancel").data
        assert {instants(one) for one in (mine, card["next"], refused, cancelled)} == {instants(booked)}
        assert datetime.fromisoformat(booked["start"]).hour == 9


@pytest.mark.parametrize("zone", ZONES)
def test_tomorrow_is_the_pools_own_tomorrow(sqlite_database: Database, zone: str) -> None:
    with laboratory(sqlite_database, at="2026-12-31T12:00:00+00:00") as lab:
        moved(lab, zone)
        local = datetime.fromtimestamp(lab.bridge.clock.now(), ZoneInfo(zone)).date()
        start = datetime.fromisoformat(lab.say("/book 1 明天20:00 2h").data["start"])
        assert ((start.date() - local).days, start.hour) == (1, 20)
