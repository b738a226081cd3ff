"""What a terminal and a bridge share: waiting for lines while time goes by, and handling what is left over."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from bot.chat.message import Message
from bot.queues.house import House
from storage.database import Busy, StorageFailed

_log = logging.getLogger(__name__)


async def heard(
    lines: AsyncIterator[str], rest: Callable[[], float], meanwhile: Callable[[], Awaitable[None]]
) -> AsyncIterator[str]:
    """Lines as they come; `meanwhile` runs after every `rest()` seconds in which none came."""
    while True:
        waiting = asyncio.ensure_future(anext(lines, None))
        try:
            while not (await asyncio.wait((waiting,), timeout=rest()))[0]:
                await meanwhile()
        finally:
            if not waiting.done():
                waiting.cancel()
                with suppress(asyncio.CancelledError):
                    await waiting
        raw = waiting.result()
        if raw is None:
            return
        yield raw


async def carry_out(house: House, row_id: int, message: Message) -> None:
    """Handle a row and send what is owed for it. Raises Busy, StorageFailed."""
    for chat_id in dict.fromkeys(await house.inbox.handle(row_id, message)):
        await house.outbox.drain(chat_id)


async def take_up(house: House) -> None:
    """What was left behind, by us or by a process whose lease ran out. A store in trouble is left for later."""
    try:
        for row_id, _, message in await house.inbox.waiting():
            await carry_out(house, row_id, message)
        await house.outbox.recover()
        await house.outbox.idle()
    except (Busy, StorageFailed) as error:
        _log.warning("what was left waits for the store: %s", error)
