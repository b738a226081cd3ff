"""Instants and lengths as people say them: 今晚 22:00, 明天凌晨 02:10, 周五 12-04 14:00; tonight 22:00, 6 h.

Instants are UTC seconds; clocks are those of the given zone, always of 24 hours.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo

from .. import Lang

WEEKDAYS = {
    "zh": ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
    "en": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
}
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
MINUTES_A_DAY = 1440
LONG_IN_DAYS = 2 * MINUTES_A_DAY

# (before this hour, with 今天 or 明天 or 昨天 in front, the short word that takes 今 明 昨 instead)
PARTS = ((5, "凌晨", ""), (9, "", "早"), (11, "上午", ""), (13, "中午", ""), (18, "下午", ""), (24, "", "晚"))
NEAR = {-1: "昨", 0: "今", 1: "明"}
NEAR_EN = {-1: "yesterday", 0: "today", 1: "tomorrow"}
EVENING = 18


def write_point(at: int, now: int, zone: tzinfo, lang: Lang) -> str:
    """One instant, its day always said: 今晚 22:00, tomorrow 08:00, 周五 2027-01-01 08:00."""
    local = datetime.fromtimestamp(at, zone)
    return _worded(local.date(), local.hour, local.minute, _today(now, zone), lang) + _second_time(local, lang)


def write_span(start: int, end: int, now: int, zone: tzinfo, lang: Lang) -> str:
    """From, to and how long: 今晚 22:00–明早 08:00，10 小时. An end on the day of the start has no day of its own; an
    end at midnight is the 24:00 of the day before."""
    length = write_minutes((end - start) // 60, lang)
    return f"{write_window(start, end, now, zone, lang)}{'，' if lang == 'zh' else ', '}{length}"


def write_window(start: int, end: int, now: int, zone: tzinfo, lang: Lang) -> str:
    """As `write_span`, without the length."""
    first, last = datetime.fromtimestamp(start, zone), datetime.fromtimestamp(end, zone)
    day, hour = last.date(), last.hour
    if (last.hour, last.minute) == (0, 0) and end > start:
        day, hour = day - timedelta(days=1), 24
    if day == first.date() and not last.fold:
        until = f"{hour:02}:{last.minute:02}"
    else:
        until = _worded(day, hour, last.minute, _today(now, zone), lang) + _second_time(last, lang)
    return f"{write_point(start, now, zone, lang)}–{until}"


def write_minutes(minutes: int, lang: Lang) -> str:
    """A length: 45 分钟, 1 小时 30 分钟, 25 小时, 2 天, 2 天 3 小时; 45 min, 1 h 30 min, 2 days 3 h."""
    if minutes < 0:
        return "-" + write_minutes(-minutes, lang)
    in_days = minutes >= LONG_IN_DAYS or (minutes > 0 and minutes % MINUTES_A_DAY == 0)
    days, rest = divmod(minutes, MINUTES_A_DAY) if in_days else (0, minutes)
    hours, small = divmod(rest, 60)
    day_word = "天" if lang == "zh" else "day" if days == 1 else "days"
    hour_word, minute_word = ("小时", "分钟") if lang == "zh" else ("h", "min")
    parts = [(days, day_word), (hours, hour_word), (small, minute_word)]
    return " ".join(f"{n} {word}" for n, word in parts if n) or f"0 {minute_word}"


def _today(now: int, zone: tzinfo) -> date:
    return datetime.fromtimestamp(now, zone).date()


def _worded(day: date, hour: int, minute: int, today: date, lang: Lang) -> str:
    clock = f"{hour:02}:{minute:02}"
    distance = (day - today).days
    if distance in NEAR:
        return f"{_near(distance, hour)} {clock}" if lang == "zh" else f"{_near_en(distance, hour)} {clock}"
    weekday = WEEKDAYS[lang][day.weekday()]
    if lang == "en":
        year = "" if day.year == today.year else f" {day.year}"
        return f"{weekday} {day.day} {MONTHS[day.month - 1]}{year} {clock}"
    dated = f"{day:%m-%d}" if day.year == today.year else f"{day.year}-{day:%m-%d}"
    return f"{weekday} {dated} {'凌晨 ' if hour < PARTS[0][0] else ''}{clock}"


def _near(distance: int, hour: int) -> str:
    for before, long, short in PARTS:
        if hour < before or before == 24:
            return NEAR[distance] + short if short else NEAR[distance] + "天" + long
    raise AssertionError(hour)


def _near_en(distance: int, hour: int) -> str:
    return "tonight" if distance == 0 and hour >= EVENING else NEAR_EN[distance]


def _second_time(local: datetime, lang: Lang) -> str:
    """When clocks go back an hour comes twice; its second coming is marked."""
    if not local.fold:
        return ""
    return "（第二遍）" if lang == "zh" else " (the second one)"
