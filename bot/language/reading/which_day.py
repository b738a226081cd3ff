"""Reads which day or week is asked about: 明天, 周五有卡吗, 12-04, fri, 下周. Anything else said is not understood."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from .calendar import Calendar
from .grammar.days import day
from .grammar.look import tag
from .lexer import cut
from .normal import normalise
from .tokens import Day, T, Token

LONGEST_TEXT = 100
WEEKS = {"this": 0, "next": 1, "本": 0, "这": 0, "下周": 1, "下个": 1, "下星": 1, "下礼": 1}
ASKED = re.compile(r"空|闲|空闲|还有|有|没|没有|看|看看|还剩|剩|free|any|cards?|gpus?|on|for|are|there")
SAYS_NOTHING = (T.FILLER, T.MARK, T.CARD, T.PART, T.AT, T.OF, T.COMMA, T.FLEXIBLE, T.CLASSIFIER)


@dataclass(frozen=True, slots=True)
class DayText:
    """`day` None = none was named; `week`: a week as a whole was named, and `day` is its Monday."""

    day: date | None = None
    week: bool = False


def read_day(text: str, now: datetime) -> DayText | None:
    """The day that is asked about at `now` (aware, in the pool's zone); None when the text says something else."""
    if len(text) > LONGEST_TEXT:
        return None
    zone = now.tzinfo
    assert zone is not None, "now must be aware"
    calendar = Calendar(int(now.timestamp()), zone)
    tokens = cut(normalise(text).text, {})
    found: set[DayText] = set()
    weekdays: set[int] = set()
    at = 0
    while at < len(tokens):
        named = _named(tokens, at, calendar)
        if named is not None:
            at = named[1]
            if isinstance(named[0], DayText):
                found.add(named[0])
            else:
                weekdays.add(named[0])
        elif _says_nothing(tokens[at]):
            at += 1
        else:
            return None
    return _one(found, weekdays, calendar.today)


def _one(found: set[DayText], weekdays: set[int], today: date) -> DayText | None:
    """The one day that was named. A weekday alone is the coming one; beside a date it has to agree (周五 12-04)."""
    if not found:
        found = {DayText(today + timedelta(days=(weekday - today.weekday()) % 7)) for weekday in weekdays}
        return found.pop() if len(found) == 1 else None if found else DayText()
    agree = all(one.day is not None and not one.week and {one.day.weekday()} == weekdays for one in found)
    return found.pop() if len(found) == 1 and (agree or not weekdays) else None


def _named(tokens: list[Token], at: int, calendar: Calendar) -> tuple[DayText | int, int] | None:
    """A day, a week or (the number of) a weekday of no week, and where it ends."""
    week = _week(tokens[at])
    if week is not None:
        monday = calendar.today - timedelta(days=calendar.today.weekday())
        return DayText(monday + timedelta(days=7 * week), week=True), at + 1
    said = day(tokens, at)
    if said is None or _is_card(tokens, said):
        return None
    if said[0].weekday is not None and said[0].week is None:
        return said[0].weekday, said[1]
    which = calendar.date_of(said[0])
    return None if which is None else (DayText(which), said[1])


def _week(token: Token) -> int | None:
    """本周, this week, next week and next alone: how many weeks ahead."""
    if token.text != "next" and (token.tag != T.VAGUE or token.value not in ("week", "next_week")):
        return None
    return next((week for begins, week in WEEKS.items() if token.text.startswith(begins)), None)


def _is_card(tokens: list[Token], said: tuple[Day, int]) -> bool:
    """3号卡 is card 3, not the third."""
    named, end = said
    return named.month_day is not None and named.month_day[1] is None and tag(tokens, end) == T.CARD


def _says_nothing(token: Token) -> bool:
    return token.tag in SAYS_NOTHING or token.value == "question" or ASKED.fullmatch(token.text) is not None
