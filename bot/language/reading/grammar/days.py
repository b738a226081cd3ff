"""Which day: 明天, 周五, next friday, 12月5日, 12-05, dec 5th, 下个月5号. As said; dates are found later."""

from __future__ import annotations

from ..tokens import Day, T
from .look import Tokens, number, skip, tag, whole


def day(tokens: Tokens, at: int) -> tuple[Day, int] | None:
    if tag(tokens, at) == T.DAY:
        value = tokens[at].value
        return (value, at + 1) if isinstance(value, Day) else None
    if tag(tokens, at) == T.DATE:
        value = tokens[at].value
        return (Day(month_day=value), at + 1) if isinstance(value, tuple) else None
    return _chinese(tokens, at) or _english(tokens, at) or _figures(tokens, at)


def _chinese(tokens: Tokens, at: int) -> tuple[Day, int] | None:
    """2026年12月5日, 明年1月1号, 12月5, 下个月5号, 5号."""
    year: int | None = None
    shift = 0
    if whole(tokens, at) is not None and tag(tokens, at + 1) == T.YEAR_WORD and tokens[at + 1].text == "年":
        year = whole(tokens, at)
        year = year + 2000 if year is not None and year < 100 else year
        at += 2
    elif tag(tokens, at) == T.YEAR_WORD and isinstance(tokens[at].value, int):
        shift = int(str(tokens[at].value)) * 12
        at += 1
        if tag(tokens, at + 1) != T.MONTH_WORD:
            return None
    elif tag(tokens, at) == T.MONTH and not tokens[at].text.isascii():
        date = whole(tokens, at + 1)
        if date is None or tag(tokens, at + 2) not in (T.NUMBER_WORD, T.DAY_WORD):
            return None
        return Day(month_day=(None, None, date), next_month=1 if tokens[at].value == -1 else 0), at + 3
    month = whole(tokens, at)
    if month is None:
        return None
    if tag(tokens, at + 1) == T.MONTH_WORD and (date := whole(tokens, at + 2)) is not None:
        written = tag(tokens, at + 3) in (T.NUMBER_WORD, T.DAY_WORD)
        if not written and tag(tokens, at + 3) in (T.UNIT, T.CLASSIFIER, T.HOUR, T.CARD):
            return None
        return Day(month_day=(year, month, date), next_month=shift), at + 3 + written
    if tag(tokens, at + 1) in (T.NUMBER_WORD, T.DAY_WORD) and year is None:
        return Day(month_day=(None, None, month)), at + 2
    return None


def _english(tokens: Tokens, at: int) -> tuple[Day, int] | None:
    """dec 5, december 5th 2026, 5 dec, 5th of december, the 5th."""
    at = at + (tag(tokens, at) == T.AT and tokens[at].text in ("the", "on the"))
    if tag(tokens, at) == T.MONTH and tokens[at].text.isascii():
        date, end = whole(tokens, at + 1), at + 2
        if date is None or tag(tokens, end) in (T.MERIDIEM, T.UNIT, T.TIMES, T.CARD):
            return None
        month = tokens[at].value
    elif whole(tokens, at) is not None:
        date, ordinal = whole(tokens, at), tag(tokens, at + 1) == T.ORDINAL
        end = skip(tokens, at + 1, T.ORDINAL, T.OF)
        if tag(tokens, end) != T.MONTH or not tokens[end].text.isascii():
            return (Day(month_day=(None, None, date)), at + 2) if ordinal and date is not None else None
        followed_by_date = whole(tokens, end + 1) is not None and not ordinal and tag(tokens, end + 2) not in _CLOCKLIKE
        if followed_by_date and (whole(tokens, end + 1) or 0) <= 31:
            return None
        month, end = tokens[end].value, end + 1
    else:
        return None
    end = skip(tokens, end, T.ORDINAL)
    year_at = skip(tokens, end, T.COMMA)
    year = whole(tokens, year_at)
    if year is not None and 2000 <= year < 2100:
        end = year_at + 1
    else:
        year = None
    return (Day(month_day=(year, month, date)), end) if isinstance(month, int) and date is not None else None


_CLOCKLIKE = (T.MERIDIEM, T.UNIT, T.TIMES, T.CARD, T.HOUR, T.CLASSIFIER, T.KIND, T.GE)


def _figures(tokens: Tokens, at: int) -> tuple[Day, int] | None:
    """12-05, 12/5, 12.05: month first."""
    text = tokens[at].text if tag(tokens, at) == T.NUM else ""
    behind = at + 3
    if "." in text:
        month, date = text.split(".")
        value = number(tokens, at)
        if (
            (len(date) == 2 or tag(tokens, at + 1) in (T.CLOCK, T.PART))
            and value is not None
            and tag(tokens, at + 1) not in (*_CLOCKLIKE, T.MEMORY)
            and _valid(month, date)
        ):
            return Day(month_day=(None, int(month), int(date))), at + 1
        return None
    if (
        whole(tokens, at) is None
        or whole(tokens, at + 2) is None
        or not (tokens[at + 1].glued and tokens[at + 2].glued)
    ):
        return None
    date = tokens[at + 2].text
    if not _valid(text, date) or tag(tokens, behind) in (*_CLOCKLIKE, T.MEMORY, T.NUMBER_WORD, T.LIST):
        return None
    if tokens[at + 1].text == "/":
        return Day(month_day=(None, int(text), int(date))), behind
    padded = len(date) == 2 and (len(text) == 2 or date[0] == "0" or tag(tokens, behind) in (T.CLOCK, T.PART))
    return (Day(month_day=(None, int(text), int(date))), behind) if tokens[at + 1].text == "-" and padded else None


def _valid(month: str, date: str) -> bool:
    return month.isdigit() and date.isdigit() and 1 <= int(month) <= 12 and 1 <= int(date) <= 31
