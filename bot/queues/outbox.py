"""The outbox loop: what is owed is worded and sent, in order per place, people first, each once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.chat.adapter import Adapter, SendLater, SendRefused, SendUnknown
from bot.chat.message import Message, Outgoing, Place, Reply
from bot.chat.wording import Wording
from bot.clock import Clock, machine_seconds
from bot.queues.desk import Reader, Us
from bot.queues.holders import is_gone
from bot.queues.unowed import MOST_ATTEMPTS, REPEAT_SECONDS, send_unowed
from bot.queues.words import Words
from storage.database import Busy, Database, StorageFailed
from storage.queries import chats, outbox
from storage.tables import Outbox as Row
from storage.words import ChatKind, ChatState, OutboxState

_log = logging.getLogger(__name__)
STORE_PAUSE = 5.0


@dataclass(frozen=True, slots=True)
class Owed:
    """One message taken for sending; `attempt` counts from 1."""

    row: Row
    attempt: int
    outgoing: Outgoing


class Outbox:
    """Delivers owed messages by the adapters' hands.

    `wait` is `asyncio.sleep` in the service; nothing here sleeps in a test.
    """

    def __init__(
        self,
        database: Database,
        adapters: Mapping[str, Adapter],
        wording: Wording,
        clock: Clock,
        us: Us,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._database = database
        self._adapters = adapters
        self._words = Words(wording, clock)
        self._clock = clock
        self._us = us
        self._wait = wait
        self._locks: dict[int, asyncio.Lock] = {}
        self._senders: dict[int, asyncio.Task[None]] = {}
        self._more: set[int] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self._at_hand: set[int] = set()
        self._giving: set[asyncio.Task[None]] = set()
        self.stopping = False

    def wake(self, chat_id: int) -> None:
        """Something is owed to a chat."""
        if self.stopping:
            return
        if chat_id in self._senders:
            self._more.add(chat_id)
        else:
            self._senders[chat_id] = asyncio.create_task(self._deliver(chat_id))

    def _wake_after(self, seconds: float, chat_id: int) -> None:
        if self.stopping:
            return

        def due() -> None:
            self._timers.discard(timer)
            self.wake(chat_id)

        timer = asyncio.get_running_loop().call_later(seconds, due)
        self._timers.add(timer)

    async def _deliver(self, chat_id: int) -> None:
        try:
            self._more.add(chat_id)
            while chat_id in self._more:
                self._more.discard(chat_id)
                await self.drain(chat_id)
        except (Busy, StorageFailed) as error:
            _log.warning("the outbox waits for the store: %s", error)
            self._wake_after(STORE_PAUSE, chat_id)
        except Exception:
            _log.exception("delivery to chat %s stopped", chat_id)
        finally:
            del self._senders[chat_id]

    async def drain(self, chat_id: int) -> None:
        """Send what is owed to a chat until nothing is due."""
        lock = self._locks.setdefault(chat_id, asyncio.Lock())
        while not self.stopping:
            async with lock:
                owed = await self._taken(chat_id)
                if owed is None:
                    return
                try:
                    if not await self._send(owed):
                        return
                finally:
                    self._at_hand.discard(int(owed.row.id or 0))

    async def _taken(self, chat_id: int) -> Owed | None:
        """The next message for a chat, ours to send. A caller that is cancelled meanwhile gives it back."""
        taking = asyncio.ensure_future(self._database.write(self._take, chat_id))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(self._give_back)
            raise

    def _give_back(self, taking: "asyncio.Future[Owed | None]") -> None:
        owed = None if taking.cancelled() or taking.exception() else taking.result()
        if owed is not None:
            row_id = int(owed.row.id or 0)
            self._at_hand.discard(row_id)
            giving = asyncio.ensure_future(self._settle(row_id, OutboxState.DUE, attempts=owed.attempt - 1))
            self._giving.add(giving)
            giving.add_done_callback(self._giving.discard)

    def _take(self, session: Session, chat_id: int) -> Owed | None:
        machine_now = machine_seconds()
        row = outbox.next_due(session, chat_id, self._us.holder, machine_now)
        if row is None or row.platform not in self._adapters:
            return None
        chat = chats.get(session, chat_id)
        if chat is not None and chat.state == ChatState.MERGED.value:
            outbox.move_on(session, chat)
            return None
        if chat is None or chat.state == ChatState.GONE.value:
            outbox.drop_for_chat(session, chat_id, "the chat cannot be reached")
            return None
        attempt = row.attempts + 1
        if not outbox.take(session, int(row.id or 0), self._us.lease(machine_now), machine_now):
            return None
        self._at_hand.add(int(row.id or 0))
        return Owed(row, attempt, self._words.of(session, row, chat))

    async def _send(self, owed: Owed) -> bool:
        """One attempt and what became of it. False: leave the chat alone for now."""
        adapter = self._adapters[owed.row.platform]
        row_id = int(owed.row.id or 0)
        try:
            handle = await self._hand_over(adapter, owed)
        except SendLater as late:
            not_before = machine_seconds() + late.seconds
            await self._settle(row_id, OutboxState.DUE, not_before=not_before, attempts=owed.attempt - 1)
            self._wake_after(late.seconds + 0.5, owed.row.chat_id)
            return False
        except SendRefused as refused:
            await self._settle(row_id, OutboxState.DROPPED, error=str(refused)[:500])
            if refused.gone:
                await self._database.write(self._unreachable, owed.row.chat_id, str(refused)[:500])
                return False
            return True
        except (SendUnknown, asyncio.CancelledError) as unknown:
            await asyncio.shield(self._unknown(owed, repr(unknown)))
            if isinstance(unknown, asyncio.CancelledError):
                raise
            return True
        except Exception as error:
            _log.exception("message %s (%s) could not be sent", row_id, owed.row.code)
            await self._settle(row_id, OutboxState.DROPPED, error=repr(error)[:500])
            return True
        await self._settle(row_id, OutboxState.SENT, handle=handle, sent_at=self._clock.now())
        return True

    async def _hand_over(self, adapter: Adapter, owed: Owed) -> str | None:
        if owed.row.press_key is not None and await adapter.alert(owed.row.press_key, owed.outgoing):
            return None
        return await adapter.send(owed.outgoing)

    async def _settle(self, row_id: int, state: OutboxState, **more: Any) -> None:
        """Write it down, however long the store fails: what was sent must not count as interrupted."""
        while True:
            try:
                return await self._database.write(lambda session: outbox.settle(session, row_id, state, **more))
            except (Busy, StorageFailed) as error:
                _log.warning("message %s is %s, which waits for the store: %s", row_id, state.value, error)
                await self._wait(STORE_PAUSE)

    async def _unknown(self, owed: Owed, error: str) -> None:
        """Nobody knows whether it was sent: once more for answers and hand-overs, never for the rest."""
        row_id = int(owed.row.id or 0)
        if not owed.row.repeatable or owed.attempt >= MOST_ATTEMPTS:
            return await self._settle(row_id, OutboxState.UNKNOWN, error=error[:500])
        not_before = machine_seconds() + REPEAT_SECONDS
        await self._settle(row_id, OutboxState.DUE, error=error[:500], not_before=not_before)
        self._wake_after(REPEAT_SECONDS + 0.5, owed.row.chat_id)

    @staticmethod
    def _unreachable(session: Session, chat_id: int, reason: str) -> None:
        chats.change(session, chat_id, state=ChatState.GONE.value)
        outbox.drop_for_chat(session, chat_id, reason)

    async def recover(self) -> None:
        """After a start, and now and then: settle interrupted sends, wake places that wait."""
        for chat_id in await self._database.write(self._recovered):
            self.wake(chat_id)

    def _recovered(self, session: Session) -> list[int]:
        machine_now, platforms = machine_seconds(), list(self._us.platforms)
        for row in outbox.interrupted(session, platforms, self._us.holder, machine_now):
            if row.id in self._at_hand:
                continue
            again = row.repeatable and row.attempts < MOST_ATTEMPTS
            state = OutboxState.DUE if again else OutboxState.UNKNOWN
            outbox.settle(session, int(row.id or 0), state, error="interrupted while sending")
        return outbox.places_waiting(session, platforms, self._us.holder, machine_now)

    async def say(self, message: Message, reader: Reader, reply: Reply) -> bool:
        """Send an answer that is not owed, in its place's order. False when nobody can send there yet."""
        place = message.place
        chat = await self._database.read(chats.get, reader.chat_id)
        hears_all = chat is not None and (chat.kind == ChatKind.PRIVATE.value or bool(chat.hears_all))
        if chat is not None:
            place = Place(chat.platform, chat.key, chat.kind == ChatKind.PRIVATE.value, place.topic, chat.title)
        outgoing = self.unowed(message, reader, reply, place, hears_all)
        await self.drain(reader.chat_id)
        async with self._locks.setdefault(reader.chat_id, asyncio.Lock()):
            adapter = self._adapters.get(outgoing.place.platform)
            if adapter is None:
                return False
            await send_unowed(adapter, outgoing, self._wait, patient=True)
            return True

    def unowed(self, message: Message, reader: Reader, reply: Reply, place: Place, hears_all: bool) -> Outgoing:
        """Word an answer that is not owed."""
        return self._words.unowed(message, reader, reply, place, hears_all)

    async def worded_again(self, inbox_id: int) -> list[Outgoing]:
        """The messages that were owed for an inbox row, worded anew."""
        return await self._database.read(self._words.again, inbox_id)

    async def told(self, inbox_id: int) -> None:
        """The stored answer was read out to somebody who asked again: what an ended process owed of it is settled."""
        await self._database.write(self._told, inbox_id)

    def _told(self, session: Session, inbox_id: int) -> None:
        machine_now, us = machine_seconds(), self._us.holder
        for row in outbox.answers_to(session, inbox_id):
            holder = row.lease_holder or us
            if holder == us or (row.lease_until or 0) <= machine_now or is_gone(holder, us):
                outbox.told(session, int(row.id or 0), self._clock.now())

    async def say_unowed(self, message: Message, code: str) -> None:
        """Say something about the store itself, which cannot owe it."""
        adapter = self._adapters.get(message.place.platform)
        if adapter is not None:
            await send_unowed(adapter, self._words.trouble(message, code), self._wait, patient=False)

    async def idle(self) -> None:
        """Wait until nothing is being sent."""
        while self._senders:
            await asyncio.gather(*self._senders.values(), return_exceptions=True)

    async def stop(self) -> None:
        """End the sends at hand; what is owed stays owed."""
        self.stopping = True
        for timer in self._timers:
            timer.cancel()
        if self._senders:
            _, late = await asyncio.wait(list(self._senders.values()), timeout=3)
            for sender in late:
                sender.cancel()
            await asyncio.gather(*late, *self._giving, return_exceptions=True)
