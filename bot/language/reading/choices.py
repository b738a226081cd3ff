"""What a moment may mean as an instant: one choice, several to ask about, or a reason why none.

Here is what starts and ends share: the dates of a named day, the next time a clock shows an hour.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from .calendar import Calendar
from .items import Moment
from .tokens import Day, Part

SMALL_HOURS = 5  # before five, tonight and tomorrow morning can be either night's


class Choices(NamedTuple):
    """`instants`, the likeliest first; `ask` says why not simply the first, `refuse` why there is none."""

    instants: tuple[int, ...] = ()
    ask: str | None = None
    refuse: str | None = None


def dates_of(day: Day, calendar: Calendar, first: date | None = None) -> tuple[date, ...]:
    """The dates a named day may be: a weekday is this or next week's, a weekend both of its days."""
    found = calendar.date_of(day, first)
    if found is None:
        return ()
    if day.weekend:
        return (found, found + timedelta(days=1))
    return (found, found + timedelta(days=7)) if day.weekday is not None and day.week is None else (found,)


def end_of_day(day: Day, calendar: Calendar, first: date | None = None) -> int | None:
    """The instant at which a named day, or weekend, is over; None when there is no such day."""
    found = calendar.date_of(day, first)
    return None if found is None else calendar.midnight(found + timedelta(days=2 if day.weekend else 1))


def agrees(found: date, other: Day, calendar: Calendar) -> bool:
    """The second name of a day (周五 12-04) names the same date."""
    if other.weekday is not None:
        return found.weekday() == other.weekday
    return calendar.date_of(other) == found


def first_after(instant: int, hour: int, minute: int, calendar: Calendar, *, second: bool = False) -> int | None:
    """The first time after an instant at which clocks show hour:minute; None if the next one is skipped."""
    day = calendar.local(instant).date()
    for ahead in range(3):
        found = calendar.instant(day + timedelta(days=ahead), hour % 24, minute, second=second)
        if found is None and ahead:
            return None
        if found is not None and found > instant:
            return found
    return None


def likeliest(instants: Iterable[int], calendar: Calendar) -> tuple[int, ...]:
    """As given, but the small hours last: hardly anybody starts at three in the night."""
    return tuple(dict.fromkeys(sorted(instants, key=lambda at: calendar.local(at).hour <= SMALL_HOURS)))


def is_today(day: Day | None) -> bool:
    return day is not None and day.offset == 0


def is_small_hours(calendar: Calendar) -> bool:
    return calendar.local(calendar.now).hour < SMALL_HOURS


def next_morning_in_small_hours(moment: Moment, calendar: Calendar) -> bool:
    """Before five, 明早8点 may be said by somebody who has not slept: this morning or tomorrow's."""
    morning = moment.part in (Part.EARLY, Part.MORNING) and not moment.exact
    return morning and is_small_hours(calendar) and moment.day is not None and moment.day.offset == 1


def only_a_day(moment: Moment) -> bool:
    """Only a day was said: a range of such days includes the last."""
    return moment.day is not None and not moment.has_hour and moment.part is None
