"""Which hours an hour as written may mean in its part of the day: 晚上8点 is 20, 今晚12点 is 24, 8点 is 8 or 20.

Hours are counted from the midnight that begins the named day, so 24 and more lie in the night after it.
No hour at all means that the two contradict each other (凌晨9点).
"""

from __future__ import annotations

from .items import Moment
from .tokens import Part

# What to offer when only a part of the day was said.
USUAL: dict[Part | None, tuple[int, ...]] = {
    Part.DAWN: (0, 2, 4), Part.EARLY: (6, 7, 8), Part.MORNING: (9, 8, 10), Part.NOON: (12,),
    Part.AFTERNOON: (14, 15, 16), Part.DUSK: (18, 17, 19), Part.EVENING: (18, 20, 22), Part.NIGHT: (22, 23, 24),
    Part.LATE: (24, 26, 28), None: (9, 14, 20),
}  # fmt: skip
# From when to when it is that part of the day, from the midnight that begins it; a night belongs to its evening.
SPAN: dict[Part, tuple[int, int]] = {
    Part.DAWN: (0, 6), Part.EARLY: (4, 9), Part.MORNING: (5, 12), Part.NOON: (11, 14), Part.AFTERNOON: (12, 18),
    Part.DUSK: (16, 20), Part.EVENING: (17, 29), Part.NIGHT: (20, 30), Part.LATE: (24, 30),
}  # fmt: skip
FULL_DAY_LATER = 24


def hours(moment: Moment, *, today: bool = False, small_hours: bool = False) -> tuple[int, ...]:
    """The hours that a moment with an hour may mean, the likeliest first.

    `today`: its day is today by name; `small_hours`: it is before five, when "tonight" can mean either night.
    """
    if moment.noon:
        return (12,) if moment.part in (None, Part.NOON, Part.AFTERNOON) else ()
    if moment.midnight:
        return _midnight(moment, today)
    hour = moment.hour
    if hour is None:
        return ()
    if moment.part is None:
        return _plain(hour, moment)
    found = _in_part(moment.part, hour, moment.day is not None, today)
    late = bool(found) and found[0] > FULL_DAY_LATER
    return (found[0] - FULL_DAY_LATER, *found) if today and small_hours and late and len(found) == 1 else found


def _midnight(moment: Moment, today: bool) -> tuple[int, ...]:
    if moment.part in (Part.EVENING, Part.NIGHT, Part.LATE):
        return (24,)
    if moment.part not in (None, Part.DAWN):
        return ()
    if moment.day is None or today:
        return (24,)
    return (0,) if moment.part is Part.DAWN else (24, 0)


def _plain(hour: int, moment: Moment) -> tuple[int, ...]:
    if moment.exact or hour == 0 or hour > 12:
        return (hour,)
    if moment.day is not None and 9 <= hour <= 12:
        return (hour,)
    return (hour, hour + 12)


def _in_part(part: Part, hour: int, named: bool, today: bool) -> tuple[int, ...]:
    if part is Part.DAWN:
        return (hour % 12 if hour == 12 else hour,) if hour <= 6 or hour == 12 else ()
    if part is Part.EARLY:
        return (hour,) if 4 <= hour <= 9 else ()
    if part is Part.MORNING:
        return (hour,) if 1 <= hour <= 12 else ()
    if part is Part.NOON:
        return (hour,) if 11 <= hour <= 14 else (hour + 12,) if 1 <= hour <= 2 else ()
    if part is Part.AFTERNOON:
        return (hour,) if 12 <= hour <= 19 else (hour + 12,) if 1 <= hour <= 7 else ()
    if part is Part.DUSK:
        return (hour,) if 16 <= hour <= 20 else (hour + 12,) if 4 <= hour <= 8 else ()
    return _at_night(part, hour, named, today)


def _at_night(part: Part, hour: int, named: bool, today: bool) -> tuple[int, ...]:
    if 17 <= hour <= 23:
        return (hour,)
    if hour in (0, 12, 24):
        return (24,)
    if 13 <= hour <= 16:
        return ()
    if part is Part.LATE:
        return (hour + 24,) if hour <= 6 else (hour + 12,)
    if part is Part.EVENING:
        return (hour + 12,) if hour >= 5 else (hour + 24,)
    if hour >= 6:
        return (hour + 12,)
    return (hour + 24,) if today or not named else (hour + 24, hour)
