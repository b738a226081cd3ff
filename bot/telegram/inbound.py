"""Raw updates in, neutral messages out. What is not for us is None; what cannot be read raises."""

from dataclasses import dataclass
from typing import Any

from telegram import CallbackQuery, Chat, Message, User

from bot.chat.message import Event, Incoming, Person, Place, Press
from bot.telegram.addressing import heard
from bot.telegram.api import Json, Me
from bot.telegram.attached import picture_of
from bot.telegram.membership import human, membership_change, who_left

PLATFORM = "telegram"
ANONYMOUS_ADMIN = 1087968824
TELEGRAM_ITSELF = 777000
GENERAL_TOPIC = 1
# Nobody's own words: forwarded, sent by way of another bot, or copied in from the linked channel.
NOT_OWN_WORDS = ("forward_origin", "forward_date", "via_bot", "is_automatic_forward")
# Only what is read here is decoded, so that new kinds of content cannot make a message unreadable.
READ_OF_MESSAGE = (
    "message_id", "date", "chat", "from", "sender_chat", "author_signature", "text", "caption",
    "message_thread_id", "is_topic_message", "migrate_to_chat_id", "migrate_from_chat_id",
)  # fmt: skip
READ_OF_QUERY = ("id", "from", "chat_instance", "data")


@dataclass(frozen=True, slots=True)
class Migration:
    """A group became a supergroup: the same chat under a new key."""

    old: str
    new: str


Read = Incoming | Press | Event | Migration | None


def update_key(me: Me, raw: Json) -> str:
    return f"{PLATFORM}:{me.id}:{raw['update_id']}"


def read(raw: Json, me: Me, now: int) -> Read:
    """One update. `now` is for presses, which carry no time. Raises anything when it cannot be read."""
    key = update_key(me, raw)
    if "message" in raw:
        return _read_message(key, raw["message"], me)
    if "callback_query" in raw:
        return _read_press(key, raw["callback_query"], now)
    if "my_chat_member" in raw:
        return _read_membership(key, raw["my_chat_member"], me)
    if "chat_member" in raw:
        return _read_departure(key, raw["chat_member"])
    return None


def query_id(raw: Json) -> str | None:
    """The id under which a press must be answered, if this is one."""
    query = raw.get("callback_query")
    return str(query["id"]) if isinstance(query, dict) and "id" in query else None


def _read_message(key: str, raw: Json, me: Me) -> Incoming | Migration | Event | None:
    message = Message.de_json(_pruned(raw), None)
    if not _is_conversation(message.chat):
        return None
    if message.migrate_to_chat_id:
        return Migration(str(message.chat.id), str(message.migrate_to_chat_id))
    if message.migrate_from_chat_id:
        return Migration(str(message.migrate_from_chat_id), str(message.chat.id))
    if "left_chat_member" in raw:
        return _left(key, message.chat, human(raw["left_chat_member"]), int(message.date.timestamp()))
    person = _speaker(message)
    words = _clean(message.text or message.caption or "").strip()
    if not words or person is None or any(raw.get(mark) for mark in NOT_OWN_WORDS):
        return None
    text = heard(words, me.username)
    if text is None:
        return None
    place = _place(message.chat, _topic(message))
    return Incoming(
        key=key,
        place=place,
        person=person,
        text=text.text,
        sent_at=int(message.date.timestamp()),
        addressed=place.private or text.to_us or _answers_us(raw, me),
        message=str(message.message_id) if message.message_id else None,
        picture=picture_of(raw),
    )


def _read_press(key: str, raw: Json, now: int) -> Press | None:
    fields = {name: raw[name] for name in READ_OF_QUERY if name in raw}
    pressed = raw.get("message")
    query = CallbackQuery.de_json(fields | ({"message": _pruned(pressed)} if pressed else {}), None)
    message = query.message
    if message is None or not query.data or not _is_conversation(message.chat):
        return None
    topic = _topic(message) if isinstance(message, Message) else None
    return Press(
        key=key,
        place=_place(message.chat, topic),
        person=_person(query.from_user),
        token=_clean(query.data),
        sent_at=now,
        message=str(message.message_id) if message.message_id else None,
    )


def _read_membership(key: str, raw: Json, me: Me) -> Event | None:
    chat = Chat.de_json(raw["chat"], None)
    kind = membership_change(raw["old_chat_member"], raw["new_chat_member"])
    if kind is None or not _is_conversation(chat):
        return None
    place = _place(chat, None)
    # Administrators hear everything, whatever the privacy mode; so does everybody in a private chat.
    admin = raw["new_chat_member"]["status"] in ("administrator", "creator")
    facts = {"hears_all": place.private or admin or me.can_read_all, "bot": f"@{me.username}"}
    return Event(key, place, kind, int(raw["date"]), {} if kind == "bot_removed" else facts)


def _read_departure(key: str, raw: Json) -> Event | None:
    """Quirk: an administrator is told of a departure twice, by this and by a service message."""
    account = who_left(raw["old_chat_member"], raw["new_chat_member"])
    return _left(key, Chat.de_json(raw["chat"], None), account, int(raw["date"]))


def _left(key: str, chat: Chat, account: str | None, at: int) -> Event | None:
    if account is None or chat.type == Chat.PRIVATE or not _is_conversation(chat):
        return None
    return Event(key, _place(chat, None), "member_left", at, {"account": account})


def _pruned(raw: Json) -> Json:
    """Quirk: a command that only the bot sees has the id 0, or none."""
    without = {"message_id": 0} if "ephemeral_message_id" in raw else {}
    return without | {name: raw[name] for name in READ_OF_MESSAGE if name in raw}


def _speaker(message: Message) -> Person | None:
    user, behind = message.from_user, message.sender_chat
    if user is None or user.id == TELEGRAM_ITSELF:
        return None
    if user.id == ANONYMOUS_ADMIN or (behind and behind.id == message.chat.id):
        name = message.author_signature or (behind.title if behind else None) or user.full_name
        return Person(str(ANONYMOUS_ADMIN), _clean(name), anonymous=True)
    if behind or user.is_bot:
        return None
    return _person(user)


def _person(user: User) -> Person:
    return Person(str(user.id), _clean(user.full_name), user.username, user.language_code)


def _place(chat: Chat, topic: str | None) -> Place:
    title = _clean(chat.title) if chat.title else None
    return Place(PLATFORM, str(chat.id), chat.type == Chat.PRIVATE, topic, title)


def _topic(message: Message) -> str | None:
    """Quirk: reply chains of ordinary groups have a thread id too, and General's must never be sent."""
    thread = message.message_thread_id if message.is_topic_message else None
    return str(thread) if thread and thread != GENERAL_TOPIC else None


def _answers_us(raw: Json, me: Me) -> bool:
    """Quirk: in a topic, every message that answers nobody "answers" the one that opened the topic."""
    answered: Any = raw.get("reply_to_message") or {}
    opened_topic = raw.get("is_topic_message") and answered.get("message_id") == raw.get("message_thread_id")
    return bool(answered.get("from", {}).get("id") == me.id and not opened_topic)


def _is_conversation(chat: Chat) -> bool:
    return chat.type in (Chat.PRIVATE, Chat.GROUP, Chat.SUPERGROUP)


def _clean(words: str) -> str:
    """Without half characters and NUL, which no database takes."""
    return words.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
