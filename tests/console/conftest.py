"""A lab with eight A100s on Wednesday 2026-12-02, 20:10, in Shanghai."""

from collections.abc import Iterator

import pytest

from storage.database import Database
from tests.saying import Lab, laboratory


@pytest.fixture
def lab(sqlite_database: Database) -> Iterator[Lab]:
    """Nobody has spoken yet; the first one to do so founds the pool."""
    with laboratory(sqlite_database) as one:
        yield one
