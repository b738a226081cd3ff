"""Keep the three loops going in a service: fire what is due, pick up what was left, until told to stop."""

import asyncio
import logging
from contextlib import suppress

from bot.clock import Clock
from bot.queues.inbox import Inbox
from bot.queues.jobs import Jobs
from bot.queues.outbox import Outbox
from storage.database import Busy, StorageFailed

_log = logging.getLogger(__name__)
REST_SECONDS = 5.0
RECOVER_SECONDS = 10.0


async def keep_going(inbox: Inbox, outbox: Outbox, jobs: Jobs, clock: Clock, stop: asyncio.Event) -> None:
    """Jobs and recovery, until stopped. A failing store is waited for, and no mistake ends the loops."""
    await asyncio.gather(_fire(jobs, outbox, clock, stop), _recover(inbox, outbox, stop))


async def _fire(jobs: Jobs, outbox: Outbox, clock: Clock, stop: asyncio.Event) -> None:
    while not stop.is_set():
        rest = REST_SECONDS
        try:
            for chat_id in await jobs.fire_due(clock.now()):
                outbox.wake(chat_id)
            rest = await jobs.seconds_to_next(REST_SECONDS)
        except (Busy, StorageFailed) as error:
            _log.warning("jobs wait for the store: %s", error)
        except Exception:
            _log.exception("firing what is due failed")
        await _rest(stop, max(rest, 0.2))


async def _recover(inbox: Inbox, outbox: Outbox, stop: asyncio.Event) -> None:
    while not stop.is_set():
        try:
            await inbox.recover()
            await outbox.recover()
        except (Busy, StorageFailed) as error:
            _log.warning("recovery waits for the store: %s", error)
        except Exception:
            _log.exception("recovery failed")
        await _rest(stop, RECOVER_SECONDS)


async def _rest(stop: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
