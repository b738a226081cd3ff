"""When it is quiet: half-open, over midnight, by the clock on the wall also when clocks change."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.quiet import is_quiet

SHANGHAI, BERLIN = ZoneInfo("Asia/Shanghai"), ZoneInfo("Europe/Berlin")
MINUTES = st.integers(0, 1439)


def at(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp())


@pytest.mark.parametrize(
    ("clock", "quiet"),
    [("22:59", False), ("23:00", True), ("03:00", True), ("07:59", True), ("08:00", False), ("12:00", False)],
)
def test_over_midnight_the_first_minute_is_quiet_and_the_last_is_not(clock: str, quiet: bool) -> None:
    assert is_quiet(at(f"2026-12-02T{clock}:00+08:00"), SHANGHAI, 23 * 60, 8 * 60) is quiet


@pytest.mark.parametrize(("clock", "quiet"), [("12:59", False), ("13:00", True), ("13:59", True), ("14:00", False)])
def test_within_a_day_too(clock: str, quiet: bool) -> None:
    assert is_quiet(at(f"2026-12-02T{clock}:00+08:00"), SHANGHAI, 13 * 60, 14 * 60) is quiet


def test_who_chose_no_hours_has_none() -> None:
    assert not is_quiet(at("2026-12-02T03:00:00+08:00"), SHANGHAI, None, None)


def test_when_clocks_change_it_is_the_clock_on_the_wall_that_counts() -> None:
    """2026-03-29: from 02:00 to 03:00 in Berlin; 2026-10-25: 02:00 comes twice."""
    assert not is_quiet(at("2026-03-29T00:59:00+00:00"), BERLIN, 3 * 60, 8 * 60)
    assert is_quiet(at("2026-03-29T01:00:00+00:00"), BERLIN, 3 * 60, 8 * 60)
    assert is_quiet(at("2026-10-25T00:30:00+00:00"), BERLIN, 120, 180)
    assert is_quiet(at("2026-10-25T01:30:00+00:00"), BERLIN, 120, 180)


@given(MINUTES, MINUTES, MINUTES)
def test_the_hours_and_their_opposite_cover_the_day_once(start: int, end: int, minute: int) -> None:
    moment = at("2026-12-02T00:00:00+08:00") + 60 * minute
    if start != end:
        assert is_quiet(moment, SHANGHAI, start, end) != is_quiet(moment, SHANGHAI, end, start)
