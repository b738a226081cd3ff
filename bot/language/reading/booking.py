"""Reads the text of a booking. Never raises and never guesses: what is open is asked, what disagrees refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from .calendar import Calendar
from .choices import first_after
from .items import Moment
from .kinds import spellings
from .lexer import cut
from .no_wish import why_no_wish
from .normal import Normal, normalise
from .phrases import read_phrases
from .reading import Card, Reading
from .tokens import Day
from .which_cards import Wanted, which_cards
from .whom import spoken_name
from .windows import LONGEST, Window, windows_of
from .wish import Wish, gather, join_moments

LONGEST_TEXT = 2000
MOST_TOKENS = 600
LONGEST_PURPOSE = 200
LONGEST_QUOTE = 40
MORNING, EVENING, NIGHT_BEGINS = 8, 18, 22  # hours: a night that was only named ends at the first
MOST_CANDIDATES = 6
_SPOKEN_PURPOSE = re.compile(r"(?:用途|目的|备注|purpose|reason|note)(?: ?[:=] ?| )(?P<said>.+)$")
_QUOTED = re.compile(r"[\"「『《](?P<said>[^\"」』》]{1,200})[\"」』》]")


class Said(NamedTuple):
    """What is quoted as typed: the purpose, and the name of whom it is for."""

    purpose: str | None
    for_whom: str | None


def read_booking(text: str, now: datetime, cards: Sequence[Card]) -> Reading:
    """How `text`, a booking's arguments, is understood at `now` (aware, in the pool's zone) for these cards."""
    if len(text) > LONGEST_TEXT:
        return Reading("refuse", reason="too_long_text", reason_facts={"allowed": LONGEST_TEXT})
    normal = normalise(text)
    spoken, quoted, rest = _spoken_purpose(normal)
    name = spoken_name(rest)
    if name is not None:
        rest = rest[: name[0] - 1] + ";" * (name[1] - name[0] + 1) + rest[name[1] :]
    no_wish = why_no_wish(rest)
    if no_wish is not None:
        return Reading("refuse", reason=no_wish, reason_facts={"text": text.strip()[:LONGEST_QUOTE]})
    tokens = cut(rest, spellings(card.kind for card in cards))
    if len(tokens) > MOST_TOKENS:
        return Reading("refuse", reason="too_long_text", reason_facts={"allowed": LONGEST_TEXT})
    items, words = read_phrases(tokens)
    wish = gather(items)
    whom = wish.for_whom or name
    if wish.empty:
        return Reading("help", for_whom=normal.quote(*whom) if whom else None)
    if wish.wrong is not None:
        return Reading("refuse", reason=wish.wrong.reason, reason_facts={"text": wish.wrong.text})
    purpose = spoken or _purpose(normal, [(word.start, word.end) for word in words], quoted)
    said = Said(purpose, normal.quote(*whom) if whom else None)
    zone = now.tzinfo
    assert zone is not None, "now must be aware"
    calendar = Calendar(int(now.timestamp()), zone)
    if wish.day_or_card is None:
        return _read(wish, said, cards, calendar)
    return _card_or_day(wish, wish.day_or_card, said, cards, calendar)


def _read(wish: Wish, said: Said, cards: Sequence[Card], calendar: Calendar) -> Reading:
    wanted = which_cards(wish, cards)
    if wanted.refuse is not None:
        return Reading("refuse", reason=wanted.refuse, reason_facts=wanted.facts)
    return _timed(_reading(wanted, wish, said), wish, calendar)


def _card_or_day(wish: Wish, number: int, said: Said, cards: Sequence[Card], calendar: Calendar) -> Reading:
    """3号 alone may be card 3 or the third of the month: asked, unless only one of them can be."""
    day = join_moments(wish.start, Moment(day=Day(month_day=(None, None, number))))
    as_card = _read(replace(wish, gpus=tuple(sorted({*wish.gpus, number})), day_or_card=None), said, cards, calendar)
    as_day = (
        Reading("refuse") if day is None else _read(replace(wish, start=day, day_or_card=None), said, cards, calendar)
    )
    if as_day.outcome == "refuse" or as_card.outcome == "refuse":
        return as_day if as_card.outcome == "refuse" and as_day.outcome != "refuse" else as_card
    shown = (*(as_card.candidates or (as_card,)), *(as_day.candidates or (as_day,)))[:MOST_CANDIDATES]
    return replace(
        as_card,
        outcome="ask_time",
        gpus=(),
        start=None,
        end=None,
        reason="card_or_day",
        reason_facts={"number": number},
        candidates=shown,
    )


def _spoken_purpose(normal: Normal) -> tuple[str | None, re.Match[str] | None, str]:
    """A purpose said to be one (用途: …), one in quotation marks, and the text with blanks in the place of either:
    both are taken as typed, numbers and all."""
    spoken = _SPOKEN_PURPOSE.search(normal.text)
    found = spoken or _QUOTED.search(normal.text)
    if found is None:
        return None, None, normal.text
    rest = normal.text[: found.start()] + ";" * (found.end() - found.start()) + normal.text[found.end() :]
    if spoken is None:
        return None, found, rest
    return _short(normal.quote(*spoken.span("said"))), None, rest


def _purpose(normal: Normal, words: list[tuple[int, int]], quoted: re.Match[str] | None) -> str | None:
    """The left-over words in order; quotation marks go where all the purpose stands in them."""
    if quoted is not None:
        words = sorted([*words, quoted.span()]) if words else [quoted.span("said")]
    joined: list[tuple[int, int]] = []
    for span in (_with_brackets(normal.text, *span) for span in words):
        if quoted is not None and joined and not any(map(str.isalnum, normal.text[joined[-1][1] : span[0]])):
            span = (joined.pop()[0], span[1])
        joined.append(span)
    return _short(" ".join(normal.quote(*span) for span in joined))


def _with_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """<b>跑实验</b> whole: what opens straight before the words and closes straight behind them."""
    return start - (text[start - 1 : start] == "<"), end + (text[end : end + 1] == ">")


def _short(purpose: str) -> str | None:
    return purpose[:LONGEST_PURPOSE].strip() or None


def _reading(wanted: Wanted, wish: Wish, said: Said) -> Reading:
    return Reading(
        "ok",
        count=wanted.count,
        kind=wanted.kind,
        memory_gb=wanted.memory_gb,
        gpus=wanted.gpus,
        exclude=wanted.exclude,
        purpose=said.purpose,
        assumed_count=wanted.assumed_count,
        node=wish.nodes[0] if wish.nodes else None,
        for_whom=said.for_whom,
    )


def _timed(reading: Reading, wish: Wish, calendar: Calendar) -> Reading:
    windows = windows_of(wish, calendar)
    if windows.refuse is not None:
        facts = {} if windows.minutes is None else {"minutes": windows.minutes, "allowed": LONGEST // 60}
        return Reading("refuse", reason=windows.refuse, reason_facts=facts)
    readings = tuple(dict.fromkeys(_window(reading, window, calendar) for window in windows.found))
    if windows.ask is None:
        nights = _night(readings[0], wish, calendar) if wish.night else ()
        return replace(readings[0], candidates=nights) if nights else readings[0]
    return replace(
        reading,
        outcome="ask_time",
        reason=windows.ask,
        minutes=windows.minutes,
        candidates=readings[:MOST_CANDIDATES],
    )


def _night(reading: Reading, wish: Wish, calendar: Calendar) -> tuple[Reading, ...]:
    """跑一晚上 has no length; what is most likely meant is until the morning, said by day from tonight on."""
    assert reading.start is not None
    begins = int(reading.start.timestamp())
    if reading.end is not None or (wish.start is not None and MORNING <= reading.start.hour < EVENING):
        return ()
    if wish.start is None and MORNING <= reading.start.hour < EVENING:
        begins = first_after(begins, NIGHT_BEGINS, 0, calendar) or begins
    ends = first_after(begins, MORNING, 0, calendar)
    return (
        () if ends is None else (replace(_window(reading, Window(begins, ends), calendar), outcome="ok", reason=None),)
    )


def _window(reading: Reading, window: Window, calendar: Calendar) -> Reading:
    begins = calendar.local(window.start)
    if window.end is None:
        return replace(reading, outcome="ask_duration", start=begins, reason="no_duration")
    minutes = (window.end - window.start) // 60
    return replace(reading, start=begins, end=calendar.local(window.end), minutes=minutes)
