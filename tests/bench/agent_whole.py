"""The agent as it runs: `pinka agent run` over the fake library, connected to a bot that stores what it says.

Xids are not waited for here: the fake looks at its control file 200 times a second, where a driver sleeps.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil

from bot.agent import home
from bot.agent.home import Identity
from tests.bench.agents_into_bot import AGENT_KEY
from tests.bench.figures import Figure
from tests.fakes.nvml import FakeNvml

MIB = 1024**2
SETTLED, PATIENCE = 5.0, 60.0
NO_EVENTS = "fail EventSetCreate 3"


def measure(folder: Path, fake: FakeNvml, root: Path, seconds: int) -> list[Figure]:
    """Processor time of so many seconds and memory after them, from the fifth second of the connection on."""
    fake.say(NO_EVENTS)
    serving = ["-m", "tests.bench.agents_into_bot", "--agents", "1", "--serve", f"sqlite:///{folder / 'whole.db'}"]
    with subprocess.Popen(
        [sys.executable, *serving], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as bot:
        assert bot.stdin is not None and bot.stdout is not None
        try:
            url = f"http://127.0.0.1:{json.loads(bot.stdout.readline())['port']}"
            cpu, memory = _watched(folder / "whole", fake, url, root, seconds)
            bot.stdin.close()
            bot.wait(PATIENCE)
        finally:
            bot.kill()
            fake.unsay(NO_EVENTS)
    return [
        Figure("the whole agent, connected: processor", 100 * cpu / seconds, "% of a core", 0.5),
        Figure("the whole agent, connected: memory", memory / MIB, "MiB", 45),
    ]


def _watched(folder: Path, fake: FakeNvml, url: str, root: Path, seconds: int) -> tuple[float, int]:
    folder.mkdir(mode=0o700)
    home.save(folder, Identity("a1", AGENT_KEY, url, "node1", "lab"))
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env = {**kept, **fake.environment, "PINKA_AGENT_HOME": str(folder)}
    command = [sys.executable, "-c", "from bot.cli import main; main(['agent', 'run'])"]
    with open(folder / "log", "wb") as log:
        agent = subprocess.Popen(command, cwd=root, env=env, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + PATIENCE
        while home.told(folder).get("link") != "connected":
            if time.monotonic() > deadline:
                raise TimeoutError(f"the agent did not connect: {(folder / 'log').read_text()[-500:]}")
            time.sleep(0.1)
        time.sleep(SETTLED)
        watched = psutil.Process(agent.pid)
        before = watched.cpu_times()
        time.sleep(seconds)
        after = watched.cpu_times()
        return after.user - before.user + after.system - before.system, watched.memory_info().rss
    finally:
        agent.terminate()
        agent.wait()
