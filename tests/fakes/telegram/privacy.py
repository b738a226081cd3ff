"""Which messages a bot gets to see in a group: privacy mode as Telegram documents it."""

from __future__ import annotations

from tests.fakes.telegram.objects import Chat, Json
from tests.fakes.telegram.world import World


def bot_sees(world: World, chat: Chat, message: Json) -> bool:
    """Administrators and bots added with privacy off see all; others commands meant for them, replies to them
    and messages made through them. A bare command is meant for the bot that spoke last."""
    if chat.user:
        return not chat.blocked
    if not world.bot_is_inside(chat):
        return False
    if chat.bot_sees_all or world.bot_is_admin(chat):
        return True
    if "text" not in message and "caption" not in message:
        return "from" in message and not _has_media(message)
    return _meant_for_bot(world, chat, message)


def _has_media(message: Json) -> bool:
    return "photo" in message or "document" in message


def _meant_for_bot(world: World, chat: Chat, message: Json) -> bool:
    if message.get("via_bot", {}).get("id") == world.bot.id:
        return True
    if message.get("reply_to_message", {}).get("from", {}).get("id") == world.bot.id:
        return True
    words = str(message.get("text", message.get("caption", "")))
    found = message.get("entities") or message.get("caption_entities") or []
    leading = next((one for one in found if one["offset"] == 0 and one["type"] == "bot_command"), None)
    if leading is None:
        return False
    _, _, addressee = words[: leading["length"]].partition("@")
    if addressee:
        return addressee.lower() == (world.bot.username or "").lower()
    return chat.last_bot in (None, world.bot.id)
