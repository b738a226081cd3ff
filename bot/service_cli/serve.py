"""`pinka run`: the service in one process, from settings to a clean stop."""

import asyncio
import gc
import logging
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

import typer

from bot.app import build
from bot.chat.adapter import Adapter
from bot.chat.message import Message
from bot.clock import MachineClock, machine_seconds
from bot.people.services import chats, setup
from bot.queues.desk import Us
from bot.queues.going import keep_going
from bot.queues.holders import this_process
from bot.queues.house import House
from bot.queues.roles import Role
from bot.service_cli import logs, opening
from bot.service_cli.agents import AgentSide, DoorTaken, Plan, plan_of
from bot.service_cli.saying import CONFIG, stop_with
from bot.settings import Settings
from bot.telegram.api import Me
from bot.telegram.doors import BadToken, Doors, RoleLost
from bot.telegram.health import Health
from bot.telegram.menu import menu_of
from bot.telegram.outbound import TelegramAdapter
from bot.telegram.redact import Redactor
from bot.telegram.run import RememberedMenu
from bot.telegram.run import run as run_telegram
from bot.telegram.settings import TELEGRAM as TELEGRAM_ITSELF
from bot.telegram.settings import BotSettings
from storage.database import Busy, Database, StorageFailed
from storage.queries import notes

_log = logging.getLogger(__name__)
TELEGRAM = "telegram"


def run(
    db: Annotated[str | None, typer.Option(help="数据库 · the database")] = None,
    log_level: Annotated[str | None, typer.Option(help="DEBUG, INFO, WARNING, ERROR")] = None,
) -> None:
    """Listen in Telegram and do what is due, until stopped."""
    given = opening.settings(db=db, log_level=log_level)
    logs.set_up(given.log_level)
    if given.telegram_token is None:
        stop_with(
            "还没有 Telegram 口令：先运行 pinka setup，或设 PINKA_TELEGRAM_TOKEN。只想试试：pinka chat",
            "No Telegram token yet: run pinka setup or set PINKA_TELEGRAM_TOKEN. Just trying: pinka chat",
            CONFIG,
        )
    plan = _plan(given)
    settings = bot_settings(given)
    undo = Redactor(settings).install()
    database = opening.database(given.db)
    try:
        asyncio.run(serve(database, settings, plan))
    except BadToken:
        stop_with(
            "Telegram 不认这个口令。到 @BotFather 看一眼，再运行 pinka setup。",
            "Telegram does not know this token. Look it up at @BotFather and run pinka setup.",
            CONFIG,
        )
    except DoorTaken as error:
        stop_with(f"采集程序的端口开不了：{error}", f"The port for agents cannot be opened: {error}", CONFIG)
    except RoleLost:
        stop_with("另一个进程正在用这个口令听消息。", "Another process already listens with this token.", 1)
    finally:
        database.close_now()
        undo()


def bot_settings(given: Settings) -> BotSettings:
    """What the Telegram adapter needs. Raises nothing: settings are checked when loaded."""
    token = given.telegram_token.get_secret_value() if given.telegram_token else ""
    whispers = given.telegram_ephemeral == "auto"
    return BotSettings(token, given.telegram_base_url or TELEGRAM_ITSELF, given.telegram_proxy, whispers=whispers)


@dataclass(slots=True)
class Service:
    """The house and its Telegram doors."""

    house: House
    adapters: dict[str, Adapter]
    polling: Role

    async def receive(self, messages: Sequence[Message]) -> None:
        await self.house.inbox.take_in(messages)

    async def keep(self, key: str, raw: str) -> bool:
        return await self.house.inbox.keep(TELEGRAM, key, raw)

    async def migrated(self, old: str, new: str) -> None:
        await self.house.database.write(chats.renamed, TELEGRAM, old, new)
        await self.house.outbox.recover()  # what was owed to the new chat belongs to the old one now

    async def lease(self) -> bool:
        return await self.polling.hold()

    def doors(self) -> Doors:
        return Doors(self.receive, self.keep, self.migrated, self.lease)

    async def ready(self, adapter: TelegramAdapter, me: Me) -> None:
        """Telegram was reached: send what is owed and take up what was left."""
        self.adapters[TELEGRAM] = adapter
        gc.collect()
        gc.freeze()  # what is loaded by now stays for good: no full collection has to walk over it
        _log.info("ready as @%s", me.username)
        await self.house.inbox.recover()
        await self.house.outbox.recover()


def _plan(given: Settings) -> Plan | None:
    try:
        return plan_of(given)
    except (OSError, ValueError) as error:
        stop_with(f"给采集程序开门的设置不对：{error}", f"The settings for agents cannot be used: {error}", CONFIG)


async def serve(database: Database, settings: BotSettings, plan: Plan | None = None) -> None:
    """Everything in one loop; with `plan`, agents are let in. Raises BadToken, RoleLost, OSError (port taken)."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    bot_id = settings.token.partition(":")[0]
    adapters: dict[str, Adapter] = {}
    house = build(database, MachineClock(), Us(f"{TELEGRAM}:{bot_id}", (TELEGRAM,)), adapters)
    service = Service(house, adapters, Role(database, f"poll:{TELEGRAM}:{bot_id}", this_process()))
    if not await service.lease():
        raise RoleLost
    await _show_first_code(database)
    agents = AgentSide(house, plan)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(agents.run(stop))
            group.create_task(keep_going(house.inbox, house.outbox, house.jobs, house.clock, stop))
            group.create_task(_listen(settings, service, stop))
    except ExceptionGroup as failures:  # `except*` would wrap what is raised in it once more
        named = failures.subgroup((BadToken, RoleLost, DoorTaken))
        raise (named.exceptions[0] if named else failures) from None
    finally:
        await house.inbox.stop()
        await house.outbox.stop()
        with suppress(Busy, StorageFailed):  # then the lease runs out by itself
            await service.polling.give_up()


async def _listen(settings: BotSettings, service: Service, stop: asyncio.Event) -> None:
    house = service.house
    await run_telegram(
        settings,
        service.doors(),
        service.ready,
        stop,
        clock=house.clock,
        health=Health(),
        menu=_menu(house, settings),
    )


def _menu(house: House, settings: BotSettings) -> RememberedMenu:
    name = f"menu:{TELEGRAM}:{settings.token.partition(':')[0]}"

    async def remembered() -> str | None:
        return await house.database.read(notes.get, name)

    async def remember(fingerprint: str) -> None:
        await house.database.write(notes.put, name, fingerprint)

    return RememberedMenu(menu_of(house.registry, whispers=settings.whispers), remembered, remember)


async def _show_first_code(database: Database) -> None:
    """The code for the first pool stands on the screen of whoever runs the bot, and nowhere else."""
    code = await database.write(setup.issue_first_code, machine_seconds())
    if code is not None:
        print(
            f"\n把机器人拉进群，在群里发 / add the bot to your group and send there:\n\n    /setup {code}\n",
            flush=True,
        )
