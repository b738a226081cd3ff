"""The agents that are connected at this moment, and the latest look of each machine.

In memory only: after a restart the agents come back by themselves, and what they saw is in the store.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.clock import Clock, milliseconds
from bot.usage.facts import AgentFacts
from bot.usage.rules.enrolment import ClockLine, measured
from bot.usage.rules.identity import Greeting
from bot.usage.services.newest import Newest
from bot.wire.messages import Ask, Bye, ClaimRule, Message, Ping
from bot.wire.sample import Sample

_log = logging.getLogger(__name__)
ASK_SECONDS = 2.0
AGAIN_AFTER = 3
SILENT_FOR = 15
"""Seconds: for which an answer serves the next who ask, and for which one that did not answer is not asked again."""
REMEMBERED_ROUNDS = 8


@dataclass(slots=True, eq=False)
class Connection:
    """One agent at the other end of a socket. `admitted` false: it is held back until an owner has spoken.

    `boot` is what its readings are kept under; `answered_at` and `silent_at` are when it was last asked, by outcome;
    `claims` is what it was told of them, null before that.
    """

    agent: AgentFacts
    greeting: Greeting
    clock: Clock
    send: Callable[[Message], Awaitable[None]]
    end: Callable[[str], Awaitable[None]]
    admitted: bool = True
    boot: str = ""
    heard_at: int = 0
    answered_at: int | None = None
    silent_at: int | None = None
    claims: tuple[ClaimRule, ...] | None = None
    _asked: dict[int, asyncio.Future[Sample]] = field(default_factory=dict)
    _pinged: dict[int, tuple[int, asyncio.Future[None]]] = field(default_factory=dict)
    _rounds: deque[tuple[int, ClockLine]] = field(default_factory=lambda: deque(maxlen=REMEMBERED_ROUNDS))
    _next: int = 0

    @property
    def line(self) -> ClockLine:
        """The clocks by the quickest of the latest rounds: the less it took, the surer it is."""
        return min(self._rounds, key=lambda one: one[0])[1]

    def compared(self, sent_ms: int, wall_ms: int, mono_ms: int, heard_ms: int | None = None) -> None:
        """The agent's clocks came back to a question of `sent_ms`, at `heard_ms` if that was not just now."""
        now = milliseconds(self.clock) if heard_ms is None else heard_ms
        line = measured(sent_ms, now, wall_ms, mono_ms)
        if self._rounds and abs(line.wall_offset_ms - self._rounds[-1][1].wall_offset_ms) > 1_000 + now - sent_ms:
            self._rounds.clear()  # somebody set a clock
        self._rounds.append((max(0, now - sent_ms), line))

    def _number(self) -> int:
        self._next += 1
        return self._next

    async def look(self, seconds: float) -> Sample:
        """A fresh look. Raises TimeoutError, ConnectionError."""
        number = self._number()
        future: asyncio.Future[Sample] = asyncio.get_running_loop().create_future()
        self._asked[number] = future
        try:
            async with asyncio.timeout(seconds):
                await self.send(Ask(number))
                return await future
        finally:
            self._asked.pop(number, None)

    def is_worth_asking(self) -> bool:
        """Whether a question now could bring more than the last one did."""
        now = self.clock.now()
        answered = self.answered_at is not None and 0 <= now - self.answered_at < AGAIN_AFTER
        return not answered and not (self.silent_at is not None and 0 <= now - self.silent_at < SILENT_FOR)

    async def ping(self, seconds: float) -> bool:
        """Whether it answers; compares the clocks by the way."""
        number = self._number()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pinged[number] = (milliseconds(self.clock), future)
        try:
            async with asyncio.timeout(seconds):
                await self.send(Ping(number))
                await future
        except (TimeoutError, ConnectionError):
            return False
        finally:
            self._pinged.pop(number, None)
        return True

    def looked(self, number: int, sample: Sample) -> None:
        future = self._asked.get(number)
        if future is not None and not future.done():
            future.set_result(sample)

    def ponged(self, number: int, wall_ms: int, mono_ms: int) -> None:
        sent_ms, future = self._pinged.get(number, (0, None))
        if future is not None and not future.done():
            self.compared(sent_ms, wall_ms, mono_ms)
            future.set_result(None)

    def lost(self) -> None:
        """Nobody waits for an answer any more."""
        gone = ConnectionResetError("the agent is gone")
        for asked in self._asked.values():
            if not asked.done():
                asked.set_exception(gone)
        for _, pinged in self._pinged.values():
            if not pinged.done():
                pinged.set_exception(gone)

    async def bye(self, reason: str) -> None:
        """Say why, and close."""
        try:
            await self.send(Bye(reason))
        except ConnectionError:
            _log.debug("agent %s was gone before it heard why", self.agent.name)
        await self.end(reason)


class Agents:
    """Who is connected, by machine."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_node: dict[int, Connection] = {}
        self._held: set[Connection] = set()
        self._latest: dict[int, Newest] = {}
        self._asking: dict[int, asyncio.Task[None]] = {}

    @property
    def are_any(self) -> bool:
        """Whether any agent is connected that speaks for its machine."""
        return bool(self._by_node)

    def online(self, node_id: int) -> bool:
        """Whether its agent is connected."""
        return node_id in self._by_node

    def of(self, node_id: int) -> Connection | None:
        return self._by_node.get(node_id)

    def everyone(self) -> list[Connection]:
        """All connections, those held back too."""
        return [*self._by_node.values(), *self._held]

    def of_pool(self, pool_id: int) -> list[int]:
        """The machines of a pool whose agents are connected."""
        return [node_id for node_id, one in self._by_node.items() if one.agent.pool_id == pool_id]

    def enter(self, connection: Connection) -> Connection | None:
        """From now on it speaks for its machine; returns the one that did until now."""
        before = self._by_node.get(connection.agent.node_id)
        self._by_node[connection.agent.node_id] = connection
        return before

    def hold(self, connection: Connection) -> None:
        self._held.add(connection)

    def leave(self, connection: Connection) -> None:
        self._held.discard(connection)
        if self._by_node.get(connection.agent.node_id) is connection:
            del self._by_node[connection.agent.node_id]
        connection.lost()

    def saw(self, node_id: int, newest: Newest) -> None:
        """The newest look of a machine, unless a newer one is known; none is newer than now."""
        before = self._latest.get(node_id)
        if before is None or not newest.at < before.at <= self._clock.now():
            self._latest[node_id] = newest

    def answered(self, connection: Connection, sample: Sample) -> None:
        """An agent looked because it was asked to."""
        at = self._clock.now() - max(0, sample.age_s)
        self.saw(connection.agent.node_id, Newest(at, connection.boot, sample))

    async def ask(self, node_id: int, timeout: float = ASK_SECONDS) -> Newest:
        """The machine as it is now; many askers share one question, and those of the next seconds its answer.

        Where it does not answer in time, the latest look, which says when it was. Raises LookupError when there is
        none.
        """
        connection = self._by_node.get(node_id)
        if connection is not None and connection.is_worth_asking():
            task = self._asking.get(node_id)
            if task is None:
                task = asyncio.create_task(self._ask(connection, timeout))
                self._asking[node_id] = task
                task.add_done_callback(lambda _: self._asking.pop(node_id, None))
            await asyncio.shield(task)
        if node_id not in self._latest:
            raise LookupError(f"nothing was heard of node {node_id}")
        return self._latest[node_id]

    async def _ask(self, connection: Connection, timeout: float) -> None:
        try:
            sample = await connection.look(timeout)
        except (TimeoutError, ConnectionError) as error:
            connection.silent_at = self._clock.now()
            _log.info("agent %s did not answer: %s", connection.agent.name, type(error).__name__)
            return
        connection.answered_at = self._clock.now()
        self.answered(connection, sample)
