"""`pinka run` and `pinka agent run` as two processes on clocks that a test moves: cut off from each other for hours,
nothing is lost, nothing counts twice, and what is shown says how old it is."""

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from bot.agent import home
from bot.agent.home import Identity
from bot.usage.services.watch import SETTLES
from bot.wire.proof import key_hash
from storage.database import open_database
from storage.queries import agents
from tests.fakes.telegram import FakeTelegram
from tests.faults.adrift import LOOK_SECONDS, Clocks
from tests.faults.services import PATIENCE, REPOSITORY, Nursery
from tests.faults.test_agent_processes import free_port
from tests.web.relay import Relay

STEP, HOURS = 120, 3
"""Seconds between two readings that the clocks allow while the wire is cut: near enough to be no gap."""


class Scene:
    """A group whose bot and whose machine are processes of their own, with a wire between them."""

    def __init__(self, nursery: Nursery, folder: Path, tg: FakeTelegram, relay: Relay, port: int) -> None:
        self.nursery, self.folder, self.tg, self.relay, self.port = nursery, folder, tg, relay, port
        self.clocks = Clocks(folder / "clocks")
        tg.world.clock = self.clocks.now
        self.li = tg.places.user("Li", language="en")
        self.lab = tg.places.group("lab", [self.li, tg.places.user("Wang", language="en")])
        self.file, self.home = folder / "pinka.db", folder / "home"
        self.bot: int
        self.agent: subprocess.Popen[bytes]

    def let_in(self) -> None:
        """The machine's agent, as if it had come in by a code."""
        facts = {"name": "a1", "key_hash": key_hash("key"), "enrolled_by": 1, "enrolled_at": int(self.clocks.now())}

        def unit(session: Session) -> None:
            agents.add(session, {"node_id": 1, "state": "active", **facts})

        store = open_database(f"sqlite:///{self.file}")
        store.write_now(unit)
        store.close_now()
        self.home.mkdir(mode=0o700)
        home.save(self.home, Identity("a1", "key", f"http://127.0.0.1:{self.relay.port}", "node1", "lab"))

    def start(self) -> None:
        """Both at once: the agent comes again until the bot is there."""
        bot = {
            "PINKA_TELEGRAM_TOKEN": self.tg.token,
            "PINKA_TELEGRAM_BASE_URL": self.tg.base_url,
            "PINKA_LISTEN": f"127.0.0.1:{self.port}",
        }
        words = ["run", "--db", f"sqlite:///{self.file}", "--log-level", "INFO"]
        clocks, log = str(self.clocks.file), str(self.folder / "log")
        streams = {"stdin": os.devnull, "stdout": log, "stderr": log}
        self.bot = self.nursery.start(pinka=words, cwd=str(self.folder), env=bot, clocks=clocks, **streams)
        command = [sys.executable, "-m", "tests.faults.adrift", clocks, "agent", "run", "--simulate", "8xA100-80G"]
        with open(log, "ab") as told:
            env = {**os.environ, "PINKA_AGENT_HOME": str(self.home)}
            self.agent = subprocess.Popen(command, cwd=REPOSITORY, env=env, stdout=told, stderr=told)

    def stop(self) -> None:
        self.agent.terminate()
        os.kill(self.bot, signal.SIGTERM)
        assert (self.agent.wait(PATIENCE), self.nursery.wait(self.bot)) == (0, 0), (self.folder / "log").read_text()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=10) as store:
            return store.execute(query).fetchall()

    async def until(self, holds: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()[-5000:] + self.tg.transcript()
            await asyncio.sleep(LOOK_SECONDS)

    async def go_on(self, seconds: int) -> int:
        """The clocks go on so far, and the agent keeps one reading. Returns when."""
        self.clocks.go_on(seconds)
        now = int(self.clocks.now())
        await self.until(lambda: self.clocks.resting_since >= now)
        return now

    async def stored(self, since: int) -> None:
        """Until the bot has a reading since that moment."""
        await self.until(lambda: self.rows(f"SELECT 1 FROM reading WHERE at >= {since - 1}"))

    async def ask(self, text: str) -> str:
        answer = await self.tg.answer_to(self.tg.people.say(text, self.li, self.lab), PATIENCE)
        return str(answer["text"])

    def told(self, words: str) -> int:
        """How often the bot has said this in the group."""
        return sum(words in str(message["text"]) for message in self.tg.sent(self.lab.id))


@pytest.fixture
async def scene(nursery: Nursery, furnished: Path, tmp_path: Path) -> AsyncIterator[Scene]:
    shutil.copyfile(furnished, tmp_path / "pinka.db")
    async with FakeTelegram(privacy=False) as tg:
        port = free_port()
        relay = Relay(port)
        await relay.start()
        one = Scene(nursery, tmp_path, tg, relay, port)
        one.let_in()
        one.start()
        yield one
        await asyncio.to_thread(one.stop)
        await relay.cut()


async def test_cut_off_for_hours_nothing_is_lost_or_counted_twice_and_ages_are_shown(scene: Scene) -> None:
    await scene.until(lambda: home.told(scene.home).get("link") == "connected")
    await scene.stored(await scene.go_on(15))
    assert re.search(r"node1: driver .*\b\d s ago", await scene.ask("/status"))

    await scene.relay.cut()
    for step in range(HOURS * 3_600 // STEP):
        last = await scene.go_on(STEP)
        if step == 1:  # a bot that looks only after hours would think that it was itself away
            await scene.until(lambda: scene.told("cannot be reached"))
    assert f"node1: cannot be reached, last reading {HOURS} h" in await scene.ask("/status")

    await scene.relay.mend()
    scene.clocks.go_on(60)  # the longest that an agent waits until it comes again
    await scene.stored(last)
    scene.clocks.go_on(SETTLES)
    await scene.until(lambda: scene.told("back"))
    assert re.search(r"node1: driver .*\b\d+ s ago", await scene.ask("/status"))
    assert scene.told("node1 cannot be reached") == scene.told("its readings came in since") == 1

    times = [at for (at,) in scene.rows("SELECT at FROM reading ORDER BY at")]
    steps = [later - earlier for earlier, later in pairwise(times)]
    assert min(steps) > 0 and max(steps) < 2 * STEP, "none is missing, none came twice"
    assert times[-1] - times[0] > HOURS * 3_600
    counted = scene.rows("SELECT sum(readings) FROM rollup WHERE span = 'hour' GROUP BY gpu_id")
    assert counted == [(len(times),)] * 8
    assert scene.rows("SELECT * FROM gap WHERE ends_at IS NULL OR ends_at > starts_at") == []
