"""The agent's counter for people of this machine: a Unix socket at which `pinka job run` asks and reports.

Who asks is known by the system, what they ask goes on to the bot. Word of jobs goes into the agent's buffer, so that
it reaches the bot whenever that can be reached again, and once.
"""

import asyncio
import contextlib
import json
import logging
import os
import socket
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.agent.box.knock import FOR_ALL, LONGEST_LINE, NAME, address
from bot.agent.box.peaks import Peaks
from bot.agent.box.reach import Refused, Unreachable
from bot.agent.people.owners import account_name
from bot.wire.box import ENDED, STARTED, BoxAsk, Covering, JobNews
from bot.wire.decoding import BadMessage, plain, read
from bot.wire.sample import Event, Sample

_log = logging.getLogger(__name__)
LOOK_SECONDS = 5.0
LINE_SECONDS = 10.0
Ask = Callable[[BoxAsk], Awaitable[Covering]]
Keep = Callable[[Event], Awaitable[None]]


@dataclass(slots=True)
class Counter:
    """`ask` asks the bot, `keep` puts an event into the buffer, `latest` is the last look, `now` UTC seconds."""

    ask: Ask
    keep: Keep
    latest: Callable[[], Sample]
    now: Callable[[], float]
    url: str
    pin: str | None = None
    peaks: Peaks = field(default_factory=Peaks)

    async def serve(self, folder: Path, for_all: Path = FOR_ALL) -> None:
        """Listen until cancelled. A socket that cannot be opened is no reason for the agent to stop."""
        async with contextlib.AsyncExitStack() as open_ones:
            for path, mode in _doors(folder, for_all):
                try:
                    server = await asyncio.start_unix_server(self._serve, sock=_bound(path, mode), limit=LONGEST_LINE)
                except OSError as error:
                    _log.warning("nobody can ask at %s: %s", path, error)
                    continue
                await open_ones.enter_async_context(server)
                open_ones.callback(_closed, path, path == for_all)
            while True:
                self.peaks.see(self.latest())
                await asyncio.sleep(LOOK_SECONDS)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(LINE_SECONDS):
                line = await reader.readline()
            answer = await self.answer(line, _account(writer))
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        except (TimeoutError, ValueError, OSError) as error:
            _log.info("somebody at the counter went away: %s", type(error).__name__)
        finally:
            writer.close()

    async def answer(self, line: bytes, account: str | None) -> dict[str, Any]:
        """One question of a person whom the system knows by this account."""
        try:
            asked = json.loads(line)
            what, body = str(asked["do"]), json.dumps(asked.get("with", {}))
            if what == "where":
                return {"ok": True, "url": self.url, "pin": self.pin}
            if what == "booking":
                return await self._booking(replace(read(BoxAsk, body), account=account))
            if what in (STARTED, ENDED):
                await self._news(what, replace(read(JobNews, body), account=account))
                return {"ok": True}
        except (ValueError, KeyError, TypeError, AttributeError, BadMessage):
            return {"ok": False, "why": "bad_message"}
        return {"ok": False, "why": "unknown"}

    async def _booking(self, ask: BoxAsk) -> dict[str, Any]:
        try:
            return {"ok": True, "covering": plain(await self.ask(ask))}
        except (Unreachable, Refused) as error:
            return {"ok": False, "why": str(error)}

    async def _news(self, kind: str, news: JobNews) -> None:
        if kind == ENDED:
            self.peaks.see(self.latest())
            news = replace(news, peaks=self.peaks.take(news.job))
        await self.keep(Event(int(self.now()) - news.ago, kind, None, plain(news)))


def _doors(folder: Path, for_all: Path) -> list[tuple[Path, int]]:
    """In the agent's own folder for its account; where it runs as root, for everybody too."""
    everybody = os.geteuid() == 0 and _made(for_all.parent)
    return [(folder / NAME, 0o600), *([(for_all, 0o666)] if everybody else [])]


def _made(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o755, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _bound(path: Path, mode: int) -> socket.socket:
    """The agent alone has its folder's lock, so a socket that lies there is a dead one's. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with address(path) as where:
            listening.bind(where)
        path.chmod(mode)
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening


def _closed(path: Path, with_folder: bool) -> None:
    """Nothing stays behind."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
        if with_folder:
            path.parent.rmdir()


def _account(writer: asyncio.StreamWriter) -> str | None:
    """The account of whoever is at the other end."""
    theirs = writer.get_extra_info("socket")
    try:
        found = theirs.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return account_name(struct.unpack("3i", found)[1])
    except (OSError, AttributeError):
        return None
