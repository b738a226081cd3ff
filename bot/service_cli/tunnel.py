"""The reverse SSH tunnel that `pinka run` keeps open, so that an agent on the box reaches the bot by its own loopback.

Nothing of it needs a password: whoever set it up has a key on the box. Its state stands in the store, for `/node` and
`pinka doctor`.
"""

import asyncio
import logging
import random
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

_log = logging.getLogger(__name__)
SETTLED_SECONDS = 2.0
"""After ssh says that it is connected: with ExitOnForwardFailure it is gone by then if the port could not be had."""
CONNECTED = "connected"
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
_WHERE = re.compile(r"(?P<target>[^\s:@-][^\s:@]*@[^\s:@]+|[^\s:@-][^\s:@]*)(?::(?P<port>\d{1,5}))?")
Report = Callable[[str, str | None], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Tunnel:
    """From a port of the box's loopback to the bot's server. `target` is what ssh takes, `port` the box's SSH port."""

    target: str
    port: int
    far_port: int
    near_port: int

    def command(self, ssh: tuple[str, ...] = ("ssh",)) -> list[str]:
        """Never asks anything; ends when the port cannot be had, or the other side is silent for a minute."""
        options = {
            "BatchMode": "yes",
            "ExitOnForwardFailure": "yes",
            "ServerAliveInterval": "20",
            "ServerAliveCountMax": "3",
            "ConnectTimeout": "15",
            "StrictHostKeyChecking": "accept-new",
            "PermitLocalCommand": "yes",
            "LocalCommand": f"echo {CONNECTED}",
        }
        said = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        forward = f"127.0.0.1:{self.far_port}:127.0.0.1:{self.near_port}"
        return [*ssh, "-N", "-T", *said, "-p", str(self.port), "-R", forward, "--", self.target]


def read_tunnel(text: str) -> tuple[str, int]:
    """`user@host:port` as (user@host, port); the port is 22 where none is said. Raises ValueError."""
    found = _WHERE.fullmatch(text.strip())
    port = int(found["port"] or 22) if found else 0
    if found is None or not 0 < port < 65536:
        raise ValueError("a tunnel is written user@host:port")
    return found["target"], port


async def keep_open(
    tunnel: Tunnel,
    stop: asyncio.Event,
    report: Report,
    *,
    ssh: tuple[str, ...] = ("ssh",),
    settled: float = SETTLED_SECONDS,
    chance: Callable[[float, float], float] = random.uniform,
) -> None:
    """Open it, and again when it ends, with growing jittered waits, until stopped. Reports `up`, or `down` and why."""
    failures = 0
    while not stop.is_set():
        lived, why = await _once(tunnel, stop, report, ssh, settled)
        if stop.is_set():
            return
        failures = 0 if lived else failures + 1
        _log.warning("the tunnel to %s ended: %s", tunnel.target, why)
        await report("down", why)
        with suppress(TimeoutError):
            wait = chance(FIRST_WAIT / 2, min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures, 16)))
            await asyncio.wait_for(stop.wait(), wait)


async def _once(
    tunnel: Tunnel, stop: asyncio.Event, report: Report, ssh: tuple[str, ...], settled: float
) -> tuple[bool, str]:
    """One ssh from start to end: whether it ever stood, and its last words."""
    try:
        process = await asyncio.create_subprocess_exec(
            *tunnel.command(ssh),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        return False, str(error)
    assert process.stderr is not None and process.stdout is not None
    reading = asyncio.create_task(process.stderr.read())
    ending = asyncio.create_task(process.wait())
    stopping = asyncio.create_task(stop.wait())
    connecting = asyncio.create_task(process.stdout.readline())
    try:
        await asyncio.wait((connecting, ending, stopping), return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait((ending, stopping), timeout=settled, return_when=asyncio.FIRST_COMPLETED)
        stood = not ending.done() and not stop.is_set()
        if stood:
            _log.info("the tunnel to %s stands", tunnel.target)
            await report("up", None)
            await asyncio.wait((ending, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
        for task in (stopping, connecting):
            task.cancel()
        await asyncio.gather(stopping, connecting, ending, return_exceptions=True)
        await process.stdout.read()  # to its end, else the pipe stays open
    said = (await reading).decode("utf-8", "replace").strip().splitlines()
    return stood, said[-1][:200] if said else f"ssh ended with {process.returncode}"
