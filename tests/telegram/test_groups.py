"""Stories of a group, from what people do in Telegram to what they see there, through the whole service."""

from collections.abc import AsyncIterator

import pytest

from storage.database import Database
from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import Lab, eventually
from tests.telegram.whole import Group, serving


@pytest.fixture
async def group(tg: FakeTelegram, lab: Lab, sqlite_database: Database) -> AsyncIterator[Group]:
    async with serving(tg, sqlite_database, lab) as one:
        yield one
        assert tg.refusals() == []


async def test_a_command_under_a_picture_books(group: Group) -> None:
    answer = await group.ask("/book 2 6h", photo=True)
    assert "归你了" in answer["text"]


async def test_what_is_forwarded_or_comes_by_another_bot_or_from_a_channel_books_nothing(group: Group) -> None:
    tg, lab = group.tg, group.lab
    gif = tg.places.user("GIF", username="gif_bot", is_bot=True)
    tg.people.say("/book 1 1h", lab.li, group.chat, forwarded_from=lab.wang)
    tg.people.say("/book 1 1h", lab.li, forwarded_from=lab.wang)
    tg.people.say("/book 1 1h", lab.li, group.chat, via_bot=gif)
    news = tg.places.channel("公告")
    tg.people.auto_forward(tg.people.post(news, "/book 1 1h"), group.chat)
    tg.people.say("/book@other_bot 1 1h", lab.li, group.chat)
    await group.quiet()
    assert tg.calls_of("sendMessage") == [] and await group.rows("SELECT count(*) FROM booking") == [(0,)]


async def test_an_edited_command_books_once(group: Group) -> None:
    said = group.tg.people.say("/book 1 1h", group.lab.li, group.chat)
    await group.tg.answer_to(said)
    group.tg.people.edit(said, "/book 4 1h")
    await group.quiet()
    assert await group.rows("SELECT count(*) FROM booked_card") == [(1,)]


async def test_an_answer_to_a_question_that_was_deleted_comes_all_the_same(group: Group) -> None:
    said = group.tg.people.say("/book 1 1h", group.lab.li, group.chat)
    group.tg.people.delete(said)
    answer = await group.tg.answer_to(said)
    assert "reply_to_message" not in answer


async def test_topics_are_answered_in_their_place_and_in_the_group_once_they_are_switched_off(
    tg: FakeTelegram, sqlite_database: Database
) -> None:
    lab = Lab.of(tg, forum=True)
    topic = tg.places.topic(lab.group, "GPU")
    async with serving(tg, sqlite_database, lab) as group:
        in_topic = await group.ask("/free", topic=topic)
        in_general = await group.ask("/free")
        assert in_topic["message_thread_id"] == topic.id and "message_thread_id" not in in_general
        late = tg.people.say("/free", lab.li, lab.group, topic=topic)
        tg.places.switch_topics_off(lab.group)
        assert "message_thread_id" not in await tg.answer_to(late)


async def test_after_it_was_removed_nothing_is_sent_and_what_was_owed_is_dropped(group: Group) -> None:
    tg = group.tg
    await group.ask("/book 1 1h")
    hang = tg.faults.hang("sendMessage")
    tg.people.say("/book 1 2h", group.lab.wang, group.chat)
    await eventually(hang.reached.is_set)
    tg.people.say("/book 1 3h", group.lab.wang, group.chat)
    tg.membership.kick_bot(group.chat)
    hang.release()
    await group.quiet()
    assert await group.rows("SELECT state FROM chat WHERE kind = 'group'") == [("gone",)]
    assert len(group.said) == 1 and await group.rows("SELECT count(*) FROM booking") == [(3,)]
    assert await group.rows("SELECT count(*) FROM outbox WHERE state IN ('due', 'sending')") == [(0,)]
    tg.world.calls.clear()  # refusals of sends that were under way


async def test_added_again_it_says_hello_and_serves_the_same_pool(group: Group) -> None:
    tg = group.tg
    await group.ask("/book 2 6h")
    tg.membership.kick_bot(group.chat)
    await group.quiet()
    tg.membership.add_bot(group.chat)
    await eventually(lambda: len(group.said) == 2)
    assert group.said[1] == "大家好，我是拼卡"
    answer = await group.ask("/my")
    assert "0、1 号卡" in answer["text"]


async def test_only_being_added_is_greeted_and_what_it_hears_follows_its_rights(group: Group) -> None:
    tg = group.tg
    tg.world.privacy = True
    tg.membership.kick_bot(group.chat)
    tg.membership.add_bot(group.chat)
    for change, hears in ((None, 0), (tg.membership.promote_bot, 1), (tg.membership.demote_bot, 0)):
        if change:
            change(group.chat)
        await group.quiet()
        assert await group.rows("SELECT hears_all FROM chat WHERE kind = 'group'") == [(hears,)]
    assert group.said == ["大家好，我是拼卡"]


async def test_while_muted_it_loses_no_group_and_answers_again_afterwards(group: Group) -> None:
    tg = group.tg
    tg.membership.mute_bot(group.chat)
    tg.people.say("/book 1 1h", group.lab.li, group.chat)
    await group.quiet()
    assert await group.rows("SELECT state FROM chat WHERE kind = 'group'") == [("active",)]
    tg.world.calls.clear()
    tg.membership.demote_bot(group.chat)
    assert "0 号卡" in (await group.ask("/my"))["text"]


@pytest.mark.parametrize("admin", [False, True])
async def test_whoever_leaves_is_told_of_once_and_keeps_the_bookings(group: Group, admin: bool) -> None:
    tg, lab = group.tg, group.lab
    await group.ask("/book 2 6h", lab.wang)
    if admin:
        tg.membership.promote_bot(group.chat)
    tg.membership.leave(group.chat, lab.wang)
    await group.quiet()
    assert group.said[1:] == ["Wang 离开了这个群"]
    assert await group.rows("SELECT count(*) FROM booked_card WHERE live = 1") == [(2,)]


async def test_a_stranger_who_leaves_is_nobody(group: Group) -> None:
    guest = group.tg.places.user("Guest")
    group.tg.membership.join(group.chat, guest)
    group.tg.membership.leave(group.chat, guest)
    await group.quiet()
    assert group.said == []


@pytest.fixture
async def whispering(tg: FakeTelegram, lab: Lab, sqlite_database: Database) -> AsyncIterator[Group]:
    """A group whose bot is administrator and whispers what concerns only the asker."""
    tg.world.api = (10, 3)
    tg.membership.promote_bot(lab.group)
    async with serving(tg, sqlite_database, lab, whispers=True) as one:
        yield one
        assert tg.refusals() == []


def whispered(group: Group) -> list[str]:
    return [one["text"].split("\n")[0] for one in group.tg.whispered(group.chat.id, group.lab.li)]


async def test_refusals_and_personal_answers_leave_the_group_quiet(whispering: Group) -> None:
    for words in ("/my", "/book 9 6h", "/book 2 90d", "/cancel 77", "/foo"):
        whispering.tg.people.say(words, whispering.lab.li, whispering.chat)
    await whispering.quiet()
    assert whispering.said == [] and len(whispered(whispering)) == 5


async def test_what_others_must_know_is_said_to_all(whispering: Group) -> None:
    await whispering.ask("/book 7 6h")
    await whispering.ask("/book 2 1h", whispering.lab.wang)
    await whispering.ask("/status")
    await whispering.ask("/release 1")
    assert len(whispering.said) == 4 and whispered(whispering) == []


async def test_a_question_asked_in_a_whisper_ends_in_a_booking_that_all_see(whispering: Group) -> None:
    whispering.tg.people.say("/book 2 今晚10点", whispering.lab.li, whispering.chat)
    await eventually(lambda: whispered(whispering))
    (card,) = whispering.tg.whispered(whispering.chat.id, whispering.lab.li)
    first = card["reply_markup"]["inline_keyboard"][0][0]["text"]
    press = whispering.tg.people.press(card, first, whispering.lab.li)
    await whispering.tg.answer_to_press(press)
    await whispering.quiet()
    assert await whispering.rows("SELECT count(*) FROM booking") == [(1,)]
    (booked,) = whispering.said
    assert "0、1 号卡" in booked


async def test_a_bot_without_rights_whispers_only_what_was_asked_unseen(
    tg: FakeTelegram, lab: Lab, sqlite_database: Database
) -> None:
    tg.world.api = (10, 3)
    async with serving(tg, sqlite_database, lab, whispers=True) as group:
        tg.people.whisper("/my", lab.li, lab.group)
        await group.quiet()
        await group.ask("/my")
    assert len(whispered(group)) == len(group.said) == 1


async def test_an_anonymous_administrator_is_answered_aloud(whispering: Group) -> None:
    await whispering.ask("/book 1 1h", anonymous=True)
    assert whispering.said == ["看不出你是谁"]


async def test_the_picker_is_one_message_from_the_question_to_the_booking(group: Group) -> None:
    card = await group.ask("/book")
    for label in ("2 张 A100", "1 小时", "现在"):
        press = group.tg.people.press(group.tg.message(card), label, group.lab.li)
        await group.tg.answer_to_press(press)
        await group.quiet()
    (said,) = group.said
    assert "0、1 号卡归你了" in said
    assert await group.rows("SELECT count(*) FROM booking") == [(1,)]
