"""For machines that cannot reach the bot while the bot can reach them: it comes and asks, with a bearer token."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

import aiohttp
from sqlmodel import Session

from bot.clock import milliseconds
from bot.queues.house import House
from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.usage.rules.enrolment import measured
from bot.usage.rules.identity import Verdict
from bot.usage.services import enrolment
from bot.usage.services.agents import Sent
from bot.web.connections import Connection
from bot.web.door import Door
from bot.wire.decoding import BadMessage, read
from bot.wire.messages import LARGEST, Message, Post
from bot.wire.proof import key_hash
from bot.wire.sample import Sample
from bot.wire.versions import agreed
from storage.database import Busy, StorageFailed

_log = logging.getLogger(__name__)
EVERY_SECONDS = 15.0
ANSWER_SECONDS = 10.0
MOST_AT_ONCE = 100
"""Portions of one visit: a day's buffer has fewer."""


@dataclass(frozen=True, slots=True)
class Pulled:
    """A machine by its name in the chat, and where its agent listens."""

    node: str
    url: str
    token: str = field(repr=False)


class Unreachable(Exception):
    """The agent did not answer, or not as one."""


@dataclass(slots=True, eq=False)
class PulledConnection(Connection):
    """Stands for a machine that is asked over HTTP. It was alive when it was visited last."""

    puller: "Puller | None" = None
    alive: bool = True

    async def look(self, seconds: float) -> Sample:
        assert self.puller is not None
        try:
            async with asyncio.timeout(seconds):
                return read(Sample, await self.puller.get("/sample"))
        except (Unreachable, BadMessage) as error:
            raise ConnectionError(str(error)) from None

    async def ping(self, seconds: float) -> bool:
        return self.alive


class Puller:
    """Visits one machine again and again."""

    def __init__(self, house: House, door: Door, pulled: Pulled) -> None:
        self.house = house
        self.door = door
        self.pulled = pulled
        self._http: aiohttp.ClientSession | None = None
        self._connection: PulledConnection | None = None
        self._told: str | None = None

    async def run(self, stop: asyncio.Event, every: float = EVERY_SECONDS) -> None:
        """Until stopped. Whatever goes wrong is logged once while it stays the same."""
        try:
            while not stop.is_set():
                await self.visit()
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), every)
        finally:
            await self.close()

    async def visit(self) -> None:
        """One visit: everything that the agent holds, each portion stored before the next is asked for."""
        try:
            for _ in range(MOST_AT_ONCE):
                if not await self._portion():
                    break
            self._told = None
        except (Unreachable, BadMessage) as error:
            self._gone()
            if self._told != str(error):
                self._told = str(error)
                _log.warning("agent of %s at %s: %s", self.pulled.node, self.pulled.url, error)
        except (Busy, StorageFailed) as error:
            _log.warning("the visit to %s waits for the store: %s", self.pulled.node, error)

    async def _portion(self) -> bool:
        """Fetch and store one portion; False when there is nothing more."""
        agent = await self.house.database.read(_agent, self.pulled)
        asked = {"batch": "1" if self._admitted() else "0"}
        if agent is not None and agent.boot_id:
            asked |= {"name": agent.boot_id.rpartition("/")[2], "seq": str(agent.last_seq)}
        sent_ms = milliseconds(self.house.clock)
        post = read(Post, await self.get(f"/batch?{urlencode(asked)}"))
        if agreed(post.hello.versions) is None:
            hello = replace(post.hello, agent=agent.name if agent else "")
            raise Unreachable(f"its version is not spoken here ({await self.door.unspoken(hello)})")
        if agent is None:
            agent = await self.house.database.write(enrolment.pulled, *_named(self.pulled), self.house.clock.now())
        if agent is None:
            raise Unreachable(f"no machine of a pool is called {self.pulled.node}, or several are")
        connection = self._connection or await self._greeted(agent, post)
        connection.alive, connection.heard_at = True, self.house.clock.now()
        connection.compared(sent_ms, post.wall_ms, post.mono_ms)
        if post.hello.cards and enrolment.greeting_of(post.hello) != connection.greeting:
            self._gone()
            return True
        if post.batch is None or not post.batch.items:
            return asked["batch"] == "0" and self._admitted()
        line = measured(sent_ms, milliseconds(self.house.clock), post.wall_ms, post.mono_ms)
        await self.door.batches.put(Sent(agent.name, post.batch, line))
        self.door.remember(agent.node_id, post.batch, line)
        return True

    def _admitted(self) -> bool:
        return self._connection is not None and self._connection.admitted

    async def _greeted(self, agent: AgentFacts, post: Post) -> PulledConnection:
        hello = replace(post.hello, agent=agent.name)
        greeted = await self.door.greeted(agent, hello, None)
        if greeted.verdict is Verdict.REFUSED:
            raise Unreachable("an owner said that this is not the machine")

        async def nothing(_: Message) -> None:
            return

        async def end(_: str) -> None:
            self._gone()

        admitted = greeted.verdict is Verdict.SAME
        connection = PulledConnection(
            agent, enrolment.greeting_of(hello), self.house.clock, nothing, end, admitted, puller=self
        )
        self._connection = connection
        if admitted:
            self.door.agents.enter(connection)
        else:
            self.door.agents.hold(connection)
        return connection

    def _gone(self) -> None:
        if self._connection is not None:
            self.door.agents.leave(self._connection)
            self._connection = None

    async def get(self, path: str) -> bytes:
        """What the agent answers. Raises Unreachable."""
        if self._http is None:
            self._http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ANSWER_SECONDS))
        headers = {"Authorization": f"Bearer {self.pulled.token}"}
        try:
            async with self._http.get(f"{self.pulled.url}{path}", headers=headers, allow_redirects=False) as answer:
                if answer.status != 200:
                    raise Unreachable(f"it answers {answer.status}")
                body = await answer.content.read(LARGEST + 1)
                while len(body) <= LARGEST and (more := await answer.content.read(LARGEST)):
                    body += more
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Unreachable(f"{type(error).__name__} {error}") from None
        return body

    async def close(self) -> None:
        self._gone()
        if self._http is not None:
            await self._http.close()


def _named(pulled: Pulled) -> tuple[str, str]:
    return pulled.node, key_hash(pulled.token)


def _agent(session: Session, pulled: Pulled) -> AgentFacts | None:
    return facts.agent_pulled(session, *_named(pulled))
