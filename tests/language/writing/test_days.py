"""Days as people say them, on Wednesday 2026-12-30 in Shanghai."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.language.writing.days import write_date, write_day

ZONE = ZoneInfo("Asia/Shanghai")
NOW = int(datetime(2026, 12, 30, 0, 30, tzinfo=ZONE).timestamp())


@pytest.mark.parametrize(
    ("day", "zh", "en"),
    [
        (date(2026, 12, 29), "昨天", "yesterday"),
        (date(2026, 12, 30), "今天", "today"),
        (date(2026, 12, 31), "明天", "tomorrow"),
        (date(2027, 1, 1), "周五 2027-01-01", "Fri 1 Jan 2027"),
        (date(2026, 12, 7), "周一 12-07", "Mon 7 Dec"),
    ],
)
def test_a_day_has_its_everyday_name_or_weekday_and_date(day: date, zh: str, en: str) -> None:
    assert (write_day(day, NOW, ZONE, "zh"), write_day(day, NOW, ZONE, "en")) == (zh, en)


def test_a_date_of_this_year_has_no_year() -> None:
    assert write_date(date(2026, 12, 7), NOW, ZONE, "zh") == "12-07"
    assert write_date(date(2027, 1, 7), NOW, ZONE, "en") == "7 Jan 2027"
