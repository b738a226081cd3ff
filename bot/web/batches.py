"""Batches of all agents on their way into the store: those that come close together share one unit of work."""

import asyncio
import logging

from bot.clock import Clock
from bot.usage.services.agents import Sent, take_batches
from storage.database import Busy, Database, StorageFailed

_log = logging.getLogger(__name__)
GATHER_SECONDS = 0.5
AGAIN_SECONDS = 2.0
MOST_AT_ONCE = 64


class Batches:
    """`put` returns once the batch is committed. Each agent has one batch on its way, so nothing piles up."""

    def __init__(self, database: Database, clock: Clock, gather: float = GATHER_SECONDS) -> None:
        self._database = database
        self._clock = clock
        self._gather = gather
        self._waiting: list[tuple[Sent, asyncio.Future[int | None]]] = []
        self._storing: asyncio.Task[None] | None = None

    async def put(self, sent: Sent) -> int | None:
        """The number up to which the agent's items are stored; None when it is no agent of ours any more."""
        future: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((sent, future))
        if self._storing is None or self._storing.done():
            self._storing = asyncio.create_task(self._store())
        return await future

    async def _store(self) -> None:
        while self._waiting:
            await asyncio.sleep(self._gather)
            taken, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            taken = [(sent, future) for sent, future in taken if not future.done()]
            try:
                stored = await self._database.write(take_batches, [sent for sent, _ in taken], self._clock.now())
            except (Busy, StorageFailed) as error:
                _log.warning("%d batches wait for the store: %s", len(taken), error)
                self._waiting = taken + self._waiting
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            except Exception as error:
                for _, future in taken:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), number in zip(taken, stored, strict=True):
                if not future.done():
                    future.set_result(number)

    async def stop(self) -> None:
        """Whoever still waits is not acknowledged and sends again later."""
        if self._storing is not None:
            self._storing.cancel()
            await asyncio.gather(self._storing, return_exceptions=True)
        for _, future in self._waiting:
            future.cancel()
