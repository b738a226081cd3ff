"""From process start of `pinka run` to ready, beside a process that only imports its libraries; and its memory."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from storage.database import open_database
from tests.bench.figures import Figure, ratio, spread
from tests.fakes.telegram.server import TOKEN

ROOT = Path(__file__).parents[2]
BARE = "import telegram.ext, aiohttp.web, sqlmodel"
# What the console script `pinka` does, without having to find it.
RUN = "import sys; from bot.cli import main; sys.exit(main())"
MIB = 1024 * 1024


def measure(folder: Path, runs: int, bookings: int) -> list[Figure]:
    """Each start beside bare imports, one after the other."""
    folder.mkdir(parents=True, exist_ok=True)
    url = f"sqlite:///{folder / 'start.db'}"
    open_database(url).close_now()
    bare, ready, memory = [], [], []
    with telegram() as base_url:
        for run in range(-1 if runs > 1 else 0, runs):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", BARE], check=True, cwd=ROOT)
            imported = time.perf_counter() - began
            seconds, bytes_ = _start(url, base_url)
            if run >= 0:  # the first of several only warms up the disk
                bare.append(imported)
                ready.append(seconds)
                memory.append(bytes_)
    return [
        *spread("bare imports of telegram.ext, aiohttp.web, sqlmodel", bare)[:1],
        *spread("pinka run, from process start to ready", ready)[:1],
        ratio("ready by the bare imports", ready, bare, 1.5),
        Figure("memory of pinka run when ready", max(memory) / MIB, "MiB", 120),
        *_after(folder, bookings),
    ]


@contextmanager
def telegram() -> Iterator[str]:
    """The fake Telegram as a process of its own; yields the address of its Bot API."""
    command = [sys.executable, "-m", "tests.fakes.telegram", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["url"] + "/bot"
        finally:
            process.terminate()


def _start(url: str, base_url: str) -> tuple[float, int]:
    """Seconds to "ready" and the bytes resident then."""
    environment = {**os.environ, "PINKA_TELEGRAM_TOKEN": TOKEN, "PINKA_TELEGRAM_BASE_URL": base_url, "PINKA_DB": url}
    began = time.perf_counter()
    command = [sys.executable, "-c", RUN, "run"]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    ) as process:
        assert process.stderr is not None
        try:
            heard: list[str] = []
            while "ready as" not in "".join(heard[-1:]):
                heard.append(process.stderr.readline())
                assert heard[-1], f"pinka run ended before it was ready: {''.join(heard)}"
            return time.perf_counter() - began, psutil.Process(process.pid).memory_info().rss
        finally:
            process.terminate()
            process.stderr.read()


def _after(folder: Path, bookings: int) -> list[Figure]:
    command = [sys.executable, "-m", "tests.bench.memory", str(folder / "memory"), str(bookings)]
    said = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True).stdout
    before, after = json.loads(said)
    return [
        Figure("memory of the core with everything imported", before / MIB, "MiB", 120),
        Figure(f"memory of the core after {bookings} bookings", after / MIB, "MiB", 120),
    ]
