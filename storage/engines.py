"""How each database is connected to: pragmas, timeouts, isolation, who may write."""

import random
import sqlite3
import time
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

from storage.failures import Busy, StorageFailed, translate

WAIT_BETWEEN_TRIES = (0.0005, 0.002)
"""Seconds; a unit of work takes a few milliseconds."""


def sqlite_engine(url: URL, *, busy_seconds: float, read_only: bool) -> Engine:
    """The driver's own transactions are off: `BEGIN IMMEDIATE` is ours, so a writer never fails half-way."""
    engine = create_engine(
        url,
        poolclass=NullPool,
        connect_args={"timeout": busy_seconds, "isolation_level": None, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def prepare(driver: Any, _record: object) -> None:
        if read_only:
            driver.execute("PRAGMA query_only = ON")
            return
        _turn_on_wal(driver, busy_seconds)
        driver.execute("PRAGMA synchronous = FULL")
        driver.execute("PRAGMA foreign_keys = ON")
        driver.execute("PRAGMA busy_timeout = 0")  # from here on `_begin_writing` waits

    @event.listens_for(engine, "begin")
    def open_transaction(connection: Connection) -> None:
        if read_only:
            connection.exec_driver_sql("BEGIN")
        else:
            _begin_writing(connection, busy_seconds)

    event.listen(engine, "handle_error", translate)
    return engine


def _begin_writing(connection: Connection, busy_seconds: float) -> None:
    """SQLite's own waiting sleeps ever longer, so beside a busy process it comes too late for seconds on end."""
    driver: Any = connection.connection.driver_connection
    deadline = time.monotonic() + busy_seconds
    while time.monotonic() < deadline:
        try:
            driver.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                break
        time.sleep(random.uniform(*WAIT_BETWEEN_TRIES))
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # once more, for the store's own exception


def _turn_on_wal(driver: Any, busy_seconds: float) -> None:
    """SQLite's busy handler is not asked here, so two processes on a new file need this loop."""
    if driver.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        return
    deadline = time.monotonic() + busy_seconds
    while True:
        try:
            mode = driver.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            if time.monotonic() > deadline:
                raise Busy(str(error)) from error
            time.sleep(0.01)
            continue
        if mode != "wal":
            raise StorageFailed("this file system cannot hold an SQLite file in WAL mode")
        return


def postgres_engine(url: URL, *, busy_seconds: float, read_only: bool) -> Engine:
    """Writers run READ COMMITTED and wait at most `busy_seconds` for a lock; readers see one snapshot."""
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        poolclass=NullPool,
        isolation_level="REPEATABLE READ" if read_only else "READ COMMITTED",
        execution_options={"postgresql_readonly": True} if read_only else {},
        connect_args={
            "connect_timeout": max(2, round(busy_seconds)),
            "application_name": "pinka",
            "options": f"-c lock_timeout={round(busy_seconds * 1000)} -c timezone=UTC",
        },
    )
    event.listen(engine, "handle_error", translate)
    return engine
