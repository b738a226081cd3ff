"""A lab over SQLite, on Wednesday 2026-12-02, 20:10, in Shanghai."""

from collections.abc import Iterator

import pytest

from storage.database import Database
from tests.saying import Lab, laboratory


@pytest.fixture
def lab(sqlite_database: Database) -> Iterator[Lab]:
    with laboratory(sqlite_database) as one:
        one.say("/help")
        yield one
