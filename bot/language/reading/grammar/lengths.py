"""How long: 6h, 1h30m, 2h30, 一个半小时, 两天半, half an hour, an hour and a half, 2 days and 6 hours."""

from __future__ import annotations

from fractions import Fraction

from ..items import Length, OpenEnd, Wrong
from ..numerals import CHINESE
from ..tokens import T
from .look import Tokens, glued, number, skip, tag, whole

HALF = Fraction(1, 2)
MONTH, SECOND = 0, -1


def length(tokens: Tokens, at: int) -> tuple[Length | OpenEnd | Wrong, int] | None:
    """One duration with all its parts, from the coarsest unit to the finest."""
    if tag(tokens, at) == T.WHOLE and tokens[at].text in ("一整天", "整天", "full day"):
        return Length(Fraction(1440), 1440), at + 1
    if _between_two(tokens, at):
        return OpenEnd(), at + 4
    if (end := _two_numerals(tokens, at)) is not None:
        return OpenEnd(), end
    total, finest, end = Fraction(0), 0, at
    while (piece := _piece(tokens, _joined(tokens, end) if end > at else end)) is not None:
        quantity, unit, after = piece
        if unit == SECOND:
            return Wrong("bad_duration", tokens[after - 1].text), after
        if unit == MONTH:
            return (Length(15 * Fraction(1440), 1440), after) if quantity == HALF else _months(quantity, after)
        if finest and unit >= finest:
            break
        if after < len(tokens) and tokens[after].text == "多" and tokens[after].glued:
            return OpenEnd(), after + 1
        total, finest, end = total + quantity * unit, unit, after + _nights(tokens, after, unit)
        if _half_behind(tokens, end):
            total, end = total + HALF * unit, skip(tokens, end, T.LIST, T.A) + 1
        elif unit == 60 and (minutes := _minutes_glued(tokens, end)) is not None:
            return Length(total + minutes, 1), end + 1
    return (Length(total, finest), end) if end > at else None


def _months(quantity: Fraction, after: int) -> tuple[OpenEnd | Wrong, int]:
    return (Wrong("too_long", str(quantity)), after) if quantity > 1 else (OpenEnd(), after)


def _between_two(tokens: Tokens, at: int) -> bool:
    """2-3小时, 2 to 3 hours: nobody can tell how long."""
    middle = tag(tokens, at + 1) in (T.DASH, T.UNTIL)
    if middle and tokens[at + 1].text == "-" and not glued(tokens, at + 1) and glued(tokens, at + 2):
        return False  # 2 -3h: a count, and a length that cannot be
    return (
        number(tokens, at) is not None
        and middle
        and number(tokens, at + 2) is not None
        and tag(tokens, at + 3) == T.UNIT
    )


def _two_numerals(tokens: Tokens, at: int) -> int | None:
    """两三个小时: two or three; 十多个小时, 6个多小时: more than that, by how much nobody says."""
    numerals = tag(tokens, at) == T.BAD and set(tokens[at].text) <= CHINESE
    unit = skip(tokens, at + 1, T.GE)
    if number(tokens, at) is not None and unit < len(tokens) and tokens[unit].text in ("多", "来", "几"):
        numerals, unit = True, skip(tokens, unit + 1, T.GE)
    return unit + 1 if numerals and tag(tokens, unit) == T.UNIT else None


def _nights(tokens: Tokens, at: int, unit: int) -> int:
    """How many tokens say the nights of so many days: 两天两夜."""
    said = unit == 1440 and number(tokens, at) is not None and glued(tokens, at) and glued(tokens, at + 1)
    return 2 if said and tokens[at + 1].text in ("夜", "晚") else 0


def _joined(tokens: Tokens, at: int) -> int:
    """Past the words that join two parts of one duration: and, 零."""
    after = skip(tokens, at, T.LIST)
    return after + 1 if number(tokens, after) == 0 and number(tokens, after + 1) is not None else after


def _piece(tokens: Tokens, at: int) -> tuple[Fraction, int, int] | None:
    """A quantity and its unit in minutes, and where they end."""
    quantity: Fraction | None = number(tokens, at)
    if quantity is not None:
        end = skip(tokens, at + 1, T.GE)
        if (
            tag(tokens, end) == T.DASH
            and tokens[end].glued
            and tag(tokens, end + 1) == T.UNIT
            and tokens[end + 1].glued
        ):
            end += 1
        half = skip(tokens, end, T.LIST, T.A)
        unit = skip(tokens, half + 1, T.GE)
        if tag(tokens, half) == T.HALF and (tag(tokens, unit) == T.UNIT or _is_bell(tokens, unit)):
            quantity, end = quantity + HALF, skip(tokens, half + 1, T.GE)
    elif tag(tokens, at) in (T.HALF, T.QUARTER) or (
        tag(tokens, at) == T.A and tag(tokens, at + 1) in (T.HALF, T.QUARTER)
    ):
        named = skip(tokens, at, T.A)
        quantity = HALF if tag(tokens, named) == T.HALF else HALF / 2
        end = skip(tokens, named + 1, T.OF, T.A, T.GE)
    elif tag(tokens, at) == T.A:
        quantity, end = Fraction(1), skip(tokens, at + 1, T.GE)
    else:
        return None
    if _is_bell(tokens, end) and quantity.denominator == 2:
        return quantity, 60, end + 1
    if tag(tokens, end) == T.WHOLE and tokens[end].text == "整天":
        return quantity, 1440, end + 1
    if tag(tokens, end) == T.UNIT:
        minutes = tokens[end].value
        return (quantity, minutes, end + 1) if isinstance(minutes, int) else None
    return (quantity, 1, end + 1) if tag(tokens, end) == T.MINUTE else None


def _is_bell(tokens: Tokens, at: int) -> bool:
    """钟, an hour behind 半: 一个半钟."""
    return tag(tokens, at) == T.SHARP and tokens[at].text == "钟"


def _half_behind(tokens: Tokens, at: int) -> bool:
    """两小时半, an hour and a half: half of the last unit more."""
    half = skip(tokens, at, T.LIST, T.A)
    if tag(tokens, half) != T.HALF or tag(tokens, skip(tokens, half + 1, T.A, T.GE)) in (
        T.UNIT,
        T.CARD,
        T.KIND,
        T.CLASSIFIER,
    ):
        return False
    return half > at or tokens[half].glued


def _minutes_glued(tokens: Tokens, at: int) -> int | None:
    """2h30, 1 h 30, 1小时30: two digits behind the hours, as close as those are, with no unit of their own."""
    minutes = whole(tokens, at)
    if minutes is None or (tokens[at - 1].glued and not tokens[at].glued) or len(tokens[at].text) < 2 or minutes > 59:
        return None
    behind = (
        T.UNIT,
        T.MINUTE,
        T.GE,
        T.CLASSIFIER,
        T.CARD,
        T.HOUR,
        T.TIMES,
        T.MEMORY,
        T.NUMBER_WORD,
        T.MERIDIEM,
        T.DASH,
        T.KIND,
        T.BRAND,
    )
    return None if tag(tokens, at + 1) in behind else minutes
