"""The booked time of a day as a grid: a row for each card, a column for each hour of the local clock.

A day on which clocks change has 23 or 25 columns. Of the day that runs, only what is still to come is a column.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum

from bot.booking.rules.shapes import Busy, Card, Span


class Cell(StrEnum):
    """How a card stands in a column. `mine`: some of it is one's own; `partly`: some of it is free."""

    FREE = "free"
    MINE = "mine"
    OTHER = "other"
    PARTLY = "partly"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Column:
    """A stretch of the day; `hour` is the hour of the local clock with which its block of hours begins."""

    starts_at: int
    ends_at: int
    hour: int

    @property
    def seconds(self) -> int:
        return self.ends_at - self.starts_at


def columns(day: Span, zone: tzinfo, since: int = 0, hours: int = 1) -> tuple[Column, ...]:
    """The hours of a day, or its blocks of so many hours, that are not over by `since`; the first is cut there.

    An hour that comes twice has two columns; in blocks, both lie in the same one.
    """
    found: list[Column] = []
    at = day.starts_at
    while at < day.ends_at:
        local = datetime.fromtimestamp(at, zone)
        ends = min(at + 3600 - local.minute * 60 - local.second, day.ends_at)
        hour = local.hour - local.hour % hours
        if hours > 1 and found and found[-1].hour == hour:
            found[-1] = Column(found[-1].starts_at, ends, hour)
        else:
            found.append(Column(at, ends, hour))
        at = ends
    return tuple(Column(max(one.starts_at, since), one.ends_at, one.hour) for one in found if one.ends_at > since)


def occupancy(
    cards: Sequence[Card], busy: Iterable[Busy], mine: Collection[int], over: Sequence[Column]
) -> dict[int, tuple[Cell, ...]]:
    """The cells of each card by its number, over adjoining columns. `mine` are the ids of one's own bookings."""
    starts = [column.starts_at for column in over]
    taken = {card.gpu_id: [0] * len(over) for card in cards}
    own = {card.gpu_id: [False] * len(over) for card in cards}
    for row in busy:
        if row.gpu_id not in taken:
            continue
        at = max(0, bisect_right(starts, row.starts_at) - 1)
        while at < len(over) and starts[at] < row.ends_at:
            seconds = min(row.ends_at, over[at].ends_at) - max(row.starts_at, over[at].starts_at)
            if seconds > 0:
                taken[row.gpu_id][at] += seconds
                own[row.gpu_id][at] |= row.booking_id in mine
            at += 1
    return {
        card.number: (Cell.BROKEN,) * len(over)
        if card.broken
        else tuple(
            _cell(seconds, one_is_mine, column.seconds)
            for seconds, one_is_mine, column in zip(taken[card.gpu_id], own[card.gpu_id], over, strict=True)
        )
        for card in cards
    }


def _cell(taken: int, mine: bool, seconds: int) -> Cell:
    if mine:
        return Cell.MINE
    if not taken:
        return Cell.FREE
    return Cell.OTHER if taken >= seconds else Cell.PARTLY
