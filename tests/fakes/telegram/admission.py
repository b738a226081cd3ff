"""May the bot reach this chat, write there, reply to that message, use that topic? Else a refusal."""

from __future__ import annotations

from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.objects import Chat, Json
from tests.fakes.telegram.refusals import bad_request, forbidden
from tests.fakes.telegram.world import World

GENERAL_TOPIC = 1


def reachable_chat(world: World, asked: Asked) -> Chat:
    """The chat of `chat_id`. Refused for unknown, migrated, blocked and left chats, each in its words."""
    reference = asked.text("chat_id")
    if not reference:
        raise bad_request("chat_id is empty")
    if not reference.startswith("@") and asked.integer("chat_id") is None:
        raise bad_request("chat not found")
    chat = world.chat_of(reference if reference.startswith("@") else int(reference))
    if chat is None:
        raise _stranger(world, reference)
    if chat.migrated_to:
        raise bad_request("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to)
    if chat.user:
        _check_person(chat)
    elif not world.bot_is_inside(chat):
        kicked = world.bot_status(chat) == "kicked"
        where = f"the {chat.kind} chat"
        raise forbidden(f"bot was kicked from {where}" if kicked else f"bot is not a member of {where}")
    return chat


def _stranger(world: World, reference: str) -> Exception:
    user = world.users.get(int(reference)) if reference.lstrip("-").isdigit() else None
    if user is None:
        return bad_request("chat not found")
    if user.is_bot:
        return forbidden("bots can't send messages to bots")
    return forbidden("bot can't initiate conversation with a user")


def _check_person(chat: Chat) -> None:
    if chat.user and chat.user.is_bot:
        raise forbidden("bots can't send messages to bots")
    if chat.deactivated:
        raise forbidden("user is deactivated")
    if chat.blocked:
        raise forbidden("bot was blocked by the user")
    if not chat.started:
        raise forbidden("bot can't initiate conversation with a user")


def check_may_write(world: World, chat: Chat, what: str) -> None:
    """`what` is a kind of content in Telegram's words: "text messages", "photos", "documents"."""
    if chat.kind == "channel" and not world.bot_is_admin(chat):
        raise bad_request("need administrator rights in the channel chat")
    if world.bot_status(chat) == "restricted":
        raise bad_request(f"not enough rights to send {what} to the chat")


def charge_flood(world: World, chat: Chat) -> None:
    if chat.is_group:
        world.flood.charge(chat.id, world.clock())


def replied_message(world: World, chat: Chat, asked: Asked) -> Json | None:
    wanted = asked.nested("reply_parameters") or {
        "message_id": asked.integer("reply_to_message_id"),
        "allow_sending_without_reply": asked.flag("allow_sending_without_reply"),
    }
    if wanted.get("message_id") is None:
        return None
    if int(wanted["message_id"]) <= 0:
        raise bad_request("message identifier is not specified")
    elsewhere = wanted.get("chat_id")
    other = chat if elsewhere is None else world.chat_of(elsewhere)
    found = world.find(other.id, int(wanted["message_id"])) if other else None
    if found is None and not wanted.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return found


def thread_for(chat: Chat, asked: Asked, replied: Json | None) -> int | None:
    """The topic to write to. The General topic has no id: asking for 1 is refused."""
    wanted = asked.integer("message_thread_id")
    if not wanted:
        inherited = replied.get("message_thread_id") if replied and chat.is_forum else None
        return int(inherited) if inherited else None
    topic = chat.topics.get(wanted) if chat.is_forum else None
    if topic is None or wanted == GENERAL_TOPIC:
        raise bad_request("message thread not found")
    if topic.closed:
        raise bad_request("TOPIC_CLOSED")
    return wanted
