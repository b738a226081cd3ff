"""The WebSocket at which agents come in: greeting, proof, then what is said until one side ends it.

A message that is no message, or too large, ends that connection and is logged once; other agents notice nothing.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import WSCloseCode, WSMsgType, web
from sqlmodel import Session

from bot.clock import milliseconds
from bot.queues.house import House
from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.usage.rules.enrolment import ClockLine, corrected, wall_ms_of
from bot.usage.rules.identity import Greeting, Verdict
from bot.usage.services import agents as agent_services
from bot.usage.services import enrolment, outdated
from bot.usage.services.agents import Sent
from bot.usage.services.claims import claims_of
from bot.usage.services.enrolment import Greeted
from bot.usage.services.newest import Newest
from bot.web.batches import Batches
from bot.web.connections import Agents, Connection
from bot.web.talk import Rejected, close, decoded, hear, not_a_text, send
from bot.web.telling import Told, tell
from bot.wire.messages import LARGEST, Ack, Auth, Batch, Bye, Challenge, Hello, Look, Message, Pong, Welcome
from bot.wire.proof import AGENT, BOT, holds, new_nonce, proof
from bot.wire.versions import SPOKEN, agreed
from storage.database import Busy, StorageFailed
from storage.words import AgentState

_log = logging.getLogger(__name__)
MOST_STRANGERS = 64
MOST_LOGGED = 1_000


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: between beats, for a greeting to be complete, for an answer to a question."""

    beat: float = 20.0
    greeting: float = 10.0
    answer: float = 3.0


USUAL = Pace()


class Door:
    """Takes agents in and keeps them."""

    def __init__(
        self, house: House, agents: Agents, batches: Batches, pace: Pace = USUAL, spoken: Sequence[int] = SPOKEN
    ) -> None:
        self.house = house
        self.agents = agents
        self.batches = batches
        self.pace = pace
        self.spoken = tuple(spoken)
        self._greeting_now = 0
        self._logged: set[tuple[str, str]] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One connection from its first word to its last."""
        if self._greeting_now >= MOST_STRANGERS:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "10"})
        socket = web.WebSocketResponse(heartbeat=self.pace.beat, max_msg_size=LARGEST, compress=False)
        await socket.prepare(request)
        connection = None
        name = request.remote or "?"
        try:
            self._greeting_now += 1
            try:
                async with asyncio.timeout(self.pace.greeting):
                    connection = await self._let_in(socket)
            finally:
                self._greeting_now -= 1
            name = connection.agent.name
            await self._listen(socket, connection)
        except Rejected as rejected:
            self.once(name, rejected.reason, rejected.detail)
            await close(socket, rejected.reason, rejected.detail)
        except (TimeoutError, ConnectionError):
            await close(socket, "bad_message", "nothing came in time")
        except (Busy, StorageFailed) as error:
            _log.warning("agent %s has to come again later: %s", name, error)
            await close(socket, "again")
        finally:
            if connection is not None:
                self.agents.leave(connection)
        return socket

    def once(self, name: str, reason: str, detail: str) -> None:
        """Log the same trouble with the same agent once."""
        if (name, reason) not in self._logged and len(self._logged) < MOST_LOGGED:
            self._logged.add((name, reason))
            _log.warning("agent %s: %s %s (logged once)", name, reason, detail)

    async def _let_in(self, socket: web.WebSocketResponse) -> Connection:
        hello = await hear(socket, Hello)
        version = agreed(hello.versions, self.spoken)
        if version is None:
            raise Rejected(await self._unspoken(socket, hello))
        nonce, asked_ms = new_nonce(), milliseconds(self.house.clock)
        await send(socket, Challenge(nonce, version))
        auth = await hear(socket, Auth)
        heard_ms = milliseconds(self.house.clock)
        # Only now, however long the proof took: it may have been put out meanwhile. An unknown agent is challenged all
        # the same, so that nobody learns from outside which names exist.
        agent = await self.house.database.read(facts.agent_named, hello.agent)
        if not holds(auth.proof, agent.key_hash if agent else new_nonce(), AGENT, nonce, hello.agent, version):
            raise Rejected("wrong_proof")
        if agent is None or agent.state is AgentState.REMOVED:
            raise Rejected("removed")
        other = self.agents.of(agent.node_id)
        if other is not None and other.greeting.machine != hello.machine and not await other.ping(self.pace.answer):
            other = None
        greeted = await self.greeted(agent, hello, other.greeting if other else None)
        if greeted.verdict is Verdict.REFUSED:
            raise Rejected("not_this_machine")
        connection = self._connection(socket, greeted, hello)
        connection.compared(asked_ms, auth.wall_ms, auth.mono_ms, heard_ms)
        ours = proof(agent.key_hash, BOT, hello.nonce, hello.agent, version)
        await send(socket, await self._welcome(connection, ours, greeted.node.name))
        try:
            await self._place(connection)
        except BaseException:
            self.agents.leave(connection)
            raise
        return connection

    async def _welcome(self, connection: Connection, ours: str, node: str) -> Welcome:
        agent, state = connection.agent, AgentState.ACTIVE if connection.admitted else AgentState.QUARANTINED
        fresh = await self.house.database.read(facts.agent_named, agent.name) or agent
        if connection.admitted:
            connection.claims = await self.house.database.read(claims_of, agent.pool_id)
        told = (state.value, fresh.boot_id, fresh.last_seq, connection.claims or (), milliseconds(self.house.clock))
        return Welcome(ours, node, *told)

    async def _unspoken(self, socket: web.WebSocketResponse, hello: Hello) -> str:
        """No version is common: why. Proving oneself is the same in every version, so an agent of ours is known."""
        nonce, theirs = new_nonce(), max(hello.versions, default=None)
        if theirs is None:
            return await self.unspoken(None, hello)
        await send(socket, Challenge(nonce, theirs))
        try:
            auth = await hear(socket, Auth)
        except Rejected:
            return await self.unspoken(None, hello)
        agent = await self.house.database.read(facts.agent_named, hello.agent)
        key_hash = agent.key_hash if agent else new_nonce()
        proven = holds(auth.proof, key_hash, AGENT, nonce, hello.agent, theirs)
        return await self.unspoken(agent if proven else None, hello)

    async def unspoken(self, proven: AgentFacts | None, hello: Hello) -> str:
        """No version is common: why, after those who can change it were told if it is for certain an agent of ours."""
        why = outdated.why(hello.versions, self.spoken)
        if proven is None:
            return why
        return await tell(self.house, lambda session, now: outdated.turned_away(session, proven, hello, why, now))

    async def greeted(self, agent: AgentFacts, hello: Hello, other: Greeting | None) -> Greeted:
        """What the greeting of a proven agent leads to, with what is told about it."""

        def unit(session: Session, now: int) -> Told[Greeted]:
            found = enrolment.greet(session, agent, hello, other, now)
            return found, found.pool, found.notices

        return await tell(self.house, unit)

    def _connection(self, socket: web.WebSocketResponse, greeted: Greeted, hello: Hello) -> Connection:
        async def say(message: Message) -> None:
            await send(socket, message)

        async def end(reason: str) -> None:
            await socket.close(code=WSCloseCode.GOING_AWAY, message=reason.encode())

        greeting, admitted = enrolment.greeting_of(hello), greeted.verdict is Verdict.SAME
        return Connection(greeted.agent, greeting, self.house.clock, say, end, admitted, hello.boot)

    async def _place(self, connection: Connection) -> None:
        if not connection.admitted:
            self.agents.hold(connection)
            return
        before = self.agents.enter(connection)
        if before is not None:
            _log.info("agent %s came again; its earlier connection is closed", connection.agent.name)
            await before.bye("replaced")

    async def _listen(self, socket: web.WebSocketResponse, connection: Connection) -> None:
        async for raw in socket:
            if raw.type is not WSMsgType.TEXT:
                raise not_a_text(raw)
            connection.heard_at = self.house.clock.now()
            message = decoded(raw.data)
            if isinstance(message, Bye):
                return
            await self._heard(connection, message)

    async def _heard(self, connection: Connection, message: Message) -> None:
        if isinstance(message, Look):
            connection.looked(message.id, message.sample)
            if connection.admitted:  # an answer that comes too late for who asked serves the next
                self.agents.answered(connection, message.sample)
        elif isinstance(message, Pong):
            connection.ponged(message.id, message.wall_ms, message.mono_ms)
        elif isinstance(message, Batch):
            await self._take(connection, message)
        else:
            raise Rejected("bad_message", f"{type(message).__name__} is not for now")

    async def _take(self, connection: Connection, batch: Batch) -> None:
        if not connection.admitted:
            raise Rejected("quarantined")
        stored = await self.batches.put(Sent(connection.agent.name, batch, connection.line))
        if stored is None:
            raise Rejected("removed")
        self.remember(connection.agent.node_id, batch, connection.line)
        await connection.send(Ack(batch.boot, stored))

    def remember(self, node_id: int, batch: Batch, line: ClockLine) -> None:
        """The newest sample of a batch is the latest look, unless a fresher one is known."""
        newest = next((item for item in reversed(batch.items) if item.sample is not None), None)
        if newest is not None and newest.sample is not None:
            now_ms = milliseconds(self.house.clock)
            at = corrected(line, wall_ms_of(newest.sample.at), newest.mono_ms, now_ms, same_boot=batch.same_boot)
            self.agents.saw(node_id, Newest(at, batch.boot, newest.sample))

    async def beat(self) -> None:
        """One round over all connections: compare clocks, say in the store who lives, end what an owner ended."""
        everyone = self.agents.everyone()
        alive = await asyncio.gather(*(one.ping(self.pace.answer) for one in everyone))
        heard = {
            one.agent.id: one.line.wall_offset_ms
            for one, answered in zip(everyone, alive, strict=True)
            if answered and one.admitted
        }
        others = [one.agent.id for one in everyone if one.agent.id not in heard]
        now = self.house.clock.now()
        states = await self.house.database.write(agent_services.pulse, heard, others, now)
        ended = [(one, _ended(one, states)) for one in everyone]
        await asyncio.gather(*(one.bye(reason) for one, reason in ended if reason))

    async def close(self) -> None:
        """Tell all agents that the bot stops; they come back by themselves."""
        await asyncio.gather(*(one.bye("stopping") for one in self.agents.everyone()), return_exceptions=True)


def _ended(connection: Connection, states: dict[int, AgentState]) -> str | None:
    state = states.get(connection.agent.id, AgentState.REMOVED)
    if state is AgentState.REMOVED:
        return "removed"
    return "again" if not connection.admitted and state is AgentState.ACTIVE else None
