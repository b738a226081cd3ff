"""`/help`: a few commands first, the rest behind 更多."""

from typing import Any

from sqlmodel import Session

from bot.chat.message import Choice, Reply
from bot.chat.registry import Command, Registry, Verb, Who
from bot.commands.ask import Ask


def help_family(registry: Registry) -> tuple[tuple[Command, ...], tuple[Verb, ...]]:
    """`/help` (and Telegram's `/start`) made from the declarations of all commands."""

    def show(session: Session, ask: Ask) -> Reply:
        front = [_line(command, ask) for command in registry if command.front]
        choices = ((Choice("more", "help.more"),),)
        return Reply("help", {"commands": front, "all": False, "hears_all": ask.chat.hears_all}, choices, anyone=True)

    def more(session: Session, ask: Ask, payload: Any) -> Reply:
        lines = [_line(command, ask) for command in registry]
        return Reply("help", {"commands": lines, "all": True, "hears_all": ask.chat.hears_all}, edits=True)

    def again(session: Session, ask: Ask, payload: Any) -> Reply:
        return show(session, ask)

    command = Command(
        "help",
        zh=("帮助", "怎么用"),
        en=("start",),
        help={"zh": "怎么用", "en": "how to use this bot"},
        examples={"zh": ("/help",), "en": ("/help",)},
        who=Who.ANYONE,
        run=show,
        looks=True,
    )
    return (command,), (Verb("help.more", Who.ANYONE, more, again),)


def example_of(command: Command, ask: Ask, *, whole: bool = False) -> str:
    """An example that works where it is read: plain words are not heard everywhere. `whole`: one with arguments."""
    examples = command.examples[ask.language]
    heard = [example for example in examples if ask.chat.hears_all or example.startswith("/")]
    with_arguments = [example for example in heard if " " in example]
    return next(iter(with_arguments if whole and with_arguments else heard), f"/{command.name}")


def _line(command: Command, ask: Ask) -> dict[str, Any]:
    return {
        "name": command.name,
        "zh": command.zh[0],
        "help": command.help[ask.language],
        "example": example_of(command, ask),
    }
