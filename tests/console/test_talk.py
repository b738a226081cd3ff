"""A person at a terminal: types, reads, presses by number."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from bot.app import build
from bot.clock import SettableClock
from bot.console import talk
from bot.console.founding import founding
from bot.console.talk import Talk
from bot.queues.desk import Us
from bot.queues.jobs import Jobs
from storage.database import Busy, Database
from storage.queries import jobs
from tests.console.spoken import Spoken

NOW = 1_796_213_400
US = Us("console:test", ("console",))


def terminal(
    database: Database, *, pool: str | None = "8xA100-80G", language: str | None = "en"
) -> tuple[Talk, list[str]]:
    """A talk, and its screen."""
    screen: list[str] = []
    clock = SettableClock(NOW)
    one = Talk.over(
        lambda adapter: build(database, clock, US, {"console": adapter}),
        "alice",
        language,
        screen.append,
        founding(pool) if pool else None,
    )
    return one, screen


def types(one: Talk, *lines: str) -> None:
    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line + "\n"

    asyncio.run(one.run(typed()))


def test_it_says_how_to_begin_and_answers_what_is_typed(sqlite_database: Database) -> None:
    one, screen = terminal(sqlite_database)
    types(one, "/book 2xA100 6h", "", "   ")
    assert screen[0] == talk.WELCOME["en"]
    assert screen[1].startswith("Cards 0, 1 are yours")
    assert screen[2].startswith("[1] ") and len(screen) == 3, "the button that copies has no number"


def test_a_number_presses_the_button_of_the_last_card_and_other_numbers_are_words(sqlite_database: Database) -> None:
    one, screen = terminal(sqlite_database)
    types(one, "/book 8 6h", "1", "99", "0", "²")
    codes = _codes(sqlite_database)
    assert codes[:2] == ["booked", "cancelled"] and len(codes) == 5
    assert "failed" not in codes and all(screen)


@pytest.mark.parametrize("language", ["zh", "en", None])
def test_it_speaks_the_language_that_was_asked_for(sqlite_database: Database, language: str | None) -> None:
    one, screen = terminal(sqlite_database, language=language)
    types(one, "/help")
    assert (screen[0], "Book" in screen[1] or "book" in screen[1]) == (talk.WELCOME[language or "zh"], True)
    assert any("\u4e00" <= character <= "\u9fff" for character in screen[1]) is (language != "en")


def test_without_a_pool_it_shows_the_words_that_found_one(sqlite_database: Database) -> None:
    one, screen = terminal(sqlite_database, pool=None)
    types(one)
    code = screen[1]
    assert code.startswith("/setup ")
    other, screen = terminal(sqlite_database, pool=None)
    types(other, code)
    assert _codes(sqlite_database) == ["wrong_code"], "each start shows a new code, and the old one is withdrawn"


def test_what_is_due_is_said_while_nobody_types(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "LOOK_SECONDS", 0.001)
    one, screen = terminal(sqlite_database)
    house = one.house
    one.house = replace(house, jobs=Jobs(house.database, Spoken(), house.outbox, house.clock, house.us))

    async def typed() -> AsyncIterator[str]:
        yield "/help"
        shown = len(screen)
        sqlite_database.write_now(jobs.plan, "now", "now", NOW, NOW + 60, {"chat": 1})
        async with asyncio.timeout(10):
            while len(screen) == shown:
                await asyncio.sleep(0.005)

    asyncio.run(one.run(typed()))
    assert "now" in screen[-1]


def test_a_busy_store_is_said_and_no_traceback(sqlite_database: Database) -> None:
    one, screen = terminal(sqlite_database)
    types(one, "/help")

    def busy(moment: str) -> None:
        raise Busy("locked")

    sqlite_database.on_commit.append(busy)
    other, screen = terminal(sqlite_database)
    types(other, "/book 1 1h")
    sqlite_database.on_commit.clear()
    assert "忙" in screen[-1]


def _codes(database: Database) -> list[Any]:
    return database.read_now(
        lambda s: [row[0] for row in s.connection().execute(text("SELECT code FROM inbox ORDER BY id"))]
    )
