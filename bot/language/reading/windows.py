"""When a wish is to begin and to end: every start with every end it may have, and what has to be asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from .calendar import Calendar
from .choices import Choices, end_of_day, is_today, only_a_day
from .ends import choose_end
from .items import Moment
from .spread import spread
from .starts import choose_start
from .wish import Wish

A_DAY = 86_400
LONGEST = 60 * A_DAY


class Window(NamedTuple):
    """`end` is None when nothing says how long; `ask` says what about it is not certain."""

    start: int
    end: int | None
    ask: str | None = None


class Windows(NamedTuple):
    """The windows a wish may mean, the likeliest first, and why to ask; or why there is none."""

    found: tuple[Window, ...] = ()
    ask: str | None = None
    refuse: str | None = None
    minutes: int | None = None


def windows_of(wish: Wish, calendar: Calendar) -> Windows:
    minutes = round(wish.length.minutes) if wish.length else None
    if minutes is not None and minutes <= 0:
        return Windows(refuse="bad_duration", minutes=minutes)
    if minutes is not None and minutes * 60 > LONGEST:
        return Windows(refuse="too_long", minutes=minutes)
    wish = replace(wish, start=_timed(wish.start, calendar), end=_timed(wish.end, calendar))
    wish = _with_shared_day(wish, calendar)
    starts = _starts(wish, calendar)
    if starts.refuse:
        return Windows(refuse=starts.refuse)
    if wish.end is None and _loose(wish):
        starts = starts._replace(instants=spread(wish.start, starts.instants, calendar))
    all_found = list(_windows(wish, starts, minutes, calendar))
    found = [window for window in all_found if isinstance(window, Window)]
    if not found:
        return Windows(refuse=next((w for w in all_found if isinstance(w, str)), "contradiction"))
    allowed = tuple(window for window in found if window.end is None or window.end - window.start <= LONGEST)
    if not allowed:
        return Windows(refuse="too_long", minutes=((found[0].end or 0) - found[0].start) // 60)
    reasons = (_loose(wish), starts.ask, *(window.ask for window in allowed))
    return Windows(allowed, ask=next((why for why in reasons if why), None), minutes=minutes)


def _timed(moment: Moment | None, calendar: Calendar) -> Moment | None:
    """明天这个时候: the hour and minute that it is now."""
    if moment is None or not moment.this_time:
        return moment
    now = calendar.local(calendar.now)
    return replace(moment, hour=now.hour, minute=now.minute, exact=True, this_time=False, part=None)


def _with_shared_day(wish: Wish, calendar: Calendar) -> Wish:
    """A day behind a range is the day of both: 9pm-11pm fri. Over midnight it is the end's, if that is the next one:
    22:00 to 08:00 tomorrow."""
    start, end = wish.start, wish.end
    if start is None or end is None or start.day is not None or not end.day_last:
        return wish
    if start.hour is None or (end.hour is None and not end.noon):
        return wish
    shared = replace(start, day=end.day, also=end.also, part=start.part or end.part)
    moved = replace(wish, start=shared, end=replace(end, day=None, also=(), day_last=False))
    ends_at = (12, 0) if end.hour is None else (end.hour, end.minute)
    if ends_at > (start.hour, start.minute):
        return moved
    begun = choose_start(start, calendar).instants
    over = choose_end(end, begun[0], start, calendar).instants if begun else ()
    return wish if over and over[0] - begun[0] <= A_DAY else moved


def _starts(wish: Wish, calendar: Calendar) -> Choices:
    if wish.start is None:
        return Choices((calendar.now,))
    if wish.end is not None and only_a_day(wish.start) and only_a_day(wish.end):
        return choose_start(replace(wish.start, whole=True), calendar)
    starts = choose_start(wish.start, calendar)
    since = wish.start.loose and is_today(wish.start.day) and starts.refuse == "past"
    return Choices((calendar.now,)) if since else starts  # 今晚8点以后 said at nine


def _loose(wish: Wish) -> str | None:
    loose = (wish.start is not None and wish.start.loose) or (wish.end is not None and wish.end.loose)
    return "flexible" if wish.flexible or loose else None


def _windows(wish: Wish, starts: Choices, minutes: int | None, calendar: Calendar) -> Iterator[Window | str]:
    """Each start with each end it may have; a reason where they cannot go together."""
    for start in starts.instants:
        if wish.end is None:
            yield _by_length(wish.start, start, minutes, calendar)
            continue
        ends = _ends(wish.start, wish.end, start, calendar)
        if ends.refuse:
            yield ends.refuse
        for end in ends.instants:
            yield _between(wish, start, end, minutes, ends.ask, calendar)


def _between(
    wish: Wish, start: int, end: int, minutes: int | None, ask: str | None, calendar: Calendar
) -> Window | str:
    """A start and an end; a length typed as well must agree, or the start was left open (6小时 到明早8点)."""
    if end <= start:
        return "contradiction"
    if minutes is None or (end - start) // 60 == minutes:
        return Window(start, end, None if minutes is not None else ask)
    if wish.start is None and end - minutes * 60 >= calendar.minute:
        return Window(end - minutes * 60, end, "which_start")
    return "contradiction"


def _by_length(said: Moment | None, start: int, minutes: int | None, calendar: Calendar) -> Window:
    by_length = Window(start, None if minutes is None else start + 60 * minutes)
    if said is None or said.day is None or said.has_hour or said.part is not None:
        return by_length
    if not (said.whole or said.day.weekend):
        return by_length
    over = end_of_day(said.day, calendar)
    if over is None or (minutes is not None and start + 60 * minutes != over):
        return by_length._replace(ask="no_hour")
    return Window(start, over)


def _ends(first: Moment | None, last: Moment, start: int, calendar: Calendar) -> Choices:
    """The ends a start may have. From a day to a day, both without an hour, includes the last day whole."""
    if first is not None and last.day is not None and only_a_day(first) and only_a_day(last):
        over = end_of_day(last.day, calendar, calendar.local(start).date())
        return Choices((over,)) if over is not None and over > start else Choices(refuse="contradiction")
    has_clock = first is not None and first.has_hour and not first.now and first.in_minutes is None
    return choose_end(last, start, first if has_clock else None, calendar)
