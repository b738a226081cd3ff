"""Reads roles, languages and quiet hours as people type them."""

from __future__ import annotations

import re

from .normal import normalise

_ROLES = {
    "owner": ("owner", "admin", "administrator", "管理员", "管理", "群主"),
    "treasurer": ("treasurer", "管账", "会计", "管账的"),
    "member": ("member", "成员", "普通成员"),
    "guest": ("guest", "viewer", "只看", "访客", "老师", "导师"),
}
_LANGUAGES = {
    "zh": ("zh", "zh-cn", "zh-hans", "cn", "chinese", "中文", "汉语", "简体", "简体中文"),
    "en": ("en", "en-us", "en-gb", "english", "英文", "英语"),
    "auto": ("auto", "automatic", "自动", "跟随", "随我", "都行"),
}
_OFF = ("off", "no", "none", "never", "关", "关掉", "关闭", "取消", "不用", "不要", "停")
_PART = r"(?P<{0}part>凌晨|清晨|早上|早|上午|中午|下午|傍晚|晚上|晚|夜里|半夜)?"
_TIME = _PART + r"\s*(?P<{0}hour>\d{{1,2}})\s*(?:[:点时]\s*(?P<{0}minute>\d{{1,2}}|半)?\s*分?)?\s*(?P<{0}half>am|pm)?"
_HOURS = re.compile(
    rf"(?:from\s+|between\s+|从\s*)?{_TIME.format('a')}\s*(?:-|~|–|—|到|至|to|until|till|and)\s*(?:第二天|次日|明)?\s*"
    rf"{_TIME.format('b')}"
)
_LATE = ("下午", "傍晚", "晚上", "晚", "夜里", "半夜")


def read_role(text: str) -> str | None:
    """`owner`, `treasurer`, `member` or `guest`."""
    return _one_of(_ROLES, text)


def read_language(text: str) -> str | None:
    """`zh`, `en` or `auto`."""
    return _one_of(_LANGUAGES, text)


def is_off(text: str) -> bool:
    """Whether somebody wants it no more."""
    return _plain(text) in _OFF


def read_hours(text: str) -> tuple[int, int] | None:
    """From and to in minutes of the day (23-8, 23:30–7:30, 晚上11点到早上8点); None when they cannot be read."""
    found = _HOURS.fullmatch(_plain(text))
    if found is None:
        return None
    start, end = (_minute_of_day(found, side) for side in "ab")
    return None if start is None or end is None or start == end else (start, end)


def quiet_hours(text: str) -> str:
    """The hours in a sentence that asks for quiet, for `read_hours`; empty when it names none."""
    found = _HOURS.search(normalise(text).text)
    return found.group().strip() if found else ""


def read_minute(text: str) -> int | None:
    """A time of the day in minutes (09:00, 早上9点, 9:30pm); None when it cannot be read."""
    found = re.fullmatch(r"(?:at\s+|每天\s*)?" + _TIME.format("a"), _plain(text))
    return None if found is None else _minute_of_day(found, "a")


def _minute_of_day(found: re.Match[str], side: str) -> int | None:
    hour, minute = int(found[f"{side}hour"]), found[f"{side}minute"] or "0"
    minutes = 30 if minute == "半" else int(minute)
    part, half = found[f"{side}part"], found[f"{side}half"]
    if hour > 24 or minutes > 59 or (hour == 24 and minutes) or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    elif part in _LATE and hour == 12:
        hour = 12 if part in ("下午",) else 24
    elif part in _LATE and part != "半夜" and 1 <= hour < 12 and not (part in ("夜里", "晚上", "晚") and hour < 5):
        hour += 12
    return (hour * 60 + minutes) % 1440


def _one_of(words: dict[str, tuple[str, ...]], text: str) -> str | None:
    plain = _plain(text)
    return next((name for name, spelled in words.items() if plain in spelled), None)


def _plain(text: str) -> str:
    return normalise(text[:60]).text.strip(" ，,。.！!")
