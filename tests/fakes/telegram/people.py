"""Verbs for tests to speak with, as people do in a chat: say, edit, forward, press, react."""

from __future__ import annotations

from dataclasses import dataclass

from tests.fakes.telegram.membership import Membership
from tests.fakes.telegram.objects import ANONYMOUS_ADMIN, TELEGRAM_ITSELF, Chat, Json, Topic, User
from tests.fakes.telegram.places import Places
from tests.fakes.telegram.privacy import bot_sees
from tests.fakes.telegram.saying import PHOTO, button, uploaded, words
from tests.fakes.telegram.transcript import Event
from tests.fakes.telegram.whispers import FIRST_FORM
from tests.fakes.telegram.world import Query, World


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press that was made: the callback query's id and the update that carries it."""

    id: str
    update_id: int | None
    query: Json


@dataclass(slots=True)
class People:
    world: World
    places: Places
    membership: Membership
    last_update_id: int | None = None

    def say(
        self,
        text: str,
        user: User,
        chat: Chat | None = None,
        *,
        topic: Topic | None = None,
        reply_to: Json | None = None,
        anonymous: bool = False,
        photo: bool | bytes = False,
        via_bot: User | None = None,
        forwarded_from: User | None = None,
    ) -> Json:
        """The user says it (in private without a chat); with `photo` (its bytes, or just any) as its caption."""
        place = chat or self.places.private(user)
        if place.user:
            place.started = True
        message = self._message(text, user, place, topic, reply_to, anonymous=anonymous, photo=photo)
        if via_bot:
            message["via_bot"] = via_bot.json()
        if forwarded_from:
            message["forward_origin"] = {
                "type": "user",
                "date": self.world.now(),
                "sender_user": forwarded_from.json(),
            }
        self.world.keep(message)
        self.world.tell_message(message, "Anonymous admin" if anonymous else user.full_name)
        self._deliver("message", place, message)
        return message

    def whisper(self, text: str, user: User, chat: Chat) -> Json:
        """A command of the menu that only the bot sees. Returns the message, whose id is 0."""
        assert self.world.api >= FIRST_FORM, "this server has no ephemeral messages"
        message = self._message(text, user, chat, None, None, anonymous=False, photo=False)
        message |= {"message_id": 0, "ephemeral_message_id": self.world.next_number()}
        message["receiver_user"] = self.world.bot.json()
        self.world.whispers.append(message)
        self.world.tell_message(message, f"{user.full_name} (only to {self.world.bot.full_name})")
        self.last_update_id = self.world.deliver("message", message)
        return message

    def start(self, user: User, payload: str = "") -> Json:
        """The person presses Start, maybe by a link with a payload; a block ends by it."""
        if self.places.private(user).blocked:
            self.membership.unblock(user)
        return self.say(f"/start {payload}".rstrip(), user)

    def edit(self, message: Json, text: str) -> Json:
        """The author changes the words of an earlier message."""
        kind = "caption" if "photo" in message else "text"
        changed = {name: value for name, value in message.items() if name not in ("entities", "caption_entities")}
        changed |= words(text, kind) | {"edit_date": self.world.now()}
        self.world.keep(changed)
        author = self.world.users.get(changed.get("from", {}).get("id", 0))
        self.world.tell_message(changed, author.full_name if author else "Anonymous admin", edited=True)
        self._deliver("edited_message", self.world.chats[changed["chat"]["id"]], changed)
        return changed

    def delete(self, message: Json) -> None:
        """Somebody removes a message; Telegram tells no bot."""
        del self.world.messages[message["chat"]["id"], message["message_id"]]
        self.world.tell(Event("deleted", "Somebody", self.world.place_of(message), message["message_id"]))

    def press(self, message: Json, what: str, user: User, *, forged: bool = False) -> Pressed:
        """Presses a button by label, data or part of its label. `forged` sends `what` as the data."""
        label, data = (what, what) if forged else button(message, what)
        place = self.world.place_of(message)
        number = self.world.next_number()
        query_id = f"query-{number}"
        self.world.queries[query_id] = Query(query_id, user, place, self.world.clock())
        shown = message if "ephemeral_message_id" in message else self._shown(message)
        query = {
            "id": query_id,
            "from": user.json(),
            "chat_instance": f"instance{message['chat']['id']}",
            "message": shown,
            "data": data,
        }
        self.world.tell(Event("pressed", user.full_name, place, message["message_id"], label))
        self.last_update_id = self.world.deliver("callback_query", query)
        return Pressed(query_id, self.last_update_id, query)

    def react(self, message: Json, emoji: str, user: User) -> None:
        chat = self.world.chats[message["chat"]["id"]]
        change = {
            "chat": chat.json(),
            "message_id": message["message_id"],
            "user": user.json(),
            "date": self.world.now(),
            "old_reaction": [],
            "new_reaction": [{"type": "emoji", "emoji": emoji}],
        }
        if chat.user or self.world.bot_is_admin(chat):
            self.last_update_id = self.world.deliver("message_reaction", change)

    def post(self, channel: Chat, text: str) -> Json:
        """A post in a channel: no person stands behind it."""
        message = self.world.blank_message(channel, None) | {"sender_chat": channel.json()} | words(text, "text")
        self.world.keep(message)
        self.world.tell_message(message, channel.title)
        if self.world.bot_is_admin(channel):
            self.last_update_id = self.world.deliver("channel_post", message)
        return message

    def auto_forward(self, post: Json, group: Chat) -> Json:
        """The copy of a channel post that Telegram (777000) puts into the linked group by itself."""
        origin = {
            "type": "channel",
            "date": post["date"],
            "chat": post["chat"],
            "message_id": post["message_id"],
        }
        message = self.world.blank_message(group, TELEGRAM_ITSELF)
        message |= {"sender_chat": post["chat"], "is_automatic_forward": True, "forward_origin": origin}
        message |= words(post["text"], "text")
        self.world.keep(message)
        self.world.tell_message(message, str(post["chat"]["title"]))
        self._deliver("message", group, message)
        return message

    def other_bot_says(self, bot: User, text: str, chat: Chat) -> Json:
        """Bots do not see each other's messages, but the last one to speak gets the bare commands."""
        message = self.world.keep(self.world.blank_message(chat, bot) | words(text, "text"))
        self.world.tell_message(message, bot.full_name)
        chat.last_bot = bot.id
        return message

    def raw(self, kind: str, body: Json) -> int | None:
        """Any update, also one that no library can read."""
        self.last_update_id = self.world.deliver(kind, body)
        return self.last_update_id

    def _shown(self, message: Json) -> Json:
        inaccessible = {"chat": message["chat"], "message_id": message["message_id"], "date": 0}
        return self.world.find(message["chat"]["id"], message["message_id"]) or inaccessible

    def _deliver(self, kind: str, chat: Chat, message: Json) -> None:
        self.last_update_id = self.world.deliver(kind, message) if bot_sees(self.world, chat, message) else None

    def _message(
        self,
        text: str,
        user: User,
        chat: Chat,
        topic: Topic | None,
        reply_to: Json | None,
        *,
        anonymous: bool,
        photo: bool | bytes,
    ) -> Json:
        thread = topic.id if topic else None
        if reply_to and not chat.is_forum and chat.kind == "supergroup":
            thread = reply_to.get("message_thread_id", reply_to["message_id"])
        message = self.world.blank_message(chat, ANONYMOUS_ADMIN if anonymous else user, thread)
        if anonymous:
            message["sender_chat"] = chat.json()
        if photo:
            message["photo"] = uploaded(self.world, photo) if isinstance(photo, bytes) else PHOTO
        answered = reply_to or (self.world.find(chat.id, topic.id) if topic else None)
        if answered:
            message["reply_to_message"] = {k: v for k, v in answered.items() if k != "reply_to_message"}
        return message | words(text, "caption" if photo else "text")
