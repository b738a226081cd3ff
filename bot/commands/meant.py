"""Whether words that were not said to the bot are meant for it all the same."""

from sqlmodel import Session

from bot.commands import pay_words, wishes
from bot.commands.ask import Ask
from bot.errors import Refusal

# Everyday words too: without a number they are more likely said to somebody else.
NEED_A_NUMBER = frozenset({"cancel", "week"})
# These change who is what, or are words of any talk: they have to be said to the bot.
ONLY_TO_US = frozenset(
    {
        "role",
        "remove",
        "welcome",
        "link",
        "lang",
        "tz",
        "here",
        "size",
        "code",
        "why",
        "object",
        "close",
        "bill",
        "price",
        "budget",
        "plan",
        "rent",
        "outage",
        "settle",
        "collect",
        "payee",
        "receipt",
        "export",
        "fund",
    }
)

# A picture with one of these for its caption says what it is.
WITH_A_PICTURE = frozenset({"payee", "receipt"})


def surely(session: Session, ask: Ask) -> bool:
    """A plain word in a group's talk counts only when a member can mean nothing else by it."""
    if ask.command is None or not _at_home(ask):
        return False
    if ask.picture is not None:
        return ask.command in WITH_A_PICTURE
    if ask.command in ONLY_TO_US:
        return False
    if ask.command == "pay":
        return pay_words.surely(session, ask)
    if ask.intent is not None and (ask.intent.sure or not ask.named):
        return ask.intent.sure
    if ask.text.isascii():
        return False
    if ask.command == "book":
        return _is_booking(session, ask)
    args = ask.args.strip()
    return args.isdigit() or (not args and ask.command not in NEED_A_NUMBER)


def _at_home(ask: Ask) -> bool:
    return ask.home is not None and any(pool.id == ask.home.id for pool, _ in ask.pools)


def _is_booking(session: Session, ask: Ask) -> bool:
    try:
        return wishes.says_something(wishes.read(session, ask))
    except Refusal:
        return False
