"""From the words of a booking to a wish, a question or a refusal. Nothing is booked here."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts
from bot.booking.rules.shapes import Card, Need
from bot.booking.services.wish import Wish
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading import Card as ReadCard
from bot.language.reading import Reading, read_booking

# What is wrong with these is clear enough to be said even where no command was typed.
CLEAR = frozenset({"past", "no_such_card", "no_such_kind", "too_many", "half_card", "bad_count", "bad_duration"})


def read(session: Session, ask: Ask) -> Reading:
    """How the words are understood, with this pool's cards and clock. A machine that is named narrows the cards."""
    cards = _cards(session, ask)
    reading = _read(ask, cards)
    if reading.node is None:
        return reading
    there = _on_node(session, ask, cards, reading.node)
    others = tuple(sorted({card.number for card in cards} - {card.number for card in there}))
    return _elsewhere_excluded(_read(ask, there), others)


def _cards(session: Session, ask: Ask) -> list[Card]:
    cards = facts.cards(session, ask.pool.id)
    if not cards:
        raise Refusal("no_cards")
    return cards


def _read(ask: Ask, cards: Sequence[Card]) -> Reading:
    zone = ZoneInfo(ask.pool.zone)
    said = datetime.fromtimestamp(ask.words_at, zone)
    known = [ReadCard(card.number, card.kind, card.memory_gb) for card in cards]
    reading = read_booking(ask.args, said, known)
    if ask.as_of is None:
        return reading
    a_minute_later = read_booking(ask.args, _later(said, 60), known)
    return caught_up(reading, a_minute_later, said, datetime.fromtimestamp(ask.now, zone))


def caught_up(reading: Reading, a_minute_later: Reading, said: datetime, now: datetime) -> Reading:
    """What was understood as of `said`, now: what was to begin at once begins now, for as long or until the same end.

    A length is what is as long `a_minute_later`. Of the times to choose from those that are over are left out.
    """
    lengths = {one.minutes for one in (a_minute_later, *a_minute_later.candidates)}
    if reading.outcome != "ask_time":
        return _from(reading, said, now, lengths) or Reading("refuse", reason="past")
    times = (_from(one, said, now, lengths) for one in reading.candidates)
    ahead = tuple(
        one for one in times if one is not None and (one.start is None or _instant(one.start) >= _instant(now))
    )
    return replace(reading, candidates=ahead) if ahead else Reading("refuse", reason="past")


def _from(reading: Reading, said: datetime, now: datetime, lengths: Collection[int | None]) -> Reading | None:
    """None: it would be over already."""
    if reading.start != said:
        return reading
    if reading.end is None or reading.minutes is None:
        return replace(reading, start=now)
    if reading.minutes in lengths:
        return replace(reading, start=now, end=_later(now, reading.minutes * 60))
    minutes = (_instant(reading.end) - _instant(now)) // 60
    return replace(reading, start=now, minutes=minutes) if minutes > 0 else None


def _on_node(session: Session, ask: Ask, cards: Sequence[Card], name: str) -> list[Card]:
    names = facts.node_names(session, ask.pool.id)
    there = [card for card in cards if names[card.node_id] == name]
    if not there:
        raise Refusal("no_such_node", node=name, nodes=list(names.values()))
    return there


def _elsewhere_excluded(reading: Reading, others: tuple[int, ...]) -> Reading:
    return replace(
        reading,
        exclude=(*reading.exclude, *others),
        candidates=tuple(_elsewhere_excluded(one, others) for one in reading.candidates),
    )


def wish_of_words(reading: Reading, now: int) -> Wish:
    """What is wished for; a start that is now is left open, so that a press may come later."""
    start = _instant(reading.start) if reading.start else None
    length = _instant(reading.end) - start if reading.end and start is not None else (reading.minutes or 0) * 60
    need = Need(
        count=reading.count or 1,
        kind=reading.kind,
        memory_gb=reading.memory_gb,
        numbers=reading.gpus,
        exclude=reading.exclude,
        seconds=length,
    )
    return Wish(need, None if start == now else start, reading.purpose, reading.assumed_count)


def check_ahead(start: int | None, now: int) -> None:
    """Raises `past` for a window that was ahead when it was said and has begun since."""
    if start is not None and start < now:
        raise Refusal("past", start=start)


def _later(moment: datetime, seconds: int) -> datetime:
    """So many seconds later, whatever the clock on the wall does in between."""
    return datetime.fromtimestamp(_instant(moment) + seconds, moment.tzinfo)


def _instant(moment: datetime) -> int:
    return int(moment.timestamp())


def says_something(reading: Reading) -> bool:
    """Whether words without a command are a wish to book: a length alone could be about anything."""
    if reading.outcome in ("help", "refuse"):
        return False
    return not reading.assumed_count or bool(reading.gpus or reading.kind)


def is_clearly_wrong(reading: Reading) -> bool:
    """Whether words without a command are a wish to book that can be refused with its reason."""
    return reading.outcome == "refuse" and reading.reason in CLEAR


def refusal_of(session: Session, ask: Ask, reading: Reading) -> Refusal:
    """The reader's reasons under the codes that programs know, with the facts of those codes."""
    said: Mapping[str, Any] = reading.reason_facts
    cards = facts.cards(session, ask.pool.id)
    kind = said.get("kind")
    match reading.reason:
        case "past":
            return Refusal("past", start=None)
        case "no_such_card":
            alike = {card.number for card in cards if _is(card, kind, said.get("memory_gb"))}
            return Refusal("no_such_card", numbers=sorted(set(said["gpus"]) - alike), have=sorted(alike))
        case "no_such_kind":
            memory = f"{said['memory_gb']}G" if said.get("memory_gb") else None
            asked = "-".join(part for part in (kind or said.get("text"), memory) if part)
            return Refusal("no_such_kind", kind=asked, kinds=sorted({card.label for card in cards}))
        case "too_many":
            most = _most_on_one_node([card for card in cards if _is(card, kind, None)])
            return Refusal("too_many", asked=said["count"], have=min(most, said["available"]), kind=kind)
        case "too_long" if reading.minutes is not None or said.get("minutes") is not None:
            most = facts.limits_in_force(session, ask.pool.id, ask.now).max_seconds
            minutes = int(said.get("minutes") or reading.minutes or 0)
            return Refusal("limit", rule="max", value=60 * minutes, allowed=most)
        case reason:
            return Refusal("bad_input", reason=reason or "unclear", facts=dict(said))


def _is(card: Card, kind: str | None, memory_gb: int | None) -> bool:
    return kind in (None, card.kind) and memory_gb in (None, card.memory_gb)


def _most_on_one_node(cards: Sequence[Card]) -> int:
    nodes = [card.node_id for card in cards]
    return max((nodes.count(node) for node in nodes), default=0)
