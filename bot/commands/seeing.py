"""`/my`, `/status`: look without changing anything."""

from sqlmodel import Session

from bot.booking.services import see
from bot.chat.message import Reply
from bot.chat.registry import Command, Who
from bot.commands import changing, planning
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading.preferences import is_off
from bot.usage.services import gpu as one_card
from bot.usage.services import health as checkup
from bot.usage.services import live_card as pinned
from bot.usage.services import status as live


def my(session: Session, ask: Ask) -> Reply:
    """One's bookings; `/my paper` the sentence about them that a paper needs."""
    return planning.paper(session, ask) or see.mine(session, ask.pool, ask.member, ask.now)


def status(session: Session, ask: Ask) -> Reply:
    return live.status(session, ask.pool, ask.now, just_seen=ask.just_seen)


def who(session: Session, ask: Ask) -> Reply:
    """The same for the cards that are named: 3号卡谁的."""
    numbers = changing.said(ask).gpus or tuple(int(word) for word in ask.args.split() if word.isdecimal())
    if ask.args.strip() and not numbers:
        raise Refusal("bad_input", reason="bad_card", facts={"text": ask.args[:40]})
    return live.status(session, ask.pool, ask.now, numbers, ask.just_seen)


def gpu(session: Session, ask: Ask) -> Reply:
    """One card in detail; without a number all of them as `/status` does."""
    numbers = changing.said(ask).gpus or tuple(int(word) for word in ask.args.split() if word.isdecimal())
    if not ask.args.strip():
        return live.status(session, ask.pool, ask.now, just_seen=ask.just_seen)
    if len(numbers) != 1:
        raise Refusal("bad_input", reason="bad_card", facts={"text": ask.args[:40]})
    return one_card.gpu(session, ask.pool, numbers[0], ask.now, ask.just_seen)


def health(session: Session, ask: Ask) -> Reply:
    return checkup.health(session, ask.pool, ask.now, ask.just_seen)


def live_card(session: Session, ask: Ask) -> Reply:
    """A pinned card in the group that is edited as the cards change; `/live off`."""
    if is_off(ask.args):
        return pinned.switch_off(session, ask.pool)
    if ask.args.strip():
        raise Refusal("bad_input", reason="nothing_follows", facts={})
    return pinned.switch_on(session, ask.pool, ask.now)


COMMANDS = (
    Command(
        "my",
        zh=("我的", "我的预约"),
        help={
            "zh": "我的预约，可以直接放卡、取消；也写论文里的算力说明",
            "en": "my bookings; the compute sentence of a paper",
        },
        examples={"zh": ("/my", "我的", "/my 论文 Llama"), "en": ("/my", "/my paper Llama")},
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
        looks=True,
        front=True,
        live=True,
    ),
    Command(
        "who",
        zh=("谁在用",),
        help={"zh": "某张卡谁在用、到几点", "en": "who has a card, until when"},
        examples={"zh": ("/who 3", "3号卡谁的"), "en": ("/who 3",)},
        who=Who.GUEST,
        run=who,
        looks=True,
        live=True,
    ),
    Command(
        "gpu",
        zh=("看卡",),
        help={"zh": "一张卡的细节和最近一天", "en": "one card in detail, with its last day"},
        examples={"zh": ("/gpu 3", "看卡 3"), "en": ("/gpu 3",)},
        who=Who.GUEST,
        run=gpu,
        looks=True,
        live=True,
    ),
    Command(
        "health",
        zh=("体检",),
        help={"zh": "机器哪里不对：限功率、降频、坏块、磁盘", "en": "what is wrong with the machine"},
        examples={"zh": ("/health", "体检"), "en": ("/health",)},
        who=Who.GUEST,
        run=health,
        reads=True,
        live=True,
    ),
    Command(
        "live",
        zh=("实时卡",),
        help={"zh": "群里置顶一张实时卡，有变化才改", "en": "a pinned card in the group, edited as the cards change"},
        examples={"zh": ("/live", "/live off"), "en": ("/live", "/live off")},
        who=Who.OWNER,
        run=live_card,
        wordless=True,
    ),
)
