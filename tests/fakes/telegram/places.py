"""Making people, groups, channels and topics."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.fakes.telegram.objects import ANONYMOUS_ADMIN, Chat, Json, Topic, User
from tests.fakes.telegram.world import World

FIRST_USER = 1001
FIRST_GROUP = 4001
FIRST_SUPERGROUP = 1_000_000_002_001


@dataclass(slots=True)
class Places:
    world: World
    _users: itertools.count[int] = field(default_factory=lambda: itertools.count(FIRST_USER))
    _groups: itertools.count[int] = field(default_factory=lambda: itertools.count(FIRST_GROUP))
    _supergroups: itertools.count[int] = field(default_factory=lambda: itertools.count(FIRST_SUPERGROUP))

    def user(
        self,
        first_name: str,
        last_name: str | None = None,
        *,
        username: str | None = None,
        language: str | None = None,
        is_bot: bool = False,
        started: bool = False,
    ) -> User:
        """A new person. Without `started` the bot cannot write to them until they speak to it."""
        user = User(next(self._users), first_name, last_name, username, language, is_bot)
        self.world.users[user.id] = user
        if started:
            self.private(user).started = True
        return user

    def private(self, user: User) -> Chat:
        chat = self.world.chats.get(user.id)
        if chat is None:
            chat = self.world.chats[user.id] = Chat(user.id, "private", user=user)
        return chat

    def group(
        self,
        title: str,
        members: Iterable[User] = (),
        *,
        kind: str = "supergroup",
        forum: bool = False,
        bot: str | None = "member",
        username: str | None = None,
    ) -> Chat:
        """A group (`kind` "group" or "supergroup"); the first member owns it. `bot` None: not in it."""
        chat_id = -next(self._groups) if kind == "group" else -next(self._supergroups)
        chat = Chat(chat_id, kind, title, username, is_forum=forum, bot_sees_all=not self.world.privacy)
        for status, user in zip(itertools.chain(["creator"], itertools.repeat("member")), members, strict=False):
            chat.members[user.id] = status
        if bot:
            chat.members[self.world.bot.id] = bot
        self.world.chats[chat.id] = chat
        return chat

    def channel(self, title: str, *, username: str | None = None, bot: str | None = "administrator") -> Chat:
        return self.group(title, kind="channel", bot=bot, username=username)

    def topic(self, chat: Chat, name: str, by: User | None = None) -> Topic:
        """Opens a topic in a forum; its id is the id of the service message that opened it."""
        message = self.world.blank_message(chat, by or self.owner(chat))
        topic = chat.topics[message["message_id"]] = Topic(message["message_id"], name)
        opened = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        self.world.keep(message | opened | {"message_thread_id": topic.id, "is_topic_message": True})
        if self.world.bot_is_inside(chat):
            self.world.deliver("message", self.world.messages[chat.id, topic.id])
        return topic

    def close_topic(self, chat: Chat, topic: Topic) -> None:
        topic.closed = True
        self.service(chat, self.owner(chat), {"forum_topic_closed": {}}, topic.id)

    def delete_topic(self, chat: Chat, topic: Topic) -> None:
        """Telegram tells nobody; the next message to it is refused."""
        del chat.topics[topic.id]

    def switch_topics_off(self, chat: Chat) -> None:
        """The group is one conversation again; Telegram tells nobody."""
        chat.is_forum = False

    def owner(self, chat: Chat) -> User:
        owners = (user_id for user_id, status in chat.members.items() if status == "creator")
        return self.world.users.get(next(owners, 0), ANONYMOUS_ADMIN)

    def service(self, chat: Chat, by: User, facts: Json, thread: int | None = None) -> Json:
        """A service message; a bot inside sees all of these, whatever its privacy mode."""
        message = self.world.keep(self.world.blank_message(chat, by, thread) | facts)
        if self.world.bot_is_inside(chat):
            self.world.deliver("message", message)
        return message
