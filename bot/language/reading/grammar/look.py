"""Looking at tokens: what stands at a place, whole numbers, lists and ranges of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from ..tokens import T, Token

Tokens = Sequence[Token]

# Behind a number, these say what it counts: it is not the number of a card.
UNITS_BEHIND = frozenset(
    {
        T.UNIT,
        T.GE,
        T.CLASSIFIER,
        T.SLIP,
        T.CARD,
        T.HOUR,
        T.MERIDIEM,
        T.MEMORY,
        T.TIMES,
        T.MONTH_WORD,
        T.YEAR_WORD,
        T.QUARTER,
        T.ORDINAL,
        T.DAY_WORD,
        T.MINUTE,
        T.KIND,
        T.MONTH,
    }
)
MOST_NUMBERS = 64
_TIMES = (T.PART, T.CLOCK, T.NOON, T.MIDNIGHT)


def tag(tokens: Tokens, at: int) -> T | None:
    return tokens[at].tag if 0 <= at < len(tokens) else None


def glued(tokens: Tokens, at: int) -> bool:
    return 0 <= at < len(tokens) and tokens[at].glued


def number(tokens: Tokens, at: int) -> Fraction | None:
    token = tokens[at] if 0 <= at < len(tokens) else None
    return token.value if token and token.tag == T.NUM and isinstance(token.value, Fraction) else None


def whole(tokens: Tokens, at: int) -> int | None:
    value = number(tokens, at)
    return int(value) if value is not None and value.denominator == 1 and "." not in tokens[at].text else None


def skip(tokens: Tokens, at: int, *tags: T) -> int:
    while tag(tokens, at) in tags:
        at += 1
    return at


def day_number(tokens: Tokens, at: int, *, only_glued: bool = False) -> bool:
    """The number at `at` is a day of the month with a time of day behind it: 3号晚上, 3号8点, 3号20:00."""
    if tag(tokens, at + 1) != T.NUMBER_WORD or (only_glued and not glued(tokens, at + 2)):
        return False
    return (
        tag(tokens, at + 2) in _TIMES
        or (tag(tokens, at + 2) == T.NUM and tag(tokens, at + 3) == T.HOUR)
        or short_part(tokens, at + 2)
    )


def short_part(tokens: Tokens, at: int) -> bool:
    return tag(tokens, at) == T.WORD and tokens[at].text in ("早", "晚", "夜") and tokens[at].glued


def numbers(tokens: Tokens, at: int, *, days_glued: bool = False) -> tuple[tuple[int, ...], int] | None:
    """A list of whole numbers and ranges: 2,3 · 2、3 · 0-3 · 4到7 · 2 and 3 · 0号和1号; None if it is none."""
    found: list[int] = []
    while len(found) <= MOST_NUMBERS:
        first = whole(tokens, at)
        is_day = day_number(tokens, at, only_glued=days_glued)
        if first is None or counts_something(tokens, at) or is_day:
            return None
        run = _digit_by_digit(tokens, at)
        if run is not None:
            found.extend(run)
            at = _past_word(tokens, at + 1)
            return (tuple(found), at) if len(set(found)) == len(found) else None
        if first > 999:
            return None
        at = _past_word(tokens, at + 1)
        last = _range_end(tokens, at)
        if last is None:
            found.append(first)
        elif first < last < first + MOST_NUMBERS:
            found.extend(range(first, last + 1))
            at = _past_word(tokens, at + 2 + (tag(tokens, at + 1) == T.CARD))
        else:
            return None
        then = skip(tokens, at, T.LIST, T.COMMA)
        if then == at and tag(tokens, at - 1) == T.NUMBER_WORD and _one_more_number(tokens, at):
            continue
        if not _continues(tokens, at, then):
            return (tuple(found), at) if len(set(found)) == len(found) else None
        at = _named_number(tokens, then)
    return None


def _digit_by_digit(tokens: Tokens, at: int) -> tuple[int, ...] | None:
    """0123号卡, gpu4567: three and more rising digits are as many cards. No pool has a card 4567."""
    text = tokens[at].text
    named = tag(tokens, at + 1) == T.NUMBER_WORD or tag(tokens, at - 1) in (T.CARD, T.HASH)
    rising = len(text) >= 3 and text.isdigit() and all(a < b for a, b in pairwise(text))
    return tuple(map(int, text)) if named and rising else None


def _one_more_number(tokens: Tokens, at: int) -> bool:
    """0号1号2号卡: the next number, glued on, with a 号 of its own."""
    more = whole(tokens, at) is not None and glued(tokens, at) and tag(tokens, at + 1) == T.NUMBER_WORD
    return more and not day_number(tokens, at)


def counts_something(tokens: Tokens, at: int) -> bool:
    """Behind the number stands what it counts; but in gpu2 gpu3 the second gpu is the name of the next card."""
    names_the_next = tag(tokens, at + 1) == T.CARD and whole(tokens, at + 2) is not None and glued(tokens, at + 2)
    return tag(tokens, at + 1) in UNITS_BEHIND and not names_the_next


def _named_number(tokens: Tokens, at: int) -> int:
    """Past the # or gpu before a number of a list."""
    at = skip(tokens, at, T.HASH)
    return at + 1 if tag(tokens, at) == T.CARD and glued(tokens, at + 1) else at


def _range_end(tokens: Tokens, at: int) -> int | None:
    if tag(tokens, at) not in (T.DASH, T.UNTIL) or tag(tokens, at + 2) in UNITS_BEHIND or day_number(tokens, at + 1):
        return None
    cards_first = tag(tokens, at - 1) == T.CARD and tag(tokens, at - 2) == T.NUMBER_WORD
    if cards_first and tag(tokens, at + 3) != T.CARD:
        return None
    again = tag(tokens, at + 1) == T.CARD and glued(tokens, at + 2)
    return whole(tokens, at + 1 + again)


def _past_word(tokens: Tokens, at: int) -> int:
    """Past the 号 or 号卡 of one number."""
    if tag(tokens, at) == T.NUMBER_WORD:
        at += 1
        if tag(tokens, at) == T.CARD:
            at += 1
    return at


def _continues(tokens: Tokens, at: int, then: int) -> bool:
    """Another number of the list follows, and not the number of something else (2,3 6h)."""
    number_at = _named_number(tokens, then)
    if whole(tokens, number_at) is None or counts_something(tokens, number_at) or day_number(tokens, number_at):
        return False
    return number_at > at or not tokens[number_at].glued


def text_of(tokens: Tokens, at: int, end: int) -> str:
    return " ".join(token.text for token in tokens[at:end])
