"""Work that ends at once when the bot is told to stop."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


class Stopped(Exception):
    """The bot was told to stop."""


async def until_stopped(work: Awaitable[T], stop: asyncio.Event) -> T:
    """The work's result; raises Stopped, with the work cancelled, as soon as `stop` is set."""
    working = asyncio.ensure_future(work)
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Stopped
    finally:
        for task in (working, stopping):
            task.cancel()
        await asyncio.gather(working, stopping, return_exceptions=True)
