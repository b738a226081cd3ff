"""The inbox loop: rows are handled in order per place and concurrently across places."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from bot.chat.message import Event, Message, Outgoing, Reply
from bot.chat.payload import pack, unpack
from bot.clock import Clock, machine_seconds
from bot.queues.desk import Desk, JustSeen, LookFirst, Lookout, Us
from bot.queues.effect import AlreadyDone, answer_only, carry_out, failed, own_up
from bot.queues.holders import is_gone
from bot.queues.outbox import Outbox
from storage.database import Busy, Database, StorageFailed
from storage.queries import inbox
from storage.words import InboxState

_log = logging.getLogger(__name__)
T = TypeVar("T")
RETRY_SECONDS = 30
NEW_ROWS = 4
"""A message can bring as many: chat, person, account, and itself."""
QUIET = "not_for_us"


async def write_new(write: Callable[[], Awaitable[T]]) -> T:
    """Write, and again when another process wrote the same new row (a chat, a person) at the same moment.

    Each try finds the row over which the one before stumbled, so a few are enough.
    """
    for _ in range(NEW_ROWS):
        with suppress(IntegrityError):
            return await write()
    return await write()


class Inbox:
    """Takes messages in and carries them out.

    `wait` is `asyncio.sleep` in the service; nothing here sleeps in a test. Where there is a `lookout`, machines are
    asked before somebody is answered about them: outside any unit of work, so that only their own place waits.
    """

    def __init__(
        self,
        database: Database,
        desk: Desk,
        outbox: Outbox,
        clock: Clock,
        us: Us,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._database = database
        self._desk = desk
        self._outbox = outbox
        self._clock = clock
        self._us = us
        self._wait = wait
        self._lines: dict[int, deque[tuple[int, Message]]] = {}
        self._workers: set[asyncio.Task[None]] = set()
        self._hopeless: set[int] = set()
        self.lookout: Lookout | None = None

    async def receive(self, messages: Sequence[Message]) -> list[tuple[int, int, Message]]:
        """Store messages in one commit; returns `(id, chat, message)` of the new ones. Repeats are left out."""
        return await write_new(lambda: self._database.write(self._store, list(messages)))

    def _store(self, session: Session, messages: list[Message]) -> list[tuple[int, int, Message]]:
        new = []
        for message in messages:
            person = None if isinstance(message, Event) else message.person
            chat_id = self._desk.recognise(session, message.place, person, self._clock.now())
            row_id = inbox.store(
                session,
                key=message.key,
                platform=message.place.platform,
                chat_id=chat_id,
                payload=pack(message),
                now=self._clock.now(),
                lease=self._us.lease(machine_seconds()),
            )
            if row_id is not None:
                new.append((row_id, chat_id, message))
        return new

    async def keep(self, platform: str, key: str, raw: str) -> bool:
        """Store something that could not be read; True when it is the first time."""
        now = self._clock.now()
        return await write_new(
            lambda: self._database.write(
                lambda s: inbox.keep(s, key=key, platform=platform, payload=raw, now=now),
            )
        )

    async def take_in(self, messages: Sequence[Message]) -> None:
        """Store messages and hand the new ones to the workers of their places."""
        for row_id, chat_id, message in await self.receive(messages):
            self._line_up(row_id, chat_id, message)

    async def recover(self) -> int:
        """Hand over rows that were stored but never done, ours or abandoned. Returns how many."""
        rows = await self.waiting()
        for row_id, chat_id, message in rows:
            self._line_up(row_id, chat_id, message)
        return len(rows)

    async def waiting(self) -> list[tuple[int, int, Message]]:
        """`(id, chat, message)` of those rows that no worker has yet, oldest first."""
        known = {row_id for line in self._lines.values() for row_id, _ in line} | self._hopeless
        return await self._database.read(self._waiting, known)

    def _waiting(self, session: Session, known: set[int]) -> list[tuple[int, int, Message]]:
        found = []
        for row_id, chat_id in inbox.waiting(session, list(self._us.platforms), self._us.holder, machine_seconds()):
            row = None if row_id in known else inbox.get(session, row_id)
            if row is None or chat_id is None:
                continue
            try:
                found.append((row_id, chat_id, unpack(row.payload)))
            except Exception:
                self._hopeless.add(row_id)
                _log.exception("row %s of the inbox cannot be read; it stays there", row_id)
        return found

    def _line_up(self, row_id: int, chat_id: int, message: Message) -> None:
        line = self._lines.get(chat_id)
        if line is not None:
            line.append((row_id, message))
            return
        self._lines[chat_id] = deque([(row_id, message)])
        worker = asyncio.create_task(self._work(chat_id))
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)

    async def _work(self, chat_id: int) -> None:
        line = self._lines[chat_id]
        try:
            while line:
                row_id, message = line[0]
                await self._handle_stubbornly(row_id, message)
                line.popleft()
        finally:
            del self._lines[chat_id]

    async def _handle_stubbornly(self, row_id: int, message: Message) -> None:
        """A store that is busy or full must not lose the row: say so once, then try again until it works."""
        told = False
        while True:
            try:
                for touched in await self.handle(row_id, message):
                    self._outbox.wake(touched)
                return
            except (Busy, StorageFailed) as error:
                _log.warning("row %s waits for the store: %s", row_id, error)
                if not told:
                    told = True
                    code = "busy" if isinstance(error, Busy) else "storage_failed"
                    with suppress(Exception):
                        await self._outbox.say_unowed(message, code)
                await self._wait(RETRY_SECONDS)

    async def handle(self, row_id: int, message: Message) -> list[int]:
        """Carry out one row. Returns the chats that wait for the outbox. Raises Busy, StorageFailed."""
        try:
            return await self._done(row_id, message, None if self.lookout and self.lookout.sees_any else {})
        except LookFirst as wish:
            return await self._done(row_id, message, await self._look(wish.pool_id))

    async def _look(self, pool_id: int) -> JustSeen:
        """Whatever goes wrong with the machines, there is an answer from what is stored."""
        try:
            return await self.lookout.look(pool_id) if self.lookout else {}
        except Exception:
            _log.exception("the machines of pool %s could not be asked", pool_id)
            return {}

    async def _done(self, row_id: int, message: Message, just_seen: JustSeen | None) -> list[int]:
        now, machine_now = self._clock.now(), machine_seconds()
        try:
            if self._desk.reads(message):
                return await self._answer(row_id, now, just_seen)
            return await self._database.write(carry_out, self._desk, self._us, row_id, now, machine_now, just_seen)
        except AlreadyDone:
            return []
        except (Busy, StorageFailed, LookFirst):
            raise
        except Exception:
            return await self._own_up(row_id, message, failed(), now, machine_now)

    async def _own_up(self, row_id: int, message: Message, reply: Reply, now: int, machine_now: int) -> list[int]:
        """Say that it broke, so that nobody waits for an answer and the row is not tried for ever."""
        try:
            return await self._database.write(own_up, self._us, row_id, message, reply, now, machine_now)
        except AlreadyDone:
            return []
        except (Busy, StorageFailed):
            raise
        except Exception:
            self._hopeless.add(row_id)
            _log.exception("row %s could not even be refused; it stays in the inbox until the next start", row_id)
            return []

    async def _answer(self, row_id: int, now: int, just_seen: JustSeen | None) -> list[int]:
        """A read-only answer is sent first and its row done afterwards: asked again is asked again."""
        found = await self._database.read(answer_only, self._desk, row_id, now, just_seen)
        if found is None:
            return []
        message, reader, reply = found
        if not reply.quiet and not await self._outbox.say(message, reader, reply):
            return []  # nobody can speak there yet: the row stays and is recovered
        data = dict(reply.data)
        await self._database.write(inbox.mark_done, row_id, now, reply.code, data)
        return []

    async def reclaim(self, row_id: int) -> Message | None:
        """Take over a row that another process left undone; None while that one may still do it, or when done."""
        return await self._database.write(self._reclaimed, row_id)

    def _reclaimed(self, session: Session, row_id: int) -> Message | None:
        machine_now, us = machine_seconds(), self._us
        row = inbox.get(session, row_id)
        if row is None:
            return None
        payload, holder = row.payload, row.lease_holder or us.holder
        if is_gone(holder, us.holder):
            inbox.abandon(session, row_id, holder)
        return unpack(payload) if inbox.claim(session, row_id, us.lease(machine_now), machine_now) else None

    async def seen(self, key: str) -> tuple[int, bool] | None:
        """The row of a key and whether it is done; None when the key never came."""
        row = await self._database.read(inbox.by_key, key)
        return None if row is None else (int(row.id or 0), row.state == InboxState.DONE.value)

    async def worded_again(self, row_id: int) -> list[Outgoing]:
        """The stored answer of a row whose answer was not owed."""
        return await self._database.read(self._reworded, row_id)

    def _reworded(self, session: Session, row_id: int) -> list[Outgoing]:
        row = inbox.get(session, row_id)
        if row is None or row.chat_id is None or row.code is None:
            return []
        message = unpack(row.payload)
        reader, _ = self._desk.open(session, message, row.chat_id, row.done_at or self._clock.now(), {})
        reply = Reply(row.code, json.loads(row.data or "{}"))
        return [] if reply.code == QUIET else [self._outbox.unowed(message, reader, reply, message.place, True)]

    async def idle(self) -> None:
        """Wait until every place has been served."""
        while self._workers:
            await asyncio.gather(*self._workers, return_exceptions=True)

    async def stop(self) -> None:
        """Let the rows at hand end; the rest stays in the store."""
        for line in self._lines.values():
            while len(line) > 1:
                line.pop()
        if self._workers:
            _, late = await asyncio.wait(self._workers, timeout=3)
            for worker in late:
                worker.cancel()
