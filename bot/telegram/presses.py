"""The desk where presses wait for their answer, so that the phone stops its spinner before any work is done.

A press waits a moment for the pop-up that its outcome may be; then it gets a bare answer, and whatever comes
later is an ordinary message. In memory on purpose: Telegram forgets a press after some 15 seconds too.
"""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass

from telegram.ext import ExtBot

from bot.telegram.doors import Sleep
from bot.telegram.quirks import Quirk, quirk_of

log = logging.getLogger(__name__)
REMEMBERED = 2000
ANSWER_SECONDS = 5.0


@dataclass(slots=True)
class _Waiting:
    query_id: str
    timer: asyncio.Task[None] | None = None


class PressDesk:
    """`moment` is how many seconds a press waits for its pop-up."""

    def __init__(self, bot: ExtBot[int], moment: float, sleep: Sleep = asyncio.sleep) -> None:
        self._bot = bot
        self._moment = moment
        self._sleep = sleep
        self._waiting: dict[str, _Waiting] = {}
        self._seen: OrderedDict[str, None] = OrderedDict()

    def arrived(self, key: str, query_id: str) -> None:
        """Before the press is stored, because its outcome may come while it is being stored."""
        if key not in self._seen:
            self._seen[key] = None
            self._waiting[key] = _Waiting(query_id)
            if len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)

    def stored(self, key: str) -> None:
        """From now on the press may be answered; the moment begins."""
        waiting = self._waiting.get(key)
        if waiting and waiting.timer is None:
            waiting.timer = asyncio.create_task(self._answer_barely(key, waiting))

    async def alert(self, key: str, text: str) -> bool:
        """Answer with a pop-up; False when the press was answered already, is too old, or nobody can tell."""
        waiting = self._waiting.pop(key, None)
        if waiting is None:
            return False
        if waiting.timer:
            waiting.timer.cancel()
        return await self._answer(waiting.query_id, text)

    async def close(self) -> None:
        """Answer what still waits."""
        left = [self._waiting.pop(key) for key in list(self._waiting)]
        timers = [waiting.timer for waiting in left if waiting.timer]
        for timer in timers:
            timer.cancel()
        await asyncio.gather(*timers, return_exceptions=True)
        await asyncio.gather(*(self._answer(waiting.query_id, None) for waiting in left))

    async def _answer_barely(self, key: str, waiting: _Waiting) -> None:
        await self._sleep(self._moment)
        if self._waiting.pop(key, None):
            waiting.timer = None
            await self._answer(waiting.query_id, None)

    async def _answer(self, query_id: str, text: str | None) -> bool:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._bot.answer_callback_query(query_id, text, show_alert=text is not None)
        except Exception as error:
            if quirk_of(error) is not Quirk.TOO_OLD:
                log.warning("a press could not be answered: %s", type(error).__name__)
            return False
        return True
