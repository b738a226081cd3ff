"""Windows that are over, as people write them for `/outage`."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.language.reading.past_window import read_past_window

NOW = datetime(2026, 12, 2, 20, 10, tzinfo=ZoneInfo("Asia/Shanghai"))  # a Wednesday


def read(text: str) -> tuple[str, str] | None:
    found = read_past_window(text, NOW)
    return None if found is None else (f"{found[0]:%m-%d %H:%M}", f"{found[1]:%m-%d %H:%M}")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("02:00-08:00", "12-02 02:00", "12-02 08:00"),
        ("02：00－08：00", "12-02 02:00", "12-02 08:00"),
        ("22:00-6:00", "12-01 22:00", "12-02 06:00"),
        ("20:00-22:00", "12-01 20:00", "12-01 22:00"),
        ("23:00-24:00", "12-01 23:00", "12-02 00:00"),
        ("昨天 02:00-08:00", "12-01 02:00", "12-01 08:00"),
        ("昨晚22点到今天6点", "12-01 22:00", "12-02 06:00"),
        ("2点半到8点", "12-02 02:30", "12-02 08:00"),
        ("11-28 2点到8点", "11-28 02:00", "11-28 08:00"),
        ("2026-11-28 02:00-08:00", "11-28 02:00", "11-28 08:00"),
        ("11月28日 02:00 至 08:00", "11-28 02:00", "11-28 08:00"),
        ("周一 2:00-8:00", "11-30 02:00", "11-30 08:00"),
        ("yesterday 2:00-8:00", "12-01 02:00", "12-01 08:00"),
        ("mon 2:00 to 8:00", "11-30 02:00", "11-30 08:00"),
    ],
)
def test_a_window_without_a_day_is_the_latest_that_is_over_and_days_are_those_that_were(
    text: str, start: str, end: str
) -> None:
    assert read(text) == (start, end)


@pytest.mark.parametrize("text", ["", "02:00", "一会儿", "25:00-26:00", "02:00-08:00 左右", "<b>", "x" * 500])
def test_anything_else_is_not_guessed_at(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("text", ["明天 02:00-08:00", "tomorrow 02:00-08:00", "后天 2点到8点", "下周一 02:00-08:00"])
def test_a_day_that_is_ahead_is_never_read_as_one_that_was(text: str) -> None:
    found = read_past_window(text, NOW)
    assert found is None or found[0] > NOW
