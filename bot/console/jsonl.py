"""The bridge for programs: lines in, lines out, in order, each answered before the next is read."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from uuid import uuid4
from zoneinfo import ZoneInfo

from bot.chat.adapter import Adapter
from bot.chat.message import Incoming, Message, Outgoing, Person, Place, Press
from bot.chat.wording import Context, Wording
from bot.clock import SettableClock
from bot.console.adapter import ConsoleAdapter
from bot.console.founding import CHAT, Founding, welcome
from bot.console.lines import PLATFORM, BadLine, Line, decode, encode
from bot.queues.house import House
from storage.database import Busy, StorageFailed

RECOVER_SECONDS = 10.0
LOOK_AGAIN = 0.05


@dataclass(slots=True)
class Bridge:
    """One conversation of lines. `write` prints one line."""

    house: House
    clock: SettableClock
    write: Callable[[str], None]
    founding: Founding | None = None
    _count: int = field(default=0)
    _recovered_at: float = field(default=-1e9)

    @classmethod
    def over(
        cls,
        build: Callable[[Adapter], House],
        clock: SettableClock,
        write: Callable[[str], None],
        founding: Founding | None,
    ) -> "Bridge":
        """A bridge whose messages are printed by `write`."""
        bridge: Bridge = cls(build(ConsoleAdapter(lambda message: bridge.show(message))), clock, write, founding)
        return bridge

    def show(self, message: Outgoing) -> None:
        """Print a message (the console adapter's hand)."""
        self.write(encode(message))

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Handle lines until the input ends."""
        await self._recover()
        async for raw in lines:
            self._count += 1
            if raw.strip():
                await self._line(raw)
                await self._recover()

    async def _line(self, raw: str) -> None:
        try:
            line = decode(raw)
            await self._move_clock(line)
            if line.text is not None or line.press is not None:
                await self._say(line)
        except BadLine as bad:
            self._bad(bad)
            self._done(bad.line_id)
            return
        self._done(line.id)

    def _bad(self, bad: BadLine) -> None:
        data = {"reason": bad.reason, "facts": {}, "line": self._count}
        place = Place(PLATFORM, "", False)
        words = Wording().word("bad_line", data, [], place, Context("zh", ZoneInfo("UTC"), self.clock.now()))
        answer = json.loads(encode(words))
        answer |= {"to": None, "code": "bad_input", "reply_to": bad.line_id}
        self.write(json.dumps(answer, ensure_ascii=False))

    def _done(self, line_id: str | None) -> None:
        done: dict[str, object] = {"done": line_id} if line_id is not None else {"done": None, "line": self._count}
        self.write(json.dumps(done, ensure_ascii=False))

    async def _move_clock(self, line: Line) -> None:
        """Everything due by the line's time fires first, each at its own time."""
        if line.at is not None:
            if self.clock.standing and line.at < self.clock.now():
                raise BadLine("at_goes_back", line.id)
            if not self.clock.standing:
                self.clock.set(0)
        until = line.at if line.at is not None else self.clock.now()
        at_its_time = self.clock.set if self.clock.standing else None
        for chat_id in dict.fromkeys(await self.house.jobs.fire_due(until, at_its_time)):
            await self.house.outbox.drain(chat_id)
        if line.at is not None:
            self.clock.set(line.at)

    async def _say(self, line: Line) -> None:
        message = self._message(line)
        try:
            if self.founding is not None and line.chat == CHAT and isinstance(message, Incoming):
                await self.house.database.write(welcome, self.founding, message.place, message.person, self.clock.now())
            new = await self.house.inbox.receive([message])
            if not new:
                await self._repeat(message.key)
                return
            for row_id, _, stored in new:
                await self._handle(row_id, stored)
        except (Busy, StorageFailed) as error:
            await self.house.outbox.say_unowed(message, "busy" if isinstance(error, Busy) else "storage_failed")

    async def _handle(self, row_id: int, message: Message) -> None:
        for chat_id in dict.fromkeys(await self.house.inbox.handle(row_id, message)):
            await self.house.outbox.drain(chat_id)

    def _message(self, line: Line) -> Incoming | Press:
        sender = line.sender or ""
        place = Place(PLATFORM, line.chat or f"@{sender}", line.chat is None, hears_all=True)
        person = Person(sender, line.name or sender)
        key = line.key or f"{PLATFORM}:{uuid4()}"
        now = self.clock.now()
        if line.press is not None:
            return Press(key, place, person, line.press, now)
        return Incoming(key, place, person, line.text or "", now, addressed=True)

    async def _repeat(self, key: str) -> None:
        """The id came before: its stored answer, once it has one."""
        while True:
            found = await self.house.inbox.seen(key)
            if found is None:
                return
            row_id, done = found
            if done:
                owed = await self.house.outbox.worded_again(row_id)
                for message in owed or await self.house.inbox.worded_again(row_id):
                    self.write(encode(message, repeat=True))
                return
            message_again = await self.house.inbox.reclaim(row_id)
            if message_again is not None:
                await self._handle(row_id, message_again)
                return
            await asyncio.sleep(LOOK_AGAIN)

    async def _recover(self) -> None:
        """Now and then: what another process left behind when its lease ran out."""
        now = asyncio.get_running_loop().time()
        if now - self._recovered_at < RECOVER_SECONDS:
            return
        self._recovered_at = now
        await self.house.inbox.recover()
        await self.house.inbox.idle()
        await self.house.outbox.recover()
        await self.house.outbox.idle()
