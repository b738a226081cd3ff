"""Points in time, whatever the order of their pieces: day, part of day, clock; now; so long from now."""

from __future__ import annotations

from dataclasses import replace

from ..items import Item, Length, Moment, Wrong
from ..tokens import Day, Part, T
from .clocks import clock
from .days import day
from .lengths import length
from .look import Tokens, short_part, skip, tag

Found = tuple[Item, int] | None
SHORT = {"早": Part.MORNING, "晚": Part.EVENING, "夜": Part.NIGHT}
JOINTS = (T.AT, T.COMMA)


def moment(tokens: Tokens, at: int, *, bare: bool = False) -> tuple[Moment | Wrong, int] | None:
    """Day, part of day and clock in any order, each once; or now, a stamp, or so long from now."""
    if tag(tokens, at) == T.NOW:
        return Moment(now=True), at + 1
    if tag(tokens, at) == T.STAMP:
        value = tokens[at].value
        return (Moment(stamp=value), at + 1) if isinstance(value, tuple) else None
    relative = _relative(tokens, at)
    if relative is not None:
        point, end = relative
        if isinstance(point, Wrong) or point.day is None:
            return relative
        more = _pieces(tokens, end, point, bare)
        if more is not None and isinstance(more[0], Moment):
            return more
        days = point.day.offset or 0
        return Moment(in_minutes=days * 1440), end
    return _pieces(tokens, at, Moment(), bare)


def _relative(tokens: Tokens, at: int) -> tuple[Moment | Wrong, int] | None:
    """in 30 min, 两小时后, 3 days later; whole days stay days, for an hour may follow (3天后晚上8点)."""
    first = skip(tokens, at, T.IN)
    found = length(tokens, first)
    if found is None or not isinstance(found[0], Length):
        return None
    span, end = found[0], found[1]
    if tag(tokens, end) == T.AGO:
        return Wrong("past", tokens[end].text), end + 1
    if first == at and tag(tokens, end) not in (T.AFTER, T.LATER):
        return None
    end = skip(tokens, end, T.AFTER, T.LATER)
    minutes = round(span.minutes)
    if minutes > 10_000_000:
        return Wrong("bad_time", tokens[first].text), end
    if span.finest >= 1440 and span.minutes % 1440 == 0:
        return Moment(day=Day(offset=minutes // 1440)), end
    return Moment(in_minutes=minutes), end


def _pieces(tokens: Tokens, at: int, point: Moment, bare: bool) -> tuple[Moment | Wrong, int] | None:
    end = at
    while True:
        then = skip(tokens, end, *JOINTS)
        while (
            then < len(tokens)
            and tag(tokens, then) == T.FILLER
            and tokens[then].text in ("的", "那", "就")
            and end > at
        ):
            then = skip(tokens, then + 1, *JOINTS)
        at_said = any(token.tag == T.AT and not token.text.endswith("the") for token in tokens[end:then])
        added = _one_piece(tokens, then, point, bare or at_said)
        if added is None:
            return (point, end) if end > at else None
        if isinstance(added[0], Wrong):
            return added[0], added[1]
        point, end = added[0], added[1]


def _one_piece(tokens: Tokens, at: int, point: Moment, bare: bool) -> tuple[Moment | Wrong, int] | None:
    if (found := day(tokens, at)) is not None:
        return _with_day(tokens, point, *found)
    if tag(tokens, at) == T.PART and isinstance(value := tokens[at].value, Part):
        return _with_part(point, value, at + 1)
    if _short(tokens, at, point):
        return _with_part(point, SHORT[tokens[at].text], at + 1)
    if tag(tokens, at) == T.WHOLE and point == Moment() and (named := day(tokens, skip(tokens, at + 1, T.OF))):
        return Moment(day=named[0]._replace(part=None), whole=True), named[1]
    if tag(tokens, at) == T.WHOLE and point.day is not None and not point.has_hour and point.part is None:
        return (replace(point, whole=True), at + 1) if not point.whole else None
    slang = (
        tag(tokens, at) == T.NUM
        and tokens[at].glued
        and point.part is not None
        and (not tokens[at].text[0].isdigit() or _late_behind(tokens, at + 1))
    )
    if (time := clock(tokens, at, bare=bare or slang)) is None or point.has_hour or point.whole:
        return None
    read, end = time
    if not read.valid:
        return Wrong("bad_time", tokens[at].text), end
    if read.part is not None and point.part not in (None, read.part):
        return None
    part = read.part or point.part
    said = replace(point, part=part, hour=read.hour, minute=read.minute, exact=read.exact, twelve=read.twelve)
    second = _second(tokens, end)
    said = replace(said, noon=read.noon, midnight=read.midnight, this_time=read.this_time, second=second is not None)
    return said, second or end


def _late_behind(tokens: Tokens, at: int) -> bool:
    """早8晚10: the evening's hour stands straight behind."""
    return tag(tokens, at) == T.WORD and tokens[at].text == "晚" and clock(tokens, at + 1, bare=True) is not None


def _second(tokens: Tokens, at: int) -> int | None:
    """Where （第二遍） behind a clock ends."""
    at = skip(tokens, at, T.MARK)
    return skip(tokens, at + 1, T.MARK) if tag(tokens, at) == T.SECOND else None


def _short(tokens: Tokens, at: int, point: Moment) -> bool:
    """早, 晚, 夜 alone are a part of the day behind a day (周五晚) or before an hour (晚8点, 早八)."""
    if tag(tokens, at) != T.WORD or tokens[at].text not in SHORT or point.part is not None or point.has_hour:
        return False
    hour = clock(tokens, at + 1, bare=True)
    return (point.day is not None and short_part(tokens, at)) or (hour is not None and tokens[at + 1].glued)


def _with_day(tokens: Tokens, point: Moment, said: Day, end: int) -> tuple[Moment, int] | None:
    if point.now or point.whole:
        return None
    part = said.part
    said = said._replace(part=None)
    if part is not None and point.part not in (None, part):
        return None
    if point.day is None:
        return replace(point, day=said, part=part or point.part, day_last=point.has_hour), end
    agrees = (said.weekday is not None and said.week is None) or said.month_day is not None
    checked = point.day.weekday is not None and point.day.week is None and said.month_day is not None
    if not agrees or point.also or not (checked or point.day.weekday is None):
        return None
    first, second = (said, point.day) if checked else (point.day, said)
    return replace(point, day=first, also=(second,), part=part or point.part), end


def _with_part(point: Moment, said: Part, end: int) -> tuple[Moment, int] | None:
    if point.part is None:
        return replace(point, part=said), end
    if point.part == said:
        return point, end
    if point.part in (Part.EVENING, Part.NIGHT) and said in (Part.DAWN, Part.NIGHT):
        return replace(point, part=Part.LATE), end
    early = (Part.EARLY, Part.MORNING, Part.DAWN)
    return (replace(point, part=said), end) if point.part in early and said in early else None
