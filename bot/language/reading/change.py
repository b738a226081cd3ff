"""What is to change about one's booking: the words behind extend, cancel and release (42 2h, 到明早9点, 3号卡)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, tzinfo

from .calendar import Calendar
from .items import Moment
from .normal import normalise
from .pointing import around_of, ends_of
from .sentence import read_sentence

LONGEST_TEXT = 300
_FIGURE = r"[0-9.半零一二两俩三四五六七八九十]"
# What makes a length one by which to end sooner: -1h, 42 -30m, 少1小时, 提前半小时, 1h less.
_LESS = re.compile(
    rf"^ ?- ?(?={_FIGURE})|(?<= )-(?={_FIGURE})|(?:少用?|减少?|缩短|提前)(?:了|掉|个)? ?(?={_FIGURE})"
    r"|\b(?:less|shorter|fewer|earlier|minus)\b(?: by)?|\b(?:shorten|cut) by\b"
)


@dataclass(frozen=True, slots=True)
class Change:
    """`target` is a booking's number: a bare number, too; `gpus` only what was called cards. `until` is the likeliest
    end with `or_until` where its hour is open; `by_minutes` is negative for less. `at` and `around` point at one of
    the asker's bookings. `unread` is what nobody can place."""

    by_minutes: int | None = None
    until: datetime | None = None
    or_until: tuple[datetime, ...] = ()
    target: int | None = None
    gpus: tuple[int, ...] = ()
    at: datetime | None = None
    around: tuple[datetime, datetime] | None = None
    unread: str = ""


def read_change(text: str, now: datetime | int, zone: tzinfo) -> Change:
    """How the words behind /extend, /cancel or /release are understood at `now` in the pool's zone. Never raises."""
    calendar = Calendar(now if isinstance(now, int) else int(now.timestamp()), zone)
    if len(text) > LONGEST_TEXT:
        return Change(unread=text[:LONGEST_TEXT])
    less = _LESS.search(normalise(text).text)
    sentence = read_sentence(text if less is None else _LESS.sub(" ", normalise(text).text), {})
    unread = sentence.unread
    if not sentence.one_each or sentence.counts or (sentence.start and sentence.end):
        unread = unread or text.strip()
    around = around_of(sentence.start, calendar) if sentence.start else None
    ends = _ends(sentence.end or sentence.start, calendar)
    gpus = sentence.gpus or (() if sentence.maybe_gpu is None else (sentence.maybe_gpu,))
    minutes = round(sentence.length.minutes) if sentence.length else None
    if less is not None and minutes is None and not ends:
        unread = unread or text.strip()
    return Change(
        by_minutes=-minutes if minutes is not None and less else minutes,
        until=ends[0] if ends else None,
        or_until=ends[1:],
        target=sentence.target or sentence.number,
        gpus=gpus,
        at=around.at if around else None,
        around=(around.start, around.end) if around else None,
        unread=unread,
    )


def _ends(moment: Moment | None, calendar: Calendar) -> tuple[datetime, ...]:
    return ends_of(moment, calendar) if moment is not None else ()
