"""From named days and hours to instants in one zone, and nothing else about meaning.

Instants are UTC seconds. A wall time that a change of clocks skips has no instant; one that comes twice means its
first, unless its second is named. Lengths of time are elapsed, so they are added to instants, never to wall times.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from .tokens import Day

FIRST_YEAR, LAST_YEAR = 2000, 2200
A_YEAR = 366
LONG_AGO = 180  # days: a date without a year that far back means next year's


@dataclass(frozen=True, slots=True)
class Calendar:
    """`now` in UTC seconds and the zone in which days and hours are said."""

    now: int
    zone: tzinfo

    @property
    def today(self) -> date:
        return self.local(self.now).date()

    @property
    def minute(self) -> int:
        """The instant at which the running minute began: 20:10 said at 20:10:30 is not past."""
        return self.now - self.now % 60

    def local(self, instant: int) -> datetime:
        return datetime.fromtimestamp(instant, self.zone)

    def midnight(self, day: date) -> int:
        """The first instant of a day, also where a change of clocks skips 00:00."""
        return int(datetime(day.year, day.month, day.day, tzinfo=self.zone).timestamp())

    def instant(self, day: date, hour: int, minute: int, *, second: bool = False) -> int | None:
        """The instant of a wall time, of one that comes twice the first or the `second`; hours from 24 on lie in the
        next day. None when clocks skip it."""
        later = day + timedelta(days=hour // 24)
        wall = datetime(later.year, later.month, later.day, hour % 24, minute, fold=int(second))
        instant = int(wall.replace(tzinfo=self.zone).timestamp())
        back = datetime.fromtimestamp(instant, self.zone).replace(tzinfo=None)
        return instant if back == wall.replace(fold=0) else None

    def stamp(self, said: tuple[int, int, int, int, int, int | None]) -> int | None:
        """The instant of a full date and time, in the zone unless it has an offset; None when there is none."""
        year, month, day, hour, minute, offset = said
        found = real_date(year, month, day)
        if found is None or hour > 23 or minute > 59:
            return None
        if offset is None:
            return self.instant(found, hour, minute)
        utc = datetime(year, month, day, hour, minute, tzinfo=UTC) - timedelta(minutes=offset)
        return int(utc.timestamp()) if abs(offset) <= 14 * 60 else None

    def date_of(self, said: Day, first: date | None = None) -> date | None:
        """The date of a named day. Days without a week or month of their own are the first not before `first`
        (default today). None when there is no such date. Weekends begin on their Saturday."""
        first = first or self.today
        monday = self.today - timedelta(days=self.today.weekday())
        if said.offset is not None:
            return self._moved(self.today, said.offset)
        if said.after is not None:
            return first + timedelta(days=said.after)
        if said.weekend:
            return self._weekend(said, monday)
        if said.weekday is not None:
            if said.week is not None:
                return monday + timedelta(days=7 * said.week + said.weekday)
            return first + timedelta(days=(said.weekday - first.weekday()) % 7)
        return self._month_day(said, first)

    def _weekend(self, said: Day, monday: date) -> date:
        return monday + timedelta(days=7 * (said.week or 0) + 5)

    def _moved(self, day: date, days: int) -> date | None:
        return day + timedelta(days=days) if -4000 < days < 4000 else None

    def _month_day(self, said: Day, first: date) -> date | None:
        if said.month_day is None:
            return None
        year, month, day = said.month_day
        if year is not None:
            return real_date(year, month or 0, day)
        if month is None:
            months = first.year * 12 + first.month - 1 + said.next_month
            if not said.next_month and day < first.day:
                months += 1
            return real_date(months // 12, months % 12 + 1, day)
        if said.next_month:
            return real_date(self.today.year + 1, month, day)
        found = real_date(first.year, month, day)
        if found is None or (first - found).days > LONG_AGO:
            found = real_date(first.year + 1, month, day)
        return found if found is None or (found - first).days <= A_YEAR else None


def real_date(year: int, month: int, day: int) -> date | None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
