"""When a wish is to begin and to end: every start with every end it may have, and what has to be asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from .calendar import Calendar
from .choices import Choices, end_of_day, is_today, only_a_day
from .ends import choose_end
from .hours import SPAN
from .items import Moment
from .spread import spread
from .starts import choose_start
from .wish import Wish

A_DAY = 86_400
MORNING = 6 * 3600  # what begins today and ends behind midnight does so in its night
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
    if _began_today(wish):
        found = [w for w in found if w.end is None or w.end < calendar.midnight(calendar.today) + A_DAY + MORNING]
        if not found:
            return Windows(refuse="past")
    allowed = tuple(window for window in found if window.end is None or window.end - window.start <= LONGEST)
    if not allowed:
        return Windows(refuse="too_long", minutes=((found[0].end or 0) - found[0].start) // 60)
    clear = wish.end is not None and starts.ask == "which_hour" and len({w.start for w in allowed}) == 1
    reasons = (_loose(wish), None if clear else starts.ask, *(window.ask for window in allowed))
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
    if _began_today(wish) or _runs(wish, calendar):
        return Choices((calendar.now,))
    starts = choose_start(wish.start, calendar)
    since = wish.start.loose and is_today(wish.start.day) and starts.refuse == "past"
    return Choices((calendar.now,)) if since else starts  # 今晚8点以后 said at nine


def _began_today(wish: Wish) -> bool:
    """今天用到晚上9点: only the end has an hour, so it begins now."""
    ends = wish.end is not None and wish.end.day is None and wish.end.has_hour and wish.length is None
    return ends and wish.start is not None and only_a_day(wish.start) and is_today(wish.start.day)


def _runs(wish: Wish, calendar: Calendar) -> bool:
    """今晚用到12点, said in the evening."""
    start = wish.start
    if start is None or start.part is None or start.has_hour or start.whole or start.loose or wish.length is not None:
        return False
    if wish.end is None or not wish.end.has_hour or not (start.day is None or is_today(start.day)):
        return False
    begin, end = SPAN[start.part]
    midnight = calendar.midnight(calendar.today)
    return midnight + begin * 3600 <= calendar.now < midnight + end * 3600


def _evening_to_an_hour(first: Moment, last: Moment) -> bool:
    """今晚用到12点: the hour is that night's, as if the start had been said with its hour."""
    return first.part is not None and last.day is None and last.part is None and last.hour is not None


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
    if end <= start or _in_one_part(wish, start, end):
        return "contradiction"
    if minutes is None or (end - start) // 60 == minutes:
        return Window(start, end, None if minutes is not None else ask)
    if wish.start is None and end - minutes * 60 >= calendar.minute:
        return Window(end - minutes * 60, end, "which_start")
    return "contradiction"


def _in_one_part(wish: Wish, start: int, end: int) -> bool:
    """明天下午5点到下午3点: nearly a day between two hours of what sounds like one afternoon."""
    first, last = wish.start, wish.end
    if first is None or last is None or first.part is None or last.part is not first.part:
        return False
    return last.day is None and first.has_hour and last.has_hour and A_DAY - 6 * 3600 < end - start < A_DAY


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
    if first is not None and not first.has_hour and _evening_to_an_hour(first, last):
        begun = calendar.local(start)
        return choose_end(last, start, Moment(hour=begun.hour, minute=begun.minute, exact=True, twelve=True), calendar)
    has_clock = first is not None and first.has_hour and not first.now and first.in_minutes is None
    return choose_end(last, start, first if has_clock else None, calendar)
