"""The whole service over a fake Telegram and a real store, in this process: what a group really sees."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from bot.app import build
from bot.booking.services import machines
from bot.booking.services.machines import Declared
from bot.chat.adapter import Adapter
from bot.chat.message import Person, Place
from bot.clock import MachineClock
from bot.people import facts
from bot.people.services import join, setup
from bot.people.services.recognise import recognise
from bot.queues.desk import Us
from bot.queues.holders import this_process
from bot.queues.roles import Role
from bot.service_cli.serve import Service
from bot.telegram.health import Health
from bot.telegram.run import run
from storage.database import Database
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, Json, User
from tests.telegram.house import Lab, eventually, settings

NOW = 1_796_000_000


@dataclass
class Group:
    """A lab with a pool of eight cards, served."""

    tg: FakeTelegram
    lab: Lab
    service: Service

    @property
    def chat(self) -> Chat:
        return self.lab.group

    async def ask(self, words: str, user: User | None = None, **how: Any) -> Json:
        """Somebody (Li) says it in the group; the answer that everybody sees."""
        said = self.tg.people.say(words, user or self.lab.li, how.pop("chat", self.chat), **how)
        return await self.tg.answer_to(said)

    async def quiet(self) -> None:
        """Until everything that was said is done and nothing is owed."""
        await eventually(lambda: not self.tg.world.updates.pending())
        await self.service.house.inbox.idle()
        await self.service.house.outbox.idle()

    async def rows(self, query: str) -> list[tuple[Any, ...]]:
        def read(session: Session) -> list[tuple[Any, ...]]:
            return [tuple(row) for row in session.execute(text(query))]

        return await self.service.house.database.read(read)

    @property
    def said(self) -> list[str]:
        """First lines of what everybody in the group sees of the bot."""
        return [one["text"].split("\n")[0] for one in self.tg.sent(self.chat.id)]


@contextlib.asynccontextmanager
async def serving(tg: FakeTelegram, database: Database, lab: Lab, *, whispers: bool = False) -> AsyncIterator[Group]:
    await database.write(_found, lab)
    bot, stop, met = replace(settings(tg), whispers=whispers), asyncio.Event(), asyncio.Event()
    adapters: dict[str, Adapter] = {}
    house = build(database, MachineClock(), Us("telegram:test", ("telegram",)), adapters)
    service = Service(house, adapters, Role(database, "poll:telegram:test", this_process()))

    async def ready(*who: Any) -> None:
        await service.ready(*who)
        met.set()

    task = asyncio.create_task(run(bot, service.doors(), ready, stop, clock=house.clock, health=Health()))
    try:
        await asyncio.wait_for(met.wait(), 5)
        yield Group(tg, lab, service)
    finally:
        stop.set()
        await asyncio.wait_for(asyncio.gather(task, return_exceptions=True), 5)
        await house.inbox.stop()
        await house.outbox.stop()


def _found(session: Session, lab: Lab) -> None:
    """A pool for the group: Li owns it, Wang is a member."""
    place = Place("telegram", str(lab.group.id), False, title=lab.group.title, hears_all=True)
    for user in (lab.li, lab.wang):
        name = user.full_name
        seen = recognise(session, place, Person(str(user.id), name, language=user.language_code), NOW)
        person = facts.known(session, "telegram", str(user.id))
        chat = facts.chat(session, seen.chat_id)
        assert person is not None
        if chat.pool_id is None:
            pool_id = setup.open_pool(session, chat.id, person, "lab", "Asia/Shanghai", "zh", NOW)
            machines.add_node(session, pool_id, "node1", (Declared(8, "A100", 80),), NOW)
        else:
            join.admit(session, facts.pool(session, chat.pool_id), person.id, name, None, NOW)
