"""The clock that is handed to everything. Nothing else in the project asks the machine for the time,
except leases, which run on machine time so that a standing test clock cannot keep them alive.
"""

import time
from typing import Protocol


class Clock(Protocol):
    """Whatever knows the time in UTC seconds."""

    def now(self) -> int: ...


class MachineClock:
    """The time of this machine."""

    def now(self) -> int:
        return int(time.time())


class SettableClock:
    """Real until first set, then standing still until set again."""

    def __init__(self, at: int | None = None) -> None:
        self._at = at

    def now(self) -> int:
        return int(time.time()) if self._at is None else self._at

    @property
    def standing(self) -> bool:
        return self._at is not None

    def set(self, at: int) -> None:
        """Move to `at` (UTC seconds); earlier than before is allowed here and refused by callers."""
        self._at = at


def machine_seconds() -> int:
    """Machine time for leases."""
    return int(time.time())


def milliseconds(clock: Clock) -> int:
    """The time of a clock to the millisecond, where it is the machine's own."""
    return time.time_ns() // 1_000_000 if isinstance(clock, MachineClock) else clock.now() * 1000
