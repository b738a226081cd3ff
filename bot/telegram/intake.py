"""A batch of updates is made safe, in order: read one by one, stored together, presses promised an answer."""

import json
import logging

from bot.chat.message import Message
from bot.clock import Clock
from bot.telegram.api import Api, Json, Me
from bot.telegram.attached import looked_at
from bot.telegram.doors import Doors
from bot.telegram.health import Health
from bot.telegram.inbound import Migration, query_id, read, update_key
from bot.telegram.presses import PressDesk
from bot.telegram.whispers import Whispers

log = logging.getLogger(__name__)


class Intake:
    """Reads each update by itself, so that one that cannot be read harms no other."""

    def __init__(
        self, api: Api, me: Me, doors: Doors, desk: PressDesk, whispers: Whispers, health: Health, clock: Clock
    ) -> None:
        self._api = api
        self._me = me
        self._doors = doors
        self._desk = desk
        self._whispers = whispers
        self._health = health
        self._clock = clock

    async def take(self, updates: list[Json]) -> None:
        """Returns when every update is safe; raises whatever the store raises, and may then be repeated."""
        if any("my_chat_member" in raw for raw in updates):
            await self._look_again()
        messages: list[Message] = []
        for raw in updates:
            self._expect_press(raw)
            self._whispers.heard(update_key(self._me, raw), raw)
            try:
                got = read(raw, self._me, self._clock.now())
            except Exception as error:
                await self._keep_unreadable(raw, error)
                continue
            if isinstance(got, Migration):
                await self._store(messages)
                messages = []
                await self._doors.migrated(got.old, got.new)
            elif got is not None:
                messages.append(await looked_at(self._api.bot, got))
        await self._store(messages)
        for raw in updates:
            self._desk.stored(update_key(self._me, raw))
        self._health.updates += len(updates)

    async def _store(self, messages: list[Message]) -> None:
        if messages:
            await self._doors.receive(messages)

    def _expect_press(self, raw: Json) -> None:
        if query := query_id(raw):
            self._desk.arrived(update_key(self._me, raw), query)

    async def _keep_unreadable(self, raw: Json, error: Exception) -> None:
        key = update_key(self._me, raw)
        if await self._doors.keep(key, json.dumps(raw, separators=(",", ":"))):
            self._health.unreadable += 1
            log.error("an update could not be read, it is kept as %s: %s", key, repr(error))

    async def _look_again(self) -> None:
        """The privacy mode changes only for groups joined later, so a joining is the time to ask again."""
        try:
            self._me = await self._api.me()
        except Exception as error:
            log.info("getMe failed while joining a group: %s", type(error).__name__)
