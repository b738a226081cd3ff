"""Days as people say them: 今天, 明天, 周五 12-04; today, tomorrow, Fri 4 Dec. The year is said when it is another."""

from __future__ import annotations

from datetime import date, datetime, tzinfo

from .. import Lang
from .times import MONTHS, WEEKDAYS

NEAR = {"zh": {-1: "昨天", 0: "今天", 1: "明天"}, "en": {-1: "yesterday", 0: "today", 1: "tomorrow"}}


def write_day(day: date, now: int, zone: tzinfo, lang: Lang) -> str:
    """One day, as seen from `now`."""
    today = datetime.fromtimestamp(now, zone).date()
    near = NEAR[lang].get((day - today).days)
    return near or f"{WEEKDAYS[lang][day.weekday()]} {write_date(day, now, zone, lang)}"


def write_date(day: date, now: int, zone: tzinfo, lang: Lang) -> str:
    """The date alone: 12-04, 2027-01-01; 4 Dec, 1 Jan 2027."""
    same_year = day.year == datetime.fromtimestamp(now, zone).year
    if lang == "zh":
        return f"{day:%m-%d}" if same_year else f"{day.year}-{day:%m-%d}"
    return f"{day.day} {MONTHS[day.month - 1]}" + ("" if same_year else f" {day.year}")
