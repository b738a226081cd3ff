"""Who this bot is, and whether its token is really wrong: a 404 may as well be a captive portal."""

import logging
import random
from collections.abc import Awaitable, Callable

from telegram.error import InvalidToken

from bot.clock import Clock
from bot.telegram.api import Api, Me
from bot.telegram.doors import BadToken
from bot.telegram.health import Health
from bot.telegram.quirks import speaks_telegram
from bot.telegram.settings import Patience

log = logging.getLogger(__name__)
Pause = Callable[[float], Awaitable[object]]
LOUD_EVERY = 20


def pause_after(failures: int, patience: Patience, chance: float | None = None) -> float:
    """Seconds to wait after so many failures in a row: doubling up to the longest, half of it by chance."""
    whole = min(patience.longest_pause, patience.first_pause * 2.0 ** min(failures - 1, 30))
    return whole * (0.5 + 0.5 * (random.random() if chance is None else chance))


def is_loud(failures: int) -> bool:
    """Which of many failures in a row are worth a line in the log."""
    return failures == 1 or failures % LOUD_EVERY == 0


async def meet(api: Api, health: Health, clock: Clock, patience: Patience, pause: Pause) -> Me:
    """getMe until it answers, for ever. Raises BadToken."""
    while True:
        try:
            me = await api.me()
        except Exception as error:
            health.bad(clock.now(), type(error).__name__)
            if is_loud(health.failures_in_row):
                log.warning("Telegram cannot be reached yet (%s), trying on", type(error).__name__)
            if _denied(error):
                await confirm_token(api, patience, pause, said_already=True)
            await pause(pause_after(health.failures_in_row, patience))
        else:
            health.good(clock.now())
            health.bot = f"@{me.username}"
            return me


async def confirm_token(api: Api, patience: Patience, pause: Pause, *, said_already: bool = False) -> None:
    """Return when there is any doubt. Raises BadToken after getMe was denied twice, some time apart."""
    for denials in range(1 if said_already else 0, 2):
        if denials:
            await pause(patience.confirm)
        try:
            await api.me()
        except Exception as error:
            if not _denied(error):
                return
        else:
            return
    raise BadToken("Telegram does not know this bot token; ask @BotFather for it and correct the settings")


def _denied(error: Exception) -> bool:
    return isinstance(error, InvalidToken) and speaks_telegram(error)
