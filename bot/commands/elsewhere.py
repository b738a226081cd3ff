"""What the group reads as the answer is not told there a second time."""

from dataclasses import replace

from bot.chat.message import Reply
from bot.commands.ask import Ask


def elsewhere(ask: Ask, reply: Reply) -> Reply:
    """The answer names whom it concerns; only notices to other chats stay."""
    return replace(reply, notices=tuple(one for one in reply.notices if one.chat_id != ask.chat.id))
