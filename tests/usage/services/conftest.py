"""A pool with a machine whose agent speaks."""

from collections.abc import Iterator

import pytest

from storage.database import Database
from tests.usage.box import Box, boxed


@pytest.fixture
def box(sqlite_database: Database) -> Iterator[Box]:
    """Over SQLite. Alice founded the pool and is its owner; 鲍勃 joined."""
    with boxed(sqlite_database) as one:
        yield one


@pytest.fixture
def any_box(database: Database) -> Iterator[Box]:
    """The same, over each database in turn."""
    with boxed(database) as one:
        yield one
