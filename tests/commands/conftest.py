"""A lab with eight A100s on Wednesday 2026-12-02, 20:10, in Shanghai. No test may leave an error in the log."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from storage.database import Database
from tests.saying import Lab, laboratory


@pytest.fixture(autouse=True)
def _nothing_breaks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A traceback or an error in the log is a failure, whatever the reply was."""
    yield
    broken = [record for record in caplog.get_records("call") if record.exc_info or record.levelno >= logging.ERROR]
    assert not broken, [record.getMessage() for record in broken]


@pytest.fixture
def lab(sqlite_database: Database) -> Iterator[Lab]:
    """A lab over SQLite; alice speaks first where a test does not say otherwise. Whoever speaks there joins."""
    with laboratory(sqlite_database) as one:
        one.say("/help")
        yield one


@pytest.fixture
def bare_lab(sqlite_database: Database) -> Iterator[Lab]:
    """No pool yet: it has to be set up with a code."""
    with laboratory(sqlite_database, pool=None) as one:
        yield one


@pytest.fixture
def open_lab(sqlite_database: Database) -> Iterator[Lab]:
    """alice owns the lab, bob and carol are members; whoever else speaks stays a stranger."""
    with laboratory(sqlite_database) as founded:
        for who in ("alice", "bob", "carol"):
            founded.say("/help", who)
    with laboratory(sqlite_database, pool=None) as one:
        yield one


@pytest.fixture
def restarted(sqlite_database: Database) -> Iterator[Callable[[Lab], Lab]]:
    """Another process over the same store, at the same time of day."""
    with ExitStack() as stack:

        def again(lab: Lab) -> Lab:
            return stack.enter_context(laboratory(sqlite_database, at=lab.later("+0s")))

        yield again
