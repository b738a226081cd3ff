"""`/free`, `/my`, `/status`: look without changing anything."""

from sqlmodel import Session

from bot.booking.services import see
from bot.chat.message import Reply
from bot.chat.registry import Command, Who
from bot.commands.ask import Ask


def free(session: Session, ask: Ask) -> Reply:
    return see.free(session, ask.pool, ask.now)


def my(session: Session, ask: Ask) -> Reply:
    return see.mine(session, ask.pool, ask.member, ask.now)


def status(session: Session, ask: Ask) -> Reply:
    return see.status(session, ask.pool, ask.now)


COMMANDS = (
    Command(
        "free",
        zh=("空闲", "空卡"),
        help={"zh": "哪些卡空着，空到什么时候", "en": "which cards are free now and in the next two days"},
        examples={"zh": ("/free", "空闲"), "en": ("/free",)},
        who=Who.GUEST,
        run=free,
        reads=True,
        front=True,
    ),
    Command(
        "my",
        zh=("我的", "我的预约"),
        help={"zh": "我的预约，可以直接放卡、取消", "en": "my bookings, with buttons to end them"},
        examples={"zh": ("/my", "我的"), "en": ("/my",)},
        who=Who.MEMBER,
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
)
