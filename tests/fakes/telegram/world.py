"""What the fake Telegram knows: people, chats, messages, presses, files, and every call of the bot."""

from __future__ import annotations

import itertools
import re
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.fakes.telegram.bodies import Asked, Upload
from tests.fakes.telegram.flood import Flood
from tests.fakes.telegram.objects import INSIDE, Chat, Json, User
from tests.fakes.telegram.polling import UpdateQueue
from tests.fakes.telegram.transcript import Event, Kind, labels
from tests.fakes.telegram.waiting import Changes

ENTITIES = frozenset({"entities", "caption_entities"})
MENTION = re.compile(r"tg://user\?id=(\d+)")
BEFORE_WHISPERS = (10, 0)


@dataclass(slots=True)
class Call:
    """One request of the bot. `status` is None while it is under way; `executed`: it had effect."""

    number: int
    method: str
    params: Json
    asked: Asked
    status: int | None = None
    description: str = ""
    result: Any = None
    executed: bool = False
    answered: bool = False
    spoiled: bool = False

    def json(self) -> Json:
        facts = {name: getattr(self, name) for name in ("number", "method", "params", "status", "description")}
        flags = ("executed", "answered", "spoiled")
        return facts | {"result": self.result} | {name: getattr(self, name) for name in flags}


@dataclass(slots=True)
class Query:
    """A press: the bot may answer it once, for a short while."""

    id: str
    user: User
    place: str
    pressed_at: float
    answered: bool = False


@dataclass(slots=True)
class World:
    bot: User
    clock: Callable[[], float] = time.time
    privacy: bool = True
    api: tuple[int, int] = BEFORE_WHISPERS
    users: dict[int, User] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    messages: dict[tuple[int, int], Json] = field(default_factory=dict)
    whispers: list[Json] = field(default_factory=list)
    queries: dict[str, Query] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)
    profile: dict[str, Any] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    polls: list[Call] = field(default_factory=list)
    story: list[Event] = field(default_factory=list)
    updates: UpdateQueue = field(default_factory=UpdateQueue)
    flood: Flood = field(default_factory=Flood)
    changes: Changes = field(default_factory=Changes)
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    _message_ids: defaultdict[int, itertools.count[int]] = field(
        default_factory=lambda: defaultdict(lambda: itertools.count(2))
    )

    def now(self) -> int:
        return int(self.clock())

    def next_number(self) -> int:
        return next(self._numbers)

    def next_message_id(self, chat: Chat) -> int:
        """Supergroups and channels count for themselves (1 is their making); other chats share a count."""
        return next(self._message_ids[chat.id if chat.kind in ("supergroup", "channel") else 0])

    def chat_of(self, reference: int | str) -> Chat | None:
        if isinstance(reference, int):
            return self.chats.get(reference)
        name = reference.removeprefix("@").lower()
        public = (chat for chat in self.chats.values() if chat.kind in ("supergroup", "channel"))
        return next((chat for chat in public if (chat.username or "").lower() == name), None)

    def bot_status(self, chat: Chat) -> str:
        return chat.members.get(self.bot.id, "left")

    def bot_is_inside(self, chat: Chat) -> bool:
        return self.bot_status(chat) in INSIDE

    def bot_is_admin(self, chat: Chat) -> bool:
        return self.bot_status(chat) in ("creator", "administrator")

    def blank_message(self, chat: Chat, sender: User | None, thread: int | None = None) -> Json:
        message: Json = {"message_id": self.next_message_id(chat), "date": self.now(), "chat": chat.json()}
        if sender:
            message["from"] = sender.json()
        if thread:
            message["message_thread_id"] = thread
            if chat.is_forum:
                message["is_topic_message"] = True
        return message

    def keep(self, message: Json) -> Json:
        for name in ENTITIES & message.keys():
            message[name] = self.with_mentions(message[name])
        self.messages[message["chat"]["id"], message["message_id"]] = message
        return message

    def with_mentions(self, entities: list[Json]) -> list[Json]:
        """Links to tg://user?id=… become mentions of people Telegram knows, and vanish for others."""
        resolved = []
        for entity in entities:
            known = MENTION.fullmatch(str(entity.get("url", "")))
            if known is None:
                resolved.append(entity)
            elif user := self.users.get(int(known[1])):
                place = {name: entity[name] for name in ("offset", "length")}
                resolved.append({"type": "text_mention", "user": user.json()} | place)
        return resolved

    def find(self, chat_id: int, message_id: int | None) -> Json | None:
        return None if message_id is None else self.messages.get((chat_id, message_id))

    def deliver(self, kind: str, body: Json) -> int | None:
        """Queues an update, unless the bot did not ask for this kind. Returns the update's id."""
        update_id = self.updates.add(kind, body) if self.updates.wants(kind) else None
        self.changes.tell()
        return update_id

    def record(self, method: str, asked: Asked) -> Call:
        log = self.polls if method == "getUpdates" else self.calls
        call = Call(len(log) + 1, method, asked.plain(), asked)
        log.append(call)
        self.changes.tell()
        return call

    def tell(self, event: Event) -> None:
        self.story.append(event)
        self.changes.tell()

    def tell_message(self, message: Json, who: str, *, edited: bool = False, bot: bool = False) -> None:
        kind: Kind = "edited" if edited else "sent" if bot else "said"
        self.tell(
            Event(
                kind,
                who,
                self.place_of(message),
                message["message_id"],
                shown_text(message),
                labels(message.get("reply_markup")),
            )
        )

    def place_of(self, message: Json) -> str:
        chat = self.chats[message["chat"]["id"]]
        if chat.user:
            return f"{chat.name} ↔ {self.bot.full_name}"
        topic = chat.topics.get(message.get("message_thread_id", 0)) if chat.is_forum else None
        return f"{chat.name} / {topic.name}" if topic else chat.name

    def told(self) -> list[Json]:
        return [asdict(event) for event in self.story]


def shown_text(message: Json) -> str:
    """What a reader of the transcript sees of a message: its words, and a mark for a picture or a file."""
    words = str(message.get("text") or message.get("caption") or "")
    mark = ""
    if "photo" in message:
        mark = "(picture)"
    elif "document" in message:
        mark = f"(file {message['document'].get('file_name', '')})"
    return " ".join(part for part in (mark, words) if part)
