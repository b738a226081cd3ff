"""The signs a bot may give: the emoji Telegram allows as reactions, and the "typing" actions."""

from __future__ import annotations

from typing import Any

from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.refusals import bad_request

ALLOWED = (
    "❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 "
    "🕊 🤡 🥱 🥴 😍 🐳 ❤\u200d🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 "
    "💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨\u200d💻 👀 "
    "🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 "
    "😘 💊 🙊 😎 👾 🤷\u200d♂ 🤷 🤷\u200d♀ 😡 "
)
REACTIONS = frozenset(ALLOWED.split())
CHAT_ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)


def reaction(listed: Any) -> list[Json]:
    reactions = listed or []
    if not isinstance(reactions, list) or not all(isinstance(one, dict) for one in reactions):
        raise bad_request("can't parse reaction types JSON object")
    if len(reactions) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    for one in reactions:
        if one.get("type") != "emoji" or str(one.get("emoji", "")).replace("\ufe0f", "") not in REACTIONS:
            raise bad_request("REACTION_INVALID")
    return reactions
