"""The bot's own web server: agents, the package they install, and whether all is well. No person logs in here."""

import asyncio
import logging
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from aiohttp import web

from bot import __version__
from bot.queues.house import House
from bot.web import metrics
from bot.web.batches import GATHER_SECONDS, Batches
from bot.web.box import Box
from bot.web.claims import tell_claims
from bot.web.connections import Agents
from bot.web.door import USUAL, Door, Pace
from bot.web.lookout import Lookout
from bot.web.package import WHEEL, script, wheel
from bot.web.posting import Posting
from bot.web.pulling import Pulled, Puller
from bot.wire.messages import LARGEST
from bot.wire.versions import SPOKEN
from storage.database import Busy, StorageFailed

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Listen:
    """Where the server listens, by which address agents reach it, and its certificate."""

    host: str
    port: int
    url: str
    certificate: str | None = None
    key: str | None = None

    def tls(self) -> ssl.SSLContext | None:
        """Raises OSError or ssl.SSLError when certificate or key cannot be used."""
        if self.certificate is None:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        return context


class Web:
    """The server over a house. `start` binds the port, `beat_until` keeps the agents, `stop` ends all."""

    def __init__(
        self,
        house: House,
        listen: Listen,
        agents: Agents | None = None,
        *,
        pace: Pace = USUAL,
        gather: float = GATHER_SECONDS,
        spoken: Sequence[int] = SPOKEN,
    ) -> None:
        self.house = house
        self.listen = listen
        self.agents = agents or Agents(house.clock)
        self.batches = Batches(house.database, house.clock, gather)
        self.door = Door(house, self.agents, self.batches, pace, spoken)
        self.lookout = Lookout(self.agents)
        self._pace = pace
        self._runner: web.AppRunner | None = None

    def app(self) -> web.Application:
        posting = Posting(self.house, self.door)
        app = web.Application(client_max_size=LARGEST)
        app.add_routes(
            [
                web.get("/healthz", self._healthz),
                web.get("/metrics", self._metrics),
                web.get("/agent/connect", self.door.handle),
                web.post("/agent/enrol", posting.enrol),
                web.get("/agent/nonce", posting.nonce),
                web.post("/agent/post", posting.post),
                web.get("/install.sh", self._script),
                web.get(f"/agent/{WHEEL}", self._wheel),
                *Box(self.house, posting.nonces, self.door.spoken).routes(),
            ]
        )
        return app

    async def start(self) -> int:
        """Listen; returns the port. Raises OSError when it is taken."""
        self._runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=2.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.listen.host, self.listen.port, ssl_context=self.listen.tls())
        await site.start()
        port = int(self._runner.addresses[0][1])
        _log.info("agents are awaited at %s port %s, by %s", self.listen.host, port, self.listen.url)
        return port

    async def beat_until(self, stop: asyncio.Event) -> None:
        """A beat to all agents again and again, until stopped. A failing store is waited for."""
        while not stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), self._pace.beat)
                return
            try:
                await self.door.beat()
                await tell_claims(self.house, self.agents.everyone())
            except (Busy, StorageFailed) as error:
                _log.warning("the agents' beat waits for the store: %s", error)
            except Exception:
                _log.exception("a beat failed")

    async def visit_until(self, stop: asyncio.Event, pulled: Pulled) -> None:
        """Visit a machine that cannot come here itself, until stopped."""
        await Puller(self.house, self.door, pulled).run(stop)

    async def stop(self) -> None:
        await self.door.close()
        await self.batches.stop()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _healthz(self, request: web.Request) -> web.Response:
        """200 while the store can be read, else 503."""
        try:
            await self.house.database.read(lambda session: None)
        except (Busy, StorageFailed) as error:
            return web.json_response({"ok": False, "why": type(error).__name__}, status=503)
        agents = sum(1 for one in self.agents.everyone() if one.admitted)
        return web.json_response({"ok": True, "version": __version__, "agents": agents})

    async def _metrics(self, request: web.Request) -> web.Response:
        return await metrics.answer(self.house, request)

    async def _script(self, request: web.Request) -> web.Response:
        return web.Response(text=script(self.listen.url), content_type="text/x-shellscript")

    async def _wheel(self, request: web.Request) -> web.Response:
        return web.Response(body=wheel(), content_type="application/octet-stream")
