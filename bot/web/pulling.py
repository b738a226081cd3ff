"""For machines that cannot reach the bot while the bot can reach them: it comes and asks, with a bearer token.

It brings what a connected agent would be told: claims, and answers to people on the machine.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any
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
from bot.web.box import covering_for
from bot.web.connections import Connection
from bot.web.door import Door
from bot.wire.decoding import BadMessage, read, written
from bot.wire.messages import LARGEST, ClaimRules, Message, Post
from bot.wire.proof import key_hash
from bot.wire.sample import Sample
from bot.wire.versions import agreed
from bot.wire.visits import Answer, Bring, Fetched
from storage.database import Busy, StorageFailed

_log = logging.getLogger(__name__)
EVERY_SECONDS = 15.0
ANSWER_SECONDS = 10.0
CLAIMS_SECONDS = 3.0
QUESTION_SECONDS = 20
"""For which an agent keeps a visit until somebody asks something."""
BREATH_SECONDS = 0.05
"""Between two visits for questions at least: an agent that keeps none of them must not keep us busy."""
MOST_AT_ONCE = 100
"""Portions of one visit: a day's buffer has fewer."""
MOST_QUESTIONS = 16
"""Answered at one visit; an agent holds no more."""


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
        self._awaited = False
        self._present = asyncio.Event()

    async def run(self, stop: asyncio.Event, every: float = EVERY_SECONDS) -> None:
        """Until stopped. Whatever goes wrong is logged once while it stays the same."""
        answering = asyncio.create_task(self.answer_questions())
        try:
            while not stop.is_set():
                await self.visit()
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), every)
        finally:
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)
            await self.close()

    async def answer_questions(self) -> None:
        """Fetch what people on the machine ask and bring the answers, until cancelled."""
        answers: tuple[Answer, ...] = ()
        told: str | None = None
        while True:
            await self._present.wait()
            try:
                answers, pause = await self._questions(answers), BREATH_SECONDS
                told = None
            except Exception as error:
                if told != str(error):
                    told = str(error)
                    _log.info("people at %s cannot be answered: %s", self.pulled.node, error, exc_info=_ours(error))
                answers, pause = (), EVERY_SECONDS
            await asyncio.sleep(pause)

    async def _questions(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """Bring answers and wait for more questions; the answers to those."""
        bring, seconds = Bring(answers, QUESTION_SECONDS), QUESTION_SECONDS + ANSWER_SECONDS
        fetched = read(Fetched, await self.call("/questions", bring, seconds))
        if self._connection is None or not self._connection.admitted:
            return ()
        agent, now, reading = self._connection.agent, self.house.clock.now(), self.house.database.read
        asked = fetched.questions[:MOST_QUESTIONS]
        return tuple([Answer(one.id, await reading(covering_for, agent, one.ask, now)) for one in asked])

    async def visit(self) -> None:
        """One visit: everything that the agent holds, each portion stored before the next is asked for."""
        try:
            for _ in range(MOST_AT_ONCE):
                if not await self._portion():
                    break
            self._told = None
        except (Busy, StorageFailed) as error:
            _log.warning("the visit to %s waits for the store: %s", self.pulled.node, error)
        except Exception as error:  # also a mistake of ours: the service and the other machines go on
            self._gone()
            if self._told != str(error):
                self._told = str(error)
                where = (self.pulled.node, self.pulled.url)
                _log.warning("agent of %s at %s: %s", *where, error, exc_info=_ours(error))
            if not _ours(error):
                await self._await()

    async def _await(self) -> None:
        """It did not answer: from now on that is noticed, should it never do so."""
        if self._awaited:
            return
        with suppress(Busy, StorageFailed):
            now = self.house.clock.now()
            self._awaited = await self.house.database.write(enrolment.awaited, *_named(self.pulled), now)

    async def _portion(self) -> bool:
        """Fetch and store one portion; False when there is nothing more."""
        agent = await self.house.database.read(_agent, self.pulled)
        asked = {"batch": "1" if self._admitted() else "0"}
        if agent is not None and agent.boot_id:
            asked |= {"name": agent.boot_id.rpartition("/")[2], "seq": str(agent.last_seq)}
        sent_ms = milliseconds(self.house.clock)
        post = read(Post, await self.get(f"/batch?{urlencode(asked)}"))
        heard_ms = milliseconds(self.house.clock)
        if agreed(post.hello.versions, self.door.spoken) is None:
            raise Unreachable(f"its version is not spoken here ({await self.door.unspoken(agent, post.hello)})")
        if agent is None:
            agent = await self.house.database.write(enrolment.pulled, *_named(self.pulled), self.house.clock.now())
        if agent is None:
            raise Unreachable(f"no machine of a pool is called {self.pulled.node}, or several are")
        connection = self._connection or await self._greeted(agent, post)
        connection.alive, connection.heard_at = True, self.house.clock.now()
        connection.boot = post.hello.boot
        connection.compared(sent_ms, post.wall_ms, post.mono_ms, heard_ms)
        if post.hello.cards and enrolment.greeting_of(post.hello) != connection.greeting:
            self._gone()
            return True
        if post.batch is None or not post.batch.items:
            return asked["batch"] == "0" and self._admitted()
        line = measured(sent_ms, heard_ms, post.wall_ms, post.mono_ms)
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

        async def say(message: Message) -> None:
            if isinstance(message, ClaimRules):
                await self._tell_claims(message)

        async def end(_: str) -> None:
            self._gone()

        admitted = greeted.verdict is Verdict.SAME
        connection = PulledConnection(
            agent, enrolment.greeting_of(hello), self.house.clock, say, end, admitted, puller=self
        )
        self._connection = connection
        if admitted:
            self.door.agents.enter(connection)
            self._present.set()
        else:
            self.door.agents.hold(connection)
        return connection

    async def _tell_claims(self, rules: ClaimRules) -> None:
        try:
            await self.call("/claims", rules, CLAIMS_SECONDS)
        except Unreachable as error:
            raise ConnectionError(str(error)) from None

    def _gone(self) -> None:
        self._present.clear()
        if self._connection is not None:
            self.door.agents.leave(self._connection)
            self._connection = None

    async def get(self, path: str) -> bytes:
        """What the agent has. Raises Unreachable."""
        return await self._request("GET", path, None, ANSWER_SECONDS)

    async def call(self, path: str, brought: Any, seconds: float) -> bytes:
        """What the agent answers to what is brought. Raises Unreachable."""
        return await self._request("POST", path, written(brought).encode(), seconds)

    async def _request(self, method: str, path: str, body: bytes | None, seconds: float) -> bytes:
        if self._http is None:
            self._http = aiohttp.ClientSession()
        options: dict[str, Any] = {"allow_redirects": False, "timeout": aiohttp.ClientTimeout(total=seconds)}
        headers = {"Authorization": f"Bearer {self.pulled.token}"}
        url = f"{self.pulled.url}{path}"
        try:
            async with self._http.request(method, url, data=body, headers=headers, **options) as answer:
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


def _ours(error: Exception) -> bool:
    """Whether it is a mistake of this program and not the machine's or the network's."""
    return not isinstance(error, (Unreachable, BadMessage, Busy, StorageFailed))


def _named(pulled: Pulled) -> tuple[str, str]:
    return pulled.node, key_hash(pulled.token)


def _agent(session: Session, pulled: Pulled) -> AgentFacts | None:
    return facts.agent_pulled(session, *_named(pulled))
