"""The trial of a live bot, for the doctor: every difference by name, nothing taken from the service."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.telegram.check import Difference, check
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import User
from tests.telegram.house import CALM, eventually, settings


@pytest.fixture
def owner(tg: FakeTelegram) -> User:
    return tg.places.user("李", started=True)


async def short(_: float) -> None:
    await asyncio.sleep(0.005)


@asynccontextmanager
async def trying(
    tg: FakeTelegram, owner: User, *, patience: float = 5
) -> AsyncIterator["asyncio.Task[list[Difference]]"]:
    task = asyncio.create_task(check(settings(tg, CALM), str(owner.id), patience=patience, sleep=short))
    try:
        yield task
    finally:
        await asyncio.gather(task, return_exceptions=True)


async def press(tg: FakeTelegram, owner: User) -> None:
    await eventually(lambda: len(tg.calls_of("editMessageText")) == 2)
    tg.people.press(tg.sent(owner.id)[0], "Press here", owner)


async def test_a_bot_that_works_shows_no_difference(tg: FakeTelegram, owner: User) -> None:
    async with trying(tg, owner) as task:
        await press(tg, owner)
        assert await task == []
    assert tg.world.updates.pending() == []
    assert "photo" in tg.sent(owner.id)[1]


async def test_what_waits_for_the_service_is_left_to_it(tg: FakeTelegram, owner: User) -> None:
    tg.people.say("/book 2x", owner)
    waiting = tg.people.last_update_id
    async with trying(tg, owner) as task:
        await press(tg, owner)
        assert await task == []
    assert waiting in tg.world.updates.pending()


async def test_a_press_that_does_not_come_is_named(tg: FakeTelegram, owner: User) -> None:
    async with trying(tg, owner, patience=0.05) as task:
        assert [one.step for one in await task] == ["press"]


async def test_a_bot_that_is_polled_elsewhere_is_named(tg: FakeTelegram, owner: User) -> None:
    tg.faults.fail("getUpdates", 409, times=None)
    async with trying(tg, owner) as task:
        (found,) = await task
    assert found.step == "press" and "elsewhere" in found.got


async def test_an_owner_who_never_pressed_start_is_named(tg: FakeTelegram) -> None:
    async with trying(tg, tg.places.user("New")) as task:
        found = await task
    assert [one.step for one in found] == ["send", "picture"]
    assert "initiate conversation" in found[0].got


@pytest.mark.parametrize(
    ("method", "step"), [("getMe", "getMe"), ("editMessageText", "edit"), ("sendPhoto", "picture")]
)
async def test_each_step_that_fails_is_named(tg: FakeTelegram, owner: User, method: str, step: str) -> None:
    tg.faults.fail(method, 500)
    async with trying(tg, owner) as task:
        await press(tg, owner)
        assert step in [one.step for one in await task]


async def test_a_message_that_arrives_changed_is_named(tg: FakeTelegram, owner: User) -> None:
    body = (
        '{"ok":true,"result":{"message_id":9,"date":1,"chat":{"id":1,"type":"private"},'
        '"from":{"id":2,"is_bot":true,"first_name":"P"},"text":"???"}}'
    )
    tg.faults.garbage("sendMessage", body=body)
    async with trying(tg, owner) as task:
        found = await task
    assert found[0].step == "send" and found[0].got == "???"
