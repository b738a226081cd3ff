"""What fails below the store: its caller learns that nothing was written, and the next write works."""

from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text
from sqlmodel import Session

from storage.database import (
    Database,
    OutcomeUnknown,
    StorageFailed,
    open_database,
    savepoint,
)
from tests.storage.rows import count
from tests.storage.workers import add, everything_said, start


def _limit_pages(session: Session, extra: int) -> None:
    pages = session.connection().execute(text("PRAGMA page_count")).scalar_one()
    session.connection().execute(text(f"PRAGMA max_page_count = {pages + extra}"))


def test_a_full_file_fails_the_unit_and_nothing_else(sqlite_database: Database) -> None:
    def unit(session: Session) -> None:
        add(session, "small")
        _limit_pages(session, 2)
        add(session, "x" * 100_000)

    with pytest.raises(StorageFailed, match="full"):
        sqlite_database.write_now(unit)
    sqlite_database.write_now(add, "y" * 100_000)
    assert sqlite_database.read_now(count, "counter") == 1


def test_a_full_file_inside_a_savepoint_cannot_be_overlooked(sqlite_database: Database) -> None:
    def unit(session: Session) -> None:
        _limit_pages(session, 2)
        with savepoint(session):
            add(session, "x" * 100_000)

    with pytest.raises(StorageFailed, match="full"):
        sqlite_database.write_now(unit)
    sqlite_database.write_now(add, "next")
    assert sqlite_database.read_now(count, "counter") == 1


def test_a_full_disk_fails_each_write_until_there_is_room_again(sqlite_url: str) -> None:
    said = everything_said(start("fill_the_disk", sqlite_url))
    assert [line.split(":")[0] for line in said] == ["StorageFailed", "StorageFailed", "2"]


def test_a_file_that_is_no_database_is_named_as_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("buy milk " * 1000)
    with pytest.raises(StorageFailed, match="not a database"):
        open_database(f"sqlite:///{path}")
    assert path.read_text() == "buy milk " * 1000


def test_a_folder_that_does_not_exist_is_named_as_a_failure(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="unable to open"):
        open_database(f"sqlite:///{tmp_path}/nowhere/pinka.db")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://u@h/d"])
def test_an_address_that_cannot_be_a_store_is_refused(url: str) -> None:
    with pytest.raises(ValueError):
        open_database(url)


@pytest.mark.postgres
def test_a_server_that_does_not_answer_is_named_as_a_failure(postgres_server: str) -> None:
    assert postgres_server
    with pytest.raises(StorageFailed):
        open_database("postgresql://pinka@127.0.0.1:1/pinka")


def _end_backends(url: str) -> None:
    with psycopg.connect(url) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.mark.postgres
def test_connections_that_died_between_units_are_made_anew(
    postgres_url: str, open_store: Callable[..., Database]
) -> None:
    store = open_store(postgres_url)
    for name in "abc":
        store.write_now(add, name)
        store.read_now(count, "counter")
        _end_backends(postgres_url)
    store.write_now(add, "d")
    assert store.read_now(count, "counter") == 4


@pytest.mark.postgres
def test_a_unit_whose_connection_died_before_its_commit_runs_again_and_counts_once(
    postgres_url: str, open_store: Callable[..., Database]
) -> None:
    store = open_store(postgres_url)
    runs: list[int] = []

    def unit(session: Session) -> None:
        add(session, "a")
        runs.append(1)
        if len(runs) == 1:
            _end_backends(postgres_url)
            add(session, "b")

    store.write_now(unit)
    assert (len(runs), store.read_now(count, "counter")) == (2, 1)


@pytest.mark.postgres
def test_a_connection_that_dies_in_the_commit_leaves_the_outcome_unknown(
    postgres_url: str, open_store: Callable[..., Database]
) -> None:
    store = open_store(postgres_url)
    store.on_commit.append(lambda moment: _end_backends(postgres_url))
    with pytest.raises(OutcomeUnknown):
        store.write_now(add, "a")
    store.on_commit.clear()
    store.write_now(add, "b")
    assert store.read_now(count, "counter") == 1
