"""Pins the messages that a group wants to have at hand. A bot that may not pin has said its message all the same."""

import logging
from typing import Any

from telegram.error import TelegramError

PINNED = frozenset({"live"})
"""Codes whose message is pinned when it is new; later ones are edits of it."""

log = logging.getLogger(__name__)


async def pin(bot: Any, chat: int, message_id: int) -> None:
    """Pin without a sound."""
    try:
        await bot.pin_chat_message(chat, message_id, disable_notification=True)
    except TelegramError as error:
        log.info("message %s is not pinned: %s", message_id, error)
