"""The buffer in a thread of its own, so that a slow disk holds up no answer."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from bot.agent.spool import Spool

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Buffer:
    """`do` runs in that thread; `filled` is set when something was put in."""

    spool: Spool
    filled: asyncio.Event = field(default_factory=asyncio.Event)
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "spool"))

    async def do(self, f: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: f(*args, **kwargs))

    def close(self) -> None:
        self._thread.submit(self.spool.close).result()
        self._thread.shutdown()
