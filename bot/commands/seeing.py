"""`/my`, `/status`: look without changing anything."""

from sqlmodel import Session

from bot.booking.services import see
from bot.chat.message import Reply
from bot.chat.registry import Command, Who
from bot.commands import changing
from bot.commands.ask import Ask
from bot.errors import Refusal


def my(session: Session, ask: Ask) -> Reply:
    return see.mine(session, ask.pool, ask.member, ask.now)


def status(session: Session, ask: Ask) -> Reply:
    return see.status(session, ask.pool, ask.now)


def who(session: Session, ask: Ask) -> Reply:
    """The same for the cards that are named: 3号卡谁的."""
    numbers = changing.said(ask).gpus or tuple(int(word) for word in ask.args.split() if word.isdecimal())
    if ask.args.strip() and not numbers:
        raise Refusal("bad_input", reason="bad_card", facts={"text": ask.args[:40]})
    return see.status(session, ask.pool, ask.now, numbers)


COMMANDS = (
    Command(
        "my",
        zh=("我的", "我的预约"),
        help={"zh": "我的预约，可以直接放卡、取消", "en": "my bookings, with buttons to end them"},
        examples={"zh": ("/my", "我的"), "en": ("/my",)},
        who=Who.GUEST,
        run=my,
        looks=True,
        front=True,
    ),
    Command(
        "status",
        zh=("状态",),
        help={"zh": "每张卡谁在用、到几点、下一个是谁", "en": "each card: holder, until when, who is next"},
        examples={"zh": ("/status", "状态"), "en": ("/status",)},
        who=Who.GUEST,
        run=status,
        reads=True,
        front=True,
    ),
    Command(
        "who",
        zh=("谁在用",),
        help={"zh": "某张卡谁在用、到几点", "en": "who has a card, until when"},
        examples={"zh": ("/who 3", "3号卡谁的"), "en": ("/who 3",)},
        who=Who.GUEST,
        run=who,
        reads=True,
    ),
)
