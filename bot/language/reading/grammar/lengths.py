"""How long: 6h, 1h30m, 2h30, 一个半小时, 两天半, half an hour, an hour and a half, 2 days and 6 hours."""

from __future__ import annotations

from fractions import Fraction

from ..items import Length, OpenEnd, Wrong
from ..tokens import T
from .look import Tokens, number, skip, tag, whole

HALF = Fraction(1, 2)
MONTH, SECOND = 0, -1


def length(tokens: Tokens, at: int) -> tuple[Length | OpenEnd | Wrong, int] | None:
    """One duration with all its parts, from the coarsest unit to the finest."""
    if tag(tokens, at) == T.WHOLE and tokens[at].text in ("一整天", "整天", "full day"):
        return Length(Fraction(1440), 1440), at + 1
    if _between_two(tokens, at):
        return OpenEnd(), at + 4
    total, finest, end = Fraction(0), 0, at
    while (piece := _piece(tokens, _joined(tokens, end) if end > at else end)) is not None:
        quantity, unit, after = piece
        if unit == SECOND:
            return Wrong("bad_duration", tokens[after - 1].text), after
        if unit == MONTH:
            return (Length(15 * Fraction(1440), 1440), after) if quantity == HALF else _months(quantity, after)
        if finest and unit >= finest:
            break
        total, finest, end = total + quantity * unit, unit, after
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
    return (
        number(tokens, at) is not None
        and middle
        and number(tokens, at + 2) is not None
        and tag(tokens, at + 3) == T.UNIT
    )


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
        if tag(tokens, half) == T.HALF and tag(tokens, skip(tokens, half + 1, T.GE)) == T.UNIT:
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
    if tag(tokens, end) == T.WHOLE and tokens[end].text == "整天":
        return quantity, 1440, end + 1
    if tag(tokens, end) == T.UNIT:
        unit = tokens[end].value
        return (quantity, unit, end + 1) if isinstance(unit, int) else None
    return (quantity, 1, end + 1) if tag(tokens, end) == T.MINUTE else None


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
    """2h30, 1小时30: two digits glued behind the hours with no unit of their own."""
    minutes = whole(tokens, at)
    if minutes is None or not tokens[at].glued or len(tokens[at].text) < 2 or minutes > 59:
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
    )
    return None if tag(tokens, at + 1) in behind else minutes
