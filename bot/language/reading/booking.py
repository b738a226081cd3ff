"""Reads the text of a booking. Never raises and never guesses: what is open is asked, what disagrees refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from .calendar import Calendar
from .items import Moment
from .kinds import spellings
from .lexer import cut
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
    spoken, rest = _spoken_purpose(normal)
    name = spoken_name(rest)
    if name is not None:
        rest = rest[: name[0] - 1] + ";" * (name[1] - name[0] + 1) + rest[name[1] :]
    tokens = cut(rest, spellings(card.kind for card in cards))
    if len(tokens) > MOST_TOKENS:
        return Reading("refuse", reason="too_long_text", reason_facts={"allowed": LONGEST_TEXT})
    items, words = read_phrases(tokens)
    wish = gather(items)
    if wish.empty:
        return Reading("help")
    if wish.wrong is not None:
        return Reading("refuse", reason=wish.wrong.reason, reason_facts={"text": wish.wrong.text})
    quotes = [spoken] if spoken else [normal.quote(word.start, word.end) for word in words]
    purpose = " ".join(quotes)[:LONGEST_PURPOSE].strip() or None
    whom = wish.for_whom or name
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


def _spoken_purpose(normal: Normal) -> tuple[str | None, str]:
    """A purpose said to be one (用途: …, "…") is taken as typed, numbers and all; blanks keep its place."""
    found = _SPOKEN_PURPOSE.search(normal.text) or _QUOTED.search(normal.text)
    if found is None:
        return None, normal.text
    rest = normal.text[: found.start()] + ";" * (found.end() - found.start()) + normal.text[found.end() :]
    return normal.quote(found.start("said"), found.end("said")).strip() or None, rest


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
        return readings[0]
    return replace(
        reading,
        outcome="ask_time",
        reason=windows.ask,
        minutes=windows.minutes,
        candidates=readings[:MOST_CANDIDATES],
    )


def _window(reading: Reading, window: Window, calendar: Calendar) -> Reading:
    begins = calendar.local(window.start)
    if window.end is None:
        return replace(reading, outcome="ask_duration", start=begins, reason="no_duration")
    minutes = (window.end - window.start) // 60
    return replace(reading, start=begins, end=calendar.local(window.end), minutes=minutes)
