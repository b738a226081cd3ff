"""What an update becomes. The updates are those that the fake Telegram makes of what people do."""

from typing import Any

import pytest

from bot.chat.message import Event, Incoming, Person, Place, Press
from bot.telegram.api import Me
from bot.telegram.inbound import Migration, Read, query_id, read
from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import NOW, Lab

ME = Me(110201543, "pinka_bot", can_read_all=False)


@pytest.fixture
def tg() -> FakeTelegram:
    """Never started: only its updates are looked at."""
    return FakeTelegram(privacy=False, clock=lambda: NOW)


def updates(tg: FakeTelegram) -> list[dict[str, Any]]:
    return list(tg.world.updates.history.values())


def last(tg: FakeTelegram, me: Me = ME) -> Read:
    return read(updates(tg)[-1], me, NOW + 5)


def incoming(tg: FakeTelegram) -> Incoming:
    got = last(tg)
    assert isinstance(got, Incoming)
    return got


def test_a_text_in_a_group_carries_who_where_when_and_what(tg: FakeTelegram, lab: Lab) -> None:
    message = tg.people.say("订 2 张卡", lab.li, lab.group)
    assert last(tg) == Incoming(
        key=f"telegram:110201543:{tg.people.last_update_id}",
        place=Place("telegram", str(lab.group.id), False, None, "205 实验室"),
        person=Person(str(lab.li.id), "李 雷", "li_lei", "zh-hans"),
        text="订 2 张卡",
        sent_at=NOW,
        addressed=False,
        message=str(message["message_id"]),
    )


def test_everything_in_a_private_chat_is_said_to_the_bot(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("订 2 张卡", lab.li)
    got = incoming(tg)
    assert got.addressed and got.place == Place("telegram", str(lab.li.id), True)


def test_a_start_link_arrives_with_its_payload(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.start(lab.li, "k3jf92")
    assert incoming(tg).text == "/start k3jf92"


def test_a_command_with_our_name_is_addressed_and_loses_the_name(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/BOOK@Pinka_Bot 2x", lab.li, lab.group)
    got = incoming(tg)
    assert (got.text, got.addressed) == ("/BOOK 2x", True)


def test_a_command_for_another_bot_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book@other_bot 2x", lab.li, lab.group)
    assert last(tg) is None


def test_a_reply_to_the_bot_is_addressed(tg: FakeTelegram, lab: Lab) -> None:
    own = tg.world.keep(tg.world.blank_message(lab.group, tg.world.bot) | {"text": "到几点？"})
    tg.people.say("到 6 点", lab.li, lab.group, reply_to=own)
    assert incoming(tg).addressed


def test_a_reply_to_somebody_else_is_not_addressed(tg: FakeTelegram, lab: Lab) -> None:
    said = tg.people.say("几点？", lab.wang, lab.group)
    tg.people.say("6 点", lab.li, lab.group, reply_to=said)
    assert not incoming(tg).addressed


def test_a_caption_counts_as_text(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/bill 300 电费", lab.li, lab.group, photo=True)
    assert incoming(tg).text == "/bill 300 电费"


def test_a_picture_without_words_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("", lab.li, lab.group, photo=True)
    assert last(tg) is None


def test_a_caption_of_a_picture_counts_once_in_an_album(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book@pinka_bot 2x", lab.li, lab.group, photo=True)
    tg.people.say("", lab.li, lab.group, photo=True)
    assert [bool(read(raw, ME, NOW)) for raw in updates(tg)] == [True, False]


def test_a_caption_that_names_another_bot_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book@other_bot 2x", lab.li, lab.group, photo=True)
    assert last(tg) is None


@pytest.mark.parametrize("where", ["group", "private"])
def test_a_forwarded_picture_with_a_command_is_ignored(tg: FakeTelegram, lab: Lab, where: str) -> None:
    chat = lab.group if where == "group" else None
    tg.people.say("/book 2x", lab.li, chat, photo=True, forwarded_from=lab.wang)
    assert last(tg) is None


def test_joining_says_nothing(tg: FakeTelegram, lab: Lab) -> None:
    tg.world.updates.allowed = ["message", "chat_member"]
    tg.membership.promote_bot(lab.group)
    tg.membership.join(lab.group, tg.places.user("New"))
    assert len(updates(tg)) == 2 and [read(raw, ME, NOW) for raw in updates(tg)] == [None, None]


@pytest.mark.parametrize("how", ["leaves", "is thrown out"])
@pytest.mark.parametrize(("admin", "times"), [(False, 1), (True, 2)])
def test_whoever_leaves_a_group_is_named_by_account(
    tg: FakeTelegram, lab: Lab, how: str, admin: bool, times: int
) -> None:
    tg.world.updates.allowed = ["message", "chat_member"]
    if admin:
        tg.membership.promote_bot(lab.group)
    leave = tg.membership.leave if how == "leaves" else tg.membership.kick
    leave(lab.group, lab.wang)
    got = [read(raw, ME, NOW) for raw in updates(tg)]
    place = Place("telegram", str(lab.group.id), False, None, "205 实验室")
    keys = [f"telegram:110201543:{raw['update_id']}" for raw in updates(tg)]
    facts = {"account": str(lab.wang.id)}
    assert got == [Event(key, place, "member_left", NOW, facts) for key in keys] and len(got) == times


def test_a_bot_that_leaves_is_nobody(tg: FakeTelegram, lab: Lab) -> None:
    tg.world.updates.allowed = ["message", "chat_member"]
    tg.membership.promote_bot(lab.group)
    other = tg.places.user("Other", username="other_bot", is_bot=True)
    tg.membership.join(lab.group, other)
    tg.membership.leave(lab.group, other)
    assert [read(raw, ME, NOW) for raw in updates(tg)] == [None] * 4


def test_new_rights_of_somebody_who_stays_are_nothing(tg: FakeTelegram, lab: Lab) -> None:
    tg.world.updates.allowed = ["message", "chat_member"]
    tg.membership.promote_bot(lab.group)
    for status in ("administrator", "restricted", "member"):
        tg.membership.promote(lab.group, lab.wang, status)
    assert [read(raw, ME, NOW) for raw in updates(tg)] == [None] * 3


def test_whoever_leaves_a_channel_is_nobody(tg: FakeTelegram, lab: Lab) -> None:
    tg.world.updates.allowed = ["message", "chat_member"]
    channel = tg.places.channel("公告")
    channel.members[lab.wang.id] = "member"
    tg.membership.leave(channel, lab.wang)
    assert [read(raw, ME, NOW) for raw in updates(tg)] == [None, None]


def test_a_departure_without_a_person_cannot_be_read(tg: FakeTelegram, lab: Lab) -> None:
    tg.membership.leave(lab.group, lab.wang)
    updates(tg)[-1]["message"]["left_chat_member"] = {}
    with pytest.raises(KeyError):
        last(tg)


def test_an_edited_message_is_not_a_second_command(tg: FakeTelegram, lab: Lab) -> None:
    said = tg.people.say("/book 2x", lab.li, lab.group)
    tg.people.edit(said, "/book 4x")
    assert "edited_message" in updates(tg)[-1] and last(tg) is None


def test_a_channel_post_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.post(tg.places.channel("公告"), "/book 2x")
    assert "channel_post" in updates(tg)[-1] and last(tg) is None


def test_the_copy_of_a_channel_post_in_its_group_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.auto_forward(tg.people.post(tg.places.channel("公告"), "/book 2x"), lab.group)
    assert "message" in updates(tg)[-1] and last(tg) is None


def test_telegrams_own_account_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book 2x", lab.li, lab.group)
    raw = updates(tg)[-1]
    raw["message"]["from"]["id"] = 777000
    assert read(raw, ME, NOW) is None


def test_somebody_who_speaks_as_a_channel_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book 2x", lab.li, lab.group)
    raw = updates(tg)[-1]
    raw["message"] |= {
        "from": {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"},
        "sender_chat": {"id": -1009, "type": "channel", "title": "公告"},
    }
    assert read(raw, ME, NOW) is None


def test_a_forwarded_command_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book 2x", lab.li, lab.group, forwarded_from=lab.wang)
    assert last(tg) is None


def test_a_text_by_way_of_another_bot_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book 2x", lab.li, lab.group, via_bot=tg.places.user("GIF", username="gif", is_bot=True))
    assert last(tg) is None


def test_another_bot_is_ignored(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book 2x", tg.places.user("Other", username="other_bot", is_bot=True), lab.group)
    assert last(tg) is None


def test_an_anonymous_administrator_is_nobody_in_particular(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book 2x", lab.li, lab.group, anonymous=True)
    person = incoming(tg).person
    assert person.anonymous and person.account == "1087968824" and str(lab.li.id) not in repr(person)


def test_the_press_of_an_anonymous_administrator_shows_the_real_person(tg: FakeTelegram, lab: Lab) -> None:
    own = tg.world.keep(tg.world.blank_message(lab.group, tg.world.bot) | {"text": "?"})
    tg.people.press(own, "1.0.abc", lab.li, forged=True)
    got = last(tg)
    assert isinstance(got, Press) and not got.person.anonymous and got.person.account == str(lab.li.id)


@pytest.mark.parametrize("name", ["<b>&", "\u202e反", "👨‍👩‍👧" * 60, "张伟", " "])
def test_a_name_is_passed_as_it_is(tg: FakeTelegram, lab: Lab, name: str) -> None:
    tg.people.say("/my", tg.places.user(name), lab.group)
    assert incoming(tg).person.name == name


def test_half_characters_and_nul_never_reach_the_store(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("订\0 2 张\ud83d", tg.places.user("a\0\udc00"), lab.group)
    got = incoming(tg)
    assert (got.text, got.person.name) == ("订 2 张?", "a?")
    got.text.encode()


def test_a_topic_is_part_of_the_place(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    topic = tg.places.topic(lab.group, "GPU")
    tg.people.say("/free", lab.li, lab.group, topic=topic)
    got = incoming(tg)
    assert got.place.topic == str(topic.id)
    assert not got.addressed


def test_a_topic_that_the_bot_opened_does_not_make_every_text_a_reply(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    topic = tg.places.topic(lab.group, "GPU", by=tg.world.bot)
    tg.people.say("吃饭去", lab.li, lab.group, topic=topic)
    assert not incoming(tg).addressed


def test_the_general_topic_is_no_topic(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    tg.people.say("/free", lab.li, lab.group)
    raw = updates(tg)[-1]
    assert incoming(tg).place.topic is None
    raw["message"] |= {"message_thread_id": 1, "is_topic_message": True}
    assert incoming(tg).place.topic is None


def test_a_reply_chain_in_an_ordinary_group_is_no_topic(tg: FakeTelegram, lab: Lab) -> None:
    said = tg.people.say("几点？", lab.wang, lab.group)
    tg.people.say("6 点", lab.li, lab.group, reply_to=said)
    assert "message_thread_id" in updates(tg)[-1]["message"]
    assert incoming(tg).place.topic is None


def test_an_ephemeral_command_has_no_message_to_answer(tg: FakeTelegram, lab: Lab) -> None:
    tg.world.api = (10, 3)
    tg.people.whisper("/my", lab.li, lab.group)
    got = incoming(tg)
    assert (got.text, got.message, got.person.account) == ("/my", None, str(lab.li.id))


def test_an_ephemeral_command_that_has_no_id_at_all_is_heard(tg: FakeTelegram, lab: Lab) -> None:
    tg.world.api = (10, 3)
    tg.people.whisper("/my", lab.li, lab.group)
    del updates(tg)[-1]["message"]["message_id"]
    assert incoming(tg).message is None


def test_a_press_on_an_ephemeral_card_names_no_card_to_edit(tg: FakeTelegram, lab: Lab) -> None:
    own = tg.world.blank_message(lab.group, tg.world.bot) | {"message_id": 0, "ephemeral_message_id": 7, "text": "?"}
    tg.people.press(own, "7.1.abcdefghij", lab.li, forged=True)
    got = last(tg)
    assert isinstance(got, Press) and (got.token, got.message) == ("7.1.abcdefghij", None)


def test_new_kinds_of_content_do_not_make_a_message_unreadable(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/my", lab.li, lab.group)
    updates(tg)[-1]["message"] |= {"poll": {"shape": "of 2030"}, "entities": [{"type": 7}], "photo": "?"}
    assert incoming(tg).text == "/my"


def test_a_press_carries_its_token_and_its_card(tg: FakeTelegram, lab: Lab) -> None:
    own = tg.world.keep(tg.world.blank_message(lab.group, tg.world.bot) | {"text": "?"})
    pressed = tg.people.press(own, "7.1.abcdefghij", lab.li, forged=True)
    assert last(tg) == Press(
        key=f"telegram:110201543:{pressed.update_id}",
        place=Place("telegram", str(lab.group.id), False, None, "205 实验室"),
        person=Person(str(lab.li.id), "李 雷", "li_lei", "zh-hans"),
        token="7.1.abcdefghij",
        sent_at=NOW + 5,
        message=str(own["message_id"]),
    )
    assert query_id(updates(tg)[-1]) == pressed.id


def test_a_press_on_a_card_that_telegram_no_longer_shows_is_still_a_press(tg: FakeTelegram, lab: Lab) -> None:
    own = tg.world.blank_message(lab.group, tg.world.bot) | {"text": "?"}
    tg.people.press(own, "7.1.abcdefghij", lab.li, forged=True)
    assert updates(tg)[-1]["callback_query"]["message"]["date"] == 0
    got = last(tg)
    assert isinstance(got, Press) and got.message == str(own["message_id"])


def test_a_press_in_a_topic_belongs_to_the_topic(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    topic = tg.places.topic(lab.group, "GPU")
    own = tg.world.keep(tg.world.blank_message(lab.group, tg.world.bot, topic.id) | {"text": "?"})
    tg.people.press(own, "1.0.abc", lab.li, forged=True)
    got = last(tg)
    assert isinstance(got, Press) and got.place.topic == str(topic.id)


@pytest.mark.parametrize("first", ["to", "from"])
def test_a_group_that_becomes_a_supergroup_says_so_twice(tg: FakeTelegram, first: str) -> None:
    lab = Lab.of(tg, kind="group")
    new = tg.membership.migrate(lab.group, first=first)
    moves = [read(raw, ME, NOW) for raw in updates(tg)]
    assert moves == [Migration(str(lab.group.id), str(new.id))] * 2


@pytest.mark.parametrize(("admin", "hears_all"), [(False, False), (True, True)])
def test_being_added_tells_whether_the_bot_hears_all(tg: FakeTelegram, admin: bool, hears_all: bool) -> None:
    lab = Lab.of(tg, bot=None)
    tg.membership.add_bot(lab.group, admin=admin)
    place = Place("telegram", str(lab.group.id), False, None, "205 实验室")
    key = f"telegram:110201543:{updates(tg)[0]['update_id']}"
    facts = {"hears_all": hears_all, "bot": "@pinka_bot"}
    assert read(updates(tg)[0], ME, NOW) == Event(key, place, "bot_added", NOW, facts)


def test_with_privacy_mode_off_the_bot_hears_all_as_a_member(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, bot=None)
    tg.membership.add_bot(lab.group)
    got = read(updates(tg)[0], Me(110201543, "pinka_bot", can_read_all=True), NOW)
    assert isinstance(got, Event) and got.facts["hears_all"] is True


def kinds(tg: FakeTelegram) -> list[str]:
    return [got.kind for raw in updates(tg) if isinstance(got := read(raw, ME, NOW), Event)]


def test_a_membership_is_followed_from_joining_to_leaving(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, bot=None)
    tg.membership.add_bot(lab.group)
    tg.membership.promote_bot(lab.group)
    tg.membership.demote_bot(lab.group)
    tg.membership.kick_bot(lab.group)
    assert kinds(tg) == ["bot_added", "bot_changed", "bot_changed", "bot_removed"]


def test_being_blocked_in_private_is_being_removed(tg: FakeTelegram, lab: Lab) -> None:
    tg.membership.block(lab.li)
    tg.membership.unblock(lab.li)
    assert kinds(tg) == ["bot_removed", "bot_added"]


def test_being_made_administrator_of_a_channel_is_nothing(tg: FakeTelegram, lab: Lab) -> None:
    tg.membership.add_bot(tg.places.channel("公告", bot=None), lab.li, admin=True)
    assert kinds(tg) == []


@pytest.mark.parametrize("missing", ["from", "id", "chat_instance"])
def test_a_press_without_what_it_must_have_cannot_be_read(tg: FakeTelegram, lab: Lab, missing: str) -> None:
    own = tg.world.keep(tg.world.blank_message(lab.group, tg.world.bot) | {"text": "?"})
    tg.people.press(own, "1.0.abc", lab.li, forged=True)
    del updates(tg)[-1]["callback_query"][missing]
    with pytest.raises((TypeError, KeyError, AttributeError)):
        last(tg)


def test_updates_of_other_kinds_are_ignored() -> None:
    assert read({"update_id": 1, "poll": {"id": "1"}}, ME, NOW) is None
