"""Changes to messages that exist: text, caption, picture, buttons, reactions, removal."""

from __future__ import annotations

from tests.fakes.telegram import rules
from tests.fakes.telegram.admission import charge_flood, reachable_chat
from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.methods.sending import media_content
from tests.fakes.telegram.objects import Chat, Json
from tests.fakes.telegram.reactions import reaction
from tests.fakes.telegram.refusals import bad_request
from tests.fakes.telegram.transcript import Event
from tests.fakes.telegram.world import ENTITIES, World

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as "
    "a current content and reply markup of the message"
)
CONTENT = ("text", "entities", "caption", "caption_entities", "photo", "document", "reply_markup")
MEDIA = ("photo", "document")
DELETABLE_SECONDS = 48 * 3600


def edit_text(world: World, asked: Asked) -> Json:
    content = rules.message_text(asked.text("text"), asked.text("parse_mode"), asked.nested("entities"), editing=True)
    chat, message = _own_message(world, asked)
    if "text" not in message:
        raise bad_request("there is no text in the message to edit")
    return _change(world, asked, chat, message, content, ("text", "entities"))


def edit_caption(world: World, asked: Asked) -> Json:
    words = rules.caption(asked.text("caption"), asked.text("parse_mode"), asked.nested("caption_entities"))
    chat, message = _own_message(world, asked)
    if not any(kind in message for kind in MEDIA):
        raise bad_request("there is no caption in the message to edit")
    return _change(world, asked, chat, message, words, ("caption", "caption_entities"))


def edit_media(world: World, asked: Asked) -> Json:
    item = asked.nested("media")
    if not isinstance(item, dict) or item.get("type") not in MEDIA:
        raise bad_request("can't parse InputMedia: type must be specified")
    chat, message = _own_message(world, asked)
    content = media_content(world, asked, item)
    return _change(world, asked, chat, message, content, CONTENT[:-1])


def edit_reply_markup(world: World, asked: Asked) -> Json:
    chat, message = _own_message(world, asked)
    return _change(world, asked, chat, message, {}, ())


def _own_message(world: World, asked: Asked) -> tuple[Chat, Json]:
    if asked.text("inline_message_id"):
        raise bad_request("MESSAGE_ID_INVALID")
    chat = reachable_chat(world, asked)
    message = world.find(chat.id, asked.integer("message_id"))
    if message is None:
        raise bad_request("message to edit not found")
    if not _is_own(world, message):
        raise bad_request("message can't be edited")
    return chat, message


def _is_own(world: World, message: Json) -> bool:
    in_channel = message["chat"]["type"] == "channel" and "from" not in message
    return in_channel or message.get("from", {}).get("id") == world.bot.id


def _change(world: World, asked: Asked, chat: Chat, message: Json, content: Json, replaced: tuple[str, ...]) -> Json:
    """Replaces the named parts. Buttons that are not sent along disappear, as at Telegram."""
    markup = rules.inline_keyboard(asked.nested("reply_markup"), private=chat.kind == "private")
    changed = {name: value for name, value in message.items() if name not in (*replaced, "reply_markup")}
    changed |= content | ({"reply_markup": markup} if markup else {})
    changed |= {name: world.with_mentions(changed[name]) for name in ENTITIES & changed.keys()}
    if all(message.get(part) == changed.get(part) for part in CONTENT):
        raise bad_request(NOT_MODIFIED)
    charge_flood(world, chat)
    changed["edit_date"] = world.now()
    world.keep(changed)
    world.tell_message(changed, world.bot.full_name, edited=True)
    return changed


def delete_message(world: World, asked: Asked) -> bool:
    chat = reachable_chat(world, asked)
    message = world.find(chat.id, asked.integer("message_id"))
    if message is None:
        raise bad_request("message to delete not found")
    if world.now() - message["date"] > DELETABLE_SECONDS:
        raise bad_request("message can't be deleted for everyone")
    if not _is_own(world, message) and chat.kind != "private":
        raise bad_request("message can't be deleted")
    del world.messages[chat.id, message["message_id"]]
    world.tell(Event("deleted", world.bot.full_name, world.place_of(message), message["message_id"]))
    return True


def set_reaction(world: World, asked: Asked) -> bool:
    chosen = reaction(asked.nested("reaction"))
    chat = reachable_chat(world, asked)
    message = world.find(chat.id, asked.integer("message_id"))
    if message is None:
        raise bad_request("message to react not found")
    charge_flood(world, chat)
    emoji = " ".join(str(one["emoji"]) for one in chosen)
    world.tell(
        Event(
            "reacted",
            world.bot.full_name,
            world.place_of(message),
            message["message_id"],
            emoji or "(nothing)",
        )
    )
    return True
