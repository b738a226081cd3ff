"""`/book`, `/cancel`, `/release` and the buttons that book or end."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts
from bot.booking.rules.shapes import Need
from bot.booking.services import book as booking
from bot.booking.services import end, see
from bot.booking.services.book import Wish, wish_of
from bot.chat.message import Choice, Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading import Card, Reading, read_booking, read_target

HOURS = (1, 3, 6, 12, 24)


def book(session: Session, ask: Ask) -> Reply:
    """Read the wish; book it, ask for what is missing, or say what is wrong."""
    pool, member = ask.pool, ask.member
    reading = read(session, ask)
    if reading.outcome == "refuse":
        raise _refused(reading)
    wish = _wish(reading, ask.now)
    if reading.outcome in ("help", "ask_duration"):
        return _ask_duration(session, pool.id, wish)
    if reading.outcome == "ask_time":
        return _ask_time(reading, wish)
    return booking.book(session, pool, member, wish, ask.now)


def read(session: Session, ask: Ask) -> Reading:
    """How the text is understood, with this pool's cards and clock."""
    cards = [Card(card.number, card.kind, card.memory_gb) for card in facts.cards(session, ask.pool.id)]
    if not cards:
        raise Refusal("no_cards")
    return read_booking(ask.args, datetime.fromtimestamp(ask.now, ZoneInfo(ask.pool.zone)), cards)


def says_something(reading: Reading) -> bool:
    """Whether words without a command are a booking at all."""
    if reading.outcome in ("help", "refuse"):
        return False
    return bool(not reading.assumed_count or reading.minutes or reading.gpus or reading.kind)


def _wish(reading: Reading, now: int) -> Wish:
    need = Need(
        count=reading.count or 1,
        kind=reading.kind,
        memory_gb=reading.memory_gb,
        numbers=reading.gpus,
        exclude=reading.exclude,
        seconds=(reading.minutes or 0) * 60,
    )
    start = int(reading.start.timestamp()) if reading.start else None
    return Wish(need, None if start is None or start == now else start, reading.purpose, reading.assumed_count)


def _ask_duration(session: Session, pool_id: int, wish: Wish) -> Reply:
    """Cards are clear, the length is not: buttons for the usual ones within the limits."""
    limits = facts.limits_in_force(session, pool_id, wish.starts_at or 0) if wish.starts_at else None
    hours = [h for h in HOURS if limits is None or limits.min_seconds <= h * 3600 <= limits.max_seconds]
    row = tuple(
        Choice("hours", "book", _payload(replace(wish, need=replace(wish.need, seconds=h * 3600))), {"hours": h})
        for h in hours
    )
    return Reply("ask_duration", _asked(wish), (row[:3], row[3:]))


def _ask_time(reading: Reading, wish: Wish) -> Reply:
    """Several times could be meant: the likeliest first."""
    choices = []
    for one in reading.candidates:
        if one.start is None or one.minutes is None:
            continue
        start = int(one.start.timestamp())
        exact = replace(wish, starts_at=start, need=replace(wish.need, seconds=one.minutes * 60))
        window = {"start": start, "end": start + one.minutes * 60}
        choices.append((Choice("window", "book", _payload(exact), window),))
    if not choices:
        raise Refusal("bad_input", reason=reading.reason or "bad_time", facts=dict(reading.reason_facts))
    return Reply("ask_time", {**_asked(wish), "reason": reading.reason}, tuple(choices[:4]))


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


def _payload(wish: Wish) -> dict[str, Any]:
    need = wish.need
    return {
        "count": need.count,
        "kind": need.kind,
        "memory_gb": need.memory_gb,
        "gpus": list(need.numbers),
        "exclude": list(need.exclude),
        "seconds": need.seconds,
        "start": wish.starts_at,
        "purpose": wish.purpose,
        "assumed_count": wish.assumed_count,
    }


def _refused(reading: Reading) -> Refusal:
    """The reader's reasons under the codes that programs know."""
    details: Mapping[str, Any] = dict(reading.reason_facts)
    reason = reading.reason or "unclear"
    if reason in ("past", "no_such_card", "no_such_kind", "too_many"):
        return Refusal(reason, **details)
    return Refusal("bad_input", reason=reason, facts=dict(details))


def press_book(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """A button that carries a whole wish. Its card becomes the answer."""
    reply = booking.book(session, ask.pool, ask.member, wish_of(payload), ask.now)
    return replace(reply, edits=True)


def fresh_book(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """An old offer: ask again how long, from now on."""
    wish = replace(wish_of(payload), starts_at=None)
    return _ask_duration(session, ask.pool.id, replace(wish, need=replace(wish.need, numbers=(), exclude=())))


def release(session: Session, ask: Ask) -> Reply:
    return end.release(session, ask.pool, ask.member, target(ask), ask.now)


def cancel(session: Session, ask: Ask) -> Reply:
    return end.cancel(session, ask.pool, ask.member, target(ask), ask.now)


def target(ask: Ask) -> int | None:
    """The booking that was named, or None. Raises `bad_input` when words follow that name none."""
    if not ask.args.strip():
        return None
    found = read_target(ask.args)
    if found is None:
        raise Refusal("bad_input", reason="no_target", facts={"text": ask.args[:40]})
    return found


def press_release(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return end.release(session, ask.pool, ask.member, int(payload["booking"]), ask.now)


def press_cancel(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return end.cancel(session, ask.pool, ask.member, int(payload["booking"]), ask.now)


def fresh_mine(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """An old card about a booking: show what one holds now."""
    return see.mine(session, ask.pool, ask.member, ask.now)


COMMANDS = (
    Command(
        "book",
        zh=("订", "预约", "订卡"),
        help={
            "zh": "订卡：几张、什么卡、多久、什么时候",
            "en": "book cards: how many, which, how long, when",
        },
        examples={
            "zh": ("/book 2xA100 6h", "订 2张A100 明晚8点 6小时", "/book 3号卡 今晚22:00到明早8点"),
            "en": ("/book 2xA100 6h", "/book 2 tomorrow 9pm 12h", "/book gpu 2,3 22:00-08:00"),
        },
        who=Who.MEMBER,
        run=book,
        front=True,
    ),
    Command(
        "release",
        zh=("放卡", "释放"),
        help={"zh": "提前还卡，用过的时间照记", "en": "give running cards back; used time stays"},
        examples={"zh": ("/release", "放卡 42"), "en": ("/release", "/release 42")},
        who=Who.MEMBER,
        run=release,
    ),
    Command(
        "cancel",
        zh=("取消",),
        help={"zh": "取消还没开始的预约", "en": "cancel a booking that has not begun"},
        examples={"zh": ("/cancel", "取消 42"), "en": ("/cancel", "/cancel 42")},
        who=Who.MEMBER,
        run=cancel,
    ),
)

VERBS = (
    Verb("book", Who.MEMBER, press_book, fresh_book),
    Verb("booking.release", Who.MEMBER, press_release, fresh_mine),
    Verb("booking.cancel", Who.MEMBER, press_cancel, fresh_mine),
)
