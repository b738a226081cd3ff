"""The agent's own port, for a bot that has to come here: only when told to (`PINKA_AGENT_LISTEN`), only to be read,
and only for who shows the token.
"""

import hmac
import logging
from typing import TypeVar

from aiohttp import web

from bot.agent import metrics
from bot.agent.link import Link
from bot.agent.people.claims import heed
from bot.agent.questions import Questions
from bot.wire.decoding import BadMessage, read, written
from bot.wire.messages import LARGEST, ClaimRules, Post
from bot.wire.proof import new_nonce
from bot.wire.visits import Bring, Fetched

_log = logging.getLogger(__name__)
LONGEST_WAIT = 30
M = TypeVar("M")


class Listener:
    """Serves the latest look and the buffer over HTTP, and takes what the bot brings: claims, answers to people."""

    def __init__(self, link: Link, token: str, questions: Questions | None = None) -> None:
        self._link = link
        self._token = token
        self._questions = questions or Questions()
        self._runner: web.AppRunner | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen; returns the port. Raises OSError when it is taken."""
        app = web.Application(client_max_size=LARGEST)
        routes = {"/sample": self._sample, "/batch": self._batch, "/metrics": self._metrics}
        app.add_routes([web.get(path, handler) for path, handler in routes.items()])
        app.add_routes([web.post("/claims", self._claims), web.post("/questions", self._ask)])
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
        if not hmac.compare_digest(said.encode(errors="replace"), f"Bearer {self._token}".encode()):
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

    async def _claims(self, request: web.Request) -> web.Response:
        """All claims that hold from now on."""
        rules = (await self._read(request, ClaimRules)).rules
        self._link.claims = heed(self._link.source, rules)
        return web.json_response({})

    async def _ask(self, request: web.Request) -> web.Response:
        """Answers come in, questions go out, as soon as there are any."""
        brought = await self._read(request, Bring)
        for answer in brought.answers:
            self._questions.answered(answer)
        found = await self._questions.fetched(min(max(0, brought.wait), LONGEST_WAIT))
        return web.json_response(text=written(Fetched(found)))

    async def _read(self, request: web.Request, kind: type[M]) -> M:
        self._check(request)
        try:
            return read(kind, await request.read())
        except BadMessage as bad:
            raise web.HTTPBadRequest(text=str(bad)) from None
