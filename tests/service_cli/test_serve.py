"""The service in this process: how it ends, what it shows at the start, and what it remembers."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session

from bot.queues.roles import Role
from bot.service_cli.serve import serve
from bot.telegram.doors import BadToken, RoleLost
from bot.telegram.settings import BotSettings, Patience
from storage.database import Database
from tests.fakes.telegram import FakeTelegram

HASTY = Patience(poll=0, poll_limit=2, send_limit=2, connect=1, first_pause=0.05, longest_pause=0.1, confirm=0.05)
ELSEWHERE = "elsewhere:1:x"
PATIENCE = 20


@pytest.fixture
async def tg() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(privacy=False) as telegram:
        yield telegram


def settings(tg: FakeTelegram, token: str | None = None) -> BotSettings:
    return BotSettings(token or tg.token, tg.base_url, patience=HASTY)


def role(database: Database, tg: FakeTelegram, holder: str) -> Role:
    return Role(database, f"poll:telegram:{tg.token.partition(':')[0]}", holder)


def sql(session: Session, statement: str) -> list[Any]:
    found = session.connection().execute(text(statement))
    return [tuple(row) for row in found] if found.returns_rows else []


@asynccontextmanager
async def serving(database: Database, tg: FakeTelegram) -> AsyncIterator[None]:
    """The service while it polls, ended by a signal as an administrator would."""
    polls = len(tg.world.polls)
    running = asyncio.create_task(serve(database, settings(tg)))
    await tg.until(lambda: len(tg.world.polls) > polls + 1, PATIENCE)
    yield
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(running, PATIENCE)


async def test_a_wrong_token_ends_it_with_its_own_name(sqlite_database: Database, tg: FakeTelegram) -> None:
    with pytest.raises(BadToken):
        await asyncio.wait_for(serve(sqlite_database, settings(tg, "110201543:wrong")), PATIENCE)


async def test_a_role_that_another_holds_ends_it_before_it_says_anything(
    sqlite_database: Database, tg: FakeTelegram, capsys: pytest.CaptureFixture[str]
) -> None:
    await role(sqlite_database, tg, ELSEWHERE).hold()
    with pytest.raises(RoleLost):
        await serve(sqlite_database, settings(tg))
    assert capsys.readouterr().out == "" and tg.calls == []


async def test_a_role_that_is_lost_meanwhile_ends_it_too(sqlite_database: Database, tg: FakeTelegram) -> None:
    running = asyncio.create_task(serve(sqlite_database, settings(tg)))
    await tg.until(lambda: tg.world.polls, PATIENCE)
    await sqlite_database.write(sql, f"UPDATE lease SET holder = '{ELSEWHERE}', until = until + 1000")
    with pytest.raises(RoleLost):
        await asyncio.wait_for(running, PATIENCE)


async def test_the_code_on_its_screen_founds_the_first_pool_and_ended_it_leaves_its_role_free(
    sqlite_database: Database, tg: FakeTelegram, capsys: pytest.CaptureFixture[str]
) -> None:
    async with serving(sqlite_database, tg):
        lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
        [code] = [line for line in lines if line.startswith("/setup ")]
        li = tg.places.user("Li", language="en")
        await tg.answer_to(tg.people.say(code, li, tg.places.group("205", [li])), PATIENCE)
    assert sqlite_database.read_now(sql, "SELECT name FROM pool") == [("205",)]
    assert await role(sqlite_database, tg, ELSEWHERE).hold()
    capsys.readouterr()
    await role(sqlite_database, tg, ELSEWHERE).give_up()
    async with serving(sqlite_database, tg):
        assert "/setup" not in capsys.readouterr().out, "there is a pool now"


async def test_the_command_menu_is_set_once_and_not_at_each_start(sqlite_database: Database, tg: FakeTelegram) -> None:
    async with serving(sqlite_database, tg):
        await tg.until(lambda: sqlite_database.read_now(sql, "SELECT 1 FROM note"), PATIENCE)
    once = len(tg.calls_of("setMyCommands"))
    async with serving(sqlite_database, tg):
        pass
    assert len(tg.calls_of("setMyCommands")) == once > 0
