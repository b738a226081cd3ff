"""A bot with its web server and machines with agents, on loopback in one process, all on clocks that a test moves."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import text
from sqlmodel import Session

from bot.agent import home
from bot.agent.buffer import Buffer
from bot.agent.dialling import route
from bot.agent.enrol import enrol
from bot.agent.home import Identity
from bot.agent.link import Clocks
from bot.agent.link import Pace as LinkPace
from bot.agent.run import Agent, Pace
from bot.agent.simulate import Simulated
from bot.agent.spool import Spool
from bot.usage.services.doors import Door, stand
from bot.web.door import Pace as DoorPace
from bot.web.server import Listen, Web
from bot.wire.messages import Enrolled
from bot.wire.sample import Event, Sample
from tests.saying import Lab, Said

T = TypeVar("T")
PATIENCE = 20.0
HASTY = DoorPace(beat=5.0, greeting=PATIENCE, answer=0.3)
LINK = LinkPace(beat=5.0, greeting=PATIENCE, ack=5.0)


async def until(holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Let everybody work until it holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.003)


async def at_once(seconds: float) -> None:
    """Instead of waiting: let the others have their turn."""
    await asyncio.sleep(0.003)


def sql(session: Session, statement: str) -> list[Any]:
    return [tuple(row) for row in session.connection().execute(text(statement))]


@dataclass
class Machine:
    """A source whose cards a test can change; counts how often it was looked at."""

    now: Callable[[], float]
    cards_there: str = "8xA100-80G"
    seed: int = 1
    boot: str | None = None
    uuids: dict[int, str] = field(default_factory=dict)
    name: str | None = None
    memory: int | None = None
    cards: int | None = None
    state: str = "ok"
    looks: int = 0
    happened: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.become(self.cards_there)

    def become(self, cards: str) -> None:
        """From now on these cards are there."""
        self.simulated = Simulated(cards, self.seed)

    def start(self) -> None: ...
    def stop(self) -> None: ...

    def latest(self) -> Sample:
        sample = self.simulated.look(self.now())
        gpus = tuple(
            replace(
                card,
                uuid=self.uuids.get(card.index, f"GPU-{self.seed:08d}-{card.index:04d}"),
                name=self.name or card.name,
                memory_total=self.memory or card.memory_total,
            )
            for card in sample.gpus
            if self.cards is None or card.index < self.cards
        )
        host = replace(sample.host, boot_id=self.boot) if self.boot else sample.host
        return replace(sample, gpus=gpus, host=host, state=self.state)

    def look(self, now: float) -> Sample:
        self.looks += 1
        return self.latest()

    def events(self) -> tuple[Event, ...]:
        told, self.happened = tuple(self.happened), []
        return told


@dataclass
class Box:
    """A machine with an agent. Its wall clock may be wrong by `off` seconds, its own since the start is not."""

    site: "Site"
    folder: Path
    source: Machine = None  # type: ignore[assignment]
    seed: int = 1
    off: float = 0.0
    agent: Agent | None = None
    enrolled: Enrolled | None = None
    link: LinkPace = LINK
    pin: str | None = None
    _running: "list[asyncio.Task[None]]" = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.source is None:
            self.source = Machine(self.wall, seed=self.seed)

    def wall(self) -> float:
        return self.site.now + self.off

    @property
    def clocks(self) -> Clocks:
        return Clocks(lambda: round(self.wall() * 1000), lambda: round((self.site.now - 1_796_000_000) * 1000))

    def enrol(self, code: str | None = None, url: str | None = None) -> Enrolled:
        """Come in with a code, a fresh one if none is given."""
        code = code or self.site.code()
        self.enrolled = self.site.run(
            enrol(self.folder, url or self.site.url, code, self.source, self.clocks, self.pin)
        )
        return self.enrolled

    @property
    def identity(self) -> Identity:
        found = home.load(self.folder)
        assert found is not None
        return found

    def pretend(self, url: str) -> None:
        """As if it had been enrolled at `url`."""
        home.save(self.folder, Identity("a" * 16, "k" * 64, url, "node1", "lab"))

    def start(self, url: str | None = None, *, dial: bool = True, **more: Any) -> "Box":
        """The agent runs from now on, as after a restart."""
        identity = self.identity
        buffer = Buffer(Spool(self.folder / "spool.db", **more))
        self.agent = Agent(
            identity,
            route(url or identity.url, identity.pin),
            buffer,
            self.source,
            folder=self.folder,
            clocks=self.clocks,
            pace=Pace(link=self.link),
            pause=at_once,
        )
        self._running = [self.site.spawn(self.agent.stay_connected())] if dial else []
        return self

    def connect(self) -> "Box":
        """Start, and wait until the bot has said welcome."""
        self.start()
        assert self.agent is not None
        self.site.run(until(self.agent.link.welcomed.is_set))
        return self

    def keep(self, count: int = 1, every: float = 15.0) -> None:
        """So many readings pass, and with them the time of everybody."""
        assert self.agent is not None
        for _ in range(count):
            self.site.advance(every)
            self.site.run(self.agent.keep(self.source.latest()))

    def kill(self) -> None:
        """As by SIGKILL: nothing is said, the socket is closed by the system."""
        for task in self._running:
            task.cancel()
        self.site.run(asyncio.wait(self._running, timeout=PATIENCE) if self._running else asyncio.sleep(0))
        if self.agent is not None:
            self.agent.buffer.close()
        self._running, self.agent = [], None

    @property
    def why(self) -> str:
        """Why it is not connected, as it says in its status."""
        return str(home.told(self.folder).get("why"))

    @property
    def waiting(self) -> int:
        assert self.agent is not None
        return len(self.agent.buffer.spool)

    def delivered(self) -> None:
        """Wait until the buffer is empty."""
        self.site.run(until(lambda: self.waiting == 0))


@dataclass
class Site:
    """The bot: a lab whose web server listens."""

    lab: Lab
    tmp: Path
    web: Web = None  # type: ignore[assignment]
    url: str = ""
    boxes: list[Box] = field(default_factory=list)
    pace: DoorPace = HASTY
    at_the_end: list[Callable[[], Awaitable[None]]] = field(default_factory=list)

    @property
    def now(self) -> float:
        return float(self.lab.bridge.clock.now())

    def advance(self, seconds: float) -> None:
        self.lab.bridge.clock.set(round(self.now + seconds))

    def run(self, coroutine: Awaitable[T]) -> T:
        async def whole() -> T:
            return await coroutine

        return self.lab.runner.run(whole())

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        async def begin() -> "asyncio.Task[None]":
            return asyncio.create_task(coroutine)

        return self.run(begin())

    def open(self, port: int = 0) -> "Site":
        """The server listens, on the port of before after a restart."""
        house = self.lab.bridge.house
        self.web = Web(house, Listen("127.0.0.1", port, f"http://127.0.0.1:{port}"), pace=self.pace, gather=0.0)
        port = self.run(self.web.start())
        self.url = f"http://127.0.0.1:{port}"
        house.database.write_now(stand, Door(self.url), False)
        return self

    def close(self) -> None:
        self.run(self.web.stop())

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def code(self, name: str = "node1") -> str:
        """An owner asks for a code."""
        said = self.lab.say(f"/node add {name}")
        assert said.code == "enrol_code", said.text
        return str(said.data["enrol"].split()[4])

    def box(self, **more: Any) -> Box:
        folder = self.tmp / f"box{len(self.boxes)}"
        folder.mkdir()
        self.boxes.append(Box(self, folder, **more))
        return self.boxes[-1]

    def beat(self) -> None:
        self.run(self.web.door.beat())

    def told(self) -> list[Said]:
        """What the bot has said unasked since the last line."""
        self.run(self.lab.bridge.house.outbox.idle())
        said = self.lab._said()
        self.lab.printed.clear()
        return [one for one in said if not one.asked]

    def rows(self, statement: str) -> list[Any]:
        return self.lab.database.read_now(sql, statement)

    def change(self, statement: str) -> None:
        self.lab.database.write_now(lambda session: session.connection().execute(text(statement)))

    def seqs(self) -> list[int]:
        """The numbers of all stored readings, in the order of their time."""
        return [row[0] for row in self.rows("SELECT seq FROM reading ORDER BY at, id")]


@contextmanager
def site_over(lab: Lab, tmp: Path) -> Iterator[Site]:
    site = Site(lab, tmp).open()
    try:
        yield site
    finally:
        for box in site.boxes:
            box.kill()
        for close in site.at_the_end:
            site.run(close())
        site.close()


def warnings(records: list[logging.LogRecord]) -> list[str]:
    return [record.getMessage() for record in records if record.levelno >= logging.WARNING]
