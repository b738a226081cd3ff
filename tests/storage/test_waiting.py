"""Who waits for whom: readers and writers never do, writers do, and not for ever."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import text
from sqlmodel import Session

from storage.database import Busy, Database, lock_pool
from tests.storage.rows import count
from tests.storage.workers import add

HOLD_SQLITE = (
    "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
    "c.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.readline(); c.execute('ROLLBACK')"
)


@contextmanager
def _held_by_another(url: str) -> Iterator[None]:
    if url.startswith("postgresql"):
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE counter")
            yield
        return
    command = [sys.executable, "-c", HOLD_SQLITE, url.removeprefix("sqlite:///")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other_process:
        assert other_process.stdin is not None and other_process.stdout is not None
        assert other_process.stdout.readline() == "held\n"
        yield
        other_process.stdin.write("\n")


def test_a_store_locked_by_another_process_is_busy_and_works_again_afterwards(
    database_url: str, open_store: Callable[..., Database]
) -> None:
    store = open_store(database_url, busy_seconds=0.1)
    with _held_by_another(database_url), pytest.raises(Busy):
        store.write_now(add, "a")
    store.write_now(add, "b")
    assert store.read_now(count, "counter") == 1


def test_a_reader_reads_one_snapshot_and_blocks_no_writer(database: Database) -> None:
    written, seen = threading.Event(), threading.Event()

    def looks_twice(session: Session) -> tuple[int, int]:
        before = count(session, "counter")
        seen.set()
        assert written.wait(10)
        return before, count(session, "counter")

    database.write_now(add, "a")
    with ThreadPoolExecutor(1) as other:
        reading = other.submit(database.read_now, looks_twice)
        assert seen.wait(10)
        database.write_now(add, "b")
        written.set()
        assert reading.result(10) == (1, 1)
    assert database.read_now(count, "counter") == 2


def test_a_writer_blocks_no_reader_and_shows_nothing_before_its_commit(database: Database) -> None:
    begun, read = threading.Event(), threading.Event()

    def writes(session: Session) -> None:
        add(session, "a")
        begun.set()
        assert read.wait(10)

    with ThreadPoolExecutor(1) as other:
        writing = other.submit(database.write_now, writes)
        assert begun.wait(10)
        assert database.read_now(count, "counter") == 0
        read.set()
        writing.result(10)
    assert database.read_now(count, "counter") == 1


@pytest.mark.postgres
def test_bookings_of_one_pool_wait_for_each_other_and_those_of_another_do_not(
    postgres_url: str, open_store: Callable[..., Database]
) -> None:
    store = open_store(postgres_url, busy_seconds=0.1)
    with psycopg.connect(postgres_url) as other:
        other.execute("SELECT pg_advisory_xact_lock(1)")
        with pytest.raises(Busy):
            store.write_now(lock_pool, 1)
        store.write_now(lock_pool, 2)
    store.write_now(lock_pool, 1)


@pytest.mark.postgres
def test_a_deadlock_is_run_again_until_both_units_are_through(
    postgres_url: str, open_store: Callable[..., Database]
) -> None:
    store = open_store(postgres_url)
    store.write_now(add, "a")
    store.write_now(add, "b")
    both_hold_one = threading.Barrier(2, timeout=10)
    runs: list[str] = []

    def raise_both(session: Session, first: str, second: str) -> None:
        connection = session.connection()
        connection.execute(text("SET LOCAL deadlock_timeout = '20ms'"))
        connection.execute(text("UPDATE counter SET value = value + 1 WHERE name = :n"), {"n": first})
        runs.append(first)
        if len(runs) <= 2:
            both_hold_one.wait()
        connection.execute(text("UPDATE counter SET value = value + 1 WHERE name = :n"), {"n": second})

    with ThreadPoolExecutor(2) as callers:
        units = [
            callers.submit(lambda: store.write_now(raise_both, "a", "b")),
            callers.submit(lambda: store.write_now(raise_both, "b", "a")),
        ]
        for unit in units:
            unit.result(10)
    assert len(runs) > 2, "there was no deadlock"
    assert store.read_now(lambda s: s.connection().execute(text("SELECT sum(value) FROM counter")).scalar()) == 6
