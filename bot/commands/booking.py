"""`/book`, `/cancel`, `/release` and the buttons that book or end."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.booking.services import book as booking
from bot.booking.services import end, see
from bot.booking.services.book import wish_of
from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands import questions, wishes
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading import read_target


def book(session: Session, ask: Ask) -> Reply:
    """Read the wish; book it, ask for what is missing, or say what is wrong."""
    pool, member = ask.pool, ask.member
    reading = wishes.read(session, ask)
    if reading.outcome == "refuse":
        raise wishes.refusal_of(session, ask, reading)
    wish = wishes.wish_of_words(reading, ask.now)
    match reading.outcome:
        case "help":
            return questions.pick_cards(session, ask, wish)
        case "ask_duration":
            return questions.ask_duration(session, ask, wish)
        case "ask_time":
            return questions.ask_time(reading, ask)
    return booking.book(session, pool, member, wish, ask.now)


def press_book(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """A button that carries a whole wish. Its card becomes the answer."""
    reply = booking.book(session, ask.pool, ask.member, wish_of(payload), ask.now)
    return replace(reply, edits=True)


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
        who=Who.MEMBER,
        run=release,
    ),
    Command(
        "cancel",
        zh=("取消",),
        help={"zh": "取消还没开始的预约", "en": "cancel a booking that has not begun"},
        examples={"zh": ("/cancel", "/cancel 42", "取消 42"), "en": ("/cancel", "/cancel 42")},
        who=Who.MEMBER,
        run=cancel,
    ),
)

VERBS = (
    Verb("book", Who.MEMBER, press_book, questions.fresh_book),
    Verb("book.length", Who.MEMBER, questions.press_length, questions.fresh_book),
    Verb("booking.release", Who.MEMBER, press_release, fresh_mine),
    Verb("booking.cancel", Who.MEMBER, press_cancel, fresh_mine),
)
