"""`/book`, `/cancel`, `/release` and the buttons that book or end."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.booking.services import book as booking
from bot.booking.services import change, end
from bot.booking.services.whom import called
from bot.booking.services.wish import Wish, payload_of, wish_of
from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands import answering, changing, may, questions, wishes
from bot.commands.ask import Ask
from bot.commands.elsewhere import elsewhere
from bot.errors import Refusal
from bot.language.reading import read_target
from bot.language.reading.change import Change
from bot.people.services.finding import by_id, the_one
from storage.words import Role

BOOKING_THEN_CARDS = re.compile(r"\s*#?(\d{1,9})\s+((?:gpu|card|卡|\d).*)", re.IGNORECASE)


def book(session: Session, ask: Ask) -> Reply:
    """Read the wish; book it, ask for what is missing, or say what is wrong."""
    pool = ask.pool
    reading = wishes.read(session, ask)
    if reading.outcome == "refuse":
        raise wishes.refusal_of(session, ask, reading)
    wish, whom = wishes.wish_of_words(reading, ask.now), None
    wishes.check_ahead(wish.starts_at, ask.now)
    named = reading.for_whom or _purpose_that_is_a_name(session, ask, reading.purpose)
    if named is not None:
        may.check(ask, Who.OWNER)
        wish = replace(wish, purpose=None if reading.for_whom is None else wish.purpose)
        meant = called(session, pool, named)
        whom = the_one(session, pool, meant, named, "book", payload_of(wish)).id
        wish = replace(wish, whom=whom)
    match reading.outcome:
        case "help":
            return answering.asking(ask, questions.pick_cards(session, ask, wish))
        case "ask_duration":
            return answering.asking(ask, questions.ask_duration(session, ask, wish, nights=reading.candidates))
        case "ask_time":
            return answering.asking(ask, questions.ask_time(reading, ask, whom))
    return _book(session, ask, wish)


def _purpose_that_is_a_name(session: Session, ask: Ask, purpose: str | None) -> str | None:
    """Two cards for wang: a purpose, unless another member is called so."""
    if purpose is None or f" for {purpose.lower()}" not in f" {ask.text.lower()}":
        return None
    meant = called(session, ask.pool, purpose)
    return purpose if meant and ask.member.id not in [one.id for one in meant] else None


def _book(session: Session, ask: Ask, wish: Wish) -> Reply:
    """For the asker, or (an owner) for somebody else."""
    if wish.whom is None or wish.whom == ask.member.id:
        return booking.book(session, ask.pool, ask.member, wish, ask.now)
    may.check(ask, Who.OWNER)
    other = by_id(session, ask.pool, wish.whom)
    if other.role is Role.GUEST:
        raise Refusal("bad_input", reason="guest", facts={"name": other.name})
    return elsewhere(ask, booking.book(session, ask.pool, other, wish, ask.now, ask.member))


def press_book(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """A button that carries a whole wish. Its card becomes the answer; `member` settled for whom it is."""
    wish = wish_of(payload)
    if "member" in payload:
        wish = replace(wish, whom=int(payload["member"]))
    if not wish.need.seconds:
        return questions.press_length(session, ask, payload_of(wish))
    return replace(_book(session, ask, wish), edits=True)


def release(session: Session, ask: Ask) -> Reply:
    """A whole booking, or only the cards that are named; an owner ends another's with a reason."""
    return elsewhere(ask, _end(session, ask, end.release))


def cancel(session: Session, ask: Ask) -> Reply:
    """By number, by its cards, or by when it would have been (tomorrow night's)."""
    return elsewhere(ask, _end(session, ask, end.cancel))


def _end(session: Session, ask: Ask, whole: Callable[..., Reply]) -> Reply:
    pool, member, now = ask.pool, ask.member, ask.now
    found = _said(ask)
    if found.gpus and not found.unread:
        return change.drop(session, pool, member, found.target, found.gpus, now)
    if ask.intent is not None:
        return whole(session, pool, member, found.target, now, near=changing.near(found), count=ask.intent.count)
    booking_id, reason = numbered(ask.args)
    if booking_id is not None or not ask.args.strip():
        return whole(session, pool, member, booking_id, now, reason=reason)
    if found.unread or found.around is None:
        raise Refusal("bad_input", reason="no_target", facts={"text": ask.args[:40]})
    return whole(session, pool, member, found.target, now, near=changing.near(found))


def _said(ask: Ask) -> Change:
    """A bare number and then cards is a booking's number and the cards to give back: 42 3号卡."""
    found, leading = changing.said(ask), BOOKING_THEN_CARDS.match(ask.args)
    if ask.intent is not None or leading is None or found.unread:
        return found
    rest = changing.said(replace(ask, args=leading[2]))
    return replace(rest, target=int(leading[1])) if rest.gpus and rest.target is None else found


def numbered(args: str) -> tuple[int | None, str | None]:
    """The booking that words begin with, and what follows as the reason: words, not another number."""
    whole = read_target(args) if args.strip() else None
    if whole is not None:
        return whole, None
    head, _, rest = args.strip().partition(" ")
    number = read_target(head) if head else None
    if number is None or not any(letter.isalpha() for letter in rest):
        return None, None
    return number, rest.strip()


def press_release(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return elsewhere(ask, end.release(session, ask.pool, ask.member, int(payload["booking"]), ask.now))


def press_cancel(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return elsewhere(ask, end.cancel(session, ask.pool, ask.member, int(payload["booking"]), ask.now))


COMMANDS = (
    Command(
        "book",
        zh=("订", "预约", "订卡"),
        help={
            "zh": "订卡，写几张、什么卡、用多久、什么时候",
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
        help={"zh": "提前还卡，用过的照记", "en": "give running cards back; used time stays"},
        examples={"zh": ("/release", "/release 42", "放卡 42"), "en": ("/release", "/release 42")},
        who=Who.GUEST,
        run=release,
    ),
    Command(
        "cancel",
        zh=("取消",),
        help={"zh": "取消还没开始的预约", "en": "cancel a booking that has not begun"},
        examples={"zh": ("/cancel", "/cancel 42", "取消 42"), "en": ("/cancel", "/cancel 42")},
        who=Who.GUEST,
        run=cancel,
    ),
)

VERBS = (
    Verb("book", Who.MEMBER, press_book, questions.fresh_book),
    Verb("book.length", Who.MEMBER, questions.press_length, questions.fresh_book),
    Verb("book.when", Who.MEMBER, questions.press_when, questions.fresh_book),
    Verb("booking.release", Who.GUEST, press_release, changing.fresh_mine),
    Verb("booking.cancel", Who.GUEST, press_cancel, changing.fresh_mine),
)
