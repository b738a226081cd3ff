"""The tokens that a text is cut into before any grammar is asked."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class T(StrEnum):
    NUM = "num"  # value: Fraction
    CLOCK = "clock"  # value: (hour, minute): written with a colon, 24 hours
    STAMP = "stamp"  # value: (year, month, day, hour, minute, offset in minutes or None)
    DATE = "date"  # value: (year, month, day)
    UNIT = "unit"  # value: minutes, or 0 for a month
    HOUR = "hour"  # 点, 时, o'clock: makes a number an hour of the day
    MINUTE = "minute"  # 分: minutes after 点
    QUARTER = "quarter"  # 刻
    HALF = "half"
    SHARP = "sharp"  # 整, 钟 after 点
    MERIDIEM = "meridiem"  # value: 0 for am, 12 for pm
    DAY = "day"  # value: Day
    MONTH = "month"  # value: 1 to 12
    PART = "part"  # value: Part
    NOON = "noon"
    MIDNIGHT = "midnight"
    YEAR_WORD = "year"  # 年
    MONTH_WORD = "month_word"  # 月
    DAY_WORD = "day_word"  # 日
    NUMBER_WORD = "number_word"  # 号: of a card or of a day
    NOW = "now"
    THIS_TIME = "this_time"  # 这个时候: the hour that it is now, on another day
    SECOND = "second"  # （第二遍）: the second of two like hours
    UNTIL = "until"  # 到: value True when it can only begin an end
    FROM = "from"
    BETWEEN = "between"
    IN = "in"
    AFTER = "after"
    AGO = "ago"
    BEFORE = "before"
    LATER = "later"
    AT = "at"
    BEGIN = "begin"
    WHOLE = "whole"
    VAGUE = "vague"  # a day or length nobody can place: 下周, 几个小时
    GE = "ge"
    CLASSIFIER = "classifier"
    SLIP = "slip"
    COUNTED = "counted"  # value: how many cards, in one word: 双卡
    CARD = "card"
    MACHINE = "machine"  # 台: counts machines, not cards
    ALL = "all"
    KIND = "kind"
    UNKIND = "unkind"  # looks like a kind that nobody knows
    BRAND = "brand"
    TIMES = "times"
    MEMORY = "memory"
    NOT = "not"
    NODE = "node"  # value: name
    FLEXIBLE = "flexible"
    OPEN = "open"
    OTHER = "other"  # belongs to another command, a question, a repetition: value names it
    PURPOSE = "purpose"
    A = "a"
    ORDINAL = "ordinal"
    HASH = "hash"
    DASH = "dash"
    LIST = "list"
    COMMA = "comma"
    OF = "of"
    FILLER = "filler"
    WORD = "word"
    NAME = "name"  # letters with digits that are nobody's count or time: resnet50, 7b
    MARK = "mark"  # punctuation and pictures
    MENTION = "mention"  # @somebody
    MINUS = "minus"  # 负, minus: nothing can be booked of that
    BAD = "bad"  # holds a digit and makes no sense


class Token(NamedTuple):
    """`start` and `end` are places in the normal text; `glued`: no blank stands before it."""

    tag: T
    text: str
    value: object
    start: int
    end: int
    glued: bool


class Part(StrEnum):
    """A part of the day; which hours each allows is in `hours.py`."""

    DAWN = "dawn"
    EARLY = "early"
    MORNING = "morning"
    NOON = "noon"
    AFTERNOON = "afternoon"
    DUSK = "dusk"
    EVENING = "evening"
    NIGHT = "night"
    LATE = "late"  # 今晚凌晨: after the midnight of that evening


class Day(NamedTuple):
    """A day as it was named. Exactly one way of naming is set; `part` comes along in 今晚, tonight.

    `offset` days from today; `weekday` 0..6 with `week` (0 this week, 1 next, None the coming one);
    `month_day` (year, month, day) with None for what was not said, `next_month` months on; `after` days after the
    start; `weekend` the Saturday and Sunday of `week`.
    """

    offset: int | None = None
    weekday: int | None = None
    week: int | None = None
    weekend: bool = False
    month_day: tuple[int | None, int | None, int] | None = None
    next_month: int = 0
    after: int | None = None
    part: Part | None = None
