"""The compute processes that NVML lists on a card, and how much each used it since the last look.

A list that some drivers are known to garble is refused whole: no line of it is ever shown.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.agent.library import GROWN, NOT_FOUND, Driver, Unread

LISTS = ("DeviceGetComputeRunningProcesses_v3", "DeviceGetComputeRunningProcesses_v2")
HIGHEST_PID = 4_194_304  # Linux's ceiling for pid_max; drivers 535.43 to 535.98 answer with numbers above and with 0
TRIES = 3
NOT_MIG = 0xFFFFFFFF
MOST_SAMPLES = 100  # with zombies some drivers fill the buffer with noise
WINDOW_US = 15_000_000  # of the driver's whole buffer, which the first question gets


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of NVML's list."""

    pid: int
    memory: int | None
    mig: int | None


def list_processes(driver: Driver, handle: Any) -> tuple[Listed, ...]:
    """Each (process, MIG instance) once, by pid.

    Raises:
        Unread: not to be had, or unreliable.
    """
    rows = _rows(driver, handle)
    if any(not 0 < row.pid <= HIGHEST_PID for row in rows):
        raise Unread("unreliable")
    once = {(row.pid, row.mig): row for row in rows}
    return tuple(once[key] for key in sorted(once, key=lambda key: (key[0], -1 if key[1] is None else key[1])))


def _rows(driver: Driver, handle: Any) -> list[Listed]:
    for _ in range(TRIES):
        try:
            told = driver.ask_first(LISTS, handle)
        except Unread as fault:
            if fault.code != GROWN:  # a process began between the two halves of the question
                raise
        else:
            return [Listed(int(row.pid), row.usedGpuMemory, _mig(row.gpuInstanceId)) for row in told]
    raise Unread("list_keeps_growing", GROWN)


def _mig(instance: int) -> int | None:
    return None if instance == NOT_MIG else int(instance)


class Usage:
    """Remembers up to when a card's samples have been seen, so that each counts once."""

    def __init__(self) -> None:
        self._seen_us = 0

    def since_last(self, driver: Driver, handle: Any, pids: Iterable[int]) -> dict[int, int]:
        """Percent by pid: 0 for a process that NVML says nothing about.

        Raises:
            Unread: the card does not say (MIG, a virtual card).
        """
        idle = dict.fromkeys(pids, 0)
        first = self._seen_us == 0
        try:
            samples = driver.ask("DeviceGetProcessUtilization", handle, self._seen_us)
        except Unread as fault:
            # NVML says not-found, or success without a sample, of a card on which nothing ran.
            if fault.code not in (NOT_FOUND, 0):
                raise
            return idle
        if not samples:
            return idle
        # Each access to a field of the bindings' structures costs a call: once is enough.
        rows = sorted((int(one.timeStamp), int(one.pid), int(one.smUtil)) for one in samples)
        newest = rows[-1][0]
        self._seen_us = max(self._seen_us, newest)
        if len(rows) >= MOST_SAMPLES:
            raise Unread("unreliable")
        for at, pid, share in rows:
            if pid in idle and share <= 100 and not (first and at <= newest - WINDOW_US):
                idle[pid] = share
        return idle
