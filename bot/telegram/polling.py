"""Our own polling loop: updates are stored before Telegram may forget them, and no trouble ends it."""

import asyncio
import logging

from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.clock import Clock
from bot.telegram.api import Api, Json
from bot.telegram.doors import Doors, RoleLost, Sleep
from bot.telegram.health import Health
from bot.telegram.identity import confirm_token, is_loud, pause_after
from bot.telegram.intake import Intake
from bot.telegram.quirks import wait_asked
from bot.telegram.settings import Patience
from bot.telegram.stopping import Stopped, until_stopped

log = logging.getLogger(__name__)
RENEW_EVERY = 10
# Quirk: a broken proxy may answer long polls at once with nothing; that must not become a busy loop.
SHORTEST_EMPTY_ROUND = 0.5


class Poller:
    """One bot's updates. `run` ends by `stop`, RoleLost or BadToken, and by nothing else."""

    def __init__(
        self,
        api: Api,
        intake: Intake,
        doors: Doors,
        health: Health,
        clock: Clock,
        patience: Patience,
        stop: asyncio.Event,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._api = api
        self._intake = intake
        self._lease = doors.lease
        self._health = health
        self._clock = clock
        self._patience = patience
        self._stop = stop
        self._sleep = sleep
        self._offset: int | None = None
        self._store_failures = 0

    async def run(self) -> None:
        while not self._stop.is_set():
            try:
                await self._round()
            except Stopped:
                return

    async def _round(self) -> None:
        try:
            holds_role = await self._lease()
        except Exception as error:
            return await self._after_store_trouble(error)
        if not holds_role:
            raise RoleLost("another process polls this bot")
        try:
            updates = await self._updates()
        except Stopped:
            raise
        except Exception as error:
            return await self._after_trouble(error)
        try:
            await self._intake.take(updates)
        except Exception as error:
            return await self._after_store_trouble(error)
        self._store_failures = 0
        self._offset = max((update["update_id"] + 1 for update in updates), default=self._offset)

    async def _updates(self) -> list[Json]:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        updates = await until_stopped(self._api.updates(self._offset), self._stop)
        if self._health.failures_in_row:
            log.info("Telegram answers again after %d failures", self._health.failures_in_row)
        self._health.good(self._clock.now())
        if not updates and loop.time() - begun < SHORTEST_EMPTY_ROUND:
            await self._pause(SHORTEST_EMPTY_ROUND)
        return updates

    async def _after_trouble(self, error: Exception) -> None:
        self._health.bad(self._clock.now(), type(error).__name__)
        failures = self._health.failures_in_row
        wait = pause_after(failures, self._patience)
        if isinstance(error, Conflict):
            await self._after_conflict(error)
        elif is_loud(failures):
            log.warning("no updates from Telegram (%s, %d in a row)", type(error).__name__, failures)
        # Quirk: to the library any 401 or 404 is an invalid token, which its raw call wraps once more.
        if isinstance(error, InvalidToken) or isinstance(error.__cause__, InvalidToken):
            await confirm_token(self._api, self._patience, self._pause)
        if isinstance(error, RetryAfter):
            wait = min(max(wait, wait_asked(error)), 2 * self._patience.longest_pause)
        if failures % RENEW_EVERY == 0:
            await self._api.polling.renew()
        await self._pause(wait)

    async def _after_conflict(self, error: Conflict) -> None:
        self._health.conflicts += 1
        if "webhook" in error.message.lower():
            log.error("a webhook is set for this bot, which forbids polling; removing it")
            try:
                await self._api.bot.delete_webhook(drop_pending_updates=False)
            except TelegramError as failed:
                log.error("the webhook could not be removed: %s", type(failed).__name__)
        elif is_loud(self._health.failures_in_row):
            log.critical("ANOTHER PROGRAM polls this bot with the same token; stop one of the two")

    async def _after_store_trouble(self, error: Exception) -> None:
        """Telegram keeps the updates for us until we can store them."""
        self._store_failures += 1
        if is_loud(self._store_failures):
            log.error("updates wait at Telegram because the store fails: %s", error, exc_info=error)
        await self._pause(pause_after(self._store_failures, self._patience))

    async def _pause(self, seconds: float) -> None:
        await until_stopped(self._sleep(seconds), self._stop)
