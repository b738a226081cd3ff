"""A lab with eight A100s on Wednesday 2026-12-02, 20:10, in Shanghai. No test may leave an error in the log."""

import logging
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from storage.database import Database, open_database
from tests.saying import Lab, laboratory


@pytest.fixture(autouse=True)
def _nothing_breaks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A traceback or an error in the log is a failure, whatever the reply was."""
    yield
    broken = [record for record in caplog.get_records("call") if record.exc_info or record.levelno >= logging.ERROR]
    assert not broken, [record.getMessage() for record in broken]


@pytest.fixture(scope="session")
def joined(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Files with a pool: `one` that alice founded, `three` that bob and carol joined. Copy them; never open them."""
    folder = tmp_path_factory.mktemp("joined")
    return {
        name: kept(sqlite_template, folder / f"{name}.db", members)
        for name, members in (("one", ("alice",)), ("three", ("alice", "bob", "carol")))
    }


def kept(template: Path, path: Path, members: Sequence[str]) -> Path:
    """A file with a pool that the first of these founded and the others joined."""
    shutil.copyfile(template, path)
    store = open_database(f"sqlite:///{path}", migrate=False)
    with laboratory(store) as founded:
        for who in members:
            founded.say("/help", who)
    store.close_now()
    return path


@pytest.fixture
def lab(joined: dict[str, Path], tmp_path: Path, open_store: Callable[..., Database]) -> Iterator[Lab]:
    """A lab over SQLite; alice speaks first where a test does not say otherwise. Whoever speaks there joins."""
    with laboratory(copied(joined["one"], tmp_path, open_store)) as one:
        yield one


@pytest.fixture
def bare_lab(sqlite_database: Database) -> Iterator[Lab]:
    """No pool yet: it has to be set up with a code."""
    with laboratory(sqlite_database, pool=None) as one:
        yield one


@pytest.fixture
def open_lab(joined: dict[str, Path], tmp_path: Path, open_store: Callable[..., Database]) -> Iterator[Lab]:
    """alice owns the lab, bob and carol are members; whoever else speaks stays a stranger."""
    with laboratory(copied(joined["three"], tmp_path, open_store), pool=None) as one:
        yield one


def copied(file: Path, folder: Path, open_store: Callable[..., Database]) -> Database:
    """A store of its own that begins as that file."""
    path = folder / "pinka.db"
    shutil.copyfile(file, path)
    return open_store(f"sqlite:///{path}", migrate=False)


@pytest.fixture
def restarted() -> Iterator[Callable[[Lab], Lab]]:
    """Another process over the same store, at the same time of day."""
    with ExitStack() as stack:

        def again(lab: Lab) -> Lab:
            return stack.enter_context(laboratory(lab.database, at=lab.later("+0s")))

        yield again
