"""The queue behind getUpdates: an update stays until a later offset acknowledges it, as at Telegram."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.refusals import bad_request, conflict

ONLY_ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
FIRST_ID = 100_001
MOST = 100
TERMINATED = "terminated by other getUpdates request; make sure that only one bot instance is running"


@dataclass(slots=True)
class Queued:
    """`again` marks a repeated delivery: it survives acknowledgement until it was handed out once more."""

    update: Json
    again: bool = False

    @property
    def id(self) -> int:
        return int(self.update["update_id"])


@dataclass(slots=True)
class _Poll:
    terminated: bool = False


@dataclass(slots=True)
class UpdateQueue:
    waiting: list[Queued] = field(default_factory=list)
    history: dict[int, Json] = field(default_factory=dict)
    allowed: Sequence[str] = ()
    _next_id: int = FIRST_ID
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _poll: _Poll | None = None
    _closed: bool = False

    def wants(self, kind: str) -> bool:
        """`allowed_updates` of the last getUpdates; empty: all but those to be asked for by name."""
        return kind in self.allowed if self.allowed else kind not in ONLY_ON_REQUEST

    def add(self, kind: str, body: Json) -> int:
        update_id = self._next_id
        self._next_id += 1
        self.history[update_id] = {"update_id": update_id, kind: body}
        self.waiting.append(Queued(self.history[update_id]))
        self._wake()
        return update_id

    def redeliver(self, update_id: int) -> None:
        """Hands an update out once more, even though it was acknowledged."""
        self.waiting.insert(0, Queued(self.history[update_id], again=True))
        self._wake()

    def pending(self) -> list[int]:
        return [queued.id for queued in self.waiting]

    def forget(self) -> None:
        self.waiting.clear()

    def close(self) -> None:
        self._closed = True
        self._wake()

    async def get(self, asked: Asked) -> list[Json]:
        """One getUpdates call. A newer call ends the waiting older one with 409, as at Telegram."""
        self._remember_kinds(asked)
        self._acknowledge(asked.integer("offset") or 0)
        if self._poll is not None:
            self._poll.terminated = True
            self._wake()
        mine = self._poll = _Poll()
        try:
            await self._wait(mine, float(asked.integer("timeout") or 0))
        finally:
            if self._poll is mine:
                self._poll = None
        if mine.terminated:
            raise conflict(TERMINATED)
        limit = max(1, min(asked.integer("limit") or MOST, MOST))
        batch = self.waiting[:limit]
        for queued in batch:
            queued.again = False
        return [queued.update for queued in batch]

    async def _wait(self, mine: _Poll, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                while not (self.waiting or mine.terminated or self._closed):
                    await self._arrived.wait()
        except TimeoutError:
            return

    def _remember_kinds(self, asked: Asked) -> None:
        kinds = asked.nested("allowed_updates")
        if kinds is None:
            return
        if not isinstance(kinds, list):
            raise bad_request("can't parse allowed_updates JSON array")
        self.allowed = [str(kind) for kind in kinds]

    def _acknowledge(self, offset: int) -> None:
        if offset < 0:
            self.waiting = self.waiting[offset:]
        else:
            self.waiting = [queued for queued in self.waiting if queued.again or queued.id >= offset]

    def _wake(self) -> None:
        self._arrived.set()
        self._arrived = asyncio.Event()
