"""The outbox loop: what is owed is worded and sent, in order per place, people first, each once."""

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.chat.adapter import Adapter, SendLater, SendRefused, SendUnknown
from bot.chat.message import Incoming, Message, Outgoing, Place, Reply
from bot.chat.wording import Context, Wording
from bot.clock import Clock, machine_seconds
from bot.queues.desk import Reader, Us
from storage.database import Busy, Database, StorageFailed
from storage.queries import chats, inbox, outbox
from storage.tables import Chat
from storage.tables import Outbox as Row
from storage.words import ChatKind, ChatState, OutboxState

_log = logging.getLogger(__name__)
MOST_ATTEMPTS = 2
STORE_PAUSE = 5.0


@dataclass(frozen=True, slots=True)
class Owed:
    """One message taken for sending."""

    row: Row
    outgoing: Outgoing
    asked: str | None


class Outbox:
    """Delivers owed messages by the adapters' hands."""

    def __init__(
        self, database: Database, adapters: Mapping[str, Adapter], wording: Wording, clock: Clock, us: Us
    ) -> None:
        self._database = database
        self._adapters = adapters
        self._wording = wording
        self._clock = clock
        self._us = us
        self._locks: dict[int, asyncio.Lock] = {}
        self._senders: dict[int, asyncio.Task[None]] = {}
        self._more: set[int] = set()
        self._timers: set[asyncio.TimerHandle] = set()
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
                owed = await self._database.write(self._take, chat_id)
                if owed is None:
                    return
                if not await self._send(owed):
                    return

    def _take(self, session: Session, chat_id: int) -> Owed | None:
        machine_now = machine_seconds()
        row = outbox.next_due(session, chat_id, self._us.holder, machine_now)
        if row is None or row.platform not in self._adapters:
            return None
        chat = chats.get(session, chat_id)
        if chat is None or chat.state == ChatState.GONE.value:
            outbox.drop_for_chat(session, chat_id, "the chat cannot be reached")
            return None
        if not outbox.take(session, int(row.id or 0), self._us.lease(machine_now), machine_now):
            return None
        source = inbox.get(session, row.inbox_id) if row.inbox_id is not None else None
        return Owed(row, self._worded(row, chat, source.key if source else None), source.key if source else None)

    def _worded(self, row: Row, chat: Chat, asked: str | None) -> Outgoing:
        private = chat.kind == ChatKind.PRIVATE.value
        place = Place(chat.platform, chat.key, private, row.topic, chat.title)
        context = Context(row.language, ZoneInfo(row.zone), self._clock.now(), private or bool(chat.hears_all))
        return self._wording.word(
            row.code,
            json.loads(row.data),
            json.loads(row.choices),
            place,
            context,
            reply_to=row.reply_to,
            edit_of=row.edit_of,
            asked=asked,
        )

    async def _send(self, owed: Owed) -> bool:
        """One attempt and what became of it. False: leave the chat alone for now."""
        adapter = self._adapters[owed.row.platform]
        row_id = int(owed.row.id or 0)
        try:
            handle = await self._hand_over(adapter, owed)
        except SendLater as late:
            await self._settle(row_id, OutboxState.DUE, not_before=machine_seconds() + late.seconds, attempts=0)
            self._wake_after(late.seconds + 0.5, owed.row.chat_id)
            return False
        except SendRefused as refused:
            await self._settle(row_id, OutboxState.DROPPED, error=str(refused)[:500])
            if refused.gone:
                await self._database.write(self._unreachable, owed.row.chat_id, str(refused)[:500])
                return False
            return True
        except (SendUnknown, asyncio.CancelledError) as unknown:
            await asyncio.shield(self._unknown(owed.row, repr(unknown)))
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
        await self._database.write(lambda session: outbox.settle(session, row_id, state, **more))

    async def _unknown(self, row: Row, error: str) -> None:
        """Nobody knows whether it was sent: once more for answers and hand-overs, never for the rest."""
        again = row.repeatable and row.attempts < MOST_ATTEMPTS - 1
        state = OutboxState.DUE if again else OutboxState.UNKNOWN
        await self._settle(int(row.id or 0), state, error=error[:500])

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
            if row.chat_id in self._senders:
                continue
            again = row.repeatable and row.attempts < MOST_ATTEMPTS
            state = OutboxState.DUE if again else OutboxState.UNKNOWN
            outbox.settle(session, int(row.id or 0), state, error="interrupted while sending")
        return outbox.places_waiting(session, platforms, self._us.holder, machine_now)

    async def say(self, message: Message, reader: Reader, reply: Reply) -> None:
        """Send an answer that is not owed, in its place's order."""
        place = message.place
        chat = await self._database.read(chats.get, reader.chat_id)
        hears_all = chat is not None and (chat.kind == ChatKind.PRIVATE.value or bool(chat.hears_all))
        if chat is not None:
            place = Place(chat.platform, chat.key, chat.kind == ChatKind.PRIVATE.value, place.topic, chat.title)
        outgoing = self.unowed(message, reader, reply, place, hears_all)
        await self.drain(reader.chat_id)
        async with self._locks.setdefault(reader.chat_id, asyncio.Lock()):
            await self._try_unowed(outgoing)

    def unowed(self, message: Message, reader: Reader, reply: Reply, place: Place, hears_all: bool) -> Outgoing:
        """Word an answer that is not owed."""
        context = Context(reader.language, ZoneInfo(reader.zone), self._clock.now(), hears_all)
        reply_to = message.message if isinstance(message, Incoming) else None
        return self._wording.word(
            reply.code, dict(reply.data), [], place, context, reply_to=reply_to, asked=message.key
        )

    async def worded_again(self, inbox_id: int) -> list[Outgoing]:
        """The messages that were owed for an inbox row, worded anew."""
        return await self._database.read(self._reworded, inbox_id)

    def _reworded(self, session: Session, inbox_id: int) -> list[Outgoing]:
        source = inbox.get(session, inbox_id)
        found = []
        for row in outbox.answers_to(session, inbox_id):
            chat = chats.get(session, row.chat_id)
            if chat is not None:
                found.append(self._worded(row, chat, source.key if source else None))
        return found

    async def say_unowed(self, message: Message, code: str) -> None:
        """Say something about the store itself, which cannot owe it."""
        context = Context("zh", ZoneInfo("Asia/Shanghai"), self._clock.now(), True)
        outgoing = self._wording.word(code, {}, [], message.place, context, asked=message.key)
        await self._try_unowed(outgoing)

    async def _try_unowed(self, outgoing: Outgoing) -> None:
        adapter = self._adapters.get(outgoing.place.platform)
        if adapter is None:
            return
        for _ in range(MOST_ATTEMPTS):
            try:
                await adapter.send(outgoing)
                return
            except SendLater as late:
                await asyncio.sleep(min(late.seconds, 30))
            except SendUnknown:
                continue
            except SendRefused as refused:
                _log.info("an answer was refused: %s", refused)
                return

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
            await asyncio.gather(*late, return_exceptions=True)
