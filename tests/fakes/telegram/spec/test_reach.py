"""Whom and where a bot may write, how often, and with which token."""

from __future__ import annotations

from datetime import timedelta

import pytest
from telegram import (
    Bot,
    ReplyParameters,
)
from telegram.error import (
    ChatMigrated,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TelegramError,
)

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import NOON, png, poll, real_bot, refused


async def test_topics_must_exist_be_open_and_the_general_one_has_no_id(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    forum = tg.places.group("论坛", [alice], forum=True)
    topic = tg.places.topic(forum, "机器")
    sent = await bot.send_message(forum.id, "x", message_thread_id=topic.id)
    assert sent.is_topic_message and sent.message_thread_id == topic.id
    assert not (await bot.send_message(forum.id, "general")).is_topic_message
    for chat, thread in ((forum, 1), (forum, 77), (lab, topic.id)):
        with refused("message thread not found"):
            await bot.send_message(chat.id, "x", message_thread_id=thread)
    tg.places.close_topic(forum, topic)
    with refused("topic_closed"):
        await bot.send_message(forum.id, "x", message_thread_id=topic.id)


async def test_a_reply_to_nothing_is_refused_unless_that_is_allowed(bot: Bot, lab: Chat) -> None:
    with refused("message to be replied not found"):
        await bot.send_message(lab.id, "x", reply_parameters=ReplyParameters(404))
    loose = ReplyParameters(404, allow_sending_without_reply=True)
    assert (await bot.send_message(lab.id, "x", reply_parameters=loose)).reply_to_message is None


async def test_people_and_groups_that_cannot_be_reached_are_each_refused_in_their_way(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    never_started = tg.places.user("Nia")
    deleted = tg.places.user("Deleted", started=True)
    tg.membership.delete_account(deleted)
    tg.membership.block(alice)
    tg.membership.kick_bot(lab)
    stranger = tg.places.group("别人的组", [alice], bot=None)
    cases = {
        never_started.id: "bot can't initiate conversation with a user",
        alice.id: "bot was blocked by the user",
        deleted.id: "user is deactivated",
        lab.id: "bot was kicked from the supergroup chat",
        stranger.id: "bot is not a member of the supergroup chat",
    }
    for chat_id, words in cases.items():
        with refused(words, Forbidden):
            await bot.send_message(chat_id, "x")
    with refused("chat not found"):
        await bot.send_message(-5, "x")


async def test_a_migrated_group_names_its_new_id_and_both_service_messages_come(
    tg: FakeTelegram, bot: Bot, alice: User
) -> None:
    for first, order in (("to", ["migrate_to_chat_id", "migrate_from_chat_id"]),
                         ("from", ["migrate_from_chat_id", "migrate_to_chat_id"])):  # fmt: skip
        old = tg.places.group("小组", [alice], kind="group")
        new = tg.membership.migrate(old, first=first)
        updates = await poll(bot)
        messages = [update.to_dict()["message"] for update in updates]
        assert [next(kind for kind in order if kind in message) for message in messages] == order
        with pytest.raises(ChatMigrated) as caught:
            await bot.send_message(old.id, "x")
        assert caught.value.new_chat_id == new.id
        assert (await bot.send_message(new.id, "x")).chat.type == "supergroup"
        await poll(bot, updates[-1].update_id + 1)


async def test_more_than_twenty_messages_a_minute_flood_a_group_but_no_private_chat(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    tg.world.flood.per_minute = 20
    sent = await bot.send_message(lab.id, "0")
    for count in range(1, 20):
        await sent.edit_text(str(count))
    tg.world.clock = lambda: NOON + 45
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(lab.id, "one more")
    assert caught.value.retry_after == timedelta(seconds=15)
    await bot.send_message(alice.id, "private")
    tg.world.clock = lambda: NOON + 60
    await bot.send_message(lab.id, "later")


async def test_a_muted_bot_may_not_write(tg: FakeTelegram, bot: Bot, lab: Chat) -> None:
    tg.membership.mute_bot(lab)
    with refused("not enough rights to send text messages"):
        await bot.send_message(lab.id, "x")
    with refused("not enough rights to send photos"):
        await bot.send_photo(lab.id, png(2, 2))


async def test_reactions_are_limited_to_the_emoji_of_telegram(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    said = tg.people.say("/free", alice, lab)
    assert await bot.set_message_reaction(lab.id, said["message_id"], "👍")
    with refused("reaction_invalid"):
        await bot.set_message_reaction(lab.id, said["message_id"], "✅")


async def test_wrong_tokens_and_unknown_methods_are_refused(tg: FakeTelegram, bot: Bot) -> None:
    for token in ("1:wrong", "nonsense"):
        client = real_bot(tg, token=token)
        with pytest.raises(InvalidToken):
            await client.initialize()
        await client.shutdown()
    with refused("Endpoint 'noSuchThing' not found", TelegramError):
        await bot.do_api_request("noSuchThing")
