"""A pool with a machine whose agent speaks, on both databases."""

from collections.abc import Iterator

import pytest

from storage.database import Database
from tests.saying import laboratory
from tests.usage.box import Box


@pytest.fixture
def box(database: Database) -> Iterator[Box]:
    """Alice founded the pool and is its owner; 鲍勃 joined."""
    with laboratory(database) as lab:
        lab.say("/help", "alice")
        lab.say("/help", "bob", name="鲍勃")
        yield Box(database, lab)
