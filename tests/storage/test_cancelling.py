"""A caller that is cancelled leaves a commit or a rollback behind, and a writer that goes on."""

import asyncio
import gc
import logging
import random
import threading

import pytest
from sqlalchemy import text
from sqlmodel import Session

from storage.database import Database
from tests.storage.workers import add


def _pair(session: Session, number: int) -> None:
    add(session, f"{number} first")
    add(session, f"{number} second")
    if number % 7 == 0:
        raise LookupError


def _stored(session: Session) -> set[str]:
    return {row[0] for row in session.connection().execute(text("SELECT name FROM counter"))}


async def test_three_hundred_cancelled_callers_leave_only_whole_units(database: Database) -> None:
    chance = random.Random(4)
    cancelled = 0

    async def impatient(number: int) -> None:
        nonlocal cancelled
        caller = asyncio.ensure_future(database.write(_pair, number))
        for _ in range(chance.randint(1, 40)):
            await asyncio.sleep(0)
        caller.cancel()
        try:
            await caller
        except asyncio.CancelledError:
            cancelled += 1
        except LookupError:
            assert number % 7 == 0

    for start in range(0, 300, 10):
        await asyncio.gather(*(impatient(number) for number in range(start, start + 10)))
        await database.write(add, f"between {start}")
    stored = await database.read(_stored)
    firsts = {name.split()[0] for name in stored if name.endswith("first")}
    seconds = {name.split()[0] for name in stored if name.endswith("second")}
    assert firsts == seconds == {str(number) for number in range(300) if number % 7}
    assert sum(name.startswith("between") for name in stored) == 30
    assert cancelled > 100, f"only {cancelled} callers were cancelled in time"


async def test_an_error_of_an_abandoned_unit_is_logged(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def unit(session: Session) -> None:
        add(session, "half")
        begun.set()
        assert go_on.wait(10)
        raise LookupError("nobody waits for this")

    caller = asyncio.ensure_future(database.write(unit))
    await asyncio.to_thread(begun.wait, 10)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go_on.set()
    with caplog.at_level(logging.ERROR):
        await database.close()
        await asyncio.sleep(0)
        gc.collect()  # asyncio must have nothing to add
    assert ["nobody waits for this" in str(record.exc_info) for record in caplog.records] == [True]


async def test_a_cancelled_caller_s_unit_is_committed(database: Database) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def unit(session: Session) -> None:
        add(session, "first")
        begun.set()
        assert go_on.wait(10)
        add(session, "second")

    caller = asyncio.ensure_future(database.write(unit))
    await asyncio.to_thread(begun.wait, 10)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go_on.set()
    await database.write(add, "next")
    for _ in range(1000):  # on PostgreSQL another thread may have been faster
        if len(await database.read(_stored)) == 3:
            break
    assert await database.read(_stored) == {"first", "second", "next"}
