"""What `pinka run` does for the agents: where its server listens, by which address they come, through which tunnel."""

import asyncio
import hashlib
import logging
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, ParamSpec
from urllib.parse import urlsplit

from sqlmodel import Session

from bot.queues.house import House
from bot.service_cli.tunnel import Tunnel, keep_open, read_tunnel
from bot.settings import PULLED, Settings
from bot.usage.services import doors
from bot.usage.services.doors import Door
from bot.web.pulling import Pulled
from bot.web.server import Listen, Web
from storage.database import Busy, StorageFailed

P = ParamSpec("P")
_log = logging.getLogger(__name__)
USUAL_PORT = 8765
AGAIN_SECONDS = 5.0
MOST_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """Where to listen (null: nowhere), the tunnel to keep if there is to be one, the machines to visit."""

    listen: Listen | None
    pin: str | None = None
    tunnel: Tunnel | None = None
    pulled: tuple[Pulled, ...] = ()


def plan_of(settings: Settings) -> Plan | None:
    """What the settings want; None: no agents are let in. Raises OSError, ssl.SSLError or ValueError for what
    cannot be used."""
    found = [PULLED.fullmatch(one.strip()) for one in (settings.pull or "").split(",")]
    pulled = tuple(Pulled(one["node"], one["url"].rstrip("/"), one["token"]) for one in found if one is not None)
    if settings.listen is None and settings.tunnel is None:
        return Plan(None, pulled=pulled) if pulled else None
    host, port = address(settings.listen or f"127.0.0.1:{USUAL_PORT}")
    tunnel = None
    if settings.tunnel is not None:
        target, ssh_port = read_tunnel(settings.tunnel)
        tunnel = Tunnel(target, ssh_port, settings.tunnel_port, port)
    certificate = settings.tls_cert if tunnel is None else None
    scheme = "https" if certificate else "http"
    inside = f"http://127.0.0.1:{tunnel.far_port}" if tunnel else f"{scheme}://{host}:{port}"
    listen = Listen(host, port, (settings.public_url or inside).rstrip("/"), certificate, settings.tls_key)
    pin = pin_of(certificate, settings.tls_key, urlsplit(listen.url).hostname or host) if certificate else None
    return Plan(listen, pin, tunnel, pulled)


def address(text: str) -> tuple[str, int]:
    """`host:port`, `:port` or a port alone (then 127.0.0.1). Raises ValueError."""
    host, _, port = text.strip().rpartition(":")
    if not port.isdigit() or not 0 < int(port) < 65536:
        raise ValueError("an address to listen at is written host:port")
    return host.strip("[]") or "127.0.0.1", int(port)


def pin_of(certificate: str, key: str | None, host: str) -> str | None:
    """The SHA-256 of a certificate that no authority known here vouches for; None for one that is vouched for.

    Raises OSError, ssl.SSLError or ValueError when it cannot be used.
    """
    server = Listen(host, 0, "", certificate, key).tls()
    if server is None or _is_trusted(server, host):
        return None
    with open(certificate, encoding="ascii", errors="replace") as file:
        text = file.read()
    begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    first = text[text.index(begin) : text.index(end) + len(end)]
    return f"sha256:{hashlib.sha256(ssl.PEM_cert_to_DER_cert(first)).hexdigest()}"


def _is_trusted(server: ssl.SSLContext, host: str) -> bool:
    """Whether a client of this machine would accept it: the two of them shake hands in memory."""
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(to_client, to_server, server_hostname=host)
    sides = {client, server.wrap_bio(to_server, to_client, server_side=True)}
    for _ in range(MOST_ROUNDS):
        for side in list(sides):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLError:
                return False
            sides.discard(side)
    return not sides


class DoorTaken(Exception):
    """The port is taken, or not ours to take."""


class AgentSide:
    """The server and the tunnel of one service."""

    def __init__(self, house: House, plan: Plan | None) -> None:
        self._house = house
        self._plan = plan or Plan(None)
        self.web = Web(house, self._plan.listen or Listen("127.0.0.1", 0, ""))
        house.inbox.lookout = self.web.lookout

    async def run(self, stop: asyncio.Event) -> None:
        """Until stopped. Raises DoorTaken."""
        plan = self._plan
        door = Door(plan.listen.url, plan.pin) if plan.listen is not None else None
        await self._write(doors.stand, door, plan.tunnel is not None)
        if plan.listen is not None:
            try:
                await self.web.start()
            except OSError as error:
                raise DoorTaken(str(error)) from None
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.web.beat_until(stop))
                for pulled in plan.pulled:
                    group.create_task(self.web.visit_until(stop, pulled))
                if plan.tunnel is not None:
                    group.create_task(keep_open(plan.tunnel, stop, self._tunnel_is))
        finally:
            await self.web.stop()

    async def _tunnel_is(self, state: str, why: str | None) -> None:
        await self._write(doors.tunnel_is, state, why)

    async def _write(self, f: Callable[Concatenate[Session, P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Wait for a store that is busy: nothing here is worth ending the service for."""
        while True:
            try:
                await self._house.database.write(f, *args, **kwargs)
                return
            except (Busy, StorageFailed) as error:
                _log.warning("what agents need waits for the store: %s", error)
                await asyncio.sleep(AGAIN_SECONDS)
