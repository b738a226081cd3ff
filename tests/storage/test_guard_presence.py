"""A store that lost a part of its guard does not open."""

import sqlite3
from collections.abc import Callable

import psycopg
import pytest

from storage.database import Database, GuardMissing
from storage.guards import SQLITE

CHANGED_TABLE = [
    (" STRICT", ""),
    ("CHECK (live IN (0, 1))", "CHECK (live IN (0, 1, 2))"),
    ("    CONSTRAINT ck_booked_card_window CHECK (starts_at < ends_at),\n", ""),
    ("    CONSTRAINT uq_booked_card UNIQUE (booking_id, gpu_id),\n", ""),
    ("ends_at INTEGER NOT NULL", "ends_at INTEGER"),
]


def _refuses(open_store: Callable[..., Database], url: str, part: str) -> None:
    with pytest.raises(GuardMissing, match=part):
        open_store(url)
    with pytest.raises(GuardMissing, match=part):
        open_store(url, migrate=False)


def _run(url: str, *statements: str) -> None:
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            for statement in statements:
                file.execute(statement)
        file.close()
    else:
        with psycopg.connect(url) as server:
            for statement in statements:
                server.execute(statement.encode())


@pytest.mark.parametrize("part", [part for part in SQLITE if part != "booked_card"])
def test_without_a_trigger_or_an_index_sqlite_does_not_start(
    sqlite_url: str, open_store: Callable[..., Database], part: str
) -> None:
    kind = "INDEX" if part.startswith("ix_") else "TRIGGER"
    _run(sqlite_url, f"DROP {kind} {part}")
    _refuses(open_store, sqlite_url, part)


def test_a_trigger_with_another_body_is_no_guard(sqlite_url: str, open_store: Callable[..., Database]) -> None:
    weaker = SQLITE["booked_card_update"].replace("BEFORE UPDATE", "BEFORE UPDATE OF starts_at")
    _run(sqlite_url, "DROP TRIGGER booked_card_update", weaker)
    _refuses(open_store, sqlite_url, "booked_card_update")


@pytest.mark.parametrize(("made", "instead"), CHANGED_TABLE)
def test_a_table_that_was_rebuilt_with_less_is_no_guard(
    sqlite_url: str, open_store: Callable[..., Database], made: str, instead: str
) -> None:
    assert made in SQLITE["booked_card"]
    rest = [ddl for name, ddl in SQLITE.items() if name != "booked_card"]
    _run(sqlite_url, "DROP TABLE booked_card", SQLITE["booked_card"].replace(made, instead), *rest)
    _refuses(open_store, sqlite_url, "booked_card")


def test_a_rebuild_that_lost_the_triggers_is_noticed(sqlite_url: str, open_store: Callable[..., Database]) -> None:
    new = SQLITE["booked_card"].replace("TABLE booked_card", "TABLE rebuilt")
    _run(sqlite_url, new, "DROP TABLE booked_card", "ALTER TABLE rebuilt RENAME TO booked_card")
    _refuses(open_store, sqlite_url, "booked_card_insert, booked_card_update")


def test_a_faithful_rebuild_is_a_guard_again(sqlite_url: str, open_store: Callable[..., Database]) -> None:
    new = SQLITE["booked_card"].replace("TABLE booked_card", "TABLE rebuilt")
    rest = [ddl for name, ddl in SQLITE.items() if name != "booked_card"]
    _run(sqlite_url, new, "DROP TABLE booked_card", "ALTER TABLE rebuilt RENAME TO booked_card", *rest)
    open_store(sqlite_url)


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("part", "statement"),
    [
        ("gpu_overlap", "ALTER TABLE booked_card DROP CONSTRAINT gpu_overlap"),
        ("ck_booked_card_live", "ALTER TABLE booked_card DROP CONSTRAINT ck_booked_card_live"),
        ("ck_booked_card_window", "ALTER TABLE booked_card DROP CONSTRAINT ck_booked_card_window"),
        ("uq_booked_card", "ALTER TABLE booked_card DROP CONSTRAINT uq_booked_card"),
        ("ix_booked_card_booking", "DROP INDEX ix_booked_card_booking"),
        ("ix_booked_card_end", "DROP INDEX ix_booked_card_end"),
        ("booked_card.live NOT NULL", "ALTER TABLE booked_card ALTER live DROP NOT NULL"),
        ("gpu_overlap", "DROP TABLE booked_card"),
    ],
)
def test_without_a_part_of_the_guard_postgresql_does_not_start(
    own_postgres_url: str, open_store: Callable[..., Database], part: str, statement: str
) -> None:
    _run(own_postgres_url, statement)
    _refuses(open_store, own_postgres_url, part)


@pytest.mark.postgres
@pytest.mark.parametrize(
    "definition",
    [
        "EXCLUDE USING gist (gpu_id WITH =, int8range(starts_at, ends_at) WITH &&) WHERE (live = 0)",
        "EXCLUDE USING gist (gpu_id WITH =, booking_id WITH =, int8range(starts_at, ends_at) WITH &&) WHERE (live = 1)",
        "EXCLUDE USING gist (gpu_id WITH =, int8range(starts_at, ends_at) WITH &&) WHERE (live = 1)"
        " DEFERRABLE INITIALLY DEFERRED",
    ],
)
def test_an_exclusion_that_excludes_something_else_is_no_guard(
    own_postgres_url: str, open_store: Callable[..., Database], definition: str
) -> None:
    weaker = f"ALTER TABLE booked_card ADD CONSTRAINT gpu_overlap {definition}"
    _run(own_postgres_url, "ALTER TABLE booked_card DROP CONSTRAINT gpu_overlap", weaker)
    _refuses(open_store, own_postgres_url, "gpu_overlap")
