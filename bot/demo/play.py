"""One step of the demo and how it is shown: somebody speaks or presses, or time goes by. Tour and talk use the same."""

from collections.abc import Awaitable, Callable
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
        words = text.to(self.stage.language)
        self.paint.note(words)
        await self.pause(0.8 + len(words.encode()) / 50)

    async def says(self, student: Student, text: Both | str) -> list[Outgoing]:
        words = text if isinstance(text, str) else text.to(self.stage.language)
        self.paint.said(student, words)
        await self.pause(1.0)
        return await self._looked_at(await self.stage.say(student, words))

    async def at_once(self, *said: tuple[Student, Both]) -> list[Outgoing]:
        """Several speak in the same moment."""
        for student, text in said:
            self.paint.said(student, text.to(self.stage.language))
        await self.pause(1.0)
        words = [self.stage.words(student, text.to(self.stage.language)) for student, text in said]
        return await self._looked_at(await self.stage.at_once(words))

    async def presses(self, student: Student, number: int) -> list[Outgoing]:
        self.paint.pressed(student, number, self.stage.buttons[number - 1])
        await self.pause(1.0)
        return await self._looked_at(await self.stage.press(student, number))

    async def waits(self, seconds: int) -> list[Outgoing]:
        """Time goes by; each reminder comes at its own time."""
        moved = await self.stage.wait_until(self.stage.clock.now() + seconds, self._come)
        self._come()
        return await self._looked_at(moved)

    def _come(self) -> None:
        self.paint.time(self.stage.clock.now())

    async def _looked_at(self, heard: list[Outgoing]) -> list[Outgoing]:
        """Give the eyes the time that the words need."""
        await self.pause(1.0 + sum(len(message.text.encode()) for message in heard) / 90)
        return heard

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
