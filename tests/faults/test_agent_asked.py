"""`pinka run` and `pinka agent run` as processes: `/status` shows the machine as it is when somebody asks."""

import asyncio
import json
import re
import shutil
import signal
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.agent import home
from tests.fakes.telegram import FakeTelegram
from tests.faults.services import Nursery
from tests.faults.test_agent_processes import PATIENCE, Scene, free_port
from tests.web.relay import Relay

A_QUARTER_OF_AN_HOUR = "900"


class Listening(Relay):
    """Counts the questions that pass."""

    asks = 0

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        read = source.read

        async def heard(most: int) -> bytes:
            data = await read(most)
            self.asks += data.count(b'"type":"ask"')
            return data

        source.read = heard  # type: ignore[method-assign,assignment]
        await super()._pass(source, target)


@pytest.fixture
async def scene(nursery: Nursery, furnished: Path, tmp_path: Path) -> AsyncIterator[Scene]:
    """The agent keeps a reading every quarter of an hour: what is shown before that was asked for."""
    file = tmp_path / "pinka.db"
    shutil.copyfile(furnished, file)
    async with FakeTelegram(privacy=False) as tg:
        port = free_port()
        relay = Listening(port)
        await relay.start()
        one = Scene(nursery, tmp_path, f"sqlite:///{file}", tg, relay, port, A_QUARTER_OF_AN_HOUR)
        await one.start_bot()
        yield one
        for process in one.agents:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()
        await relay.cut()
        assert one.bot is not None
        one.bot.kill(signal.SIGTERM)
        await asyncio.to_thread(one.bot.wait)


async def test_ten_who_ask_at_once_see_the_machine_of_that_moment_by_one_question(scene: Scene) -> None:
    tg = scene.tg
    li, wang = tg.places.user("Li", language="en"), tg.places.user("Wang")
    lab = tg.places.group("lab", [li, wang])
    line = str((await tg.answer_to(tg.people.say("/node add node1", li, lab), PATIENCE))["text"])
    words = re.search(r"agent (enrol \S+ \S+)", line)
    assert words is not None, line
    assert await asyncio.to_thread(scene._agent(*words[1].split()).wait, PATIENCE) == 0
    scene.start_agent()
    await scene.until(lambda: home.told(scene.home).get("link") == "connected")

    def shown() -> list[dict[str, Any]]:
        return [json.loads(str(data)) for (data,) in scene.sql("SELECT data FROM outbox WHERE code = 'status'")]

    began = time.monotonic()
    for number in range(10):
        tg.people.say("/status", (li, wang)[number % 2], lab)
    await scene.until(lambda: len(shown()) == 10)
    took = time.monotonic() - began

    assert scene.count() == 0, "nothing was kept yet"
    assert {one["agent"][0]["age"] for one in shown()} <= {0, 1, 2}
    assert all(card["live"]["state"] == "ok" for one in shown() for card in one["cards"])
    assert 1 <= scene.relay.asks <= 1 + took // 2, "an answer serves for two seconds at least"  # type: ignore[attr-defined]
