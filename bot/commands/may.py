"""Who may: one check for commands and buttons alike."""

from bot.chat.registry import Who
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.people.rules import may


def check(ask: Ask, who: Who) -> None:
    """Raises `anonymous`, `no_pool`, `not_member`, `ask_pool` or `role`."""
    if who is Who.ANYONE:
        return
    member = ask.member
    if not may(member.role, int(who)):
        raise Refusal("role", needed="owner" if who is Who.OWNER else "member", role=member.role.value)
