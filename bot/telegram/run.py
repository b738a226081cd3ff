"""One bot's life: meet Telegram, open the sending side, poll until told to stop, leave all in order."""

import asyncio
import contextlib
import logging
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from bot.clock import Clock
from bot.telegram.api import Api, Me
from bot.telegram.doors import BadToken, Doors, RoleLost, Sleep
from bot.telegram.health import Health
from bot.telegram.identity import meet
from bot.telegram.intake import Intake
from bot.telegram.menu import Menu, set_menu
from bot.telegram.outbound import TelegramAdapter
from bot.telegram.polling import Poller
from bot.telegram.presses import PressDesk
from bot.telegram.redact import Redactor
from bot.telegram.settings import BotSettings
from bot.telegram.stopping import Stopped, until_stopped
from bot.telegram.whispers import Whispers

log = logging.getLogger(__name__)
Ready = Callable[[TelegramAdapter, Me], Awaitable[None]]


class TelegramFailed(Exception):
    """Something unforeseen, told without the token."""


@dataclass(frozen=True, slots=True)
class RememberedMenu:
    """The command menu, and where the fingerprint of the last one set is kept."""

    menu: Menu
    remembered: Callable[[], Awaitable[str | None]]
    remember: Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Open:
    api: Api
    desk: PressDesk
    adapter: TelegramAdapter
    whispers: Whispers


async def run(
    settings: BotSettings,
    doors: Doors,
    ready: Ready,
    stop: asyncio.Event,
    *,
    clock: Clock,
    health: Health,
    menu: RememberedMenu | None = None,
    sleep: Sleep = asyncio.sleep,
) -> None:
    """Returns after `stop`. Raises BadToken or RoleLost; without a network it tries on for ever.

    `ready` is called once, as soon as Telegram was reached, with the adapter to send by and the bot's own
    identity; the adapter sends until this returns. Install a `Redactor` before.
    """
    redactor = Redactor(settings)
    try:
        async with _opened(settings, doors, sleep) as opened:
            me = await until_stopped(_meet(opened.api, settings, stop, clock, health, sleep), stop)
            opened.adapter.username = me.username
            await ready(opened.adapter, me)
            intake = Intake(opened.api, me, doors, opened.desk, opened.whispers, health, clock)
            poller = Poller(opened.api, intake, doors, health, clock, settings.patience, stop, sleep)
            async with _beside(_menu_work(opened.api, menu)):
                await _ended(poller.run(), stop, settings.patience.stop)
    except Stopped:
        return
    except (BadToken, RoleLost):
        raise
    except Exception as error:
        told = "".join(traceback.format_exception(error))
        if redactor.scrub(told) == told:
            raise
        raise TelegramFailed(redactor.scrub(f"{type(error).__name__}: {error}")) from None


async def _meet(api: Api, settings: BotSettings, stop: asyncio.Event, clock: Clock, health: Health, sleep: Sleep) -> Me:
    async def pause(seconds: float) -> None:
        await until_stopped(sleep(seconds), stop)

    me = await meet(api, health, clock, settings.patience, pause)
    log.info("Telegram knows this bot as @%s", me.username)
    return me


async def _menu_work(api: Api, menu: RememberedMenu | None) -> None:
    if menu:
        await set_menu(api.bot, menu.menu, menu.remembered, menu.remember)


async def _ended(polling: Awaitable[None], stop: asyncio.Event, seconds: float) -> None:
    """Polling to its end; once told to stop it may take `seconds` more to store what it holds."""
    task, stopping = asyncio.ensure_future(polling), asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((task, stopping), return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait((task,), timeout=seconds)
        if task.done():
            task.result()
        else:
            log.warning("stopped while the store was busy; Telegram keeps the last updates for the next start")
    finally:
        for each in (task, stopping):
            each.cancel()
        await asyncio.gather(task, stopping, return_exceptions=True)


@contextlib.asynccontextmanager
async def _beside(work: Awaitable[None]) -> AsyncIterator[None]:
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@contextlib.asynccontextmanager
async def _opened(settings: BotSettings, doors: Doors, sleep: Sleep) -> AsyncIterator[_Open]:
    api = Api(settings)
    desk = PressDesk(api.bot, settings.patience.press)
    whispers = Whispers(settings.whispers)
    try:
        yield _Open(api, desk, TelegramAdapter(api, doors, desk, whispers, sleep), whispers)
    finally:
        try:
            async with asyncio.timeout(settings.patience.stop):
                await desk.close()
        except TimeoutError:
            log.warning("some presses were not answered before the stop")
        await api.close()
