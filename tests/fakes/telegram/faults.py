"""Trouble on demand: at the n-th call of a method, before or after it took effect, something goes wrong."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Moment = Literal["before", "after"]
Action = Literal["fail", "hang", "close", "garbage"]
ANY_METHOD = "*"
GARBAGE = "<html><body>Welcome to the campus network, please log in</body></html>"


@dataclass(slots=True, eq=False)
class Fault:
    """Acts on matching calls number `nth` … `nth + times - 1`, counted from when it was added (`times` None:
    for ever). `before`: the method has no effect unless a hang ends well. `after`: it took effect, only the
    answer suffers. A hang lasts `seconds` or until `release()`; then the call goes on, or is `dropped`."""

    method: str
    action: Action
    moment: Moment = "before"
    nth: int = 1
    times: int | None = 1
    status: int = 500
    description: str = "Internal Server Error"
    parameters: Mapping[str, int] = field(default_factory=dict)
    body: str = GARBAGE
    seconds: float | None = None
    chat_id: int | None = None
    id: int = 0
    seen: int = 0
    hits: int = 0
    dropped: bool = False
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self, *, drop: bool = False) -> None:
        """Ends a hang, now and for later calls. With `drop` the connection is closed without an answer."""
        self.dropped = drop
        self.released.set()

    async def hold(self) -> None:
        try:
            async with asyncio.timeout(self.seconds):
                await self.released.wait()
        except TimeoutError:
            return

    def matches(self, method: str, chat_id: int | None) -> bool:
        same_method = self.method in (ANY_METHOD, method) and not (self.method == ANY_METHOD and method == "getUpdates")
        return same_method and self.chat_id in (None, chat_id)

    def counts(self) -> bool:
        """Counts one matching call and tells whether this is one to spoil."""
        self.seen += 1
        return self.seen >= self.nth and (self.times is None or self.seen < self.nth + self.times)


@dataclass(slots=True)
class Faults:
    """All faults of a server. The oldest one that is due acts; younger ones do not see that call."""

    active: list[Fault] = field(default_factory=list)
    _ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def add(self, fault: Fault) -> Fault:
        fault.id = next(self._ids)
        self.active.append(fault)
        return fault

    def fail(self, method: str, status: int, description: str = "", times: int | None = 1, **parameters: int) -> Fault:
        """An error answer without effect, e.g. `fail("sendMessage", 429, retry_after=1)`."""
        words = description or DESCRIPTIONS.get(status, "Internal Server Error")
        if "retry_after" in parameters and not description:
            words = f"{words}: retry after {parameters['retry_after']}"
        return self.add(Fault(method, "fail", status=status, description=words, parameters=parameters, times=times))

    def hang(self, method: str, seconds: float | None = None, *, moment: Moment = "before", nth: int = 1) -> Fault:
        return self.add(Fault(method, "hang", moment, nth, seconds=seconds))

    def close(self, method: str, *, moment: Moment = "before", nth: int = 1, times: int | None = 1) -> Fault:
        """Closes the connection without an answer; `after` is the ambiguous send: done, but nobody knows."""
        return self.add(Fault(method, "close", moment, nth, times))

    def garbage(self, method: str, *, status: int = 200, body: str = GARBAGE, times: int | None = 1) -> Fault:
        return self.add(Fault(method, "garbage", status=status, body=body, times=times))

    def due(self, method: str, chat_id: int | None) -> Fault | None:
        for fault in self.active:
            if fault.matches(method, chat_id) and fault.counts():
                fault.hits += 1
                return fault
        return None

    def by_id(self, fault_id: int) -> Fault:
        return next(fault for fault in self.active if fault.id == fault_id)

    def clear(self) -> None:
        """No more trouble: what hangs goes on."""
        for fault in self.active:
            fault.release(drop=fault.dropped)
        self.active.clear()


DESCRIPTIONS = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    409: "Conflict",
    429: "Too Many Requests",
    502: "Bad Gateway",
}
