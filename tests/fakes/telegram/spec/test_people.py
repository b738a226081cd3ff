"""What people do arrives as complete updates, and only what the bot may see."""

from __future__ import annotations

from telegram import (
    Bot,
)

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import poll


async def test_everything_people_can_do_is_read_by_the_real_library(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    every_kind = [
        "message", "edited_message", "channel_post", "callback_query", "my_chat_member", "chat_member",
        "message_reaction",
    ]  # fmt: skip
    await poll(bot, allowed_updates=every_kind)
    tg.membership.promote_bot(lab)
    forum = tg.places.group("论坛", [alice], forum=True)
    tg.membership.promote_bot(forum)
    topic = tg.places.topic(forum, "机器")
    said = tg.people.say("/book@pinka_bot 2xA100 6h", alice, lab)
    tg.people.edit(said, "/book@pinka_bot 1xA100 6h")
    tg.people.say("in a topic", alice, forum, topic=topic)
    tg.people.say("as nobody", alice, lab, anonymous=True)
    tg.people.say("/book in a caption", alice, lab, photo=True)
    tg.people.say("through a bot", alice, lab, via_bot=tg.world.bot, forwarded_from=alice)
    tg.people.react(said, "👍", alice)
    news = tg.places.channel("通知")
    tg.people.auto_forward(tg.people.post(news, "rent is due"), lab)
    tg.membership.join(lab, tg.places.user("Dan"))
    tg.membership.kick_bot(lab)
    tg.membership.add_bot(lab, admin=True)
    tg.membership.block(alice)
    tg.people.start(alice, "code-1")
    updates = await poll(bot)
    assert len(updates) == len(tg.world.updates.pending()) == 20
    assert {kind for update in updates for kind in update.to_dict()} == {"update_id", *every_kind} - {"callback_query"}
    by_text = {update.message.text: update.message for update in updates if update.message}
    assert by_text["/book@pinka_bot 2xA100 6h"].parse_entities(["bot_command"])
    assert by_text["in a topic"].is_topic_message and by_text["in a topic"].message_thread_id == topic.id
    nobody = by_text["as nobody"]
    assert nobody.from_user and nobody.from_user.id == 1087968824
    assert nobody.sender_chat and nobody.sender_chat.id == lab.id
    assert by_text["rent is due"].is_automatic_forward
    assert by_text["through a bot"].via_bot and by_text["through a bot"].forward_origin


async def test_a_bot_in_privacy_mode_sees_only_what_is_meant_for_it(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    await bot.send_message(lab.id, "hello")
    other = tg.places.user("Other", username="other_bot", is_bot=True)
    tg.people.say("订 2张A100", alice, lab)
    tg.people.say("@pinka_bot hello", alice, lab)
    tg.people.say("/book@other_bot 1", alice, lab)
    tg.people.say("/free", alice, lab)
    tg.people.say("a reply", alice, lab, reply_to=tg.sent(lab.id)[0])
    tg.people.other_bot_says(other, "beep", lab)
    tg.people.say("/my", alice, lab)
    tg.people.say("/my@PINKA_bot", alice, lab)
    heard = [update.message.text for update in await poll(bot) if update.message]
    assert heard == ["/free", "a reply", "/my@PINKA_bot"]
    assert not (await bot.get_me()).can_read_all_group_messages


async def test_an_administrator_sees_everything_and_privacy_off_counts_from_the_next_joining(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    tg.world.privacy = False
    assert (await bot.get_me()).can_read_all_group_messages
    tg.people.say("not heard", alice, lab)
    tg.membership.kick_bot(lab)
    tg.membership.add_bot(lab)
    tg.people.say("heard", alice, lab)
    tg.world.privacy = True
    tg.membership.kick_bot(lab)
    tg.membership.add_bot(lab)
    tg.membership.promote_bot(lab)
    tg.people.say("heard too", alice, lab)
    heard = [update.message.text for update in await poll(bot) if update.message and update.message.text]
    assert heard == ["heard", "heard too"]
