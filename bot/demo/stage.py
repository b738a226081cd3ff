"""The real core on a temporary SQLite file, with a clock that one moves by hand and four students in one group.

Nothing here decides or words anything: what is said on this stage went through the same inbox, services and outbox.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from sqlmodel import Session

from bot.app import build
from bot.chat.message import Button, Incoming, Message, Outgoing, Press
from bot.clock import SettableClock
from bot.console.adapter import ConsoleAdapter
from bot.console.founding import founding, welcome
from bot.console.lines import PLATFORM
from bot.demo.cast import CAST, GROUP, MACHINE, Student
from bot.people.services.recognise import recognise
from bot.queues.desk import Us
from bot.queues.house import House
from storage.database import open_database

US = Us(f"{PLATFORM}:demo", (PLATFORM,))
"""Fixed, so that the house that comes after a crash takes up what the one before it left."""

Show = Callable[[Outgoing, int], None]
"""Shows a message; its buttons are numbered from the given number on."""


@dataclass(slots=True)
class Stage:
    """A house and what was heard in it. `buttons` are those of all messages, pressed by their number from 1 on."""

    folder: Path
    language: str
    clock: SettableClock
    show: Show
    house: House = field(init=False)
    heard: list[Outgoing] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    _keys: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.house = self._build()

    def _build(self) -> House:
        database = open_database(f"sqlite:///{self.folder}/demo.db")
        return build(database, self.clock, US, {PLATFORM: ConsoleAdapter(self._hear)})

    def _hear(self, message: Outgoing) -> None:
        first = len(self.buttons) + 1
        self.buttons += [button for row in message.buttons for button in row if button.token]
        self.heard.append(message)
        self.show(message, first)

    async def gather(self) -> None:
        """Everybody is in the group and has said hello to the bot in private, where reminders go."""
        await self.house.database.write(self._founded)

    def _founded(self, session: Session) -> None:
        now, wish = self.clock.now(), founding(MACHINE, self.language)
        for student in CAST:
            person = student.person(self.language)
            recognise(session, student.private, person, now)
            welcome(session, wish, GROUP, person, now)

    def words(self, student: Student, text: str) -> Incoming:
        """A text as it would come in from the group."""
        now = self.clock.now()
        return Incoming(self._key(), GROUP, student.person(self.language), text, now, addressed=True)

    def _key(self) -> str:
        return f"{PLATFORM}:demo:{next(self._keys)}"

    async def say(self, student: Student, text: str) -> list[Outgoing]:
        """Say it in the group; what the bot says then."""
        return await self.at_once([self.words(student, text)])

    async def press(self, student: Student, number: int) -> list[Outgoing]:
        """Press a button by its number."""
        token = self.buttons[number - 1].token or ""
        return await self.at_once([Press(self._key(), GROUP, student.person(self.language), token, self.clock.now())])

    async def at_once(self, messages: Sequence[Message]) -> list[Outgoing]:
        """Messages that come in at the same moment; nobody is first before the database says so."""
        before = len(self.heard)
        new = await self.house.inbox.receive(messages)
        touched = await asyncio.gather(*(self.house.inbox.handle(row_id, message) for row_id, _, message in new))
        await self._deliver([chat_id for chats in touched for chat_id in chats])
        return self.heard[before:]

    async def _deliver(self, chats: Sequence[int]) -> None:
        for chat_id in dict.fromkeys(chats):
            await self.house.outbox.drain(chat_id)

    async def wait_until(self, until: int, come: Callable[[], None]) -> list[Outgoing]:
        """Let the time come. `come` is called before anything is said that became due at that moment."""
        before = len(self.heard)
        while True:
            rest = int(await self.house.jobs.seconds_to_next(until - self.clock.now() + 1))
            if self.clock.now() + rest > until:
                break
            self.clock.set(self.clock.now() + rest)
            chats = await self.house.jobs.fire_due(self.clock.now())
            if chats:
                come()
            await self._deliver(chats)
        self.clock.set(until)
        return self.heard[before:]

    async def crash_holding(self, message: Incoming) -> None:
        """The message is stored, and the process is gone before it was handled; another starts on the same file."""
        await self.house.inbox.receive([message])
        await self.house.close()
        self.house = self._build()

    async def recover(self) -> int:
        """What `pinka run` does first: take up what was left. Returns how many messages that were."""
        found = await self.house.inbox.recover()
        await self.house.inbox.idle()
        await self.house.outbox.idle()
        return found

    async def close(self) -> None:
        await self.house.close()
