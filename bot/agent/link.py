"""One connection to the bot: proof, questions answered, the buffer emptied. The agent dials; nobody dials it."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

import aiohttp

from bot import __version__
from bot.agent.buffer import Buffer
from bot.agent.dialling import Route
from bot.agent.home import Identity
from bot.agent.people.claims import Claims, heed
from bot.agent.spool import BATCH_BYTES, lightened
from bot.agent.talk import Ended, hear, send
from bot.wire.decoding import read, written
from bot.wire.messages import (
    LARGEST,
    Ack,
    Ask,
    Auth,
    Batch,
    Challenge,
    ClaimRules,
    Hello,
    Look,
    Ping,
    Pong,
    Post,
    Posted,
    SeenCard,
    Welcome,
)
from bot.wire.proof import AGENT, BATCH, BOT, holds, key_hash, new_nonce, proof
from bot.wire.sample import Event, Sample
from bot.wire.versions import SPOKEN, VERSION

P = ParamSpec("P")
T = TypeVar("T")


class Source(Protocol):
    """Whoever looks at the machine. `look` may take seconds, the others answer at once."""

    def start(self) -> None: ...
    def latest(self) -> Sample: ...
    def look(self, now: float) -> Sample: ...
    def events(self) -> tuple[Event, ...]: ...
    def stop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Clocks:
    """Milliseconds: the wall clock, and the machine's own since its start, which nobody sets."""

    wall_ms: Callable[[], int]
    mono_ms: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: between beats, for the greeting, until a batch must be acknowledged."""

    beat: float = 20.0
    greeting: float = 15.0
    ack: float = 60.0


USUAL = Pace()


class Link:
    """Speaks with one bot as one agent. `state` is what the bot last said of us: active, quarantined or unknown."""

    def __init__(
        self, identity: Identity, route: Route, buffer: Buffer, source: Source, clocks: Clocks, pace: Pace = USUAL
    ) -> None:
        self.identity, self.route, self.buffer, self.source = identity, route, buffer, source
        self.clocks, self.pace = clocks, pace
        self.state = "unknown"
        self.stored_ms: int | None = None
        self.clock_off_ms: int | None = None
        self.claims: Claims | None = None
        self.greeted: frozenset[str] | None = None
        self.welcomed = asyncio.Event()
        self._key_hash = key_hash(identity.key)
        self._nonce: str | None = None
        self._acks: asyncio.Queue[Ack] = asyncio.Queue()

    def hello(self, nonce: str) -> Hello:
        """The greeting, from the latest look."""
        sample, spool = self.source.latest(), self.buffer.spool
        cards = [
            SeenCard(card.uuid, card.index, card.name, card.memory_total)
            for card in sample.gpus
            if card.uuid is not None
        ]
        boot = sample.host.boot_id or "unknown"
        return Hello(
            agent=self.identity.agent,
            versions=SPOKEN,
            nonce=nonce,
            boot=f"{boot}/{spool.name}",
            machine=boot,
            release=__version__,
            state=sample.state,
            hostname=sample.host.hostname,
            driver=sample.driver,
            cards=tuple(cards),
            processes=sample.host.pids_visible,
            dropped=spool.dropped,
            memory_only=spool.memory_only,
        )

    @property
    def uuids(self) -> frozenset[str]:
        """The cards that are there at this moment."""
        return frozenset(card.uuid for card in self.source.latest().gpus if card.uuid is not None)

    async def connect(self, http: aiohttp.ClientSession) -> None:
        """One WebSocket until it ends. Raises Ended, aiohttp.ClientError, TimeoutError, OSError."""
        options: dict[str, Any] = {"ssl": self.route.tls, "proxy": self.route.proxy, "max_msg_size": LARGEST}
        async with http.ws_connect(self.route.to("/agent/connect"), heartbeat=self.pace.beat, **options) as socket:
            async with asyncio.timeout(self.pace.greeting):
                await self._greet(socket)
            emptying = asyncio.create_task(self._empty(socket))
            listening = asyncio.create_task(self._listen(socket))
            try:
                done, _ = await asyncio.wait((emptying, listening), return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in (emptying, listening):
                    task.cancel()
                await asyncio.gather(emptying, listening, return_exceptions=True)

    async def _greet(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        nonce = new_nonce()
        hello = self.hello(nonce)
        await send(socket, hello)
        challenge = await hear(socket, Challenge)
        if challenge.version not in SPOKEN:
            raise Ended("too_new", f"the bot wants version {challenge.version}")
        said = proof(self._key_hash, AGENT, challenge.nonce, hello.agent, challenge.version)
        await send(socket, Auth(said, self.clocks.wall_ms(), self.clocks.mono_ms()))
        welcome = await hear(socket, Welcome)
        await self._welcomed(welcome.proof, nonce, challenge.version, welcome.state, welcome.boot, welcome.seq)
        self.claims = heed(self.source, welcome.claims)
        self._compare(welcome.now_ms)
        self.greeted = frozenset(card.uuid for card in hello.cards)
        self.welcomed.set()

    async def _welcomed(self, said: str, nonce: str, version: int, state: str, boot: str | None, seq: int) -> None:
        if not holds(said, self._key_hash, BOT, nonce, self.identity.agent, version):
            raise Ended("wrong_bot", "whoever answers does not know our key")
        await self.met(boot.rpartition("/")[2] if boot else None, seq)
        self.state = state

    async def met(self, name: str | None, seq: int) -> None:
        """The bot has the buffer of that name up to this number."""
        await self.buffer.do(self.buffer.spool.meet, name, seq)

    def _compare(self, bots_ms: int | None) -> None:
        """By how much this machine's clock is ahead of the bot's, give or take the way of a message."""
        if bots_ms is not None:
            self.clock_off_ms = self.clocks.wall_ms() - bots_ms

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        answering: set[asyncio.Task[None]] = set()
        try:
            while True:
                message = await hear(socket, None)
                if isinstance(message, Ask):
                    task = asyncio.create_task(self._answer(socket, message.id))
                    answering.add(task)
                    task.add_done_callback(answering.discard)
                elif isinstance(message, Ping):
                    await send(socket, Pong(message.id, self.clocks.wall_ms(), self.clocks.mono_ms()))
                elif isinstance(message, Ack):
                    self._acks.put_nowait(message)
                elif isinstance(message, ClaimRules):
                    self.claims = heed(self.source, message.rules)
        finally:
            for task in answering:
                task.cancel()

    async def _answer(self, socket: aiohttp.ClientWebSocketResponse, number: int) -> None:
        with contextlib.suppress(ConnectionError):
            await send(socket, Look(number, await self.look()))

    async def look(self) -> Sample:
        """A fresh look that fits into a message."""
        sample = await asyncio.to_thread(self.source.look, self.clocks.wall_ms() / 1000)
        return lightened(sample) if len(written(sample)) > BATCH_BYTES else sample

    async def _empty(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Hand over what the buffer holds, a portion at a time, each acknowledged before the next."""
        while True:
            self.buffer.filled.clear()
            batch, last = await self.next_batch() if self.state == "active" else (None, 0)
            if batch is None:
                await self.buffer.filled.wait()
                continue
            await send(socket, batch)
            async with asyncio.timeout(self.pace.ack):
                while (await self._acks.get()).seq < last:
                    continue
            await self._stored(last)

    async def next_batch(self) -> tuple[Batch | None, int]:
        """What the buffer holds, as much as fits into a message, and its last number."""
        spool = self.buffer.spool
        portion = await self.buffer.do(spool.next_portion)
        while portion is not None and not portion.items:
            await self.buffer.do(spool.acked, portion.last)
            portion = await self.buffer.do(spool.next_portion)
        if portion is None:
            return None, 0
        same = portion.boot == (self.source.latest().host.boot_id or "unknown")
        batch = Batch(f"{portion.boot}/{spool.name}", portion.items, same, spool.dropped)
        return batch, portion.items[-1].seq

    async def _stored(self, seq: int) -> None:
        await self.buffer.do(self.buffer.spool.acked, seq)
        self.stored_ms = self.clocks.wall_ms()

    async def post(self, http: aiohttp.ClientSession) -> bool:
        """Hand over one batch by plain requests, for networks that break WebSockets. True when more waits.

        Raises Ended, aiohttp.ClientError, TimeoutError, OSError.
        """
        if self._nonce is None:
            self._nonce = str((await self._asked(http, "GET", "/agent/nonce"))["nonce"])
        batch, last = await self.next_batch() if self.state == "active" else (None, 0)
        nonce, self._nonce = self._nonce, None
        hello = self.hello(new_nonce())
        body = written(Post(hello, self.clocks.wall_ms(), self.clocks.mono_ms(), batch)).encode()
        said = proof(self._key_hash, BATCH, nonce, hello.agent, VERSION, body)
        headers = {"Pinka-Nonce": nonce, "Pinka-Proof": said, "Content-Type": "application/json"}
        answer = await self._asked(http, "POST", "/agent/post", data=body, headers=headers)
        posted = read(Posted, json.dumps(answer))
        await self._welcomed(posted.proof, hello.nonce, VERSION, posted.state, posted.boot, posted.seq)
        self.claims = heed(self.source, posted.claims)
        self._compare(posted.now_ms)
        self._nonce, self.greeted = posted.nonce, frozenset(card.uuid for card in hello.cards)
        if batch is not None:
            await self._stored(last)
        return self.state == "active" and len(self.buffer.spool) > 0

    async def _asked(self, http: aiohttp.ClientSession, method: str, path: str, **more: Any) -> dict[str, Any]:
        options: dict[str, Any] = {"ssl": self.route.tls, "proxy": self.route.proxy, **more}
        options["timeout"] = aiohttp.ClientTimeout(total=self.pace.ack)
        async with http.request(method, self.route.to(path), **options) as answer:
            try:
                found = json.loads(await answer.text())
            except ValueError:
                found = None
            if not isinstance(found, dict):
                raise Ended("not_our_bot", f"{answer.status} from {path}, and no answer of ours")
            if answer.status != 200:
                raise Ended(str(found.get("reason", "refused")), str(found.get("detail") or found.get("worth") or ""))
            return found
