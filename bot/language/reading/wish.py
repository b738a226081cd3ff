"""What the pieces of one text ask for together: cards and times. Pieces that disagree are named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from .items import (
    All,
    Bare,
    Cards,
    Count,
    DayOrCard,
    End,
    Flexible,
    ForWhom,
    Item,
    Kind,
    Length,
    Memory,
    Moment,
    Node,
    OpenEnd,
    Start,
    Without,
    Wrong,
)
from .tokens import Day


@dataclass(frozen=True, slots=True)
class Wish:
    """One text's pieces, each at most once. `wrong` is set when the text cannot be read whole; `for_whom` is where
    in the text somebody is named."""

    counts: tuple[Fraction, ...] = ()
    everything: bool = False
    rest: bool = False
    kinds: tuple[str, ...] = ()
    memories: tuple[Fraction, ...] = ()
    gpus: tuple[int, ...] = ()
    exclude: tuple[int, ...] = ()
    nodes: tuple[str, ...] = ()
    start: Moment | None = None
    end: Moment | None = None
    length: Length | None = None
    flexible: bool = False
    open_end: bool = False
    night: bool = False
    day_or_card: int | None = None
    for_whom: tuple[int, int] | None = None
    wrong: Wrong | None = None

    @property
    def empty(self) -> bool:
        return replace(self, for_whom=None) == Wish()


def gather(items: Sequence[Item]) -> Wish:
    items = _with_hours(items)
    bare = [item for item in items if isinstance(item, Bare)]
    counts = {item.number for item in items if isinstance(item, Count)}
    starts = _starts([item.moment for item in items if isinstance(item, Start)])
    ends = _together([item.moment for item in items if isinstance(item, End)])
    lengths = {item.minutes: item for item in items if isinstance(item, Length)}
    wrong = next((item for item in items if isinstance(item, Wrong)), None)
    wrong = wrong or _wrong_numbers(items, bare, counts)
    if wrong is None and (starts is None or ends is None or len(lengths) > 1):
        wrong = Wrong("contradiction", "time")
    named_cards = {number for item in items if isinstance(item, Cards) for number in item.numbers}
    said = (item.number for item in items if isinstance(item, DayOrCard))
    days_or_cards = [number for number in said if number not in named_cards]
    if wrong is None and len(days_or_cards) > 1:
        wrong = Wrong("card_or_day", str(days_or_cards[0]))
    named = [(item.start, item.end) for item in items if isinstance(item, ForWhom)]
    if wrong is None and len(named) > 1:
        wrong = Wrong("contradiction", "somebody")
    return Wish(
        counts=tuple(counts | {item.number for item in bare[:1]}),
        everything=any(isinstance(item, All) or (isinstance(item, Without) and item.everything) for item in items),
        rest=any(item.rest for item in items if isinstance(item, Without)),
        kinds=tuple(dict.fromkeys(item.name for item in items if isinstance(item, Kind))),
        memories=tuple(dict.fromkeys(item.gigabytes for item in items if isinstance(item, Memory))),
        gpus=_numbers(item.numbers for item in items if isinstance(item, Cards)),
        exclude=_numbers(item.numbers for item in items if isinstance(item, Without)),
        nodes=tuple(dict.fromkeys(item.name for item in items if isinstance(item, Node))),
        start=starts[0] if starts else None,
        end=ends[0] if ends else None,
        length=next(iter(lengths.values()), None),
        flexible=_flexible(items, starts),
        open_end=any(isinstance(item, OpenEnd) for item in items),
        night=any(item.night for item in items if isinstance(item, OpenEnd)),
        day_or_card=days_or_cards[0] if days_or_cards else None,
        for_whom=named[0] if named else None,
        wrong=wrong,
    )


def _with_hours(items: Sequence[Item]) -> Sequence[Item]:
    """2 gpus tonight 11: where cards are counted or named, a lone number straight behind a day is its hour."""
    if not any(isinstance(item, Count | Cards | All) for item in items):
        return items
    found: list[Item] = []
    for item in items:
        before = found[-1] if found else None
        if isinstance(item, Bare) and isinstance(before, Start) and _takes_an_hour(before.moment, item):
            found[-1] = Start(replace(before.moment, hour=int(item.number), exact=item.number > 12))
        else:
            found.append(item)
    return found


def _takes_an_hour(moment: Moment, bare: Bare) -> bool:
    plain = not (moment.has_hour or moment.now or moment.whole or moment.loose or moment.stamp)
    named = moment.day is not None or moment.part is not None
    return plain and named and bare.text.isdigit() and 1 <= bare.number <= 24 and moment.in_minutes is None


def _flexible(items: Sequence[Item], starts: list[Moment] | None) -> bool:
    """Any time will do. An hour that was said settles a vague one: 今晚睡前开跑，11点."""
    clear = bool(starts) and starts is not None and starts[0].has_hour and not starts[0].now
    return any(not (item.vague and clear) for item in items if isinstance(item, Flexible))


def _numbers(lists: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted({number for numbers in lists for number in numbers}))


def _wrong_numbers(items: Sequence[Item], bare: list[Bare], counts: set[Fraction]) -> Wrong | None:
    """One lone number is the count, if no count was typed and no day or hour stands before it (明天 8)."""
    if len(bare) > 1 or (bare and counts):
        return Wrong("unread_number", bare[-1].text)
    if not bare:
        return None
    before = items[items.index(bare[0]) - 1] if items.index(bare[0]) else None
    may_be_an_hour = isinstance(before, Start | End) and (
        before.moment.day is not None or before.moment.part is not None
    )
    if may_be_an_hour and isinstance(before, Start | End) and not before.moment.has_hour:
        return Wrong("unread_number", bare[0].text)
    return None


def _starts(moments: list[Moment]) -> list[Moment] | None:
    """All together; a day in the words of the purpose gives way where it disagrees."""
    plain = [replace(moment, aside=False) for moment in moments]
    joined = _together(plain)
    if joined is None and any(moment.aside for moment in moments):
        return _together([moment for moment in moments if not moment.aside])
    return joined


def _together(moments: list[Moment]) -> list[Moment] | None:
    """Pieces of one moment said apart (周五 2张 14:00) as one; None when they disagree."""
    if not moments:
        return []
    whole = moments[0]
    for moment in moments[1:]:
        joined = _join(whole, moment)
        if joined is None:
            return None
        whole = joined
    return [whole]


def join_moments(one: Moment | None, other: Moment) -> Moment | None:
    return other if one is None else _join(one, other)


def _join(one: Moment, other: Moment) -> Moment | None:
    if one == other:
        return one
    if any(m.now or m.stamp or m.in_minutes is not None or m.whole for m in (one, other)):
        return None
    if one.has_hour and other.has_hour:
        return _clearer(one, other)
    if one.part is not None and other.part is not None:
        return None
    day, also = _one_day(one, other)
    if day is None and (one.day or other.day):
        return None
    timed = one if one.has_hour else other
    return replace(timed, day=day, also=also, part=one.part or other.part, loose=one.loose or other.loose)


def _clearer(one: Moment, other: Moment) -> Moment | None:
    """The same hour said once more, with what was open (8点 … 晚上8点, 20:00)."""
    clear, open_one = (one, other) if one.exact or one.part is not None else (other, one)
    if open_one.exact or open_one.part is not None or not (clear.exact or clear.part is not None):
        return None
    if clear.hour is None or open_one.hour is None or clear.minute != open_one.minute:
        return None
    day, also = _one_day(one, other)
    if clear.hour % 12 != open_one.hour % 12 or (day is None and (one.day or other.day)):
        return None
    return replace(clear, day=day, also=also, loose=one.loose or other.loose)


def _one_day(one: Moment, other: Moment) -> tuple[Day | None, tuple[Day, ...]]:
    if one.day is None or other.day is None:
        return one.day or other.day, one.also + other.also
    if one.day == other.day:
        return one.day, one.also + other.also
    checks = other.day.month_day is not None or (other.day.weekday is not None and other.day.week is None)
    if not checks or one.day.after is not None:
        return None, ()
    by_weekday = one.day.weekday is not None and one.day.week is None
    first, second = (other.day, one.day) if by_weekday else (one.day, other.day)
    return first, (*one.also, *other.also, second)
