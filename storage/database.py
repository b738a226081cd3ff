"""Units of work: one function, one thread, one transaction, ended by a commit or a rollback.

Nothing awaits inside a unit, and whoever is cancelled while waiting for one leaves nothing half done.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Concatenate, Literal, ParamSpec, TypeVar

from sqlalchemy import Connection, RootTransaction, make_url
from sqlmodel import Session

from storage.engines import postgres_engine, sqlite_engine
from storage.failures import (
    Busy,
    CardTaken,
    Conflict,
    ConnectionLost,
    GuardMissing,
    OutcomeUnknown,
    SchemaMismatch,
    StorageFailed,
)
from storage.guards import guard_missing
from storage.lanes import Lane
from storage.migrations import bring_to_head

__all__ = [
    "Busy",
    "CardTaken",
    "Database",
    "GuardMissing",
    "OutcomeUnknown",
    "SchemaMismatch",
    "StorageFailed",
    "lock_pool",
    "open_database",
    "savepoint",
]

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 5
_log = logging.getLogger(__name__)


class Database:
    """An open store. `write` and `read` are for coroutines, `write_now` and `read_now` for the rest.

    `on_commit` is called with "before" and "after" around each commit of a write: tests die there.
    """

    def __init__(self, url: str, writer: Lane, reader: Lane, dialect: Literal["sqlite", "postgresql"]) -> None:
        self.url = url
        self.dialect = dialect
        self.on_commit: list[Callable[[str], None]] = []
        self._writer = writer
        self._reader = reader

    async def write(self, f: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs `f(session, …)` and commits. If `f` raises, everything it did is rolled back."""
        return await _waited_for(self._writer.submit(lambda: self._write(lambda s: f(s, *args, **kwargs))))

    async def read(self, f: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs `f(session, …)` on one unchanging snapshot. It can write nothing and blocks no writer."""
        return await _waited_for(self._reader.submit(lambda: self._read(lambda s: f(s, *args, **kwargs))))

    def write_now(self, f: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._writer.submit(lambda: self._write(lambda s: f(s, *args, **kwargs))).result()

    def read_now(self, f: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._reader.submit(lambda: self._read(lambda s: f(s, *args, **kwargs))).result()

    async def close(self) -> None:
        """Finishes what is queued, then closes."""
        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        self._reader.close()
        self._writer.close()

    def _write(self, f: Callable[[Session], T]) -> T:
        return _again_on_conflict(lambda: self._write_once(f))

    def _write_once(self, f: Callable[[Session], T]) -> T:
        with _unit(self._writer) as (connection, transaction, session):
            result = f(session)
            session.flush()
            for hook in self.on_commit:
                hook("before")
            self._commit(connection, transaction)
        for hook in self.on_commit:
            hook("after")
        return result

    def _commit(self, connection: Connection, transaction: RootTransaction) -> None:
        if not transaction.is_active:
            raise RuntimeError("an error was swallowed in a unit of work: only a savepoint can be gone back to")
        if self.dialect == "sqlite" and not _in_transaction(connection):
            raise StorageFailed("SQLite ended the transaction by itself after an error")
        try:
            transaction.commit()
        except ConnectionLost as error:
            raise OutcomeUnknown(str(error)) from error

    def _read(self, f: Callable[[Session], T]) -> T:
        return _again_on_conflict(lambda: self._read_once(f))

    def _read_once(self, f: Callable[[Session], T]) -> T:
        with _unit(self._reader) as (_connection, _transaction, session):
            return f(session)


@contextmanager
def _unit(lane: Lane) -> Iterator[tuple[Connection, RootTransaction, Session]]:
    """One transaction on this thread's connection; rolled back unless the body commits it.

    The session joins it, so a `session.commit()` inside a unit of work cannot end it early.
    """
    try:
        connection = lane.connection()
        with connection.begin() as transaction:
            session = Session(bind=connection, expire_on_commit=False, join_transaction_mode="rollback_only")
            try:
                yield connection, transaction, session
            finally:
                session.close()
                if transaction.is_active:
                    transaction.rollback()
    except StorageFailed:
        lane.drop()
        raise


def _in_transaction(connection: Connection) -> bool:
    driver = connection.connection.driver_connection
    return driver is not None and bool(driver.in_transaction)


def _again_on_conflict(once: Callable[[], T]) -> T:
    """A deadlock, or a server that went away before the commit, left nothing behind: run it again."""
    for attempt in range(1, TRIES):
        try:
            return once()
        except (Conflict, ConnectionLost):
            time.sleep(random.uniform(0, 0.01 * attempt))
    return once()


async def _waited_for(unit: "Future[T]") -> T:
    waiting = asyncio.wrap_future(unit)
    try:
        return await asyncio.shield(waiting)
    except asyncio.CancelledError:
        unit.add_done_callback(_log_abandoned)
        waiting.add_done_callback(_take_note)
        raise


def _take_note(waiting: "asyncio.Future[T]") -> None:
    """Else asyncio logs the same error a second time."""
    if not waiting.cancelled():
        waiting.exception()


def _log_abandoned(unit: "Future[T]") -> None:
    if not unit.cancelled() and (error := unit.exception()) is not None:
        _log.error("a unit of work failed after its caller was cancelled", exc_info=error)


def open_database(url: str, *, migrate: bool = True, busy_seconds: float = 20.0) -> Database:
    """Opens `sqlite:///file` or `postgresql://…`, migrated to head and with its guard in place.

    Raises GuardMissing, SchemaMismatch (with `migrate=False`, or when a newer Pinka wrote the
    database), Busy, StorageFailed.
    """
    parsed = make_url(url)
    dialect: Literal["sqlite", "postgresql"]
    if parsed.drivername == "sqlite":
        if parsed.database in (None, "", ":memory:"):
            raise ValueError("the store needs a file: sqlite:///pinka.db")
        dialect, make, writers = "sqlite", sqlite_engine, 1
    elif parsed.drivername == "postgresql":
        dialect, make, writers = "postgresql", postgres_engine, 4
    else:
        raise ValueError(f"not a database that Pinka knows: {parsed.drivername}")
    writer = Lane(make(parsed, busy_seconds=busy_seconds, read_only=False), writers, "writer")
    reader = Lane(make(parsed, busy_seconds=busy_seconds, read_only=True), 3, "reader")
    try:
        writer.submit(lambda: _made_ready(writer, migrate)).result()
    except BaseException:
        reader.close()
        writer.close()
        raise
    return Database(url, writer, reader, dialect)


def _made_ready(writer: Lane, migrate: bool) -> None:
    connection = writer.connection()
    bring_to_head(connection, migrate=migrate)
    with connection.begin():
        missing = guard_missing(connection)
    if missing:
        raise GuardMissing(", ".join(missing))


def lock_pool(session: Session, pool_id: int) -> None:
    """Bookings of one pool wait here for each other; without it PostgreSQL deadlocks under load."""
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (pool_id,))


@contextmanager
def savepoint(session: Session) -> Iterator[None]:
    """Undoes the body, and only the body, when it raises. The session stays usable."""
    failed: StorageFailed | None = None
    try:
        with session.begin_nested():
            try:
                yield
                session.flush()
            except StorageFailed as error:
                failed = error
                raise
    except StorageFailed:
        if failed is not None:
            raise failed from None  # SQLite may have undone the whole transaction, savepoints and all
        raise
