"""Threads that run units of work, each with one connection that it keeps open.

SQLite has one writing lane of one thread: its queue is the lock. Nothing of tables enters here.
"""

import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

T = TypeVar("T")


class Lane:
    """Runs functions in its own threads. `connection` and `drop` are for those functions only."""

    def __init__(self, engine: Engine, threads: int, name: str) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=f"pinka-{name}")
        self._here = threading.local()
        self._opened: set[Connection] = set()

    def submit(self, f: Callable[[], T]) -> Future[T]:
        """Queues `f`, which keeps the caller's context variables (a correlation id, say)."""
        if getattr(self._here, "inside", False):
            raise RuntimeError("a unit of work cannot wait for another one of its own lane")
        return self._threads.submit(contextvars.copy_context().run, f)

    def connection(self) -> Connection:
        """This thread's connection."""
        connection: Connection | None = getattr(self._here, "connection", None)
        if connection is None:
            connection = self._engine.connect()
            self._here.connection = connection
            self._here.inside = True
            self._opened.add(connection)
        return connection

    def drop(self) -> None:
        """Closes this thread's connection, whatever state it is in; the next unit gets a new one."""
        connection: Connection | None = getattr(self._here, "connection", None)
        if connection is None:
            return
        self._here.connection = None
        self._opened.discard(connection)
        try:
            connection.invalidate()
            connection.close()
        except SQLAlchemyError:  # it was broken already
            return

    def close(self) -> None:
        """Waits for everything queued, then closes the connections."""
        self._threads.shutdown(wait=True)
        for connection in self._opened:
            connection.close()
        self._opened.clear()
        self._engine.dispose()
