"""One function, one transaction: what a unit of work promises, on both databases."""

import asyncio
import logging
from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlmodel import Session, select

from storage.database import CardTaken, Database, StorageFailed, lock_pool, savepoint
from storage.tables import Counter
from tests.storage.rows import book, count, make_pool


def _add(session: Session, name: str) -> None:
    session.add(Counter(name=name, value=1))


def _names(session: Session) -> list[str]:
    return sorted(session.exec(select(Counter.name)))


def test_what_a_unit_wrote_is_there_for_the_next_and_its_result_comes_back(database: Database) -> None:
    def unit(session: Session, name: str, *, twice: bool) -> str:
        _add(session, name)
        return name * (2 if twice else 1)

    assert database.write_now(unit, "a", twice=True) == "aa"
    assert database.read_now(_names) == ["a"]


async def test_a_unit_that_raises_leaves_nothing_and_the_writer_goes_on(database: Database) -> None:
    def fails(session: Session) -> None:
        _add(session, "half")
        session.flush()
        raise LookupError("no")

    with pytest.raises(LookupError):
        await database.write(fails)
    await database.write(_add, "whole")
    assert await database.read(_names) == ["whole"]


def test_rows_stay_readable_after_the_unit_ended(database: Database) -> None:
    def unit(session: Session) -> Counter:
        row = Counter(name="a", value=7)
        session.add(row)
        return row

    assert database.write_now(unit).value == 7
    assert database.read_now(lambda s: s.exec(select(Counter)).one()).value == 7


def test_a_commit_inside_a_unit_cannot_end_it_early(database: Database) -> None:
    def unit(session: Session) -> None:
        _add(session, "a")
        session.commit()
        raise LookupError

    with pytest.raises(LookupError):
        database.write_now(unit)
    assert database.read_now(_names) == []


def test_a_swallowed_error_of_a_flush_cannot_be_committed_around(database: Database) -> None:
    def unit(session: Session) -> None:
        _add(session, "before")
        session.flush()
        _add(session, "before")
        try:
            session.flush()
        except Exception:
            return

    with pytest.raises(RuntimeError, match="swallowed"):
        database.write_now(unit)
    assert database.read_now(_names) == []


def test_a_savepoint_undoes_its_body_and_nothing_else(database: Database) -> None:
    def unit(session: Session) -> None:
        _add(session, "before")
        with pytest.raises(LookupError), savepoint(session):
            _add(session, "inside")
            session.flush()
            raise LookupError
        with savepoint(session):
            _add(session, "kept")
        _add(session, "after")

    database.write_now(unit)
    assert database.read_now(_names) == ["after", "before", "kept"]


def test_the_guard_s_refusal_in_a_savepoint_leaves_the_unit_alive(database: Database) -> None:
    def unit(session: Session) -> None:
        make_pool(session)
        lock_pool(session, 1)
        book(session, 1, 0, 10)
        with pytest.raises(CardTaken), savepoint(session):
            _add(session, "refused")
            book(session, 2, 0, 10)
            book(session, 1, 9, 11)
        with pytest.raises(CardTaken), savepoint(session):
            book(session, 1, 0, 1)
        _add(session, "owed refusal")

    database.write_now(unit)
    assert database.read_now(_names) == ["owed refusal"]
    assert database.read_now(lambda s: (count(s, "booking"), count(s, "booked_card"))) == (1, 1)


def test_the_guard_s_refusal_comes_out_of_a_unit_as_card_taken(database: Database) -> None:
    database.write_now(make_pool)
    database.write_now(book, 1, 0, 10)
    with pytest.raises(CardTaken):
        database.write_now(book, 1, 5, 6)
    assert database.read_now(count, "booking") == 1


def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(StorageFailed):
        database.read_now(lambda s: s.connection().execute(text("INSERT INTO counter VALUES ('a', 1)")).rowcount)
    database.write_now(_add, "b")
    assert database.read_now(_names) == ["b"]


def test_a_unit_that_waits_for_another_is_refused_instead_of_hanging(sqlite_database: Database) -> None:
    def unit(session: Session) -> None:
        sqlite_database.write_now(_add, "inner")

    with pytest.raises(RuntimeError, match="cannot wait"):
        sqlite_database.write_now(unit)


def test_hooks_hear_of_each_commit_and_of_no_rollback(database: Database) -> None:
    heard: list[str] = []
    database.on_commit.append(heard.append)
    database.write_now(_add, "a")
    with pytest.raises(ZeroDivisionError):
        database.write_now(lambda s: 1 // 0)
    database.read_now(_names)
    assert heard == ["before", "after"]


def test_closing_finishes_what_is_queued(database_url: str, open_store: Callable[..., Database]) -> None:
    first = open_store(database_url)

    async def write_and_leave() -> None:
        for name in "abcdef":
            asyncio.ensure_future(first.write(_add, name)).add_done_callback(ended.append)
            await asyncio.sleep(0)
        await first.close()

    ended: list[asyncio.Future[None]] = []
    asyncio.run(write_and_leave())
    assert open_store(database_url).read_now(_names) == list("abcdef")


def test_log_has_nothing_to_say_about_ordinary_units(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        database.write_now(_add, "a")
    assert [record for record in caplog.records if record.name.startswith("storage")] == []
