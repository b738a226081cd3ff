"""Presses of buttons, and their answers."""

from __future__ import annotations

import pytest
from telegram import (
    Bot,
)

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import NOON, keyboard, poll, refused


async def test_a_press_carries_the_stored_message_and_is_answered_once(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    sent = await bot.send_message(lab.id, "卡片", reply_markup=keyboard("放卡", "撤销"))
    press = tg.people.press(tg.sent(lab.id)[0], "撤销", alice)
    (update,) = await poll(bot)
    query = update.callback_query
    assert query and query.data == "do:撤销" and query.message
    assert query.message.message_id == sent.message_id
    await bot.answer_callback_query(query.id, text="好了")
    assert (await tg.answer_to_press(press)).params["text"] == "好了"
    with refused("query is too old"):
        await bot.answer_callback_query(query.id)


async def test_a_press_is_too_old_to_answer_after_fifteen_seconds(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    await bot.send_message(lab.id, "卡片", reply_markup=keyboard("放卡"))
    press = tg.people.press(tg.sent(lab.id)[0], "放卡", alice)
    tg.world.clock = lambda: NOON + 16
    with refused("query is too old"):
        await bot.answer_callback_query(press.id)


async def test_a_press_on_a_deleted_message_shows_an_inaccessible_one(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    await bot.send_message(lab.id, "卡片", reply_markup=keyboard("放卡"))
    shown = tg.sent(lab.id)[0]
    tg.people.delete(shown)
    tg.people.press(shown, "放卡", alice)
    (update,) = await poll(bot)
    assert update.callback_query and update.callback_query.message
    assert not update.callback_query.message.is_accessible
    with refused("message to edit not found"):
        await bot.edit_message_text("x", lab.id, shown["message_id"])


async def test_a_button_that_is_not_there_cannot_be_pressed_unless_forged(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    await bot.send_message(lab.id, "卡片", reply_markup=keyboard("放卡"))
    with pytest.raises(LookupError, match="放卡"):
        tg.people.press(tg.sent(lab.id)[0], "别的", alice)
    assert tg.people.press(tg.sent(lab.id)[0], "1.2.forged", alice, forged=True).query["data"] == "1.2.forged"
