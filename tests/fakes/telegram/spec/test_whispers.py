"""Ephemeral messages: who may send them to whom, and what an older server makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, Message

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import NOON, keyboard, poll, refused


@pytest.fixture
def tg(tg: FakeTelegram) -> FakeTelegram:
    tg.world.api = (10, 3)
    return tg


def to(user: User, **more: Any) -> dict[str, Any]:
    return {"ephemeral_message_parameters": {"receiver_user_id": user.id, **more}}


async def whisper(bot: Bot, chat: Chat, user: User, **more: Any) -> Message:
    return await bot.send_message(chat.id, "嘘", api_kwargs=to(user, **more))


async def test_an_administrator_whispers_to_a_member_and_the_message_has_no_id(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    tg.membership.promote_bot(lab)
    sent = await whisper(bot, lab, alice)
    assert sent.message_id == 0 and sent.api_kwargs["ephemeral_message_id"]
    assert [one["text"] for one in tg.whispered(lab.id, alice)] == ["嘘"] and tg.sent(lab.id) == []


async def test_others_need_a_fresh_press_of_the_same_person(tg: FakeTelegram, bot: Bot, alice: User, lab: Chat) -> None:
    with refused("not enough rights"):
        await whisper(bot, lab, alice)
    await bot.send_message(lab.id, "卡片", reply_markup=keyboard("要"))
    press = tg.people.press(tg.sent(lab.id)[0], "要", alice)
    other = tg.world.users[next(one for one in lab.members if one not in (alice.id, tg.world.bot.id))]
    with refused("query_id_invalid"):
        await whisper(bot, lab, other, callback_query_id=press.id)
    await whisper(bot, lab, alice, callback_query_id=press.id)
    tg.world.clock = lambda: NOON + 16
    with refused("query_id_invalid"):
        await whisper(bot, lab, alice, callback_query_id=press.id)


async def test_or_a_fresh_command_that_only_the_bot_saw(tg: FakeTelegram, bot: Bot, alice: User, lab: Chat) -> None:
    said = tg.people.whisper("/my", alice, lab)
    (update,) = await poll(bot)
    assert update.message and update.message.message_id == 0 and update.message.text == "/my"
    proof = {"reply_parameters": {"ephemeral_message_id": said["ephemeral_message_id"]}}
    await bot.send_message(lab.id, "嘘", api_kwargs=to(alice) | proof)
    with refused("must be ephemeral"):
        await bot.send_message(lab.id, "嘘", api_kwargs=proof)
    with refused("message_not_command"):
        wrong = {"reply_parameters": {"ephemeral_message_id": 999}}
        await bot.send_message(lab.id, "嘘", api_kwargs=to(alice) | wrong)
    with refused("message identifier is not specified"):
        await bot.send_message(lab.id, "x", reply_to_message_id=0)


async def test_only_members_of_groups_are_whispered_to(tg: FakeTelegram, bot: Bot, alice: User, lab: Chat) -> None:
    tg.membership.promote_bot(lab)
    with refused("groups and supergroups"):
        await whisper(bot, tg.places.private(alice), alice)
    with refused("user_not_participant"):
        await whisper(bot, lab, tg.places.user("Stranger"))


@pytest.mark.parametrize(("api", "seen_by_all"), [((10, 3), False), ((10, 2), True), ((10, 0), True)])
async def test_an_older_server_does_not_know_the_present_form_and_sends_to_all(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat, api: tuple[int, int], seen_by_all: bool
) -> None:
    tg.world.api = api
    tg.membership.promote_bot(lab)
    assert bool((await whisper(bot, lab, alice)).message_id) is seen_by_all


@pytest.mark.parametrize(("api", "seen_by_all"), [((10, 3), False), ((10, 2), False), ((10, 0), True)])
async def test_the_first_form_is_known_since_10_2(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat, api: tuple[int, int], seen_by_all: bool
) -> None:
    tg.world.api = api
    tg.membership.promote_bot(lab)
    sent = await bot.send_message(lab.id, "嘘", api_kwargs={"receiver_user_id": alice.id})
    assert bool(sent.message_id) is seen_by_all


async def test_a_menu_says_which_commands_only_the_bot_sees(tg: FakeTelegram, bot: Bot) -> None:
    unseen = BotCommand("my", "x", api_kwargs={"is_ephemeral": True})
    await bot.set_my_commands([unseen, BotCommand("book", "y")], scope=BotCommandScopeAllGroupChats())
    assert [one.get("is_ephemeral") for one in tg.world.profile["commands all_group_chats"]] == [True, None]
