"""getUpdates: what is handed out, when it comes again, who may wait for it."""

from __future__ import annotations

import asyncio

import pytest
from telegram import (
    Bot,
    Update,
)
from telegram.error import (
    Conflict,
)

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import NOON, poll, refused


async def test_an_update_comes_again_until_a_later_offset_acknowledges_it(
    tg: FakeTelegram, bot: Bot, alice: User
) -> None:
    tg.people.say("one", alice)
    tg.people.say("two", alice)
    first = await poll(bot)
    assert [update.update_id for update in await poll(bot)] == [update.update_id for update in first]
    rest = await poll(bot, offset=first[0].update_id + 1)
    assert [update.message.text for update in rest if update.message] == ["two"]
    assert await poll(bot, offset=first[1].update_id + 1) == []
    assert tg.world.updates.pending() == []


async def test_a_waiting_poll_is_answered_as_soon_as_somebody_speaks(tg: FakeTelegram, bot: Bot, alice: User) -> None:
    waiting = asyncio.create_task(poll(bot, timeout=30))
    await tg.until(lambda: tg.world.polls)
    tg.people.say("hello", alice)
    (update,) = await asyncio.wait_for(waiting, 2)
    assert update.message and update.message.text == "hello"
    assert update.message.date.timestamp() == NOON
    assert update.message.from_user and update.message.from_user.language_code == "zh-hans"


async def test_a_second_poll_ends_the_first_with_a_conflict(tg: FakeTelegram, bot: Bot, alice: User) -> None:
    older = asyncio.create_task(poll(bot, timeout=30))
    await tg.until(lambda: len(tg.world.polls) == 1)
    newer = asyncio.create_task(poll(bot, timeout=30))
    with refused("terminated by other getUpdates", Conflict):
        await older
    tg.people.say("who hears me?", alice)
    assert len(await newer) == 1


async def test_an_update_can_be_handed_out_once_more_after_it_was_acknowledged(
    tg: FakeTelegram, bot: Bot, alice: User
) -> None:
    tg.people.say("/book 2xA100", alice)
    (update,) = await poll(bot)
    tg.redeliver(update.update_id)
    assert [one.update_id for one in await poll(bot, update.update_id + 1)] == [update.update_id]
    assert await poll(bot, update.update_id + 1) == []


async def test_kinds_that_must_be_asked_for_stay_away_until_they_are(tg: FakeTelegram, bot: Bot, lab: Chat) -> None:
    tg.membership.promote_bot(lab)
    newcomer = tg.places.user("Bo")
    await poll(bot, offset=-1)
    tg.membership.join(lab, newcomer)
    assert {kind for update in await poll(bot) for kind in update.to_dict()} & {"chat_member"} == set()
    await poll(bot, allowed_updates=["message", "chat_member"])
    tg.membership.leave(lab, newcomer)
    assert any(update.chat_member for update in await poll(bot))


async def test_an_update_that_no_library_can_read_is_delivered_as_it_is(
    tg: FakeTelegram, bot: Bot, alice: User
) -> None:
    tg.people.raw("callback_query", {"id": "1", "from": alice.json(), "data": "x"})
    raw = await bot.do_api_request("getUpdates")
    assert isinstance(raw, list) and "chat_instance" not in raw[0]["callback_query"]
    with pytest.raises(TypeError):
        Update.de_json(raw[0], bot)


async def test_a_poll_whose_client_died_takes_no_update_away(tg: FakeTelegram, bot: Bot, alice: User) -> None:
    _, dying = await asyncio.open_connection("127.0.0.1", tg.port)
    dying.write(f"GET /bot{tg.token}/getUpdates?timeout=30 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    await tg.until(lambda: tg.world.polls)
    dying.transport.abort()
    living = asyncio.create_task(poll(bot, timeout=30))
    await tg.until(lambda: len(tg.world.polls) == 2)
    tg.people.say("who hears me?", alice)
    assert len(await living) == 1
    assert len(await poll(bot)) == 1
