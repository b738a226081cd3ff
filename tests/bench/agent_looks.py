"""Our side of the agent's bench, in a process of its own: `python -m tests.bench.agent_looks COUNT MEMORY_COUNT`.

Says one line of JSON. The machine's time passes only as fast as we look, at the default pace or without any.
"""

import json
import os
import sys
import time
from pathlib import Path

import aiohttp  # the agent's other library: its memory counts too

from bot.agent.pace import Pace
from bot.agent.reader import Reader

HOUR = 3600


class Standing:
    """A clock that moves when told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def resident() -> int:
    """Bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def timed(pace: Pace, count: int) -> list[float]:
    """Seconds for each of so many looks."""
    looks = Reader(pace=pace, listen=False)
    looks.step()
    found = []
    for _ in range(count):
        began = time.perf_counter()
        looks.step()
        found.append(time.perf_counter() - began)
    return found


def share_of_a_core() -> float:
    """Processor time of an hour of looks at the default pace, by the hour."""
    clock = Standing()
    looks = Reader(monotonic=clock, listen=False)
    looks.step()
    began = time.process_time()
    for _ in range(int(HOUR / looks.pace.fast)):
        clock.seconds += looks.pace.fast
        looks.step()
    return (time.process_time() - began) / HOUR


def memory(count: int) -> tuple[int, int]:
    """Bytes after so many looks, and by how much that is more than after a fifth of them."""
    clock = Standing()
    looks = Reader(monotonic=clock, listen=False)
    early = 0
    for place in range(count):
        clock.seconds += looks.pace.fast
        json.dumps(looks.step().as_json())
        if place == count // 5:
            early = resident()
    return resident(), resident() - early


def main() -> None:
    count, many = int(sys.argv[1]), int(sys.argv[2])
    every_time = Pace(fast=0, processes=0)
    everything = Pace(fast=0, processes=0, slow=0, rare=0)
    sample = Reader(listen=False).step()
    print(
        json.dumps(
            {
                "seconds": timed(every_time, count),
                "everything": timed(everything, max(10, count // 10)),
                "share": share_of_a_core() if many else 0.0,
                "memory": memory(many) if many else (0, 0),
                "processes": sum(len(card.processes or ()) for card in sample.gpus),
                "named": sum(row.unix_user is not None for card in sample.gpus for row in card.processes or ()),
                "aiohttp": aiohttp.__version__,
            }
        )
    )


if __name__ == "__main__":
    main()
