"""The bridge for programs: lines in, lines out, in order, each answered before the next is read."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from bot.chat.adapter import Adapter
from bot.chat.message import Incoming, Outgoing, Person, Picture, Place, Press
from bot.chat.wording import Context, Wording
from bot.clock import SettableClock
from bot.console.adapter import ConsoleAdapter
from bot.console.files import BadFile, bring
from bot.console.founding import CHAT, Founding, welcome
from bot.console.lines import PLATFORM, BadLine, Line, decode, encode
from bot.console.turns import carry_out, heard, take_up
from bot.queues.house import House
from bot.queues.inbox import write_new
from storage.database import Busy, StorageFailed

RECOVER_SECONDS = 10.0
LOOK_SECONDS = 1.0
LOOK_AGAIN = 0.05
CODES = {"bad_line": "bad_input"}
"""How programs know what has words of its own here."""
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Bridge:
    """One conversation of lines. `write` prints one line."""

    house: House
    clock: SettableClock
    write: Callable[[str], None]
    founding: Founding | None = None
    files: Path | None = None
    _count: int = field(default=0)
    _took_up_at: float = field(default=-1e9)

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
        self.write(encode(message, folder=self.files))

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Handle lines until the input ends."""
        await self._take_up()
        async for raw in heard(lines, self._rest, self._meanwhile):
            self._count += 1
            if raw.strip():
                await self._line(raw)
                await self._take_up()

    def _rest(self) -> float:
        return RECOVER_SECONDS if self.clock.standing else LOOK_SECONDS

    async def _meanwhile(self) -> None:
        """No line came: on a real clock time goes on, and others may have left something."""
        if not self.clock.standing:
            try:
                await self.house.jobs.fire_due(self.clock.now(), None, self.house.outbox.drain)
            except (Busy, StorageFailed) as error:
                _log.warning("jobs wait for the store: %s", error)
        await self._take_up()

    async def _line(self, raw: str) -> None:
        try:
            line = decode(raw)
            await self._move_clock(line)
            if line.text is not None or line.press is not None:
                await self._say(line)
        except BadLine as bad:
            self._aside(bad.line_id, "bad_line", {"reason": bad.reason, "facts": {}, "line": self._count})
            self._done(bad.line_id)
            return
        self._done(line.id)

    def _aside(self, line_id: str | None, code: str, data: dict[str, Any]) -> None:
        """An answer that belongs to no chat."""
        place = Place(PLATFORM, "", False)
        words = Wording().word(code, data, [], place, Context("zh", ZoneInfo("UTC"), self.clock.now()))
        answer = json.loads(encode(words))
        answer |= {"to": None, "code": CODES.get(code, code), "reply_to": line_id}
        self.write(json.dumps(answer, ensure_ascii=False))

    def _done(self, line_id: str | None) -> None:
        done: dict[str, object] = {"done": line_id} if line_id is not None else {"done": None, "line": self._count}
        self.write(json.dumps(done, ensure_ascii=False))

    async def _move_clock(self, line: Line) -> None:
        """Everything due by the line's time fires and is said first, each at its own time."""
        if line.at is not None and self.clock.standing and line.at < self.clock.now():
            raise BadLine("at_goes_back", line.id)
        if line.at is not None and not self.clock.standing:
            self.clock.set(0)
        until = line.at if line.at is not None else self.clock.now()
        at_its_time = self.clock.set if self.clock.standing else None
        try:
            await self.house.jobs.fire_due(until, at_its_time, self.house.outbox.drain)
        except (Busy, StorageFailed) as error:
            if line.text is None and line.press is None:
                self._aside(line.id, _trouble(error), {})
        finally:
            if line.at is not None:
                self.clock.set(line.at)

    async def _say(self, line: Line) -> None:
        message = self._message(line)
        try:
            if self.founding is not None and line.chat == CHAT and isinstance(message, Incoming):
                wish, place, person, now = self.founding, message.place, message.person, self.clock.now()
                await write_new(lambda: self.house.database.write(welcome, wish, place, person, now))
            new = await self.house.inbox.receive([message])
            if not new:
                await self._repeat(message.key)
                return
            for row_id, _, stored in new:
                await carry_out(self.house, row_id, stored)
        except (Busy, StorageFailed) as error:
            await self.house.outbox.say_unowed(message, _trouble(error))

    def _message(self, line: Line) -> Incoming | Press:
        sender = line.sender or ""
        place = Place(PLATFORM, line.chat or f"@{sender}", line.chat is None, hears_all=True)
        person = Person(sender, line.name or sender)
        key = line.key or f"{PLATFORM}:{uuid4()}"
        now = self.clock.now()
        if line.press is not None:
            return Press(key, place, person, line.press, now)
        picture = self._picture(line)
        return Incoming(key, place, person, line.text or "", now, addressed=True, picture=picture)

    def _picture(self, line: Line) -> Picture | None:
        if line.image is None:
            return None
        try:
            return bring(line.image, self.files)
        except BadFile as bad:
            raise BadLine(bad.reason, line.id) from None

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
                    self.write(encode(message, repeat=True, folder=self.files))
                await self.house.outbox.told(row_id)
                return
            message_again = await self.house.inbox.reclaim(row_id)
            if message_again is not None:
                await carry_out(self.house, row_id, message_again)
                return
            await asyncio.sleep(LOOK_AGAIN)

    async def _take_up(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._took_up_at >= RECOVER_SECONDS:
            self._took_up_at = now
            await take_up(self.house)


def _trouble(error: Exception) -> str:
    return "busy" if isinstance(error, Busy) else "storage_failed"
