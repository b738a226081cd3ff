"""`pinka agent run`: look, keep, hand over, until told to stop. However long the bot is away, it is found again."""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from bot import __version__
from bot.agent import home
from bot.agent.buffer import Buffer
from bot.agent.dialling import Route
from bot.agent.home import Identity
from bot.agent.link import Clocks, Link, Source
from bot.agent.link import Pace as LinkPace
from bot.agent.listening import Listening
from bot.agent.people import claims
from bot.agent.questions import Questions
from bot.agent.talk import Ended
from bot.wire.sample import Event, Sample

_log = logging.getLogger(__name__)
LONG_REST = 600.0
POSTED = "posted"
FOR_PEOPLE = frozenset(
    {"removed", "unknown_agent", "wrong_proof", "too_old", "too_new", "not_this_machine", "wrong_bot"}
)
"""Endings that only a person can mend: no reason to knock every minute."""


LINK = LinkPace()


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: between readings that are kept, between looks for events, the shortest and longest wait to reconnect."""

    keep: float = 15.0
    events: float = 1.0
    first_wait: float = 1.0
    longest_wait: float = 60.0
    link: LinkPace = LINK


USUAL = Pace()


def machine_clocks() -> Clocks:
    """The clocks of this machine; the second goes on while it sleeps."""
    return Clocks(lambda: time.time_ns() // 1_000_000, lambda: time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000)


def wait_of(failures: int, pace: Pace, chance: Callable[[float, float], float] = random.uniform) -> float:
    """Full jitter: anything up to a limit that doubles with each failure, so that many agents do not come at once."""
    return chance(0, min(pace.longest_wait, pace.first_wait * 2 ** min(failures, 16)))


class Agent:
    """One agent over its buffer. `pause` waits; a test hands in its own. Without a `route` it does not dial: the bot
    comes to the port of `serve`, and fetches the `questions` of people.
    """

    def __init__(
        self,
        identity: Identity,
        route: Route | None,
        buffer: Buffer,
        source: Source,
        *,
        folder: Path | None = None,
        serve: Listening | None = None,
        questions: Questions | None = None,
        clocks: Clocks | None = None,
        pace: Pace = USUAL,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.clocks = clocks or machine_clocks()
        self.buffer, self.source, self.pace = buffer, source, pace
        self.link = Link(identity, route or Route("", True, None), buffer, source, self.clocks, pace.link)
        self._serve, self._questions = serve, questions
        self._folder, self._pause, self._route = folder, pause, route
        self._claims = claims.heed(source, claims.kept(folder) if folder else ())
        self._doing: dict[str, Any] = {"link": "connecting", "why": None}
        self._since = self.clocks.wall_ms()
        self._again = asyncio.Event()

    async def run(self, stop: asyncio.Event) -> None:
        """Until `stop`. Whatever goes wrong on the way to the bot ends nothing."""
        self.source.start()
        work = [self.keep_readings(), self.keep_events()]
        work += [self.stay_connected()] if self._route is not None else []
        work += [self._listen(self._serve)] if self._serve is not None else []
        tasks = [asyncio.create_task(one) for one in work]
        waiting = asyncio.create_task(stop.wait())
        try:
            done, _ = await asyncio.wait((*tasks, waiting), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (*tasks, waiting):
                task.cancel()
            await asyncio.gather(*tasks, waiting, return_exceptions=True)
            self._say(link="stopped", why=None)

    async def _listen(self, serve: Listening) -> None:
        from bot.agent.listen import Listener  # the server of aiohttp takes 2 MiB, and few agents open a port

        listener = Listener(self.link, serve.token, self._questions)
        await listener.start(serve.host, serve.port)
        self._say(listening=f"{serve.host}:{serve.port}", **({} if self._route else {"link": "listening"}))
        try:
            await asyncio.Event().wait()
        finally:
            await listener.stop()

    async def keep_readings(self) -> None:
        while True:
            await self._pause(self.pace.keep)
            await self.keep(self.source.latest())

    async def keep(self, sample: Sample) -> None:
        """Put one reading into the buffer, dated by the machine's own clock."""
        mono = self.clocks.mono_ms() - 1000 * sample.age_s
        await self._put(mono, sample)
        self._say()
        if self.link.greeted is not None and sample.state == "ok" and self.link.uuids != self.link.greeted:
            self._again.set()  # the bot has to hear of other cards by a new greeting

    async def keep_events(self) -> None:
        while True:
            await self._pause(self.pace.events)
            for event in self.source.events():
                await self.note(event)

    async def note(self, event: Event) -> None:
        """Put one event into the buffer, dated by the machine's own clock."""
        behind = self.clocks.wall_ms() - 1000 * event.at
        await self._put(self.clocks.mono_ms() - max(0, behind), event)

    async def _put(self, mono_ms: int, what: Sample | Event) -> None:
        boot = self.source.latest().host.boot_id or "unknown"
        await self.buffer.do(self.buffer.spool.put, boot, mono_ms, what)
        self.buffer.filled.set()

    async def stay_connected(self) -> None:
        """Connect, and again, with growing jittered waits; by plain requests where the WebSocket fails."""
        failures = 0
        async with aiohttp.ClientSession() as http:
            while True:
                began = self.clocks.mono_ms()
                ended = await self._once(http)
                _log.info("the connection ended: %s", ended)
                lived = self.clocks.mono_ms() - began > 30_000
                failures = 0 if ended.reason in ("again", "other_cards") or lived else failures + 1
                await self._pause(self._rest(ended.reason, failures))

    def _rest(self, reason: str, failures: int) -> float:
        if reason == POSTED:
            return self.pace.keep
        return LONG_REST if reason in FOR_PEOPLE else wait_of(failures, self.pace)

    async def _once(self, http: aiohttp.ClientSession) -> Ended:
        """One connection, and if it never came about, one try by plain requests. Returns why it ended."""
        self.link.greeted = None
        self.link.welcomed.clear()
        self._again.clear()
        connecting = asyncio.create_task(self.link.connect(http))
        watching = asyncio.create_task(self._watch())
        try:
            await asyncio.wait((connecting, watching), return_when=asyncio.FIRST_COMPLETED)
            ended = await self._ending(connecting)
        finally:
            for task in (connecting, watching):
                task.cancel()
            await asyncio.gather(connecting, watching, return_exceptions=True)
        if self.link.greeted is not None or ended.reason in FOR_PEOPLE:
            self._say(link="offline", why=str(ended))
            return ended
        try:
            while await self.link.post(http):
                self._say(link="posting", why=str(ended))
        except (Ended, aiohttp.ClientError, TimeoutError, OSError) as error:
            why = error if isinstance(error, Ended) else Ended("unreachable", _words(error))
            self._say(link="offline", why=str(why))
            return why
        self._say(link="posting", why=str(ended))
        return Ended(POSTED, str(ended))

    async def _watch(self) -> None:
        """Ends when a new greeting is due; notes down meanwhile that we are connected."""
        await self.link.welcomed.wait()
        self._say(link="connected" if self.link.state == "active" else self.link.state, why=None)
        await self._again.wait()

    @staticmethod
    async def _ending(connecting: "asyncio.Task[None]") -> Ended:
        if not connecting.done():
            return Ended("other_cards")
        try:
            await connecting
        except Ended as ended:
            return ended
        except (aiohttp.ClientError, TimeoutError, OSError, ConnectionError) as error:
            return Ended("unreachable", _words(error))
        return Ended("closed")

    def _say(self, **doing: Any) -> None:
        self._doing |= doing
        if self._folder is None:
            return
        if self.link.claims not in (None, self._claims):
            self._claims = self.link.claims or self._claims
            claims.keep(self._folder, self._claims)
        spool, sample = self.buffer.spool, self.source.latest()
        home.tell(
            self._folder,
            **self._doing,
            release=__version__,
            since_ms=self._since,
            at_ms=self.clocks.wall_ms(),
            stored_ms=self.link.stored_ms,
            clock_off_ms=self.link.clock_off_ms,
            driver=sample.driver,
            waiting=len(spool),
            dropped=spool.dropped,
            disk=spool.trouble,
            proxy=self.link.route.proxy,
            no_proxy_because=self.link.route.no_proxy_because,
            state=sample.state,
            reason=sample.reason,
            cards=len(sample.gpus),
            processes=sample.host.pids_visible,
        )


def _words(error: Exception) -> str:
    return f"{type(error).__name__} {error}".strip()[:200]


async def run_until_signal(agent: Agent, signals: tuple[int, ...]) -> None:
    """Run until one of these signals; ends in well under two seconds."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in signals:
        loop.add_signal_handler(number, stop.set)
    with contextlib.suppress(asyncio.CancelledError):
        await agent.run(stop)
