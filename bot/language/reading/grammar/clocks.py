"""What time of day: 22:00, 8点半, 八点一刻, 8pm, 8 in the evening, half past eight, noon, midnight."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..tokens import Part, T
from .look import UNITS_BEHIND, Tokens, skip, tag, whole

DOTTED = re.compile(r"(\d{1,2})\.(\d{2})")  # 9.30pm


class Clock(NamedTuple):
    """`hour` as written; `exact` when it is one of 24; `valid` is False for 25:00 and 8点70分."""

    hour: int | None = None
    minute: int = 0
    exact: bool = False
    twelve: bool = False
    noon: bool = False
    midnight: bool = False
    part: Part | None = None
    valid: bool = True
    this_time: bool = False


def clock(tokens: Tokens, at: int, *, bare: bool = False) -> tuple[Clock, int] | None:
    """`bare`: a lone number may be the hour (behind at, until)."""
    kind = tag(tokens, at)
    if kind == T.NOON:
        return Clock(noon=True), at + 1
    if kind == T.MIDNIGHT:
        return Clock(midnight=True), at + 1
    if kind == T.THIS_TIME:
        return Clock(this_time=True), at + 1
    if kind == T.CLOCK:
        return _colon(tokens, at)
    if kind in (T.HALF, T.QUARTER, T.A):
        return _past(tokens, at)
    if kind == T.NUM and tag(tokens, at + 1) == T.MERIDIEM and (dotted := DOTTED.fullmatch(tokens[at].text)):
        return _meridiem(int(dotted[1]), int(dotted[2]), tokens[at + 1].value), at + 2
    if kind == T.NUM and whole(tokens, at) is not None:
        return _hour(tokens, at) or _first_of_two(tokens, at, bare) or (_bare(tokens, at) if bare else None)
    return None


def _colon(tokens: Tokens, at: int) -> tuple[Clock, int]:
    value = tokens[at].value
    hour, minute = value if isinstance(value, tuple) else (99, 0)
    if tag(tokens, at + 1) == T.MERIDIEM:
        return _meridiem(hour, minute, tokens[at + 1].value), at + 2
    valid = minute < 60 and (hour < 24 or (hour == 24 and minute == 0))
    borrowed = hour <= 12 and _meridiem_ahead(tokens, at + 1)
    return Clock(hour, minute, exact=not borrowed, valid=valid), at + 1


def _meridiem_ahead(tokens: Tokens, at: int) -> bool:
    """8:30-10pm: the first may borrow the pm of the second."""
    if tag(tokens, at) not in (T.DASH, T.UNTIL) or tag(tokens, at + 1) not in (T.NUM, T.CLOCK):
        return False
    return tag(tokens, at + 2) == T.MERIDIEM


def _meridiem(hour: int, minute: int, half: object) -> Clock:
    """8pm; 20pm means 20."""
    if 12 < hour < 24 and half == 12:
        return Clock(hour, minute, exact=True, valid=minute < 60)
    in_24 = hour % 12 + (12 if half == 12 else 0)
    return Clock(in_24, minute, exact=True, twelve=True, valid=1 <= hour <= 12 and minute < 60)


def _hour(tokens: Tokens, at: int) -> tuple[Clock, int] | None:
    hour = whole(tokens, at)
    if hour is None:
        return None
    if tag(tokens, at + 1) == T.MERIDIEM:
        return _meridiem(hour, 0, tokens[at + 1].value), at + 2
    if tag(tokens, at + 1) == T.PART and tokens[at + 1].text.startswith(("in the", "at night")) and hour <= 12:
        part = tokens[at + 1].value
        return (Clock(hour, part=part), at + 2) if isinstance(part, Part) else None
    if tag(tokens, at + 1) != T.HOUR:
        return None
    minute, end = _minutes(tokens, at + 2)
    if tag(tokens, end) == T.MERIDIEM:
        return _meridiem(hour, minute, tokens[end].value), end + 1
    valid = minute < 60 and (hour < 24 or (hour == 24 and minute == 0))
    return Clock(hour, minute, exact=hour > 12 or hour == 0, valid=valid), end


def _minutes(tokens: Tokens, at: int) -> tuple[int, int]:
    """Minutes behind 点: 半, 一刻, 30分, 05, 整."""
    if tag(tokens, at) == T.HALF and tag(tokens, skip(tokens, at + 1, T.GE)) not in (T.UNIT, T.CARD, T.KIND):
        return 30, at + 1
    if tag(tokens, at) == T.SHARP and tokens[at].glued and not _counts_all(tokens, at):
        return 0, at + 1
    minute = whole(tokens, at)
    if minute is None:
        return 0, at
    if tag(tokens, at + 1) == T.QUARTER and minute in (1, 2, 3):
        return 15 * minute, at + 2
    if tag(tokens, at + 1) == T.MINUTE:
        return minute, at + 2
    two_digits = len(tokens[at].text) >= 2 and tokens[at].glued and tag(tokens, at + 1) not in UNITS_BEHIND
    return (minute, at + 1) if two_digits and minute < 60 else (0, at)


def _counts_all(tokens: Tokens, at: int) -> bool:
    """整8卡 straight behind an hour; 9点整 2张 is sharp."""
    return at + 1 < len(tokens) and tokens[at + 1].glued and tag(tokens, at + 2) in (T.CARD, T.CLASSIFIER)


def _first_of_two(tokens: Tokens, at: int, bare: bool) -> tuple[Clock, int] | None:
    """The 2 of 2-5点 and of 2-5pm; but in "2 until 5pm" and "2 到5点" it is a count."""
    hour, last = whole(tokens, at), whole(tokens, at + 2)
    between = tag(tokens, at - 1) == T.BETWEEN and tag(tokens, at + 1) == T.LIST
    if hour is None or hour > 24 or last is None or not (between or tag(tokens, at + 1) in (T.DASH, T.UNTIL)):
        return None
    behind_a_day = tag(tokens, at - 1) in (T.DAY, T.PART)
    joined = (
        between
        or tag(tokens, at + 1) == T.DASH
        or tokens[at + 1].glued
        or (tokens[at + 1].text == "to" and (bare or behind_a_day))
    )
    if not joined:
        return None
    bare_last = tag(tokens, at + 3) not in UNITS_BEHIND and tag(tokens, at + 3) != T.NUMBER_WORD and last <= 24
    if tag(tokens, at + 3) == T.HOUR or (behind_a_day and bare_last):
        return Clock(hour, exact=hour > 12 or hour == 0), at + 1
    if tag(tokens, at + 3) == T.MERIDIEM and 1 <= hour <= 12 and 1 <= last <= 12:
        half = tokens[at + 3].value
        same = hour % 12 < last % 12 or (last == 12 and half == 0)
        return _meridiem(hour, 0, half if same else 12 - (12 if half == 12 else 0)), at + 1
    return None


def _bare(tokens: Tokens, at: int) -> tuple[Clock, int] | None:
    hour = whole(tokens, at)
    if (
        hour is None
        or hour > 24
        or tag(tokens, at + 1) in UNITS_BEHIND
        or tag(tokens, at + 1) in (T.NUMBER_WORD, T.HALF)
    ):
        return None
    if tag(tokens, at + 1) in (T.DASH, T.LIST) and tag(tokens, at + 2) == T.NUM:
        return None
    return Clock(hour, exact=hour > 12 or hour == 0), at + 1


def _past(tokens: Tokens, at: int) -> tuple[Clock, int] | None:
    """half past eight, quarter to 9, a quarter past ten pm."""
    at = skip(tokens, at, T.A)
    join = tag(tokens, at + 1)
    hour = whole(tokens, at + 2)
    if tag(tokens, at) not in (T.HALF, T.QUARTER) or hour is None or not 1 <= hour <= 12:
        return None
    if not (join == T.OF and tokens[at + 1].text == "past") and not (
        join == T.UNTIL and tokens[at + 1].text in ("to", "til")
    ):
        return None
    minutes = 30 if tag(tokens, at) == T.HALF else 15
    before = join == T.UNTIL
    end = at + 3
    if tag(tokens, end) == T.MERIDIEM:
        hour, end = hour % 12 + (12 if tokens[end].value == 12 else 0), end + 1
        return Clock((hour - before) % 24, 60 - minutes if before else minutes, exact=True), end
    hour = (hour - 1 or 12) if before else hour
    return Clock(hour, 60 - minutes if before else minutes), end
