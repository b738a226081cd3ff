"""The three loops over a real store with plain neighbours: a desk that counts, codes for words, hands that can fail."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from bot.chat.adapter import Adapter
from bot.chat.message import Choice, Incoming, Message, Notice, Outgoing, Person, Place, Press, Reply
from bot.chat.wording import Context, Wording
from bot.clock import SettableClock, machine_seconds
from bot.errors import Refusal
from bot.queues.desk import JobDesk, JustSeen, Reader, Us
from bot.queues.inbox import Inbox
from bot.queues.jobs import Jobs
from bot.queues.outbox import Outbox
from bot.queues.owing import owe_notice
from storage.database import Database
from storage.queries import chats, jobs, people
from storage.words import ChatKind

PLATFORM = "test"
NOW = 1_796_000_000
READER = Reader(0, None, None, "zh", "Asia/Shanghai")


def place(chat: str = "lab") -> Place:
    return Place(PLATFORM, chat, private=False)


def text_of(words: str, chat: str = "lab", key: str | None = None, who: str = "li") -> Incoming:
    """`words` said in `chat`; the key is the words themselves unless given."""
    return Incoming(key or f"{chat}:{words}", place(chat), Person(who, who), words, NOW, addressed=True, message="77")


@dataclass
class CountingDesk:
    """`add x` counts x up; `refuse x`, `break x` … count x up and then end otherwise. `look x` reads."""

    raising: dict[str, list[Exception]] = field(default_factory=dict)
    """What carrying out these words raises, one after the other, before it works."""
    notices: tuple[Notice, ...] = ()
    opened: Callable[[str], None] = lambda words: None

    def recognise(self, session: Session, where: Place, person: Person | None, now: int) -> int:
        known = chats.find(session, where.platform, where.chat)
        if person is not None and people.by_account(session, where.platform, person.account) is None:
            people.make(session, where.platform, person.account, person.name, None, None, now)
        if known is not None:
            return int(known.id or 0)
        return chats.make(session, where.platform, where.chat, ChatKind.GROUP, None, True)

    def reads(self, message: Message) -> bool:
        return isinstance(message, Incoming) and message.text.startswith("look")

    def open(
        self, session: Session, message: Message, chat_id: int, now: int, just_seen: JustSeen | None
    ) -> tuple[Reader, Any]:
        words = message.text if isinstance(message, Incoming) else ""
        self.opened(words)
        person = None
        if isinstance(message, Incoming | Press):
            known = people.by_account(session, PLATFORM, message.person.account)
            person = int(known[0].id or 0) if known else None
        return Reader(chat_id, person, None, "zh", "Asia/Shanghai"), words

    def run(self, session: Session, ask: str) -> Reply:
        if self.raising.get(ask):
            raise self.raising[ask].pop(0)
        verb, _, what = ask.partition(" ")
        if verb == "look":
            return Reply("seen", {"what": what})
        count = jobs.count(session, what)
        if verb == "refuse":
            raise Refusal("taken", count=count)
        if verb == "break":
            raise ZeroDivisionError
        if verb == "offer":
            return Reply("offered", {}, ((Choice("do", "do", {"what": what}),),), anyone=True)
        if verb == "hush":
            return Reply("noted", {}, quiet=True)
        return Reply("added", {"what": what, "count": count}, notices=self.notices)

    def check(self, ask: Any, verb: str, payload: dict[str, Any], pool_id: int | None) -> None:
        if verb == "forbidden":
            raise Refusal("role", needed="owner", role="member")

    def press(self, session: Session, ask: Any, verb: str, payload: dict[str, Any], pool_id: int | None) -> Reply:
        count = jobs.count(session, f"pressed {payload['what']}")
        if count > 1:  # as cards are taken by the first press
            raise Refusal("taken", count=count)
        return Reply("pressed", {"count": count})

    def fresh(
        self, session: Session, ask: Any, verb: str, payload: dict[str, Any], pool_id: int | None
    ) -> Reply | None:
        return None


@dataclass
class CountingJobs:
    """Fires `{"say": code, "to": chat, …}`; counts each firing; `{"broken": true}` fails."""

    clock: SettableClock
    fired: list[tuple[str, int]] = field(default_factory=list)

    def fire(self, session: Session, kind: str, payload: dict[str, Any], now: int) -> list[tuple[Reader, Notice]]:
        if payload.get("broken"):
            jobs.count(session, "half")
            raise ZeroDivisionError
        self.fired.append((kind, now))
        jobs.count(session, f"fired {kind}")
        if "to" not in payload:
            return []
        return [(READER, Notice(f"{kind}:{now}", int(payload["to"]), kind, {}))]


class CodesOnly(Wording):
    """Says the code, so that a test reads what was meant."""

    def word(self, code: str, data: Any, choices: Any, place: Place, context: Context, **more: Any) -> Outgoing:
        return Outgoing(place, code, dict(data) | {"choices": list(choices)}, (code,), **more)


@dataclass
class Hands:
    """An adapter that shows what was sent where, and does what the test says: an error, or waiting for an event."""

    platform: str = PLATFORM
    sent: list[Outgoing] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    ahead: dict[str, list[Exception | asyncio.Event]] = field(default_factory=dict)
    """By chat: what happens at the next sends to it. What was not refused counts as sent."""
    on_send: Callable[[Outgoing], None] = lambda message: None

    async def send(self, message: Outgoing) -> str | None:
        self.tried.append(self._name(message))
        self.on_send(message)
        waiting = self.ahead.get(message.place.chat)
        what = waiting.pop(0) if waiting else None
        if isinstance(what, asyncio.Event):
            await what.wait()
        elif what is not None:
            raise what
        self.sent.append(message)
        return str(len(self.sent))

    async def alert(self, press_key: str, message: Outgoing) -> bool:
        return False

    def _name(self, message: Outgoing) -> str:
        what = message.data.get("what")
        return f"{message.place.chat}:{message.code}" + (f" {what}" if what else "")

    @property
    def said(self) -> list[str]:
        """`chat:code what` of each message that arrived."""
        return [self._name(message) for message in self.sent]


@dataclass
class Plain:
    """One process: its loops, its hands, its desk.

    `waits` collects what would have been slept; nobody sleeps on while `patience` is clear.
    """

    us: Us
    database: Database
    inbox: Inbox
    outbox: Outbox
    jobs: Jobs
    desk: CountingDesk
    due: CountingJobs
    hands: Hands
    clock: SettableClock
    waits: list[float]
    patience: asyncio.Event
    adapters: dict[str, Adapter]

    async def hear(self, *words: str, chat: str = "lab") -> None:
        """Take the words in and let everything end that can end."""
        await self.inbox.take_in([text_of(one, chat) for one in words])
        await self.settled()

    async def until(self, look: Callable[[], object]) -> None:
        """Let the others work until it is so."""
        async with asyncio.timeout(10):
            while not look():
                await asyncio.sleep(0.001)

    async def owe(self, key: str, priority: str = "notice", repeatable: bool = True, chat: str = "lab") -> None:
        """Owe a message nobody asked for; its code is its key."""
        notice = Notice(key, await self.chat(chat), key, priority=priority, repeatable=repeatable)
        await self.database.write(owe_notice, self.us, notice, READER, NOW, machine_seconds())

    async def settled(self) -> None:
        await self.inbox.idle()
        await self.outbox.idle()

    async def chat(self, key: str = "lab") -> int:
        """The id of a chat, made if need be."""
        return await self.database.write(self.desk.recognise, place(key), None, NOW)

    def counts(self) -> dict[str, int]:
        """How often each effect happened."""
        return dict(self.rows("SELECT name, value FROM counter"))

    def rows(self, query: str, **values: Any) -> list[Any]:
        return self.database.read_now(lambda s: [tuple(row) for row in s.connection().execute(text(query), values)])

    def change(self, statement: str, **values: Any) -> None:
        self.database.write_now(lambda s: s.connection().execute(text(statement), values))


def plain(
    database: Database, holder: str = "us", platforms: Sequence[str] = (PLATFORM,), hands: Hands | None = None
) -> Plain:
    """A process that calls itself `holder`."""
    clock, desk, hands = SettableClock(NOW), CountingDesk(), hands or Hands()
    waits: list[float] = []
    patience = asyncio.Event()
    patience.set()

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        await patience.wait()
        await asyncio.sleep(0)

    us = Us(holder, tuple(platforms))
    adapters: dict[str, Adapter] = {PLATFORM: hands}
    outbox = Outbox(database, adapters, CodesOnly(), clock, us, wait)
    due = CountingJobs(clock)
    desk_of_jobs: JobDesk = due
    inbox = Inbox(database, desk, outbox, clock, us, wait)
    jobs = Jobs(database, desk_of_jobs, outbox, clock, us)
    return Plain(us, database, inbox, outbox, jobs, desk, due, hands, clock, waits, patience, adapters)
