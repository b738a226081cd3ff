"""New messages: text, photo, document, album, and the "typing" signs."""

from __future__ import annotations

from tests.fakes.telegram import rules
from tests.fakes.telegram.admission import (
    charge_flood,
    check_may_write,
    reachable_chat,
    replied_message,
    thread_for,
)
from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.methods import files
from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.reactions import CHAT_ACTIONS
from tests.fakes.telegram.refusals import bad_request
from tests.fakes.telegram.whispers import receiver, whispered
from tests.fakes.telegram.world import World

ALBUM = range(2, 11)


def send_message(world: World, asked: Asked) -> Json:
    content = rules.message_text(asked.text("text"), asked.text("parse_mode"), asked.nested("entities"))
    return _post(world, asked, [content], "text messages")[0]


def send_photo(world: World, asked: Asked) -> Json:
    content = files.photo(world, asked, asked.values.get("photo")) | _caption(asked)
    return _post(world, asked, [content], "photos")[0]


def send_document(world: World, asked: Asked) -> Json:
    content = files.document(world, asked, asked.values.get("document")) | _caption(asked)
    return _post(world, asked, [content], "documents")[0]


def send_media_group(world: World, asked: Asked) -> list[Json]:
    media = asked.nested("media")
    if not isinstance(media, list):
        raise bad_request("can't parse media JSON object")
    if len(media) not in ALBUM:
        raise bad_request("album must consist of 2-10 media")
    kinds = {item.get("type") for item in media}
    if not kinds <= {"photo", "document"}:
        raise bad_request("can't parse InputMedia: type must be specified")
    if len(kinds) > 1:
        raise bad_request("document can't be mixed with other media types")
    group = f"album-{world.next_number()}"
    contents = [media_content(world, asked, item) | {"media_group_id": group} for item in media]
    return _post(world, asked, contents, f"{kinds.pop()}s")


def media_content(world: World, asked: Asked, item: Json) -> Json:
    """The stored content of one InputMedia object."""
    read = files.photo if item.get("type") == "photo" else files.document
    words = rules.caption(item.get("caption") or "", item.get("parse_mode") or "", item.get("caption_entities"))
    return read(world, asked, item.get("media"), "media") | words


def _caption(asked: Asked) -> Json:
    return rules.caption(asked.text("caption"), asked.text("parse_mode"), asked.nested("caption_entities"))


def _post(world: World, asked: Asked, contents: list[Json], what: str) -> list[Json]:
    chat = reachable_chat(world, asked)
    check_may_write(world, chat, what)
    markup = rules.inline_keyboard(asked.nested("reply_markup"), private=chat.kind == "private")
    replied = replied_message(world, chat, asked)
    thread = thread_for(chat, asked, replied)
    only = receiver(world, chat, asked)
    for _ in contents:
        charge_flood(world, chat)
    sent = []
    for content in contents:
        message = world.blank_message(chat, None if chat.kind == "channel" else world.bot, thread) | content
        if chat.kind == "channel":
            message["sender_chat"] = chat.json()
        if replied:
            message["reply_to_message"] = {k: v for k, v in replied.items() if k != "reply_to_message"}
        if markup:
            message["reply_markup"] = markup
        message = whispered(world, message, only) if only else world.keep(message)
        sent.append(message)
        teller = f"{world.bot.full_name} (only to {only.full_name})" if only else world.bot.full_name
        world.tell_message(message, teller, bot=True)
    chat.last_bot = world.bot.id
    return sent


def send_chat_action(world: World, asked: Asked) -> bool:
    if asked.text("action") not in CHAT_ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat = reachable_chat(world, asked)
    thread_for(chat, asked, None)
    return True
