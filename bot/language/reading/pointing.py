"""From a moment as said to what it points at: a new end, a window in which one's booking lies, a day to look at."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from .calendar import Calendar
from .choices import dates_of, first_after, is_small_hours, is_today
from .ends import choose_end
from .hours import SPAN, hours
from .items import Moment
from .tokens import Part

HOUR = 3600


class Around(NamedTuple):
    """`at` when an hour was said; the window is half-open."""

    at: datetime | None
    start: datetime
    end: datetime


def ends_of(moment: Moment, calendar: Calendar, begun: Around | None = None) -> tuple[datetime, ...]:
    """The ends a moment may mean from now on, or behind what it is the end of, the likeliest first. One that is over
    only where no other can be meant."""
    since = calendar.now if begun is None else max(calendar.now, int(begun.start.timestamp()))
    found = choose_end(moment, since, None, calendar)
    ahead = tuple(calendar.local(at) for at in found.instants if at > calendar.now)
    return ahead or _past(moment, calendar)


def _past(moment: Moment, calendar: Calendar) -> tuple[datetime, ...]:
    """到昨天20点, until 15:00 today: the instant that is over, where no other can be meant."""
    if moment.stamp is not None:
        found = [calendar.stamp(moment.stamp)]
    elif moment.day is None or not (dates := dates_of(moment.day, calendar)):
        return ()
    else:
        options = set(hours(moment, today=is_today(moment.day)))
        if is_today(moment.day) and not moment.exact and moment.part is None:
            options |= {hour + 12 for hour in options if hour <= 12}
        found = [calendar.instant(dates[0], hour, moment.minute) for hour in sorted(options)]
    over = [instant for instant in found if instant is not None]
    return (calendar.local(over[-1]),) if over and over[-1] <= calendar.now else ()


def day_of(moment: Moment, calendar: Calendar) -> date | None:
    """The day a moment names, or lies in."""
    if moment.now:
        return None
    if moment.day is not None:
        return calendar.date_of(moment.day)
    around = around_of(moment, calendar)
    return around.start.date() if around else None


def around_of(moment: Moment, calendar: Calendar) -> Around | None:
    """The window in which a booking lies that was pointed at: 明晚那个, the one on friday, 今晚10点那个."""
    if moment.stamp is not None or moment.in_minutes is not None or moment.now:
        return _instant(moment, calendar)
    dates = dates_of(moment.day, calendar) if moment.day else ()
    if moment.day is not None and not dates:
        return None
    if moment.has_hour:
        return _with_hour(moment, dates, calendar)
    if moment.part is not None:
        first = dates[0] if dates else coming(moment.part, calendar)
        begin, end = SPAN[moment.part]
        return _window(first, begin, end, calendar)
    last = dates[1] if moment.day is not None and moment.day.weekend else dates[0]
    return _window(dates[0], 0, 24 * (1 + (last - dates[0]).days), calendar)


def _instant(moment: Moment, calendar: Calendar) -> Around | None:
    at = calendar.stamp(moment.stamp) if moment.stamp else calendar.now + 60 * (moment.in_minutes or 0)
    return None if at is None else _at(at, calendar)


def _with_hour(moment: Moment, dates: tuple[date, ...], calendar: Calendar) -> Around | None:
    options = hours(moment, today=is_today(moment.day), small_hours=is_small_hours(calendar))
    if dates:
        found = [calendar.instant(dates[0], option, moment.minute) for option in options]
    else:
        found = [first_after(calendar.minute - 1, option, moment.minute, calendar) for option in options]
    instants = [at for at in found if at is not None]
    return _at(min(instants), calendar) if instants else None


def _at(at: int, calendar: Calendar) -> Around:
    return Around(calendar.local(at), calendar.local(at), calendar.local(at + HOUR))


def coming(part: Part, calendar: Calendar) -> date:
    """Today, or tomorrow when that part of today is over."""
    over = calendar.midnight(calendar.today) + SPAN[part][1] * HOUR
    return calendar.today if over > calendar.now else calendar.today + timedelta(days=1)


def _window(first: date, begin: int, end: int, calendar: Calendar) -> Around:
    midnight = calendar.midnight(first)
    whole = begin == 0 and end % 24 == 0
    stop = calendar.midnight(first + timedelta(days=end // 24)) if whole else midnight + end * HOUR
    return Around(None, calendar.local(midnight + begin * HOUR), calendar.local(stop))
