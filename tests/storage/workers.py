"""Other processes that use the same store: what they do, and how a test starts them.

They come from a fork server that has imported the store once, so that eight of them cost little.
"""

import multiprocessing
import os
import random
import resource
import signal
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from sqlalchemy import text
from sqlmodel import Session

from storage.database import CardTaken, StorageFailed, lock_pool, open_database
from tests.storage.rows import book, count

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    ["pytest", "psycopg", "sqlalchemy.dialects.postgresql.psycopg", "storage.tables", "tests.storage.workers"]
)


@dataclass
class Worker:
    process: BaseProcess
    said: Connection


def start(work: str, url: str, *facts: str) -> Worker:
    """Starts the function of this module that is called `work`."""
    here, there = _context.Pipe(duplex=False)
    process = _context.Process(target=_run, args=(work, there, url, facts), daemon=True)
    process.start()
    there.close()
    return Worker(process, here)


def everything_said(worker: Worker) -> list[str]:
    """What the worker said until it ended or died."""
    heard: list[str] = []
    try:
        while True:
            heard.append(worker.said.recv())
    except EOFError:
        worker.process.join(20)
        worker.said.close()
    return heard


def together(workers: list[Worker]) -> list[str]:
    """The last word of each."""
    return [(everything_said(worker) or ["nothing"])[-1] for worker in workers]


def _run(work: str, said: Connection, url: str, facts: tuple[str, ...]) -> None:
    doing: Callable[..., None] = globals()[work]
    doing(said, url, *facts)
    said.close()


def add(session: Session, name: str) -> None:
    session.connection().execute(text("INSERT INTO counter VALUES (:n, 1)"), {"n": name})


def open_and_add(said: Connection, url: str, name: str) -> None:
    store = open_database(url)
    store.write_now(add, name)
    store.close_now()
    said.send("ok")


def book_one_card(said: Connection, url: str, starts_at: str, ends_at: str) -> None:
    """Twenty tries for card 1: says how many were won."""

    def unit(session: Session, shift: int) -> None:
        lock_pool(session, 1)
        book(session, 1, int(starts_at) + shift, int(ends_at) + shift)

    store = open_database(url)
    won = 0
    for hour in range(20):
        try:
            store.write_now(unit, hour * 100)
            won += 1
        except CardTaken:
            continue
    store.close_now()
    said.send(str(won))


def write_until_killed(said: Connection, url: str, round_number: str, seed: str) -> None:
    """Writes pairs of rows, says each when it is committed, and dies at a random point of a commit."""
    chance = random.Random(int(seed))
    moment, left = chance.choice(["before", "after"]), chance.randint(1, 12)

    def die(now: str) -> None:
        nonlocal left
        left -= now == moment
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def unit(session: Session, name: str) -> None:
        add(session, f"{name} first")
        add(session, f"{name} second")

    store = open_database(url)
    if int(round_number) % 3:
        store.on_commit.append(die)  # else the test kills from outside, wherever we are
    for number in range(10_000):
        store.write_now(unit, f"{round_number}.{number}")
        said.send(f"{round_number}.{number}")


def fill_the_disk(said: Connection, url: str) -> None:
    """Files may not grow for a while; says what the store said, and what it holds afterwards."""
    store = open_database(url)
    store.write_now(add, "before")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, limit[1]))
    for _ in range(2):
        try:
            store.write_now(add, "x" * 1_000_000)
        except StorageFailed as error:
            said.send(f"StorageFailed: {error}")
    resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    store.write_now(add, "after")
    said.send(str(store.read_now(count, "counter")))
    store.close_now()
