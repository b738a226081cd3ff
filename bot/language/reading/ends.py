"""When a booking with a known start may end: the first such time after it, on the named day if any."""

from __future__ import annotations

from dataclasses import replace

from .calendar import Calendar
from .choices import (
    Choices,
    agrees,
    dates_of,
    end_of_day,
    first_after,
    is_small_hours,
    is_today,
    next_morning_in_small_hours,
)
from .hours import USUAL, hours
from .items import Moment
from .tokens import Day, Part

HALF_A_DAY = 12 * 3600


def choose_end(moment: Moment, start: int, clock_start: Moment | None, calendar: Calendar) -> Choices:
    """`clock_start`: the start as said, if it had an hour of its own (下午2点到6点 makes 6 clear)."""
    if moment.now:
        return Choices(refuse="contradiction")
    if moment.in_minutes is not None:
        return Choices((calendar.now + 60 * moment.in_minutes,))
    if moment.stamp is not None:
        instant = calendar.stamp(moment.stamp)
        return Choices((instant,)) if instant is not None else Choices(refuse="bad_time")
    if moment.day is not None and (problem := _day_problem(moment, moment.day, start, calendar)):
        return Choices(refuse=problem)
    if not moment.has_hour and moment.part is not Part.NOON:
        return _without_hour(moment, start, calendar)
    timed = moment if moment.has_hour else replace(moment, noon=True)
    if clock_start is not None and _in_12_hours(clock_start, timed):
        timed = replace(timed, exact=False)
    options = hours(timed, today=is_today(moment.day), small_hours=is_small_hours(calendar))
    if moment.day is not None and _in_24_hours(clock_start) and not moment.midnight:
        options = options[:1]
    instants = _after(options, moment, start, calendar)
    if not instants:
        return Choices(refuse="contradiction")
    if len(options) > 1 and moment.day is None and clock_start is not None:
        return _nearest(instants, options, moment, clock_start, start, calendar)
    if len(options) > 1 and not moment.midnight:
        instants = tuple(sorted(instants))
    by_start = len(instants) == 1 and moment.day is not None and clock_start is not None
    clear = len(options) == 1 or by_start
    weekend = moment.day is not None and moment.day.weekend
    asked = not clear or weekend or next_morning_in_small_hours(moment, calendar)
    return Choices(instants, ask="which_end" if asked else None)


def _day_problem(moment: Moment, day: Day, start: int, calendar: Calendar) -> str | None:
    found = calendar.date_of(day, calendar.local(start).date())
    if found is None:
        return "bad_time"
    return None if all(agrees(found, other, calendar) for other in moment.also) else "contradiction"


def _after(options: tuple[int, ...], moment: Moment, start: int, calendar: Calendar) -> tuple[int, ...]:
    found: list[int | None] = []
    started = calendar.local(start).date()
    for option in options:
        if moment.day is None:
            found.append(first_after(start, option, moment.minute, calendar, second=moment.second))
            continue
        dates = dates_of(moment.day, calendar, started)
        ends = [calendar.instant(when, option, moment.minute, second=moment.second) for when in dates]
        found.append(next((end for end in ends if end is not None and end > start), None))
    if next_morning_in_small_hours(moment, calendar):
        found += [calendar.instant(calendar.today, option, moment.minute) for option in options]
    return tuple(dict.fromkeys(end for end in found if end is not None and end > start))


def _in_12_hours(begun: Moment, last: Moment) -> bool:
    """晚上7:30-9:30: the part of the day says how the first is written, and the second is written so too."""
    named = begun.part is not None and begun.exact and begun.hour is not None and begun.hour < 12 and not begun.twelve
    small = last.hour is not None and 1 <= last.hour <= 12 and last.day is None and last.part is None
    return named and small and last.exact and not last.twelve


def _in_24_hours(begun: Moment | None) -> bool:
    """Who writes 18点 for the start writes 18点 again, so a small hour behind it is as written."""
    if begun is None or begun.hour is None or begun.twelve:
        return False
    return begun.exact and (begun.part is None or begun.hour > 12)


def _nearest(
    instants: tuple[int, ...],
    options: tuple[int, ...],
    moment: Moment,
    begun: Moment,
    start: int,
    calendar: Calendar,
) -> Choices:
    """8点 behind a start with an hour is the nearest of 8:00 and 20:00; behind 20:00 it is asked about."""
    nearest = min(instants)
    literal = first_after(start, options[0], moment.minute, calendar, second=moment.second)
    if (_in_24_hours(begun) and literal != nearest) or nearest - start >= HALF_A_DAY:
        return Choices(tuple(dict.fromkeys((nearest, *instants))), ask="which_end")
    return Choices((nearest,))


def _without_hour(moment: Moment, start: int, calendar: Calendar) -> Choices:
    """Only a day or a part of one as the end: its usual hours to offer, the end of the day first."""
    started = calendar.local(start).date()
    found: list[int | None] = []
    if moment.part is None and moment.day is not None:
        found.append(end_of_day(moment.day, calendar, started))
    for option in USUAL[moment.part]:
        if moment.day is None:
            found.append(first_after(start, option, 0, calendar))
        else:
            found += [calendar.instant(when, option, 0) for when in dates_of(moment.day, calendar, started)[:1]]
    left = tuple(end for end in found if end is not None and end > start)
    return Choices(left, ask="no_end_hour") if left else Choices(refuse="contradiction")
