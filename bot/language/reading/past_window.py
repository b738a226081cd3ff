"""Reads a window that is over: 02:00-08:00, 昨天 22:00-今天 6:00, 11-28 2点到8点, yesterday 2:00-8:00. Nothing else."""

import re
from datetime import date, datetime, time, timedelta

from bot.language.reading.normal import normalise
from bot.language.reading.which_day import read_day

_HOUR = r"(?P<{0}h>[0-2]?\d)(?:[:点](?P<{0}m>[0-5]?\d|半)?分?|时)?"
_WINDOW = re.compile(
    r"^(?P<a>.*?)\s*" + _HOUR.format("s") + r"\s*(?:-|–|—|~|到|至|to|until)\s*(?P<b>.*?)\s*" + _HOUR.format("e") + r"$",
    re.I,
)
_DATE = re.compile(r"^(?:\d{4}[-/])?(\d{1,2})[-/](\d{1,2})\s+")
_WEEKDAY = re.compile(
    r"(?:(?:周|星期|礼拜)[一二三四五六日天]|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)", re.I
)
LONGEST = 60


def read_past_window(text: str, now: datetime) -> tuple[datetime, datetime] | None:
    """`(start, end)` in the zone of `now` (aware); without a day the latest such window that is over by now.

    A weekday is the last one; a day that is ahead (明天, tomorrow) stays ahead, for the caller to refuse.
    None when the text says anything else or the hours do not exist.
    """
    if len(text) > LONGEST:
        return None
    found = _WINDOW.match(_DATE.sub(r"\1月\2日 ", normalise(text).text.strip()))
    if found is None:
        return None
    start, end = _clock(found, "s"), _clock(found, "e")
    if start is None or end is None:
        return None
    named = [_day(found[group], now) for group in ("a", "b")]
    if any(day is None and found[group].strip() for group, day in zip(("a", "b"), named, strict=True)):
        return None
    over = 0 if end > start else 1
    first = named[0] or _latest(end, now) - timedelta(days=over)
    last = named[1] or first + timedelta(days=over)
    window = _at(first, start, now), _at(last, end, now)
    return window if window[0] < window[1] else None


def _clock(found: re.Match[str], side: str) -> int | None:
    """Minutes of the day; 24:00 is the end of it."""
    minute = found[f"{side}m"] or "0"
    value = int(found[f"{side}h"]) * 60 + (30 if minute == "半" else int(minute))
    return value if value <= 24 * 60 else None


def _day(words: str, now: datetime) -> date | None:
    if not words.strip():
        return None
    read = read_day(words, now)
    if read is None or read.day is None or read.week:
        return _yesterday(words, now)
    if read.day <= now.date():
        return read.day
    if _WEEKDAY.fullmatch(words.strip()):  # the one that was
        return read.day - timedelta(days=7)
    return read.day.replace(year=read.day.year - 1) if read.day - now.date() > timedelta(days=180) else read.day


def _yesterday(words: str, now: datetime) -> date | None:
    """Days that are over: 昨天, 昨晚, 前天, yesterday."""
    back = {"昨天": 1, "昨晚": 1, "昨日": 1, "yesterday": 1, "前天": 2, "大前天": 3}.get(words.strip().lower())
    return None if back is None else now.date() - timedelta(days=back)


def _latest(end: int, now: datetime) -> date:
    """The last day on which it was so late."""
    today = now.date()
    return today if _at(today, end, now) <= now else today - timedelta(days=1)


def _at(day: date, minutes: int, now: datetime) -> datetime:
    day, minutes = day + timedelta(days=minutes // 1440), minutes % 1440
    return datetime.combine(day, time(minutes // 60, minutes % 60), now.tzinfo)
