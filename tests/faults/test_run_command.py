"""`pinka run` as a process: how it starts, refuses to start, stops, and makes room for the next one."""

import asyncio
import signal
import time
from pathlib import Path

import pytest

from tests.fakes.telegram import FakeTelegram
from tests.faults.commands import Command, run
from tests.faults.services import Nursery

SECRET = "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"


def start(nursery: Nursery, folder: Path, tg: FakeTelegram, url: str, token: str = "", *more: str) -> Command:
    env = {"PINKA_TELEGRAM_TOKEN": token or tg.token, "PINKA_TELEGRAM_BASE_URL": tg.base_url}
    return run(nursery, folder, ["run", "--db", url, "--log-level", "DEBUG", *more], env=env)


async def polls(tg: FakeTelegram, count: int = 1) -> None:
    await tg.until(lambda: len(tg.world.polls) >= count, 20)


async def test_it_serves_stops_within_seconds_and_never_shows_its_token(
    nursery: Nursery, empty_sqlite_url: str, tmp_path: Path
) -> None:
    async with FakeTelegram(privacy=False) as tg:
        service = start(nursery, tmp_path, tg, empty_sqlite_url)
        await polls(tg)
        li = tg.places.user("Li")
        lab = tg.places.group("lab", [li])
        answer = await tg.answer_to(tg.people.say("/help", li, lab), 20)
        assert answer["text"]
        begun = time.monotonic()
        service.kill(signal.SIGTERM)
        assert await asyncio.to_thread(service.wait) == 0
        assert time.monotonic() - begun < 5
        assert "/setup " in service.out, "the code for the first pool stands on the screen"
        assert "Traceback" not in service.told and SECRET not in service.told + service.out


async def test_it_stops_within_seconds_while_a_send_hangs(nursery: Nursery, sqlite_url: str, tmp_path: Path) -> None:
    async with FakeTelegram(privacy=False) as tg:
        service = start(nursery, tmp_path, tg, sqlite_url)
        await polls(tg)
        li = tg.places.user("Li")
        held = tg.faults.hang("sendMessage")
        tg.people.say("/book 1 1h", li, tg.places.group("lab", [li]))
        await tg.until(held.reached.is_set, 20)
        begun = time.monotonic()
        service.kill(signal.SIGTERM)
        assert await asyncio.to_thread(service.wait) == 0
        assert time.monotonic() - begun < 8
        assert "Traceback" not in service.told


async def test_a_second_one_with_the_same_token_leaves_and_the_first_goes_on(
    nursery: Nursery, sqlite_url: str, tmp_path: Path
) -> None:
    async with FakeTelegram(privacy=False) as tg:
        first = start(nursery, tmp_path, tg, sqlite_url)
        await polls(tg)
        second = start(nursery, tmp_path, tg, sqlite_url)
        assert await asyncio.to_thread(second.wait) == 1
        assert "Another process already listens with this token." in second.told and "Traceback" not in second.told
        li = tg.places.user("Li")
        assert await tg.answer_to(tg.people.say("/help", li, tg.places.group("lab", [li])), 20)
        first.kill()
        assert await asyncio.to_thread(first.wait) == -signal.SIGKILL
        seen = len(tg.world.polls)
        third = start(nursery, tmp_path, tg, sqlite_url)
        await polls(tg, seen + 1)
        third.kill(signal.SIGTERM)
        assert await asyncio.to_thread(third.wait) == 0


async def test_a_wrong_token_is_named_as_the_reason_and_not_shown(
    nursery: Nursery, sqlite_url: str, tmp_path: Path
) -> None:
    async with FakeTelegram() as tg:
        service = start(nursery, tmp_path, tg, sqlite_url, "110201543:AAwrongwrongwrongwrongwrongwrongwro")
        assert await asyncio.to_thread(service.wait) == 78
        assert "Telegram does not know this token" in service.told
        assert "AAwrong" not in service.told + service.out and "Traceback" not in service.told


def test_without_a_token_it_says_where_to_get_one(nursery: Nursery, sqlite_url: str, tmp_path: Path) -> None:
    service = run(nursery, tmp_path, ["run", "--db", sqlite_url])
    assert service.wait() == 78
    assert "No Telegram token yet" in service.told and "Traceback" not in service.told


@pytest.mark.parametrize(
    ("url", "code", "said"),
    [
        ("mysql://h/x", 78, "Not a database address"),
        ("nonsense", 78, "Not a database address"),
        ("sqlite://", 78, "Not a database address"),
        ("sqlite:///missing/folder/x.db", 1, "The database cannot be opened"),
        ("postgresql://nobody@127.0.0.1:1/x", 1, "The database cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_a_sentence(
    nursery: Nursery, tmp_path: Path, url: str, code: int, said: str
) -> None:
    service = run(nursery, tmp_path, ["run", "--db", url], env={"PINKA_TELEGRAM_TOKEN": "42:secret"})
    assert service.wait(60) == code, service.told
    assert said in service.told and "Traceback" not in service.told and "secret" not in service.told


def test_a_file_that_is_no_database_is_a_sentence(nursery: Nursery, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("these are my notes about the lab and not a database" * 100)
    service = run(nursery, tmp_path, ["run", "--db", "sqlite:///x.db"], env={"PINKA_TELEGRAM_TOKEN": "42:secret"})
    assert service.wait() == 1
    assert "The database cannot be opened" in service.told and "Traceback" not in service.told


def test_settings_that_make_no_sense_are_named(nursery: Nursery, tmp_path: Path) -> None:
    (tmp_path / "pinka.toml").write_text('telegram_proxy = "ftp://x"\ncolour = "red"\n')
    service = run(nursery, tmp_path, ["run", "--log-level", "LOUD"])
    assert service.wait() == 78
    assert "telegram_proxy" in service.told and "colour" in service.told and "Traceback" not in service.told
