"""`pinka run` and `pinka agent run` as processes: killed, cut off, restarted, and every reading arrives once."""

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from storage.database import open_database
from tests.fakes.telegram import FakeTelegram
from tests.faults.commands import Command, run
from tests.faults.services import REPOSITORY, Nursery
from tests.saying import laboratory
from tests.web.relay import Relay

PATIENCE = 20.0


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@dataclass
class Scene:
    """A bot and an agent as processes, with a wire between them."""

    nursery: Nursery
    tmp: Path
    url: str
    tg: FakeTelegram
    relay: Relay
    port: int
    every: str = "0.02"
    bot: Command | None = None
    agent: "subprocess.Popen[bytes] | None" = None
    agents: "list[subprocess.Popen[bytes]]" = field(default_factory=list)

    async def start_bot(self) -> None:
        env = {
            "PINKA_TELEGRAM_TOKEN": self.tg.token,
            "PINKA_TELEGRAM_BASE_URL": self.tg.base_url,
            "PINKA_LISTEN": f"127.0.0.1:{self.port}",
            "PINKA_PUBLIC_URL": f"http://127.0.0.1:{self.relay.port}",
        }
        self.bot = run(self.nursery, self.tmp, ["run", "--db", self.url, "--log-level", "INFO"], env=env)
        await asyncio.to_thread(self.bot.until, "agents are awaited")

    @property
    def home(self) -> Path:
        return self.tmp / "home"

    def _agent(self, *words: str) -> "subprocess.Popen[bytes]":
        env = {**os.environ, "PINKA_AGENT_HOME": str(self.home)}
        command = [sys.executable, "-m", "tests.faults.hasty", self.every, "agent", *words, "--simulate", "8xA100-80G"]
        with open(self.tmp / "agent.log", "ab") as log:
            self.agents.append(subprocess.Popen(command, cwd=REPOSITORY, env=env, stdout=log, stderr=log))
        return self.agents[-1]

    def enrol(self) -> None:
        database = open_database(self.url)
        try:
            with laboratory(database) as lab:
                words = str(lab.say("/node add").data["enrol"]).split()
        finally:
            database.close_now()
        assert self._agent(*words[2:]).wait(PATIENCE) == 0, (self.tmp / "agent.log").read_text()

    def start_agent(self) -> None:
        self.agent = self._agent("run")

    def sql(self, statement: str) -> list[tuple[int]]:
        with sqlite3.connect(self.url.removeprefix("sqlite:///"), timeout=10) as file:
            return file.execute(statement).fetchall()

    def count(self) -> int:
        return self.sql("SELECT count(*) FROM reading")[0][0]

    async def more(self, by: int = 10) -> None:
        """Wait until so many readings more are stored."""
        wanted = self.count() + by
        await self.until(lambda: self.count() >= wanted)

    async def until(self, holds: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, (self.tmp / "agent.log").read_text()[-3000:] + (
                self.bot.told[-3000:] if self.bot else ""
            )
            await asyncio.sleep(0.02)


@pytest.fixture
async def scene(nursery: Nursery, sqlite_url: str, tmp_path: Path) -> AsyncIterator[Scene]:
    async with FakeTelegram(privacy=False) as tg:
        port = free_port()
        relay = Relay(port)
        await relay.start()
        one = Scene(nursery, tmp_path, sqlite_url, tg, relay, port)
        await one.start_bot()
        yield one
        for process in one.agents:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()
        await relay.cut()
        if one.bot is not None and nursery.status(one.bot.pid) is None:
            one.bot.kill(signal.SIGTERM)
            await asyncio.to_thread(one.bot.wait)


async def test_killed_cut_off_and_restarted_every_reading_arrives_once(scene: Scene) -> None:
    await asyncio.to_thread(scene.enrol)
    scene.start_agent()
    await scene.more()
    await scene.relay.cut()
    await asyncio.sleep(0.3)
    assert scene.agent is not None and scene.bot is not None
    scene.agent.kill()
    scene.start_agent()
    await scene.relay.mend()
    await scene.more()
    scene.bot.kill(signal.SIGKILL)
    await asyncio.to_thread(scene.bot.wait)
    await asyncio.sleep(0.2)
    await scene.start_bot()
    await scene.more()
    begun = time.monotonic()
    scene.agent.terminate()
    assert await asyncio.to_thread(scene.agent.wait) == 0
    assert time.monotonic() - begun < 2

    numbers = [number for (number,) in scene.sql("SELECT seq FROM reading ORDER BY seq")]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_one_folder_has_one_agent_and_its_status_says_how_it_stands(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bot.cli import main

    monkeypatch.setenv("PINKA_AGENT_HOME", str(scene.home))
    assert main(["agent", "status"]) == 1
    assert "/node add" in capsys.readouterr().out
    await asyncio.to_thread(scene.enrol)
    scene.start_agent()
    await scene.more(3)

    assert scene._agent("run").wait(PATIENCE) == 2
    assert main(["agent", "status"]) == 0
    said = capsys.readouterr().out
    assert "✓ 已连上" in said and "8 张卡" in said and "✗" not in said
