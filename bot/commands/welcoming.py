"""`/welcome`: the card for newcomers; `/link`: one human with two accounts."""

from sqlmodel import Session

from bot.chat.message import Notice, Reply
from bot.chat.registry import Command, Who
from bot.commands import machine, may
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading.preferences import is_off
from bot.language.writing import plain_name
from bot.people.services import accounts, welcome

MOST_LINES = 5
WIDEST_LINE = 200
QUESTION = "怎么连"
GIVE_CODE = ("", "code", "口令")


def show_or_set(session: Session, ask: Ask) -> Reply:
    """Show the card; an owner writes how to connect: `/welcome ssh -p 2222 me@host`."""
    text = ask.args.strip()
    if not text or ask.text.startswith(QUESTION):
        return welcome.card(session, ask.pool, ask.member, ask.now, private=ask.chat.private)
    may.check(ask, Who.OWNER)
    if is_off(text):
        return welcome.set_connect(session, ask.pool, ask.member, [], ask.now)
    lines = [line for raw in text.splitlines() if (line := plain_name(raw, WIDEST_LINE + 1))]
    if len(lines) > MOST_LINES or any(line.endswith("…") for line in lines):
        raise Refusal("bad_input", reason="too_long_text", facts={"allowed": MOST_LINES})
    if not lines:
        raise Refusal("bad_input", reason="unclear", facts={})
    return welcome.set_connect(session, ask.pool, ask.member, lines, ask.now)


def greet(session: Session, ask: Ask, person_id: int) -> tuple[Notice, ...]:
    """The card for somebody whom the asker has just let in."""
    return welcome.greet(session, ask.pool, person_id, ask.now)


def link(session: Session, ask: Ask) -> Reply:
    """A code for one's other account, or (with the code) the joining itself; or an account of the machine."""
    on_machine = machine.link(session, ask)
    if on_machine is not None:
        return on_machine
    person, said = ask.someone, ask.args.strip()
    wants_code = said.lower() in GIVE_CODE
    if not ask.chat.private:
        return accounts.shown_in_group(session, "" if wants_code else said[:60], ask.now)
    if wants_code:
        return accounts.issue(session, person, ask.now)
    return accounts.redeem(session, person, said[:60], ask.now)


COMMANDS = (
    Command(
        "welcome",
        zh=("欢迎卡", QUESTION),
        help={"zh": "新人看的卡片：怎么连机器、规则", "en": "the card for newcomers: how to connect, the rules"},
        examples={
            "zh": ("/welcome", "/welcome ssh -p 2222 me@host", "/welcome off"),
            "en": ("/welcome", "/welcome ssh -p 2222 me@host", "/welcome off"),
        },
        who=Who.GUEST,
        run=show_or_set,
        wordless=True,
    ),
    Command(
        "link",
        zh=("绑定",),
        help={
            "zh": "机器上的用户名是你的；或把你的两个聊天账号并成一个人",
            "en": "your user name on the machine; or make your two chat accounts one person",
        },
        examples={
            "zh": ("/link li", "/link 目录 /data/li", "/link", "/link 口令"),
            "en": ("/link li", "/link folder /data/li", "/link", "/link CODE"),
        },
        who=Who.ANYONE,
        run=link,
        wordless=True,
    ),
)
