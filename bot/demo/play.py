"""One step of the demo and how it is shown: somebody speaks or presses, or time goes by. Tour and talk use the same."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bot.chat.message import Outgoing
from bot.demo.cast import Both, Student
from bot.demo.paint import Paint
from bot.demo.stage import Stage

Pause = Callable[[float], Awaitable[None]]


async def no_pause(seconds: float) -> None:
    """Nobody watches: go on at once."""


@dataclass(frozen=True, slots=True)
class Play:
    """A stage, how it is painted, and how long one looks at each step."""

    stage: Stage
    paint: Paint
    pause: Pause = no_pause

    async def note(self, text: Both) -> None:
        words = self._words(text)
        self.paint.note(words)
        await self._rest(0.8 + len(words.encode()) / 70)

    async def says(self, student: Student, text: Both | str) -> list[Outgoing]:
        words = self._words(text)
        self.paint.said(student, words)
        await self._rest(1.0)
        return await self._looked_at(await self.stage.say(student, words))

    async def at_once(self, *said: tuple[Student, Both | str]) -> list[Outgoing]:
        """Several speak in the same moment."""
        for student, text in said:
            self.paint.said(student, self._words(text))
        await self._rest(1.0)
        words = [self.stage.words(student, self._words(text)) for student, text in said]
        return await self._looked_at(await self.stage.at_once(words))

    async def presses(self, student: Student, number: int) -> list[Outgoing]:
        self.paint.pressed(student, number, self.stage.buttons[number - 1])
        await self._rest(1.0)
        return await self._looked_at(await self.stage.press(student, number))

    async def press_in_turn(self, students: Sequence[Student], number: int, until: str) -> Outgoing:
        """One after the other presses the same button until a message has the code `until`; that one is shown."""
        button, last = self.stage.buttons[number - 1], None
        for student in students:
            self.paint.pressed(student, number, button)
            with self.unseen():
                heard = await self.stage.press(student, number)
            last = heard[0]
            if last.code == until:
                break
        assert last is not None
        self.stage.show_again(last)
        await self._looked_at([last])
        return last

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """What happens meanwhile is not shown."""
        with self.stage.unseen(), self.paint.unseen():
            yield

    async def waits(self, seconds: int) -> list[Outgoing]:
        """Time goes by; each reminder comes at its own time."""
        moved = await self.stage.wait_until(self.stage.clock.now() + seconds, self._come)
        self._come()
        return await self._looked_at(moved)

    async def enrols(self, asked: Outgoing) -> list[Outgoing]:
        """Somebody pastes the line of this message on the machine."""
        return await self._looked_at(await self.stage.enrol(asked))

    async def falls(self, card: int) -> list[Outgoing]:
        """A card falls off the bus."""
        self.stage.room.machine.fallen |= {card}
        return await self._looked_at(await self.stage.happens())

    async def mended(self, card: int) -> list[Outgoing]:
        """It is well again."""
        self.stage.room.machine.fallen -= {card}
        return await self._looked_at(await self.stage.happens())

    async def cut(self) -> None:
        """Nothing comes from the machine any more."""
        await self.stage.room.line.cut()

    async def joins(self) -> list[Outgoing]:
        """It comes again."""
        await self.stage.room.line.join()
        return await self._looked_at(await self.stage.happens())

    def _come(self) -> None:
        self.paint.time(self.stage.clock.now())

    async def _looked_at(self, heard: list[Outgoing]) -> list[Outgoing]:
        """Give the eyes the time that the words need."""
        await self._rest(1.0 + sum(len(message.text.encode()) for message in heard) / 140)
        return heard

    async def _rest(self, seconds: float) -> None:
        """Nobody waits for what is not shown."""
        if not self.paint.console.quiet:
            await self.pause(seconds)

    def _words(self, text: Both | str) -> str:
        return text if isinstance(text, str) else text.to(self.stage.language)

    def number(self, message: Outgoing, token: str) -> int:
        """The number of a message's button with that token."""
        assert token in _tokens(message)
        return 1 + [button.token for button in self.stage.buttons].index(token)

    def first(self, message: Outgoing) -> int:
        """The number of a message's first button."""
        return self.number(message, _tokens(message)[0])

    def last(self, message: Outgoing) -> int:
        """The number of a message's last button."""
        return self.number(message, _tokens(message)[-1])


def _tokens(message: Outgoing) -> list[str]:
    """What its buttons carry; those that only copy carry nothing."""
    return [button.token for row in message.buttons for button in row if button.token]
