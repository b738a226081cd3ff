"""The agent's own port, for a bot that has to come here: only when told to (`PINKA_AGENT_LISTEN`), only to be read,
and only for who shows the token.
"""

import hmac
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from bot.agent import metrics
from bot.agent.link import Link
from bot.wire.decoding import written
from bot.wire.messages import Post
from bot.wire.proof import new_nonce

_log = logging.getLogger(__name__)
MIN_TOKEN = 24


class BadListen(ValueError):
    """An address to listen at that cannot be one, or a token that anybody could guess."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where, and for whom. Beyond this machine itself it takes a tunnel or a proxy with TLS in front."""

    host: str
    port: int
    token: str


def listening(environment: Mapping[str, str], folder: Path) -> Listening | None:
    """What `PINKA_AGENT_LISTEN` (a port, or host:port; 127.0.0.1 unless said) and `PINKA_AGENT_TOKEN` ask for; None:
    no port is opened. Without a token one is made and kept in the folder. Raises BadListen, OSError.
    """
    where = environment.get("PINKA_AGENT_LISTEN", "").strip()
    if not where:
        return None
    host, _, port = where.rpartition(":")
    if not port.isdigit() or not 0 < int(port) < 65536:
        raise BadListen("PINKA_AGENT_LISTEN is a port, or host:port")
    token = environment.get("PINKA_AGENT_TOKEN", "").strip() or _kept(folder / "listen.token")
    if len(token) < MIN_TOKEN:
        raise BadListen(f"PINKA_AGENT_TOKEN has at least {MIN_TOKEN} characters")
    return Listening(host or "127.0.0.1", int(port), token)


def _kept(file: Path) -> str:
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(32), "ascii")
    return file.read_text("ascii").strip()


class Listener:
    """Serves the latest look and the buffer over HTTP."""

    def __init__(self, link: Link, token: str) -> None:
        self._link = link
        self._token = token
        self._runner: web.AppRunner | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen; returns the port. Raises OSError when it is taken."""
        app = web.Application(client_max_size=1024)
        routes = {"/sample": self._sample, "/batch": self._batch, "/metrics": self._metrics}
        app.add_routes([web.get(path, handler) for path, handler in routes.items()])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        found = int(self._runner.addresses[0][1])
        _log.info("the bot may come to %s port %s", host, found)
        return found

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    def _check(self, request: web.Request) -> None:
        said = request.headers.get("Authorization", "")
        if not hmac.compare_digest(said.encode(), f"Bearer {self._token}".encode()):
            raise web.HTTPUnauthorized(headers={"WWW-Authenticate": "Bearer"})

    async def _metrics(self, request: web.Request) -> web.Response:
        self._check(request)
        look = await self._link.look()
        try:
            return web.Response(body=metrics.exposition(look), headers={"Content-Type": metrics.CONTENT_TYPE})
        except ModuleNotFoundError:
            return web.Response(status=501, text="pip install 'pinka[metrics]'\n")

    async def _sample(self, request: web.Request) -> web.Response:
        self._check(request)
        return web.json_response(text=written(await self._link.look()))

    async def _batch(self, request: web.Request) -> web.Response:
        """A greeting with the oldest that is not acknowledged; `name` and `seq` say what the bot has already."""
        self._check(request)
        seq = request.query.get("seq", "")
        if seq.isdigit() and len(seq) < 19:
            await self._link.met(request.query.get("name"), int(seq))
        batch, _ = await self._link.next_batch() if request.query.get("batch") == "1" else (None, 0)
        hello = self._link.hello(new_nonce())
        post = Post(hello, self._link.clocks.wall_ms(), self._link.clocks.mono_ms(), batch)
        return web.json_response(text=written(post))
