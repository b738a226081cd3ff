"""Several starts to offer where any will do: from now on, across the part of the day that was named."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from .calendar import Calendar
from .choices import dates_of
from .hours import SPAN, USUAL
from .items import Moment
from .pointing import coming
from .starts import choose_start

HOUR = 3600
ENOUGH, FEW = 4, 3
WHOLE_DAY = (0, 24)
LATEST = 24  # nobody is offered the small hours who did not say them
LATER = (0, 1, 2, 4)  # hours behind one that was said


def spread(moment: Moment | None, starts: tuple[int, ...], calendar: Calendar) -> tuple[int, ...]:
    """The starts to offer, soonest first, in place of `starts`, those that `moment` may mean."""
    if moment is None or moment.now:
        said = Moment() if moment is None else Moment(day=moment.day)
        return (calendar.now, *sorted(set(choose_start(said, calendar).instants) - {calendar.now}))[:ENOUGH]
    if moment.whole:
        return starts
    if moment.has_hour:
        return tuple(starts[0] + later * HOUR for later in LATER) if len(starts) == 1 else starts
    return _in_part(moment, calendar) or starts


def _in_part(moment: Moment, calendar: Calendar) -> tuple[int, ...]:
    """Now, while the part of the day runs, its usual hours, then others of it at least an hour from those."""
    begin, end = WHOLE_DAY if moment.part is None else SPAN[moment.part]
    for day in _dates(moment, calendar):
        first = calendar.midnight(day)
        running = first + begin * HOUR <= calendar.now < first + end * HOUR
        usual = USUAL[moment.part]
        found = [calendar.now] if running else []
        found += [instant for instant in _instants(day, usual, calendar) if instant > calendar.now]
        for instant in _instants(day, range(min(usual), min(end, LATEST)), calendar):
            apart = all(abs(instant - other) >= HOUR for other in found)
            if len(found) < FEW and instant > calendar.now and apart:
                found.append(instant)
        if found:
            return tuple(sorted(found[:ENOUGH]))
    return ()


def _dates(moment: Moment, calendar: Calendar) -> tuple[date, ...]:
    if moment.day is not None:
        return dates_of(moment.day, calendar)
    return () if moment.part is None else (coming(moment.part, calendar),)


def _instants(day: date, hours: Iterable[int], calendar: Calendar) -> list[int]:
    found = (calendar.instant(day, hour, 0) for hour in hours)
    return [instant for instant in found if instant is not None]
