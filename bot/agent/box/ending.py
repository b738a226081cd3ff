"""Watches the end of the booking while a command runs: it is asked for again and again, as it may be extended.

Shortly before it the save signal goes out; when it is over that is said. Nothing more happens to the command.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from bot.agent.box.reach import Refused, Unreachable
from bot.wire.box import Covering

EVERY = 60.0
SHORTEST = 1.0


@dataclass(slots=True)
class Ending:
    """`ask` asks the bot, `save` sends the save signal (it is given the seconds left), `over` says that it is over.

    `before`: how many seconds before the end; None without a save signal. `clock`: seconds that never jump.
    """

    ask: Callable[[], Covering]
    save: Callable[[int], None]
    over: Callable[[], None]
    before: int | None
    clock: Callable[[], float]
    _end: int | None = None
    _behind: float = 0.0
    _saved_for: int | None = None
    _told_over: int | None = None

    def know(self, covering: Covering) -> None:
        """What the bot said: its clock and ours differ, so its end is taken relative to its now."""
        self._behind = covering.now - self.clock()
        if covering.end is not None:
            self._end = covering.end
        elif self._end is not None:  # over, or given back before its time
            self._end = min(self._end, covering.now)

    def left(self) -> float:
        """Seconds to the end; endless where none is known."""
        return float("inf") if self._end is None else self._end - (self.clock() + self._behind)

    def look(self) -> float:
        """Ask, and do what is due; returns the seconds until the next look."""
        with suppress(Unreachable, Refused):  # then the end stands as it was last known
            self.know(self.ask())
        left = self.left()
        if self.before is not None and 0 < left <= self.before and self._saved_for != self._end:
            self._saved_for = self._end
            self.save(int(left))
        if left <= 0 and self._told_over != self._end:
            self._told_over = self._end
            self.over()
        return self.rest()

    def rest(self) -> float:
        """Seconds until the next look."""
        left = self.left()
        due = [EVERY]
        if left > 0:
            due.append(left)
        if self.before is not None and left > self.before:
            due.append(left - self.before)
        return max(SHORTEST, min(due))

    def watch(self, stop: threading.Event) -> None:
        """Until stopped, in a thread of its own."""
        while not stop.wait(self.rest()):
            self.look()
