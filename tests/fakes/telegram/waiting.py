"""Waiting for something to become true, woken by each change; never by polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class Changes:
    _event: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def until(self, look: Callable[[], T], timeout: float = 5) -> T:
        """The first truthy value of `look()`. Raises TimeoutError after `timeout` real seconds."""
        async with asyncio.timeout(timeout):
            while not (seen := look()):
                await self._event.wait()
            return seen
