"""Services as processes of their own, a store they share over their lives, and what a test reads of it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from typing import Any

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, Json, User

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 20.0


class Nursery:
    """Starts services quickly (see `tests.faults.nursery`)."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=REPOSITORY,
        )
        self._born: Queue[int] = Queue()
        self._ended: dict[int, int] = {}
        self._changed = threading.Condition()
        self._one_at_a_time = threading.Lock()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            if "status" not in told:
                self._born.put(told["pid"])
                continue
            with self._changed:
                self._ended[told["pid"]] = told["status"]
                self._changed.notify_all()

    def start(self, **order: Any) -> int:
        """The pid of a new service."""
        with self._one_at_a_time:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            self._process.stdin.flush()
            return self._born.get(timeout=PATIENCE)

    def status(self, pid: int) -> int | None:
        """How it ended (negative: by that signal); None while it lives."""
        with self._changed:
            return self._ended.get(pid)

    def wait(self, pid: int, timeout: float = PATIENCE) -> int:
        with self._changed:
            if not self._changed.wait_for(lambda: pid in self._ended, timeout):
                raise TimeoutError(f"the service {pid} did not end")
            return self._ended[pid]

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._listener.join(PATIENCE)
        self._process.stdout.close()


@dataclass
class Life:
    """One life of a service."""

    nursery: Nursery
    pid: int
    log: Path

    async def died(self) -> int:
        return await asyncio.to_thread(self.nursery.wait, self.pid)

    async def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        assert await self.died() == -signal.SIGKILL

    async def stop(self) -> None:
        """End it as an administrator would."""
        os.kill(self.pid, signal.SIGTERM)
        assert await self.died() == 0, self.log.read_text()


@dataclass
class Site:
    """A group of two students in a Telegram of their own, and the file of the bot that serves them."""

    nursery: Nursery
    folder: Path
    tg: FakeTelegram
    li: User = field(init=False)
    wang: User = field(init=False)
    lab: Chat = field(init=False)

    def __post_init__(self) -> None:
        self.li = self.tg.places.user("Li", language="en")
        self.wang = self.tg.places.user("Wang", language="en")
        self.lab = self.tg.places.group("lab", [self.li, self.wang])

    @classmethod
    def over(cls, nursery: Nursery, folder: Path, tg: FakeTelegram, template: Path) -> Site:
        folder.mkdir()
        site = cls(nursery, folder, tg)
        shutil.copyfile(template, site.file)
        return site

    @property
    def file(self) -> Path:
        return self.folder / "pinka.db"

    @property
    def flag(self) -> Path:
        """While it exists, commits are counted."""
        return self.folder / "counting"

    async def lives(self, die: tuple[str, int] | None = None, *, ready: bool = True) -> Life:
        """Start the service; `ready` waits for its first poll."""
        polls = len(self.tg.world.polls)
        pid = await asyncio.to_thread(
            self.nursery.start,
            db=f"sqlite:///{self.file}",
            base_url=self.tg.base_url,
            token=self.tg.token,
            log=str(self.folder / "log"),
            flag=str(self.flag),
            commits=str(self.folder / "commits"),
            die=die and list(die),
        )
        life = Life(self.nursery, pid, self.folder / "log")
        if ready:
            await self.until(lambda: len(self.tg.world.polls) > polls)
        return life

    async def until(self, look: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until it is so; then the log tells why it never was."""
        try:
            async with asyncio.timeout(seconds):
                while not look():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"it never came to this\n{self.log}\n{self.tg.transcript()}") from None

    @property
    def log(self) -> str:
        path = self.folder / "log"
        return path.read_text()[-6000:] if path.exists() else ""

    def say(self, text: str, user: User | None = None) -> Json:
        return self.tg.people.say(text, user or self.li, self.lab)

    @property
    def answers(self) -> list[str]:
        """What the bot said in the group."""
        return [str(message["text"]) for message in self.tg.sent(self.lab.id)]

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=10) as connection:
            return connection.execute(query).fetchall()

    @property
    def bookings(self) -> int:
        return int(self.rows("SELECT count(*) FROM booking")[0][0])

    @property
    def quiet(self) -> bool:
        """Nothing waits at Telegram, in the inbox or in the outbox."""
        open_rows = (
            "SELECT (SELECT count(*) FROM inbox WHERE state = 'new')"
            " + (SELECT count(*) FROM outbox WHERE state IN ('due', 'sending'))"
        )
        return not self.tg.world.updates.pending() and self.rows(open_rows) == [(0,)]

    @property
    def commits(self) -> list[str]:
        path = self.folder / "commits"
        return path.read_text().splitlines() if path.exists() else []
