"""The line between machine and bot: the real web server and the real agent, in one process, over a loopback socket.

It can be cut and joined again. The agent's clock is the demo's: it reads when the demo lets time go by.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.agent import home
from bot.agent.buffer import Buffer
from bot.agent.dialling import route
from bot.agent.enrol import enrol
from bot.agent.link import Clocks
from bot.agent.link import Pace as LinkPace
from bot.agent.run import Agent, Pace
from bot.agent.spool import Spool
from bot.clock import Clock
from bot.demo.machine import Machine
from bot.queues.house import House
from bot.usage.services.doors import Door, stand
from bot.web.door import Pace as DoorPace
from bot.web.server import Listen, Web

HOST = "127.0.0.1"
NEVER = 10.0 * 365 * 86_400
"""Seconds between heartbeats: while somebody thinks at the keyboard, neither side has its turn to answer one."""
EVENTS = 1.0
"""Seconds between two rounds of the agent that tell what happened; here one round a reading."""
MOST_FAILURES = 3
PATIENCE = 30.0
GLANCE = 0.001


@dataclass(slots=True)
class Line:
    """Bot and agent at its two ends. `folder` is the agent's home."""

    folder: Path
    clock: Clock
    machine: Machine
    web: Web | None = None
    agent: Agent | None = None
    _port: int = 0
    _failures: int = 0
    _working: list["asyncio.Task[None]"] = field(default_factory=list)
    _turn: asyncio.Event = field(default_factory=asyncio.Event)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _idle: asyncio.Event = field(default_factory=asyncio.Event)
    _telling: "asyncio.Task[None] | None" = None

    @property
    def connected(self) -> bool:
        """Whether the bot has let the agent in and nobody has cut the line since."""
        return self.agent is not None and self.agent.link.welcomed.is_set()

    @property
    def url(self) -> str:
        """Where the bot is, for the agent."""
        return f"http://{HOST}:{self._port}"

    def _listen(self) -> Listen:
        return Listen(HOST, self._port, self.url)

    async def open(self, house: House) -> None:
        """Agents may come in to this house: the first time on any free port, afterwards on the same."""
        web = Web(house, self._listen(), pace=DoorPace(beat=NEVER), gather=0.0)
        self._port = await web.start()
        web.listen = self._listen()
        self.web = web
        await house.database.write(stand, Door(self.url), False)
        if self.agent is not None:
            await self.join()

    async def shut(self) -> None:
        """The bot's end is gone; the agent stays."""
        if self.web is not None:
            await self.web.stop()
            self.web = None
        self._parted()

    def _parted(self) -> None:
        if self.agent is not None:
            self.agent.link.welcomed.clear()

    async def enrol(self, code: str) -> None:
        """As whoever pastes the line on the machine: the agent comes in by its code and connects."""
        clocks = Clocks(lambda: self.clock.now() * 1000, lambda: self.clock.now() * 1000)
        self.folder.mkdir(exist_ok=True)
        await enrol(self.folder, self.url, code, self.machine, clocks)
        identity = home.load(self.folder)
        assert identity is not None
        self.agent = Agent(
            identity,
            route(identity.url),
            Buffer(Spool(self.folder / "spool.db")),
            self.machine,
            clocks=clocks,
            pace=Pace(events=EVENTS, link=LinkPace(beat=NEVER)),
            pause=self._until_its_turn,
        )
        self._telling = asyncio.create_task(self.agent.keep_events())
        await self._idle.wait()
        await self.join()

    async def _until_its_turn(self, seconds: float) -> None:
        """Instead of waiting for seconds that the demo's clock does not count."""
        if seconds != EVENTS:
            self._parted()
            self._failures += 1
            await self._turn.wait()
            return
        self._idle.set()
        await self._wake.wait()
        self._wake.clear()

    async def join(self) -> None:
        """The agent dials until it is let in, and hands over what it kept meanwhile. One that was put out gives up."""
        assert self.agent is not None
        self._failures = 0
        if not self._working:
            self._working = [asyncio.create_task(self.agent.stay_connected())]
        await _until(lambda: self._dialled() or self._failures > MOST_FAILURES)
        await self.hand_over()

    def _dialled(self) -> bool:
        """Whoever waits before it dials again need not; whether it was let in."""
        self._turn.set()
        self._turn = asyncio.Event()
        return self.connected

    async def cut(self) -> None:
        """Nothing goes through any more; the agent reads on."""
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        self._working = []
        self._parted()

    async def read(self) -> None:
        """The agent looks, and keeps what it saw and what happened."""
        if self.agent is None:
            return
        await self.agent.keep(self.machine.look(self.clock.now()))
        self._idle.clear()
        self._wake.set()
        await self._idle.wait()

    async def hand_over(self) -> None:
        """As long as the line holds: the bot has it all."""
        assert self.agent is not None
        spool = self.agent.buffer.spool
        await _until(lambda: not self.connected or len(spool) == 0)

    async def close(self) -> None:
        """Both ends, so that no port and no task is left."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
        await self.cut()
        if self.agent is not None:
            self.agent.buffer.close()
        await self.shut()


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(GLANCE)
