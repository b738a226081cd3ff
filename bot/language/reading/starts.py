"""When a booking may start.

A time without a day is the next such time; only a named day can be past; a weekday is the coming one, today's
while its hour is ahead. A minute that is running is now.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    likeliest,
    next_morning_in_small_hours,
)
from .hours import SPAN, USUAL, hours
from .items import Moment
from .tokens import Day, Part


def choose_start(moment: Moment, calendar: Calendar) -> Choices:
    if moment.now:
        return Choices((calendar.now,))
    if moment.in_minutes is not None:
        return Choices((calendar.now + 60 * moment.in_minutes,))
    if moment.stamp is not None:
        return _stamped(calendar.stamp(moment.stamp), calendar)
    if moment.day is not None and (problem := _day_problem(moment.day, moment.also, calendar)):
        return Choices(refuse=problem)
    if moment.whole or not moment.has_hour:
        return _without_hour(moment, calendar)
    options = hours(moment, today=is_today(moment.day), small_hours=is_small_hours(calendar))
    if not options:
        return Choices(refuse="contradiction")
    if moment.day is None:
        return _next_of(options, moment, calendar)
    return _on_a_day(options, moment, moment.day, calendar)


def _stamped(instant: int | None, calendar: Calendar) -> Choices:
    if instant is None:
        return Choices(refuse="bad_time")
    if instant < calendar.minute:
        return Choices(refuse="past")
    return Choices(_running_is_now((instant,), calendar))


def _running_is_now(instants: Iterable[int], calendar: Calendar) -> tuple[int, ...]:
    return tuple(calendar.now if instant == calendar.minute else instant for instant in instants)


def _day_problem(day: Day, also: tuple[Day, ...], calendar: Calendar) -> str | None:
    found = calendar.date_of(day)
    if found is None or day.after is not None:
        return "bad_time"
    return None if all(agrees(found, other, calendar) for other in also) else "contradiction"


def _next_of(options: tuple[int, ...], moment: Moment, calendar: Calendar) -> Choices:
    found = [
        first_after(calendar.minute - 1, option, moment.minute, calendar, second=moment.second) for option in options
    ]
    instants = sorted(instant for instant in found if instant is not None)
    if not instants:
        return Choices(refuse="skipped_time")
    ask = "which_hour" if len(options) > 1 else None
    return Choices(_running_is_now(likeliest(instants, calendar), calendar), ask=ask)


def _on_a_day(options: tuple[int, ...], moment: Moment, day: Day, calendar: Calendar) -> Choices:
    found = _instants(options, moment, day, calendar)
    ahead = [instant for instant in found if instant >= calendar.minute]
    if not ahead:
        later = _rest_of_today(moment, options, calendar)
        return later or Choices(refuse="past" if found or day.weekday is not None else "skipped_time")
    asked = len(options) > 1 or day.weekend or next_morning_in_small_hours(moment, calendar)
    instants = _running_is_now(likeliest(ahead, calendar), calendar)
    return Choices(instants, ask="which_hour" if asked else None)


def _instants(options: tuple[int, ...], moment: Moment, day: Day, calendar: Calendar) -> list[int]:
    """The instants of the hours on the named day; of a weekday's two dates the first that is not past."""
    found: list[int] = []
    for option in options:
        on_dates = [
            calendar.instant(when, option, moment.minute, second=moment.second) for when in dates_of(day, calendar)
        ]
        there = [instant for instant in on_dates if instant is not None]
        if day.weekday is not None and day.week is None:
            there = [instant for instant in there if instant >= calendar.minute]
        found += there if day.weekend else there[:1]
    if next_morning_in_small_hours(moment, calendar):
        today = [calendar.instant(calendar.today, option, moment.minute) for option in options]
        found += [instant for instant in today if instant is not None]
    return found


def _rest_of_today(moment: Moment, options: tuple[int, ...], calendar: Calendar) -> Choices | None:
    """今天10点 said in the evening: as written it is past, so ask about 22:00."""
    plain = is_today(moment.day) and moment.part is None and not moment.exact and options[0] < 12
    instant = calendar.instant(calendar.today, options[0] + 12, moment.minute) if plain else None
    if instant is None or instant < calendar.minute:
        return None
    return Choices((instant,), ask="which_hour")


def _without_hour(moment: Moment, calendar: Calendar) -> Choices:
    """Only a day or a part of one: usual hours to offer."""
    day = moment.day or Day(offset=0)
    if moment.whole or (day.weekend and moment.part is None):
        return _whole(day, calendar)
    found: list[int] = []
    for option in USUAL[moment.part]:
        if moment.day is None:
            coming = first_after(calendar.minute, option, 0, calendar)
            found += [] if coming is None else [coming]
        else:
            said = replace(moment, hour=option, minute=0, exact=True, part=None)
            found += [at for at in _instants((option,), said, day, calendar) if at > calendar.now]
    if not found and not _is_left(day, moment.part, calendar):
        return Choices(refuse="past")
    if moment.part is Part.NOON and len(found) == 1:
        return Choices((found[0],))
    return Choices(tuple(found) or (calendar.now,), ask="no_hour")


def _whole(day: Day, calendar: Calendar) -> Choices:
    """All of a day or weekend begins at its midnight; one that has begun is asked about."""
    dates = dates_of(day, calendar)
    over = end_of_day(day, calendar)
    if over is None or over <= calendar.now:
        return Choices(refuse="past")
    first = calendar.midnight(dates[0])
    return Choices((max(first, calendar.now),), ask="no_hour" if first < calendar.now else None)


def _is_left(day: Day, part: Part | None, calendar: Calendar) -> bool:
    over = 24 if part is None else SPAN[part][1]
    return any(calendar.midnight(when) + 3600 * over > calendar.now for when in dates_of(day, calendar))
