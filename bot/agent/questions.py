"""What people on this machine ask where the bot comes here: it fetches the questions and brings the answers."""

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, field

from bot.agent.box.reach import Unreachable
from bot.wire.box import BoxAsk, Covering
from bot.wire.visits import Answer, Question

SECONDS = 8.0
MOST_OPEN = 16


@dataclass(slots=True)
class Questions:
    """Open ones stay until they are answered or whoever asked has gone; the bot may fetch one twice."""

    seconds: float = SECONDS
    _open: dict[str, tuple[BoxAsk, asyncio.Future[Covering]]] = field(default_factory=dict)
    _asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, ask: BoxAsk) -> Covering:
        """What the bot says. Raises Unreachable."""
        if len(self._open) >= MOST_OPEN:
            raise Unreachable("the bot has not come for a while")
        number = secrets.token_hex(8)  # of no other run: an answer may come after a restart
        future: asyncio.Future[Covering] = asyncio.get_running_loop().create_future()
        self._open[number] = (ask, future)
        self._asked.set()
        try:
            return await asyncio.wait_for(future, self.seconds)
        except TimeoutError:
            raise Unreachable("the bot comes here, and did not come in time") from None
        finally:
            del self._open[number]

    async def fetched(self, seconds: float) -> tuple[Question, ...]:
        """All that are open; waits so long for the first."""
        if not self._waiting():
            self._asked.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), seconds)
        return self._waiting()

    def _waiting(self) -> tuple[Question, ...]:
        return tuple(Question(number, ask) for number, (ask, future) in self._open.items() if not future.done())

    def answered(self, answer: Answer) -> None:
        """The answer to one; nothing where nobody waits for it any more."""
        _, future = self._open.get(answer.id, (None, None))
        if future is not None and not future.done():
            future.set_result(answer.covering)
