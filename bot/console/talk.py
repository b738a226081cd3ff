"""A person in a terminal: types, reads, and presses buttons by their number."""

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from uuid import uuid4

from sqlmodel import Session

from bot.chat.adapter import Adapter
from bot.chat.message import Button, Incoming, Outgoing, Person, Place, Press
from bot.console.adapter import ConsoleAdapter
from bot.console.founding import CHAT, Founding, welcome
from bot.console.lines import PLATFORM
from bot.console.turns import carry_out, heard, take_up
from bot.people.services import setup
from bot.queues.house import House
from bot.queues.inbox import write_new
from storage.database import Busy, StorageFailed

WELCOME = {
    "zh": "拼卡在这里听着。直接打字，例：订 2张 6小时；/help 看命令；Ctrl-D 离开。",
    "en": "Pinka listens. Type, e.g. /book 2 6h; /help lists commands; Ctrl-D leaves.",
}
LOOK_SECONDS = 5.0


@dataclass(slots=True)
class Talk:
    """One person's conversation in the group `lab`."""

    house: House
    name: str
    language: str | None
    write: Callable[[str], None]
    founding: Founding | None = None
    _buttons: list[Button] = field(default_factory=list)

    @classmethod
    def over(
        cls,
        build: Callable[[Adapter], House],
        name: str,
        language: str | None,
        write: Callable[[str], None],
        founding: Founding | None,
    ) -> "Talk":
        """A talk whose messages are printed by `write`."""
        talk: Talk = cls(build(ConsoleAdapter(lambda message: talk.show(message))), name, language, write, founding)
        return talk

    def show(self, message: Outgoing) -> None:
        """Print a message; its buttons get numbers."""
        self.write(message.text)
        if message.attached is not None:
            self.write(f"({message.attached.name})")
        buttons = [button for row in message.buttons for button in row if button.token]
        if buttons:
            self._buttons = buttons
            self.write("  ".join(f"[{at}] {button.label}" for at, button in enumerate(buttons, 1)))

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Listen until the input ends."""
        self.write(WELCOME[self.language or "zh"])
        await self._invite()
        await take_up(self.house)
        async for raw in heard(lines, lambda: LOOK_SECONDS, self._meanwhile):
            if raw.strip():
                await self._say(raw.strip())

    async def _meanwhile(self) -> None:
        """Nobody types: what is due is said all the same."""
        with suppress(Busy, StorageFailed):
            await self._fire()

    async def _fire(self) -> None:
        await self.house.jobs.fire_due(self.house.clock.now(), None, self.house.outbox.drain)

    async def _invite(self) -> None:
        """A database without a pool needs its code; `--pool` makes one instead."""
        if self.founding is not None:
            return
        code = await self.house.database.write(_first_code, self.house.clock.now())
        if code is not None:
            self.write(f"/setup {code}")

    async def _say(self, text: str) -> None:
        place = Place(PLATFORM, CHAT, False, hears_all=True)
        person = Person(self.name, self.name, language=self.language)
        key, now = f"{PLATFORM}:{uuid4()}", self.house.clock.now()
        message: Incoming | Press = Incoming(key, place, person, text, now, addressed=True)
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(self._buttons):
            message = Press(key, place, person, self._buttons[int(text) - 1].token or "", now)
        try:
            await self._fire()
            if self.founding is not None:
                wish = self.founding
                await write_new(lambda: self.house.database.write(welcome, wish, place, person, now))
            for row_id, _, stored in await self.house.inbox.receive([message]):
                await carry_out(self.house, row_id, stored)
        except (Busy, StorageFailed) as error:
            code = "busy" if isinstance(error, Busy) else "storage_failed"
            await self.house.outbox.say_unowed(message, code)


def _first_code(session: Session, now: int) -> str | None:
    return setup.issue_first_code(session, now)
