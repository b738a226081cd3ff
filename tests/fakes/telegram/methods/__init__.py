"""The Bot API's methods, by the name they are called with. Each takes the world and what was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.methods import chats, editing, files, pressing, profile, sending
from tests.fakes.telegram.world import World

Method = Callable[[World, Asked], Any]

METHODS: dict[str, Method] = {
    "getMe": profile.get_me,
    "setMyCommands": profile.set_my_commands,
    "getMyCommands": profile.get_my_commands,
    "deleteMyCommands": profile.delete_my_commands,
    "setMyDescription": profile.setter("description", 512),
    "getMyDescription": profile.getter("description"),
    "setMyShortDescription": profile.setter("short_description", 120),
    "getMyShortDescription": profile.getter("short_description"),
    "setMyName": profile.setter("name", 64),
    "getMyName": profile.getter("name"),
    "deleteWebhook": profile.delete_webhook,
    "getWebhookInfo": profile.get_webhook_info,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendMediaGroup": sending.send_media_group,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": editing.edit_text,
    "editMessageCaption": editing.edit_caption,
    "editMessageMedia": editing.edit_media,
    "editMessageReplyMarkup": editing.edit_reply_markup,
    "deleteMessage": editing.delete_message,
    "setMessageReaction": editing.set_reaction,
    "answerCallbackQuery": pressing.answer_callback_query,
    "getFile": files.get_file,
    "getChat": chats.get_chat,
    "getChatMember": chats.get_member,
    "getChatAdministrators": chats.get_administrators,
    "getChatMemberCount": chats.get_member_count,
    "pinChatMessage": chats.pin_message,
    "unpinChatMessage": chats.unpin_message,
    "leaveChat": chats.leave,
}
BY_LOWER_NAME = {name.lower(): name for name in [*METHODS, "getUpdates"]}
