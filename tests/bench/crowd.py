"""Two processes with four callers each on one file: how many get booked, how long it takes, and nothing twice.

Time runs fast (hours a second), so that the pool never fills up and everybody still wants the same cards.
"""

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.chat.message import Incoming, Person, Place
from bot.queues.house import House
from storage.queries import inbox
from tests.bench.figures import Figure, spread
from tests.bench.lab import GROUP, NOW, PLATFORM, SPEAKER, Hand, admitted, furnished, opened

PROCESSES, CALLERS = 2, 4
SPEED = 6 * 3600
ANSWERS = ("booked", "taken", "own_instead")
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class FastClock:
    """Runs `SPEED` times as fast as the machine's, from a moment that all processes share."""

    since: float

    def now(self) -> int:
        return NOW + int((time.monotonic() - self.since) * SPEED)


async def measure(folder: Path, seconds: float) -> list[Figure]:
    """Starts the processes, waits for them, and looks through the whole calendar afterwards."""
    lab = await furnished(folder, 0)
    for account in range(SPEAKER, SPEAKER + PROCESSES * CALLERS):
        await admitted(lab.house, account)
    url = lab.house.database.url
    await lab.house.close()
    command = [sys.executable, "-m", "tests.bench.crowd", url, str(seconds), str(time.monotonic())]
    workers = [
        subprocess.Popen([*command, str(n)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for n in range(PROCESSES)
    ]
    heard = _together(workers)
    took = [second for one in heard for second in one["booked"]]
    others = [code for one in heard for code in one["others"]]
    if others:
        print(f"answers that nobody should get: {Counter(others)}", file=sys.stderr)
    name = f"{PROCESSES} processes × {CALLERS} callers"
    return [
        Figure(f"{name}: booked a second", len(took) / seconds, "/s"),
        *spread(f"{name}: /book to committed effect", took),
        Figure(f"{name}: the slowest of them", 1000 * max(took), "ms"),
        Figure(f"{name}: refused as taken, a second", sum(one["taken"] for one in heard) / seconds, "/s"),
        Figure(f"{name}: double bookings", doubles(url.removeprefix("sqlite:///")), "", 0),
        Figure(f"{name}: errors", len(others), "", 0),
    ]


def _together(workers: "list[subprocess.Popen[str]]") -> list[dict[str, Any]]:
    for worker in workers:
        assert worker.stdout and worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin
        worker.stdin.write("go\n")
        worker.stdin.flush()
    heard = [json.loads(worker.communicate()[0]) for worker in workers]
    assert all(worker.returncode == 0 for worker in workers)
    return heard


def doubles(path: str) -> int:
    """How often two live bookings hold the same card at the same second: every row is looked at, no trigger asked."""
    with sqlite3.connect(path) as connection:
        rows = connection.execute(
            "SELECT gpu_id, starts_at, ends_at FROM booked_card WHERE live = 1 ORDER BY gpu_id, starts_at"
        ).fetchall()
    connection.close()
    free_from: dict[int, int] = {}
    found = 0
    for gpu_id, starts_at, ends_at in rows:
        found += starts_at < free_from.get(gpu_id, 0)
        free_from[gpu_id] = max(ends_at, free_from.get(gpu_id, 0))
    return found


async def work(url: str, seconds: float, since: float, number: int) -> None:
    """One process: four callers until the time is up; says what became of it."""
    clock = FastClock(since)
    house = await opened(url, clock, Hand(), f"bench{number}")
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    until = time.perf_counter() + seconds
    callers = range(SPEAKER + number * CALLERS, SPEAKER + (number + 1) * CALLERS)
    heard = await asyncio.gather(*(_caller(house, clock, account, until) for account in callers))
    await house.close()
    answers = [one for each in heard for one in each]
    print(
        json.dumps(
            {
                "booked": [second for code, second in answers if code == "booked"],
                "taken": sum(code == "taken" for code, _ in answers),
                "others": sorted(code for code, _ in answers if code not in ANSWERS),
            }
        )
    )


async def _caller(house: House, clock: FastClock, account: int, until: float) -> list[tuple[str, float]]:
    chance, answers = random.Random(account), []
    place, person = Place(PLATFORM, str(GROUP), False), Person(str(account), "李 雷")
    number = 0
    while time.perf_counter() < until:
        number += 1
        key, text = f"crowd:{account}:{number}", _wish(chance, clock.now())
        began = time.perf_counter()
        try:
            # Sent a second (of hours) later than now: else it would be too late a command before it is read.
            message = Incoming(key, place, person, text, clock.now() + SPEED, addressed=True)
            [(row_id, _, stored)] = await house.inbox.receive([message])
            await house.inbox.handle(row_id, stored)
            took = time.perf_counter() - began
            answers.append((await house.database.read(_code, row_id), took))
        except Exception as error:
            print(f"{text}: {error!r}", file=sys.stderr)
            answers.append(("error", 0.0))
    return answers


def _code(session: Session, row_id: int) -> str:
    row = inbox.get(session, row_id)
    return str(row.code) if row else "lost"


def _wish(chance: random.Random, now: int) -> str:
    """Half want cards now, half at some moment of the next day."""
    count, length = chance.choice((1, 1, 2)), chance.choice(("10m", "30m", "1h"))
    if chance.random() < 0.5:
        return f"/book {count}xA100 {length}"
    start = datetime.fromtimestamp(now + chance.randrange(3, 24) * 3600, ZoneInfo("Asia/Shanghai"))
    return f"/book {count}xA100 {start:%Y-%m-%d %H:%M} {length}"


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])))
