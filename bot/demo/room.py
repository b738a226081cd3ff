"""The machine room of the demo: the machine, its line to the bot, and what students run on it as time goes by."""

from dataclasses import dataclass, field
from pathlib import Path

from bot.agent.simulate import Run
from bot.clock import SettableClock
from bot.demo.line import Line
from bot.demo.machine import Machine
from bot.demo.students import notebook, trainings
from bot.usage import facts as usage
from bot.usage.services.intake import PERIOD
from storage.database import Database

READING_EVERY = 180
"""Seconds between two readings while time goes by. A real agent reads every 15; what two readings up to three minutes
apart both saw went on in between."""
STRETCH = 20 * READING_EVERY
"""Seconds for which the agent keeps what it reads while nothing is due, and then hands it over in one message."""


@dataclass(slots=True)
class MachineRoom:
    """The same programs at the same time for the same seed and the same bookings."""

    folder: Path
    clock: SettableClock
    seed: int
    machine: Machine = field(init=False)
    line: Line = field(init=False)
    _notebook: Run = field(init=False)
    _read_at: int = 0

    def __post_init__(self) -> None:
        self.machine = Machine(self.seed, self.clock.now)
        self.line = Line(self.folder / "agent", self.clock, self.machine)
        self._notebook = notebook(self.seed, self.clock.now())

    async def read(self, database: Database) -> None:
        """The agent takes a reading of what students run at this moment, and hands over what it has."""
        if self.line.agent is not None:
            await self._start_programs(database)
            await self._look()
            await self.line.hand_over()

    async def _look(self) -> None:
        await self.line.read()
        self._read_at = self.clock.now()

    async def _start_programs(self, database: Database) -> bool:
        """Students start and stop what they run, by what is booked now. Whether anything is different."""
        before = self.machine.programs
        if self.line.agent is None:
            return False
        known = await database.read(usage.agent_named, self.line.agent.link.identity.agent)
        if known is not None:
            now, fallen = self.clock.now(), self.machine.fallen
            running = await database.read(trainings, known, self.seed, now, fallen)
            self.machine.programs = (*running, self._notebook)
        return self.machine.programs != before

    async def until(self, at: int, database: Database) -> None:
        """Time goes by with nothing but readings, the first as soon as students start what they booked."""
        if await self._start_programs(database):
            await self._look()
        while self.line.agent is not None and (next_at := self._next_reading()) < at:
            self.clock.set(next_at)
            await self._look()
        self.clock.set(at)
        await self.read(database)

    def _next_reading(self) -> int:
        """A little before a program ends there is one more, so that all of its time is seen."""
        now = self.clock.now()
        ends = [run.ends - PERIOD for run in self.machine.programs if run.ends - PERIOD > now]
        return min([max(now, self._read_at + READING_EVERY), *ends])
