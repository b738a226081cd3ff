"""A member has one open stay at a time: the database refuses a second, whoever writes it."""

from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from storage.database import Database

ROWS = (
    "INSERT INTO person (id, name, created_at) VALUES (1, 'li', 0)",
    "INSERT INTO pool (id, name, zone, language, currency, created_at) VALUES (1, 'lab', 'UTC', 'zh', 'CNY', 0)",
    "INSERT INTO member (id, pool_id, person_id, name, role) VALUES (1, 1, 1, 'li', 'member')",
    "INSERT INTO membership (id, member_id, joined_at, left_at) VALUES (1, 1, 0, 10)",
    "INSERT INTO membership (id, member_id, joined_at, left_at) VALUES (2, 1, 20, NULL)",
)


def test_stays_that_are_over_are_as_many_as_you_like_and_open_is_one(
    database: Database, database_url: str, open_store: Callable[..., Database]
) -> None:
    def write(*rows: str) -> None:
        database.write_now(lambda session: [session.execute(text(row)) for row in rows] and None)

    write(*ROWS)
    with pytest.raises(IntegrityError):
        write("INSERT INTO membership (id, member_id, joined_at, left_at) VALUES (3, 1, 30, NULL)")
    write("UPDATE membership SET left_at = 25 WHERE id = 2")
    write("INSERT INTO membership (id, member_id, joined_at, left_at) VALUES (3, 1, 30, NULL)")
