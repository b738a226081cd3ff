"""Trouble on demand does what it says and nothing else."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from telegram import (
    Bot,
)
from telegram.error import (
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from tests.fakes.telegram import FakeTelegram, Fault
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import poll, real_bot, refused


async def test_error_answers_come_in_the_order_asked_for_and_have_no_effect(
    tg: FakeTelegram, bot: Bot, lab: Chat
) -> None:
    tg.faults.fail("sendMessage", 429, retry_after=1)
    tg.faults.fail("sendMessage", 502)
    with pytest.raises(RetryAfter):
        await bot.send_message(lab.id, "x")
    with refused("Bad Gateway", NetworkError):
        await bot.send_message(lab.id, "x")
    await bot.send_message(lab.id, "x")
    assert len(tg.sent(lab.id)) == 1


async def test_a_closed_connection_before_the_effect_loses_the_message_and_after_it_only_the_answer(
    tg: FakeTelegram, bot: Bot, lab: Chat
) -> None:
    tg.faults.close("sendMessage", nth=1)
    with pytest.raises(NetworkError):
        await bot.send_message(lab.id, "lost")
    tg.faults.close("sendMessage", moment="after", nth=1)
    with pytest.raises(NetworkError):
        await bot.send_message(lab.id, "there")
    assert [message["text"] for message in tg.sent(lab.id)] == ["there"]
    assert [call.executed for call in tg.calls_of("sendMessage")] == [False, True]


async def test_garbage_instead_of_json_reaches_the_client(tg: FakeTelegram, bot: Bot) -> None:
    tg.faults.garbage("getUpdates")
    with refused("Invalid server response", TelegramError):
        await bot.do_api_request("getUpdates")
    assert await poll(bot) == []


async def test_a_hang_ends_when_released_and_the_call_goes_on(tg: FakeTelegram, bot: Bot, lab: Chat) -> None:
    hang = tg.faults.hang("sendMessage", nth=2)
    await bot.send_message(lab.id, "first")
    second = asyncio.create_task(bot.send_message(lab.id, "second"))
    await tg.until(hang.reached.is_set)
    assert len(tg.sent(lab.id)) == 1
    hang.release()
    assert (await second).text == "second"


async def test_a_client_that_leaves_during_a_hang_before_the_effect_never_causes_it(
    tg: FakeTelegram, bot: Bot, lab: Chat
) -> None:
    before = tg.faults.hang("sendMessage")
    async with real_bot(tg, read_timeout=0.05) as hasty:
        with pytest.raises(TimedOut):
            await hasty.send_message(lab.id, "gone")
    await tg.until(before.reached.is_set)
    before.release()
    await bot.send_message(lab.id, "next")
    assert [message["text"] for message in tg.sent(lab.id)] == ["next"]
    after = tg.faults.hang("sendMessage", moment="after")
    async with real_bot(tg, read_timeout=0.05) as hasty:
        with pytest.raises(TimedOut):
            await hasty.send_message(lab.id, "arrived")
    assert after.reached.is_set()
    assert [message["text"] for message in tg.sent(lab.id)] == ["next", "arrived"]


async def test_a_404_on_polling_ends_and_updates_are_still_there(tg: FakeTelegram, bot: Bot, alice: User) -> None:
    tg.people.say("still here", alice)
    tg.faults.fail("getUpdates", 404)
    with refused("not found", TelegramError):
        await poll(bot)
    assert len(await poll(bot)) == 1


async def test_refusals_list_what_the_rules_refused_and_no_injected_error(
    tg: FakeTelegram, bot: Bot, lab: Chat
) -> None:
    tg.faults.fail("sendMessage", 502)
    for text in ("spoiled", "", "fine"):
        with contextlib.suppress(TelegramError):
            await bot.send_message(lab.id, text)
    assert [call.description for call in tg.refusals()] == ["Bad Request: message text is empty"]


async def test_a_hang_may_end_by_itself_and_hit_one_chat_only(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    tg.faults.add(Fault("sendMessage", "fail", chat_id=lab.id, status=403, description="Forbidden: nobody"))
    tg.faults.hang("*", seconds=0.01)
    assert (await bot.send_message(alice.id, "later")).text == "later"
    with refused("nobody", Forbidden):
        await bot.send_message(lab.id, "x")


async def test_waiting_in_vain_tells_the_story_so_far(tg: FakeTelegram, alice: User, lab: Chat) -> None:
    tg.people.say("/book 1", alice, lab)
    with pytest.raises(TimeoutError, match="Alice ▸ /book 1"):
        await tg.until(lambda: tg.calls, timeout=0.01)
