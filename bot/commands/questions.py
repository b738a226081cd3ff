"""What a booking still has to be asked, each question with the buttons that answer it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.services import book, picker
from bot.booking.services.picker import Start
from bot.booking.services.wish import Wish, payload_of, wish_of
from bot.chat.message import Choice, Reply
from bot.commands import answering
from bot.commands.ask import Ask
from bot.commands.wishes import wish_of_words
from bot.errors import Refusal
from bot.language.reading import Reading
from bot.people.services.finding import by_id

HOURS = (1, 3, 6, 12, 24)
COUNTS = (1, 2, 4, 8)
MOST_TIMES = 4
MOST_KINDS = 8
PICKER = "picker"
STARTS = {"now": "start.now", "earliest": "start.earliest", "tonight": "start.tonight"}


def pick_cards(session: Session, ask: Ask, wish: Wish) -> Reply:
    """Nothing was said: how many of which kind? Then for how long, then from when: three presses of one message."""
    cards = [card for card in facts.cards(session, ask.pool.id) if not card.broken]
    kinds = list(dict.fromkeys(card.kind for card in cards))
    rows = []
    for kind in kinds[:MOST_KINDS]:
        nodes = [card.node_id for card in cards if card.kind == kind]
        most = max(nodes.count(node) for node in nodes)
        rows.append(tuple(_count(wish, count, kind) for count in COUNTS if count <= most))
    if not rows:
        return ask_duration(session, ask, wish)
    return Reply("pick", {"verb": "book", "bookings": []}, tuple(rows))


def _count(wish: Wish, count: int, kind: str) -> Choice:
    exact = replace(wish, need=replace(wish.need, count=count, kind=kind), assumed_count=False)
    return Choice("count", "book.length", {**payload_of(exact), PICKER: True}, {"count": count, "kind": kind})


def ask_duration(
    session: Session, ask: Ask, wish: Wish, *, picked: bool = False, nights: Sequence[Reading] = ()
) -> Reply:
    """Cards are clear, the length is not: buttons for the usual ones within the limits. `picked`: the start is open
    too, and is asked next. `nights`: until when, if all that was said is for the night."""
    limits = facts.limits_in_force(session, ask.pool.id, ask.now)
    hours = [h for h in HOURS if limits.min_seconds <= h * 3600 <= limits.max_seconds]
    row = tuple(_hours(replace(wish, need=replace(wish.need, seconds=h * 3600)), h, picked) for h in hours)
    until = tuple((_time(one, ask.now, wish.whom),) for one in nights)
    return Reply("ask_duration", _asked(wish), (*until, *(part for part in (row[:3], row[3:]) if part)))


def _hours(wish: Wish, hours: int, picked: bool) -> Choice:
    if picked:
        return Choice("hours", "book.when", {**payload_of(wish), PICKER: True}, {"hours": hours})
    return Choice("hours", "book", payload_of(wish), {"hours": hours})


def press_when(session: Session, ask: Ask, carried: Mapping[str, Any]) -> Reply:
    """Cards and length are picked: from when? Where no start would do, booking it now says why."""
    wish, member = wish_of(carried), ask.member
    if wish.whom is not None:
        member = by_id(session, ask.pool, wish.whom)
    starts = picker.starts(session, ask.pool, member, wish.need, ask.now)
    if not starts:
        return replace(book.book(session, ask.pool, member, replace(wish, apart=True), ask.now), edits=True)
    data = {**_asked(wish), "reason": "when", "about": {}}
    return _picked(ask, wish, Reply("ask_time", data, tuple((_start(wish, start),) for start in starts), edits=True))


def _start(wish: Wish, start: Start) -> Choice:
    """A press books cards that are free then: which ones is settled by the booking."""
    at = None if start.kind == "now" else start.window.starts_at
    label = {"start": start.window.starts_at, "end": start.window.ends_at}
    return Choice(STARTS[start.kind], "book", payload_of(replace(wish, starts_at=at)), label)


def _picked(ask: Ask, wish: Wish, reply: Reply) -> Reply:
    """Each card of the picker can be answered by typing too, as if what was picked had been said."""
    need = wish.need
    words = f"{need.count}x{need.kind}" if need.kind else f"{need.count}张"
    length = f" {need.seconds // 3600}h" if need.seconds else ""
    return answering.asking(replace(ask, args=words + length), reply)


def ask_time(reading: Reading, ask: Ask, whom: int | None = None) -> Reply:
    """Several times could be meant: the likeliest first. Where the length is open too, it is asked next."""
    times = [_time(one, ask.now, whom) for one in reading.candidates if one.start is not None]
    choices = tuple((one,) for at, one in enumerate(times) if one.facts not in [early.facts for early in times[:at]])
    if not choices:
        raise Refusal("bad_input", reason=reading.reason or "bad_time", facts=dict(reading.reason_facts))
    data = {
        **_asked(wish_of_words(reading, ask.now)),
        "minutes": reading.minutes,
        "reason": reading.reason,
        "about": dict(reading.reason_facts),
    }
    return Reply("ask_time", data, choices[:MOST_TIMES])


def _time(one: Reading, now: int, whom: int | None) -> Choice:
    assert one.start is not None
    wish = replace(wish_of_words(one, now), whom=whom)
    start = int(one.start.timestamp())
    end = int(one.end.timestamp()) if one.end is not None else None
    label = {"gpus": list(one.gpus), "start": start, "end": end}
    return Choice("window", "book" if end else "book.length", payload_of(wish), label)


def _asked(wish: Wish) -> dict[str, Any]:
    need = wish.need
    return {
        "count": need.size,
        "kind": need.kind,
        "gpus": list(need.numbers),
        "start": wish.starts_at,
        "minutes": need.seconds // 60 or None,
        "assumed_count": wish.assumed_count,
    }


def press_length(session: Session, ask: Ask, carried: Mapping[str, Any]) -> Reply:
    """A button that settled cards or start: now the length."""
    wish = wish_of(carried)
    if carried.get(PICKER):
        return _picked(ask, wish, replace(ask_duration(session, ask, wish, picked=True), edits=True))
    return replace(ask_duration(session, ask, wish), edits=True)


def fresh_book(session: Session, ask: Ask, carried: Mapping[str, Any]) -> Reply:
    """An old offer: ask again how long, from now on, for as many cards."""
    wish = wish_of(carried)
    need = replace(wish.need, count=wish.need.size, numbers=(), exclude=())
    return ask_duration(session, ask, replace(wish, starts_at=None, need=need), picked=bool(carried.get(PICKER)))
