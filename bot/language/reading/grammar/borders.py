"""The words that make a point in time a start or an end: from, at, 从, 起; to, until, 到; before, 前, 后."""

from __future__ import annotations

from dataclasses import replace

from ..items import DayOrCard, End, Item, Moment, Start, Wrong
from ..tokens import T
from .lengths import length
from .look import Tokens, skip, tag
from .moments import moment

Found = tuple[Item, int] | None
# Behind a moment these make it the end: 晚上10点结束, 3小时后还.
_ENDS = (
    "结束 放 还 停 放卡 还卡 归还 到期 为止 就还 就放 截止 用完 跑完 训完 做完 用完为止 跑完为止 释放 交还 "
    "还回去 还回来 退还 收工 停掉 完"
)
ENDS_THERE = frozenset(_ENDS.split())
_BETWEEN = frozenset(
    ["就", "得", "要", "会", "能", "一定", "应该", "必须", "肯定", "左右", "差不多", "大概", "我", "要用", "得用"]
)


def start(tokens: Tokens, at: int) -> Found:
    """A moment, with or without from, at, 从 before it and 起, 开始 behind it."""
    after = tag(tokens, at) == T.IN and tokens[at].text == "after" and length(tokens, at + 1) is None
    first = at + 1 if after else skip(tokens, at, T.FROM, T.BETWEEN)
    said = first > at
    found = moment(tokens, first, bare=said)
    if found is None:
        return None
    point, end = found
    if isinstance(point, Wrong):
        return point, end
    if after:
        return Start(replace(point, loose=True)), end
    if _only_a_number(point) and not said and tag(tokens, end) not in (T.UNTIL, T.DASH, T.BEGIN):
        number = point.day.month_day[2] if point.day and point.day.month_day else 0
        return DayOrCard(number), end
    if tag(tokens, end) == T.AFTER and point.in_minutes is None:
        point, end = replace(point, loose=True), end + 1
    by_so_much = end < len(tokens) and tokens[end].text == "by" and length(tokens, end + 1) is not None
    ends = _ends_there(tokens, end + (tag(tokens, end) == T.AGO and point.in_minutes is None))
    if ends is not None and not point.now:
        return End(point), ends
    if (tag(tokens, end) == T.BEFORE and not by_so_much) or (tag(tokens, end) == T.AGO and point.in_minutes is None):
        return End(replace(point, loose=True)), end + 1
    return Start(point), skip(tokens, end, T.BEGIN)


def _ends_there(tokens: Tokens, at: int) -> int | None:
    """Where 用完, 就还, 前跑完 behind a moment ends; None when nothing says that it is the end."""
    while at < len(tokens) and tokens[at].text in _BETWEEN:
        at += 1
    return at + 1 if at < len(tokens) and tokens[at].text in ENDS_THERE else None


def finish(tokens: Tokens, at: int) -> Found:
    """到, until and the like before a moment; before and by make it a border only."""
    if tag(tokens, at) == T.BEFORE:
        found = moment(tokens, at + 1, bare=True)
        return _end(tokens, found, loose=True)
    if tag(tokens, at) != T.UNTIL:
        return None
    first = skip(tokens, at, T.UNTIL)
    if length(tokens, first) is not None and tag(tokens, first) != T.HALF and not _is_moment(tokens, first):
        return None
    return _end(tokens, moment(tokens, first, bare=True))


def finish_after_start(tokens: Tokens, at: int) -> Found:
    """- and ~ straight behind a start; "and" behind between; 早九晚五."""
    if tag(tokens, at) == T.WORD and tokens[at].text == "晚" and tag(tokens, at - 2) == T.WORD:
        return _end(tokens, moment(tokens, at, bare=True)) if tokens[at - 2].text == "早" and tokens[at].glued else None
    if tag(tokens, at) == T.LIST and tag(tokens, at - 1) == T.DAY and tag(tokens, at + 1) != T.DAY:
        return None  # 周三 / 9:00-12:00: one thing beside the other
    if tag(tokens, at) == T.DASH or (tag(tokens, at) == T.LIST and tokens[at].text in ("and", "/", "和")):
        then = skip(tokens, at, T.DASH, T.LIST)
        then += tag(tokens, then) == T.MARK and tokens[then].text == ">"
        return _end(tokens, moment(tokens, then, bare=True))
    return None


def _is_moment(tokens: Tokens, at: int) -> bool:
    found = moment(tokens, at)
    return found is not None and isinstance(found[0], Moment)


def _end(tokens: Tokens, found: tuple[Moment | Wrong, int] | None, loose: bool = False) -> Found:
    if found is None:
        return None
    point, end = found
    if isinstance(point, Wrong):
        return point, end
    there = _ends_there(tokens, end + (tag(tokens, end) == T.AGO))
    if there is not None:
        return End(point), there
    return End(replace(point, loose=loose)), skip(tokens, end, T.AGO, T.BEGIN)


def _only_a_number(point: Moment) -> bool:
    named = point.day is not None and point.day.month_day is not None and point.day.month_day[:2] == (None, None)
    return (
        named
        and point.day is not None
        and not point.day.next_month
        and not point.has_hour
        and point.part is None
        and not point.also
        and not point.whole
    )
