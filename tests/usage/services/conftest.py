"""A pool with a machine whose agent speaks."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from storage.database import Database, open_database
from tests.saying import laboratory
from tests.usage.box import Box, boxed


@pytest.fixture(scope="session")
def boxed_template(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the pool and the machine. Copy it; never open it."""
    path = tmp_path_factory.mktemp("boxed") / "pinka.db"
    shutil.copyfile(sqlite_template, path)
    database = open_database(f"sqlite:///{path}")
    with boxed(database):
        pass
    database.close_now()
    return path


@pytest.fixture
def box(boxed_template: Path, tmp_path: Path, open_store: Callable[..., Database]) -> Iterator[Box]:
    """Over SQLite. Alice founded the pool and is its owner; 鲍勃 joined."""
    path = tmp_path / "boxed.db"
    shutil.copyfile(boxed_template, path)
    database = open_store(f"sqlite:///{path}", migrate=False)
    with laboratory(database) as lab:
        yield Box(database, lab, enrolled=True)


@pytest.fixture
def any_box(database: Database) -> Iterator[Box]:
    """The same, over each database in turn."""
    with boxed(database) as one:
        yield one
