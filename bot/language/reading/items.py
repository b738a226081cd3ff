"""What a phrase can say: the pieces of meaning that the grammar finds and `booking.py` puts together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .tokens import Day, Part


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time as it was said; what was not said is None.

    `hour` is as written, 0..24; `exact` when nothing about it is open (24-hour clock, am, pm, noon);
    `stamp` (year, month, day, hour, minute, offset); `midnight` for the word, whose day can be either side;
    `whole` for all of the day; `loose` when it was only named as a border (8点后, before 8am); `also` holds a
    second name of the same day (周五 12-04), which must agree.
    """

    day: Day | None = None
    part: Part | None = None
    hour: int | None = None
    minute: int = 0
    exact: bool = False
    noon: bool = False
    midnight: bool = False
    now: bool = False
    in_minutes: int | None = None
    stamp: tuple[int, int, int, int, int, int | None] | None = None
    whole: bool = False
    loose: bool = False
    also: tuple[Day, ...] = ()

    @property
    def has_hour(self) -> bool:
        return (
            self.hour is not None
            or self.noon
            or self.midnight
            or self.now
            or self.stamp is not None
            or self.in_minutes is not None
        )


@dataclass(frozen=True, slots=True)
class Start:
    moment: Moment


@dataclass(frozen=True, slots=True)
class End:
    moment: Moment


@dataclass(frozen=True, slots=True)
class Length:
    """A duration; the parts of 2h 30m come as one."""

    minutes: Fraction
    finest: int


@dataclass(frozen=True, slots=True)
class Count:
    number: Fraction


@dataclass(frozen=True, slots=True)
class Bare:
    """A number with nothing around it that says what it counts."""

    number: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class All:
    pass


@dataclass(frozen=True, slots=True)
class Kind:
    name: str


@dataclass(frozen=True, slots=True)
class Memory:
    gigabytes: Fraction


@dataclass(frozen=True, slots=True)
class Cards:
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Without:
    numbers: tuple[int, ...]
    rest: bool
    """Said as 除了, except: everything else may be meant."""
    everything: bool = False
    """Said as all but: everything else is meant."""


@dataclass(frozen=True, slots=True)
class DayOrCard:
    """3号 with nothing that says whether it is the third of the month or card 3."""

    number: int


@dataclass(frozen=True, slots=True)
class Node:
    name: str


@dataclass(frozen=True, slots=True)
class Flexible:
    pass


@dataclass(frozen=True, slots=True)
class OpenEnd:
    pass


@dataclass(frozen=True, slots=True)
class Purpose:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Wrong:
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
    | Purpose
    | Wrong
)
