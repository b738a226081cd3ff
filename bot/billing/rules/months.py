"""Months of the pool's zone as UTC seconds. Lengths are only ever taken in UTC: a month may have an odd hour."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo


@dataclass(frozen=True, slots=True)
class Window:
    """`[starts_at, ends_at)` in UTC seconds."""

    starts_at: int
    ends_at: int

    @property
    def seconds(self) -> int:
        return self.ends_at - self.starts_at

    def cut(self, starts_at: int, ends_at: int) -> "Window | None":
        """What of `[starts_at, ends_at)` lies within, or None."""
        start, end = max(self.starts_at, starts_at), min(self.ends_at, ends_at)
        return Window(start, end) if start < end else None


def month_window(year: int, month: int, zone: tzinfo) -> Window:
    """The local month, from the first instant of its first day to that of the next month's."""
    return Window(_first_instant(year, month, zone), _first_instant(*_next(year, month), zone))


def month_of(at: int, zone: tzinfo) -> tuple[int, int]:
    """The local (year, month) around an instant."""
    local = datetime.fromtimestamp(at, zone)
    return local.year, local.month


def months_in(starts_at: int, ends_at: int, zone: tzinfo) -> Iterator[tuple[int, int, Window]]:
    """Each local month that `[starts_at, ends_at)` touches, with what of it lies in that month."""
    year, month = month_of(starts_at, zone)
    while starts_at < ends_at:
        window = month_window(year, month, zone)
        part = window.cut(starts_at, ends_at)
        if part is not None:
            yield year, month, part
        starts_at = window.ends_at
        year, month = _next(year, month)


def _next(year: int, month: int) -> tuple[int, int]:
    return (year, month + 1) if month < 12 else (year + 1, 1)


def _first_instant(year: int, month: int, zone: tzinfo) -> int:
    """Also where the clock skips or repeats that midnight (fold 0 does both)."""
    return int(datetime(year, month, 1, tzinfo=zone).timestamp())
