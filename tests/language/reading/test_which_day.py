"""Which day is asked about, on Wednesday 2026-12-02, 20:10, in Shanghai."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.reading.which_day import DayText, read_day
from bot.language.writing.days import write_day

NOW = datetime(2026, 12, 2, 20, 10, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("", None), ("有卡吗", None), ("还有卡吗", None),
        ("今天", 2), ("明天", 3), ("明天有卡吗", 3), ("后天还有空卡吗？", 4), ("大后天呢", 5), ("明晚", 3),
        ("明天下午", 3), ("周三", 2), ("周五", 4), ("周五 12-04", 4), ("礼拜天", 6), ("周末", 5), ("下周五", 11),
        ("4号", 4), ("12月5日", 5), ("2026-12-04", 4), ("12-04", 4), ("12/4", 4), ("fri", 4), ("on friday", 4),
        ("next fri", 11), ("today", 2), ("tomorrow", 3), ("dec 5", 5), ("the 5th", 5), ("1２-04", 4), ("昨天", 1),
    ],
)  # fmt: skip
def test_a_day_is_read_as_people_name_it(text: str, day: int | None) -> None:
    assert read_day(text, NOW) == DayText(date(2026, 12, day) if day else None)


@pytest.mark.parametrize(
    ("text", "monday"),
    [
        ("本周", date(2026, 11, 30)),
        ("这周", date(2026, 11, 30)),
        ("this week", date(2026, 11, 30)),
        ("下周", date(2026, 12, 7)),
        ("下个星期", date(2026, 12, 7)),
        ("next week", date(2026, 12, 7)),
        ("next", date(2026, 12, 7)),
    ],
)
def test_a_week_is_read_as_its_monday(text: str, monday: date) -> None:
    assert read_day(text, NOW) == DayText(monday, week=True)


@pytest.mark.parametrize(
    "text",
    [
        "asdf",
        "3号卡",
        "2张",
        "明天 周五",
        "quiet",
        "2月30号",
        "下下周",
        "上周",
        "周四 12-04",
        "6h",
        "明天" * 60,
        "明天8点半",
    ],
)
def test_anything_else_is_not_understood(text: str) -> None:
    assert read_day(text, NOW) is None


def test_the_first_is_next_months_and_in_december_next_years() -> None:
    assert read_day("1号", NOW) == DayText(date(2027, 1, 1))


@given(st.integers(0, 300), st.sampled_from(["zh", "en"]))
def test_what_is_written_of_a_day_is_read_back(ahead: int, language: str) -> None:
    day = NOW.date() + timedelta(days=ahead)
    written = write_day(day, int(NOW.timestamp()), NOW.tzinfo, language)
    assert read_day(written, NOW) == DayText(day), written


@given(st.text(max_size=40))
def test_no_text_breaks_it(text: str) -> None:
    assert read_day(text, NOW) is None or isinstance(read_day(text, NOW), DayText)
