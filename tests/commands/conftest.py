"""A lab with eight A100s on Wednesday 2026-12-02, 20:10, in Shanghai."""

from collections.abc import Iterator

import pytest

from storage.database import Database
from tests.saying import Lab, laboratory


@pytest.fixture
def lab(sqlite_database: Database) -> Iterator[Lab]:
    """A lab over SQLite; alice speaks first where a test does not say otherwise."""
    with laboratory(sqlite_database) as one:
        one.say("/help")
        yield one


@pytest.fixture
def bare_lab(sqlite_database: Database) -> Iterator[Lab]:
    """No pool yet: it has to be set up with a code."""
    with laboratory(sqlite_database, pool=None) as one:
        yield one
