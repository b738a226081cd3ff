"""Clocks that a test moves while processes run by them.

`python -m tests.faults.adrift FILE WORDS…` is the command `pinka` by such clocks, by which an agent waits as well.
Timers, and with them the network, go on as they do.
"""

import asyncio
import mmap
import sys
import time
from pathlib import Path

LOOK_SECONDS = 0.004


class Clocks:
    """A file of two numbers: by how many seconds the clocks of all processes over it are ahead, and the moment at
    which the agent began to wait for its next reading."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._wall, self._wall_ns, self._clock_ns = time.time, time.time_ns, time.clock_gettime_ns
        if not file.exists():
            file.write_bytes(bytes(16))
        with open(file, "r+b") as opened:
            self._numbers = memoryview(mmap.mmap(opened.fileno(), 16)).cast("q")

    @property
    def ahead(self) -> int:
        return self._numbers[0]

    @property
    def resting_since(self) -> int:
        return self._numbers[1]

    def now(self) -> float:
        return self._wall() + self.ahead

    def go_on(self, seconds: int) -> None:
        self._numbers[0] += seconds

    def drift(self) -> None:
        """From now on this process has these clocks; what it imported before must not have kept the functions."""
        time.time = self.now
        time.time_ns = lambda: self._wall_ns() + self.ahead * 10**9
        time.clock_gettime_ns = lambda which: self._clock_ns(which) + self.ahead * 10**9

    async def pause(self, seconds: float) -> None:
        """An agent's waiting, by these clocks."""
        from bot.agent.run import USUAL

        until = self.now() + seconds
        if seconds == USUAL.keep:
            self._numbers[1] = int(self.now())
        while self.now() < until:
            await asyncio.sleep(LOOK_SECONDS)


if __name__ == "__main__":
    clocks = Clocks(Path(sys.argv.pop(1)))
    clocks.drift()
    from bot.agent.run import Agent
    from bot.cli import main

    assert Agent.__init__.__kwdefaults__ is not None
    Agent.__init__.__kwdefaults__["pause"] = clocks.pause
    sys.exit(main(sys.argv[1:]))
