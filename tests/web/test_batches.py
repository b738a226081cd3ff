"""Batches that share a unit of work share nothing else."""

import asyncio
from typing import Any

import pytest

from bot.clock import MachineClock
from bot.usage.rules.enrolment import ClockLine
from bot.usage.services.agents import Sent
from bot.web.batches import Batches
from bot.wire.messages import Batch


class Breaking:
    """A store that breaks by a mistake of ours as soon as it may."""

    def __init__(self) -> None:
        self.begun, self.may = asyncio.Event(), asyncio.Event()

    async def write(self, *_: Any) -> Any:
        self.begun.set()
        await self.may.wait()
        raise ZeroDivisionError


async def test_an_agent_that_left_meanwhile_lets_nobody_wait_for_ever() -> None:
    store = Breaking()
    batches = Batches(store, MachineClock(), gather=0)  # type: ignore[arg-type]
    gone, waits = (
        asyncio.create_task(batches.put(Sent(name, Batch("boot"), ClockLine(0, 0)))) for name in ("gone", "waits")
    )
    await store.begun.wait()
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    store.may.set()

    with pytest.raises(ZeroDivisionError):
        await asyncio.wait_for(waits, 5)
