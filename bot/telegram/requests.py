"""The line to Telegram: an HTTP client that waits no longer than its limit and is replaced when it hangs."""

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, HTTPXRequest, RequestData

from bot.telegram.settings import BotSettings

LOOPBACK = ("127.0.0.1", "::1", "localhost")
POLL_CONNECTIONS = 4
SEND_CONNECTIONS = 32
CLOSING_SECONDS = 1.0
# The client's own limit comes first, because it leaves the pool in order.
READ_SHARE = 0.9


@dataclass(slots=True, eq=False)
class _Client:
    request: HTTPXRequest
    busy: int = 0
    retired: bool = False

    async def close_when_idle(self) -> None:
        if self.retired and not self.busy:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(CLOSING_SECONDS):
                    await self.request.shutdown()


class Line(BaseRequest):
    """One pool of connections with a hard limit (seconds) on each request; raises only telegram.error errors.

    A pool that ran into the limit, or had no free connection, is left to its other requests and closed after
    the last of them; the next request gets a new one.
    """

    __slots__ = ("_build", "_client", "_closed", "_limit", "_upload_limit", "renewals")

    def __init__(self, build: Callable[[], HTTPXRequest], limit: float, upload_limit: float) -> None:
        self._build = build
        self._client = _Client(build())
        self._limit = limit
        self._upload_limit = upload_limit
        self._closed = False
        self.renewals = 0

    @property
    def read_timeout(self) -> float | None:
        return self._client.request.read_timeout

    async def initialize(self) -> None:
        """Nothing: a line works from the start."""

    async def shutdown(self) -> None:
        """Close for good; requests under way are given up."""
        self._closed = True
        client, client.retired, client.busy = self._client, True, 0
        await client.close_when_idle()

    async def renew(self) -> None:
        """The next request uses a new pool."""
        if not self._closed:
            old, self._client = self._client, _Client(self._build())
            old.retired = True
            self.renewals += 1
            await old.close_when_idle()

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *args: Any, **kwargs: Any
    ) -> tuple[int, bytes]:
        if self._closed:
            raise NetworkError("the line is closed") from httpx.ConnectError("closed")
        client = self._client
        limit = self._upload_limit if request_data and request_data.multipart_data else self._limit
        client.busy += 1
        try:
            async with asyncio.timeout(limit):
                return await client.request.do_request(url, method, request_data, *args, **kwargs)
        except TimeoutError:
            await self._give_up(client)
            raise TimedOut(f"no answer within {limit:g} s") from None
        except TimedOut as error:
            if isinstance(error.__cause__, httpx.PoolTimeout):
                await self._give_up(client)
            raise
        finally:
            client.busy -= 1
            await client.close_when_idle()

    async def _give_up(self, client: _Client) -> None:
        if client is self._client:
            await self.renew()


def polling_line(settings: BotSettings) -> Line:
    """A pool of its own, so that sending can never starve it."""
    patience = settings.patience
    build = _builder(settings, POLL_CONNECTIONS, read=patience.poll_limit * READ_SHARE)
    return Line(build, patience.poll_limit, patience.poll_limit)


def sending_line(settings: BotSettings) -> Line:
    patience = settings.patience
    build = _builder(settings, SEND_CONNECTIONS, read=patience.send_limit * READ_SHARE)
    return Line(build, patience.send_limit, patience.upload_limit)


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates to trust, read once: it takes some 30 ms, and a line in trouble is renewed often."""
    return httpx.create_ssl_context()


def _builder(settings: BotSettings, connections: int, read: float) -> Callable[[], HTTPXRequest]:
    # Quirk: httpx follows HTTP_PROXY even to this very machine, where no proxy can reach.
    local = urlsplit(settings.base_url).hostname in LOOPBACK
    connect = settings.patience.connect

    def build() -> HTTPXRequest:
        return HTTPXRequest(
            connection_pool_size=connections,
            read_timeout=read,
            write_timeout=read,
            connect_timeout=connect,
            pool_timeout=connect,
            media_write_timeout=settings.patience.upload_limit,
            proxy=settings.proxy,
            httpx_kwargs={"verify": _trusted(), "trust_env": not local},
        )

    return build
