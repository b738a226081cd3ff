"""The real core on a temporary SQLite file, with a clock that one moves by hand, four students in one group and a
machine with an agent.

Nothing here decides or words anything: what is said on this stage went through the same inbox, services and outbox.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from sqlalchemy import func, true
from sqlmodel import Session, col, select

from bot.app import build
from bot.chat.message import Button, Incoming, Message, Outgoing, Press
from bot.clock import SettableClock
from bot.console.adapter import ConsoleAdapter
from bot.console.founding import founding, welcome
from bot.console.lines import PLATFORM
from bot.demo.cast import CAST, GROUP, LI, MACHINE, NODE, Student
from bot.demo.room import STRETCH, MachineRoom
from bot.demo.students import FORGETS
from bot.people.services import setup
from bot.people.services.recognise import recognise
from bot.queues.desk import Us
from bot.queues.house import House
from bot.usage.services import watch
from bot.usage.services.intake import PERIOD
from storage.database import open_database
from storage.tables import Job

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
    seed: int = 1
    house: House = field(init=False)
    room: MachineRoom = field(init=False)
    heard: list[Outgoing] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    _chats: list[str] = field(default_factory=list)
    _unseen: bool = False
    _keys: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.house = self._build()
        self.room = MachineRoom(self.folder, self.clock, self.seed)

    def _build(self) -> House:
        database = open_database(f"sqlite:///{self.folder}/demo.db")
        return build(database, self.clock, US, {PLATFORM: ConsoleAdapter(self._hear)})

    def _hear(self, message: Outgoing) -> None:
        first = len(self.buttons) + 1
        self.buttons += [button for row in message.buttons for button in row if button.token]
        self._chats += [message.place.chat] * (len(self.buttons) + 1 - first)
        self.heard.append(message)
        if not self._unseen:
            self.show(message, first)

    def show_again(self, message: Outgoing) -> None:
        """Show the message that was heard last."""
        self.show(message, len(self.buttons) + 1 - sum(bool(one.token) for row in message.buttons for one in row))

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """What is heard meanwhile is not shown."""
        before, self._unseen = self._unseen, True
        try:
            yield
        finally:
            self._unseen = before

    async def open(self) -> str:
        """Agents may come in. Returns the code with which a group founds its pool, as `pinka run` shows it."""
        await self.room.line.open(self.house)
        code = await self.house.database.write(setup.issue_first_code, self.clock.now())
        return code or ""

    async def gather(self) -> None:
        """Everybody is in the group and has said hello to the bot in private; the machine's agent is connected."""
        await self.room.line.open(self.house)
        await self.house.database.write(self._founded)
        with self.unseen():
            (asked,) = await self.say(LI, f"/node add {NODE}")
            await self.enrol(asked)
            for student in CAST:
                if student is not FORGETS:
                    await self.say(student, f"/link {student.account}")
        self.heard.clear()
        self.buttons.clear()
        self._chats.clear()

    def _founded(self, session: Session) -> None:
        now, wish = self.clock.now(), founding(MACHINE, self.language)
        for student in CAST:
            person = student.person(self.language)
            recognise(session, student.private, person, now)
            welcome(session, wish, GROUP, person, now)

    async def acquainted(self) -> None:
        """Everybody has said hello to the bot in private, where reminders go."""
        await self.house.database.write(self._acquainted)

    def _acquainted(self, session: Session) -> None:
        for student in CAST:
            recognise(session, student.private, student.person(self.language), self.clock.now())

    async def enrol(self, asked: Outgoing) -> list[Outgoing]:
        """The agent is enrolled with the line that the bot gave; what the bot says then."""
        before = len(self.heard)
        await self.room.line.enrol(str(asked.data["enrol"]).split()[4])
        await self.room.read(self.house.database)
        await self.house.outbox.idle()
        return self.heard[before:]

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
        """Press a button by its number: in one's own private chat where it came there, else in the group."""
        token = self.buttons[number - 1].token or ""
        place = student.private if self._chats[number - 1] == student.private.chat else GROUP
        return await self.at_once([Press(self._key(), place, student.person(self.language), token, self.clock.now())])

    async def at_once(self, messages: Sequence[Message]) -> list[Outgoing]:
        """Messages that come in at the same moment; nobody is first before the database says so."""
        before = len(self.heard)
        await self.room.read(self.house.database)
        new = await self.house.inbox.receive(messages)
        touched = await asyncio.gather(*(self.house.inbox.handle(row_id, message) for row_id, _, message in new))
        await self._deliver([chat_id for chats in touched for chat_id in chats])
        return self.heard[before:]

    async def _deliver(self, chats: Sequence[int]) -> None:
        for chat_id in dict.fromkeys(chats):
            await self.house.outbox.drain(chat_id)

    async def wait_until(self, until: int, come: Callable[[], None]) -> list[Outgoing]:
        """Let the time come, with the agent's readings. `come` is called before anything is said that became due."""
        before = len(self.heard)
        while self.clock.now() < until:
            await self.room.until(await self._next_due(until), self.house.database)
            await self._fire(come)
        return self.heard[before:]

    async def _next_due(self, until: int) -> int:
        """When something is to be done next. While the agent is heard, nobody has to look whether it is."""
        now = self.clock.now()
        at = await self.house.database.read(_next_job, self.room.line.connected)
        return max(now, min(until, now + STRETCH, until if at is None else at))

    async def happens(self) -> list[Outgoing]:
        """Something happened to the machine: the agent's next reading shows it, and the bot does what is due by it."""
        before = len(self.heard)
        self.clock.set(self.clock.now() + PERIOD)
        await self.room.read(self.house.database)
        await self._fire(_at_once)
        return self.heard[before:]

    async def _fire(self, come: Callable[[], None]) -> None:
        chats = await self.house.jobs.fire_due(self.clock.now())
        if chats:
            come()
        await self._deliver(chats)

    async def crash_holding(self, message: Incoming) -> None:
        """The message is stored, and the process is gone before it was handled; another starts on the same file."""
        await self.house.inbox.receive([message])
        await self.room.line.shut()
        await self.house.close()
        self.house = self._build()
        await self.room.line.open(self.house)

    async def recover(self) -> int:
        """What `pinka run` does first: take up what was left. Returns how many messages that were."""
        found = await self.house.inbox.recover()
        await self.house.inbox.idle()
        await self.house.outbox.idle()
        return found

    async def close(self) -> None:
        await self.room.line.close()
        await self.house.close()


def _next_job(session: Session, heard: bool) -> int | None:
    """When the next job is due; with `heard`, other than the look whether an agent is silent."""
    wanted = select(func.min(Job.due_at)).where(col(Job.kind) != watch.UNHEARD if heard else true())
    found: int | None = session.execute(wanted).scalar_one()
    return found


def _at_once() -> None:
    """No time went by."""
