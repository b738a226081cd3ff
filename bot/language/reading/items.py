"""What a phrase can say: the pieces of meaning that the grammar finds and `booking.py` puts together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from .tokens import Day, Part


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time as it was said; what was not said is None.

    `hour` 0..24; `exact` when nothing about it is open (24-hour clock, am, pm), `twelve` when am or pm was said;
    `stamp` (year, month, day, hour, minute, offset); `midnight` for the word, whose day can be either side;
    `whole` for all of the day; `loose` when it was only named as a border (8点后, before 8am); `also` holds a
    second name of the same day (周五 12-04), which must agree; `day_last`: the day was said behind the hour;
    `this_time` for the hour that it is now (明天这个时候); `second` for the second of two like hours when clocks go
    back; `aside` for a day in the words of the purpose (明天要汇报).
    """

    day: Day | None = None
    part: Part | None = None
    hour: int | None = None
    minute: int = 0
    exact: bool = False
    twelve: bool = False
    noon: bool = False
    midnight: bool = False
    now: bool = False
    in_minutes: int | None = None
    stamp: tuple[int, int, int, int, int, int | None] | None = None
    whole: bool = False
    loose: bool = False
    also: tuple[Day, ...] = ()
    day_last: bool = False
    this_time: bool = False
    second: bool = False
    aside: bool = False

    @property
    def has_hour(self) -> bool:
        return (
            self.hour is not None
            or self.noon
            or self.midnight
            or self.now
            or self.this_time
            or self.stamp is not None
            or self.in_minutes is not None
        )


class Start(NamedTuple):
    moment: Moment


class End(NamedTuple):
    moment: Moment


class Length(NamedTuple):
    """A duration; the parts of 2h 30m come as one."""

    minutes: Fraction
    finest: int


class Count(NamedTuple):
    number: Fraction


class Bare(NamedTuple):
    """A number with nothing around it that says what it counts."""

    number: Fraction
    text: str


class All(NamedTuple):
    pass


class Kind(NamedTuple):
    name: str


class Memory(NamedTuple):
    gigabytes: Fraction


class Cards(NamedTuple):
    numbers: tuple[int, ...]


class Without(NamedTuple):
    numbers: tuple[int, ...]
    rest: bool
    """Said as 除了, except: everything else may be meant."""
    everything: bool = False
    """Said as all but: everything else is meant."""


class DayOrCard(NamedTuple):
    """3号 with nothing that says whether it is the third of the month or card 3."""

    number: int


class Node(NamedTuple):
    name: str


class Flexible(NamedTuple):
    """Any time will do; `vague`: a time was named that nobody can place (睡前, 下班后), and an hour said beside it
    settles it."""

    vague: bool = False


class OpenEnd(NamedTuple):
    """No length; `night`: for as long as the night lasts (通宵, overnight)."""

    night: bool = False


class ForWhom(NamedTuple):
    """Somebody named by @ whom the booking is for; where the name stands in the normal text."""

    start: int
    end: int


class Purpose(NamedTuple):
    start: int
    end: int


class Wrong(NamedTuple):
    """Something that makes the whole text unreadable: `reason` and what was typed."""

    reason: str
    text: str


Item = (
    Start
    | End
    | Length
    | Count
    | Bare
    | All
    | Kind
    | Memory
    | Cards
    | Without
    | DayOrCard
    | Node
    | Flexible
    | OpenEnd
    | ForWhom
    | Purpose
    | Wrong
)
