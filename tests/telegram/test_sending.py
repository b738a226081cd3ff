"""Messages out, over real HTTP, to a Telegram that refuses what Telegram refuses."""

import asyncio

import pytest

from bot.chat.adapter import SendLater, SendRefused, SendUnknown
from bot.chat.message import Button, Place
from bot.language.texts.shape import Code
from bot.telegram.settings import Pace
from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import HASTY, Lab, button, place_of, sending


async def test_a_message_arrives_with_its_words_and_buttons(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        handle = await sender.say(lab.group, "<b> & 好", Code("export A=1"), buttons=button("放卡", "1.0.x"))
    (message,) = tg.sent(lab.group.id)
    assert message["text"] == "<b> & 好\nexport A=1"
    assert [mark["type"] for mark in message["entities"]] == ["code"]
    assert message["reply_markup"]["inline_keyboard"] == [[{"text": "放卡", "callback_data": "1.0.x"}]]
    assert handle == str(message["message_id"])


async def test_an_answer_quotes_its_question(tg: FakeTelegram, lab: Lab) -> None:
    question = tg.people.say("/free", lab.li, lab.group)
    async with sending(tg) as sender:
        await sender.say(lab.group, reply_to=str(question["message_id"]))
    assert tg.sent(lab.group.id)[0]["reply_to_message"]["message_id"] == question["message_id"]


async def test_an_answer_to_a_deleted_question_is_still_sent(tg: FakeTelegram, lab: Lab) -> None:
    question = tg.people.say("/free", lab.li, lab.group)
    tg.people.delete(question)
    async with sending(tg) as sender:
        await sender.say(lab.group, reply_to=str(question["message_id"]))
    assert "reply_to_message" not in tg.sent(lab.group.id)[0]


@pytest.mark.parametrize("nothing", ["0", "", None, "draft-7", "①"])
async def test_what_has_no_number_is_not_answered_but_said(tg: FakeTelegram, lab: Lab, nothing: str | None) -> None:
    async with sending(tg) as sender:
        await sender.say(lab.group, reply_to=nothing)
    (call,) = tg.calls_of("sendMessage")
    assert call.executed and "reply_parameters" not in call.params


async def test_a_long_answer_comes_in_order_with_the_buttons_last(tg: FakeTelegram, lab: Lab) -> None:
    question = tg.people.say("/split", lab.li, lab.group)
    lines = [f"第 {number} 行 {'字' * 50}" for number in range(200)]
    async with sending(tg) as sender:
        handle = await sender.say(lab.group, *lines, reply_to=str(question["message_id"]), buttons=button())
    sent = tg.sent(lab.group.id)
    assert "\n".join(one["text"] for one in sent).split("\n") == lines
    assert ["reply_markup" in one for one in sent] == [False, False, True]
    assert ["reply_to_message" in one for one in sent] == [True, False, False]
    assert handle == str(sent[-1]["message_id"])


async def test_a_topic_gets_its_own_messages(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    topic = tg.places.topic(lab.group, "GPU")
    async with sending(tg) as sender:
        await sender.say(place_of(lab.group, topic))
    assert tg.sent(lab.group.id)[0]["message_thread_id"] == topic.id


async def test_the_general_topic_is_never_named(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    async with sending(tg) as sender:
        await sender.say(lab.group)
    assert "message_thread_id" not in tg.calls_of("sendMessage")[0].params


async def test_a_message_for_a_topic_that_is_gone_goes_to_the_group(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    topic = tg.places.topic(lab.group, "GPU")
    tg.places.delete_topic(lab.group, topic)
    async with sending(tg) as sender:
        await sender.say(place_of(lab.group, topic), *(["字" * 60] * 100))
    assert len(tg.sent(lab.group.id)) == 2
    assert [call.status for call in tg.calls_of("sendMessage")] == [400, 200, 200]


async def test_a_message_for_a_closed_topic_goes_to_the_group(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    topic = tg.places.topic(lab.group, "GPU")
    tg.places.close_topic(lab.group, topic)
    async with sending(tg) as sender:
        await sender.say(place_of(lab.group, topic))
    assert len(tg.sent(lab.group.id)) == 1


async def test_a_message_for_a_topic_of_a_group_that_gave_up_topics_goes_to_the_group(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, forum=True)
    topic = tg.places.topic(lab.group, "GPU")
    question = tg.people.say("/free", lab.li, lab.group, topic=topic)
    tg.places.switch_topics_off(lab.group)
    async with sending(tg) as sender:
        await sender.say(place_of(lab.group, topic), reply_to=str(question["message_id"]))
    (message,) = tg.sent(lab.group.id)
    assert message["reply_to_message"]["message_id"] == question["message_id"]


async def test_a_message_for_quiet_hours_comes_without_a_sound(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        await sender.say(lab.group, silent=True)
        await sender.say(lab.group)
    told = [call.params.get("disable_notification") for call in tg.calls_of("sendMessage")]
    assert told == ["true", None]


async def test_an_edit_changes_words_and_buttons(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        handle = await sender.say(lab.group, "确认吗？", buttons=button())
        assert await sender.say(lab.group, "好了", edit_of=handle) == handle
    (message,) = tg.sent(lab.group.id)
    assert message["text"] == "好了" and "reply_markup" not in message


async def test_an_edit_that_changes_nothing_is_a_success(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        handle = await sender.say(lab.group, "好", buttons=button())
        assert await sender.say(lab.group, "好", buttons=button(), edit_of=handle) == handle
    assert len(tg.sent(lab.group.id)) == 1


async def test_an_edit_of_a_deleted_card_is_a_new_card(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        first = await sender.say(lab.group, "旧")
        tg.people.delete(tg.sent(lab.group.id)[0])
        handle = await sender.say(lab.group, "新", edit_of=first)
    (message,) = tg.sent(lab.group.id)
    assert message["text"] == "新" and handle == str(message["message_id"]) != first


async def test_an_edit_of_somebody_elses_message_is_a_new_card(tg: FakeTelegram, lab: Lab) -> None:
    said = tg.people.say("/free", lab.li, lab.group)
    async with sending(tg) as sender:
        await sender.say(lab.group, "新", edit_of=str(said["message_id"]))
    assert len(tg.sent(lab.group.id)) == 1


async def test_a_long_edit_replaces_the_card_and_sends_the_rest(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        first = await sender.say(lab.group, "旧", buttons=button())
        handle = await sender.say(lab.group, *(["字" * 60] * 100), edit_of=first, buttons=button())
    edited, added = tg.sent(lab.group.id)
    assert str(edited["message_id"]) == first and "reply_markup" not in edited
    assert str(added["message_id"]) == handle and "reply_markup" in added


async def test_markup_that_telegram_cannot_read_is_sent_as_plain_words(
    tg: FakeTelegram, lab: Lab, caplog: pytest.LogCaptureFixture
) -> None:
    tg.faults.fail("sendMessage", 400, "Bad Request: can't parse entities: Unsupported start tag")
    async with sending(tg) as sender:
        await sender.say(lab.group, "<李> & 王", Code("export"))
    (message,) = tg.sent(lab.group.id)
    assert message["text"] == "<李> & 王\nexport" and "entities" not in message
    assert "test" in caplog.text and "李" not in caplog.text


async def test_markup_is_given_up_only_once(tg: FakeTelegram, lab: Lab) -> None:
    tg.faults.fail("sendMessage", 400, "Bad Request: can't parse entities: no", times=None)
    async with sending(tg) as sender:
        with pytest.raises(SendRefused):
            await sender.say(lab.group)
    assert len(tg.calls_of("sendMessage")) == 2


async def test_a_message_follows_its_group_into_the_supergroup(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, kind="group")
    question = tg.people.say("/free", lab.li, lab.group)
    new = tg.membership.migrate(lab.group, announce=False)
    async with sending(tg) as sender:
        await sender.say(lab.group, "好", reply_to=str(question["message_id"]))
        assert sender.house.moves == [(str(lab.group.id), str(new.id))]
    assert [one["text"] for one in tg.sent(new.id)] == ["好"]
    # Ids of the old group mean other messages in the new one.
    assert ["reply_parameters" in call.params for call in tg.calls_of("sendMessage")] == [True, False]


async def test_a_move_that_cannot_be_stored_leaves_the_message_for_later(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, kind="group")
    new = tg.membership.migrate(lab.group, announce=False)
    async with sending(tg) as sender:
        sender.house.failures_ahead = 1
        with pytest.raises(SendLater):
            await sender.say(lab.group)
    assert tg.sent(new.id) == []


async def test_a_blocked_bot_is_told_that_the_chat_is_gone(tg: FakeTelegram, lab: Lab) -> None:
    tg.membership.block(lab.li)
    async with sending(tg) as sender:
        with pytest.raises(SendRefused) as refused:
            await sender.say(tg.places.private(lab.li))
    assert refused.value.gone


async def test_somebody_who_never_pressed_start_cannot_be_reached(tg: FakeTelegram, lab: Lab) -> None:
    stranger = tg.places.user("New")
    async with sending(tg) as sender:
        with pytest.raises(SendRefused) as refused:
            await sender.say(Place("telegram", str(stranger.id), True))
    assert refused.value.gone


@pytest.mark.parametrize("how", ["kicked", "deleted", "unknown"])
async def test_chats_that_are_no_more_are_gone(tg: FakeTelegram, lab: Lab, how: str) -> None:
    place = place_of(lab.group)
    if how == "kicked":
        tg.membership.kick_bot(lab.group)
    if how == "deleted":
        tg.membership.delete_account(lab.li)
        place = place_of(tg.places.private(lab.li))
    if how == "unknown":
        place = Place("telegram", "-100777", False)
    async with sending(tg) as sender:
        with pytest.raises(SendRefused) as refused:
            await sender.say(place)
    assert refused.value.gone


async def test_a_refusal_for_an_unknown_reason_does_not_give_up_the_chat(tg: FakeTelegram, lab: Lab) -> None:
    tg.faults.fail("sendMessage", 403, "Forbidden: it is Tuesday")
    async with sending(tg) as sender:
        with pytest.raises(SendRefused) as refused:
            await sender.say(lab.group)
    assert not refused.value.gone


async def test_a_muted_bot_is_refused_but_its_chat_is_not_gone(tg: FakeTelegram, lab: Lab) -> None:
    tg.membership.mute_bot(lab.group)
    async with sending(tg) as sender:
        with pytest.raises(SendRefused) as refused:
            await sender.say(lab.group)
    assert not refused.value.gone


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_the_page_of_a_captive_portal_gives_up_nothing(tg: FakeTelegram, lab: Lab, status: int) -> None:
    tg.faults.garbage("sendMessage", status=status)
    async with sending(tg) as sender:
        with pytest.raises(SendLater):
            await sender.say(lab.group)


@pytest.mark.parametrize("status", [401, 404])
async def test_a_denied_token_leaves_the_message_for_later(tg: FakeTelegram, lab: Lab, status: int) -> None:
    tg.faults.fail("sendMessage", status)
    async with sending(tg) as sender:
        with pytest.raises(SendLater):
            await sender.say(lab.group)


async def test_too_many_messages_come_later_and_block_nobody_else(tg: FakeTelegram, lab: Lab) -> None:
    fault = tg.faults.fail("sendMessage", 429, retry_after=30)
    fault.chat_id = lab.group.id
    async with sending(tg) as sender:
        with pytest.raises(SendLater) as later:
            await sender.say(lab.group)
        assert later.value.seconds == 30
        await asyncio.wait_for(sender.say(tg.places.private(lab.li)), 1)
    assert len(tg.sent(lab.li.id)) == 1


async def test_the_limiter_repeats_by_itself_where_it_is_told_to(tg: FakeTelegram, lab: Lab) -> None:
    tg.faults.fail("sendMessage", 429, retry_after=1)
    async with sending(tg, pace=Pace(retries=1)) as sender:
        await sender.say(lab.group)
    assert len(tg.sent(lab.group.id)) == 1


async def test_the_pace_of_a_group_is_kept(tg: FakeTelegram, lab: Lab) -> None:
    loop = asyncio.get_running_loop()
    async with sending(tg, pace=Pace(overall=0, group=2, group_seconds=0.4)) as sender:
        begun = loop.time()
        for number in range(4):
            await sender.say(lab.group, str(number))
        assert loop.time() - begun >= 0.35


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_server_error_leaves_it_unknown_whether_the_message_went_out(
    tg: FakeTelegram, lab: Lab, status: int
) -> None:
    tg.faults.fail("sendMessage", status)
    async with sending(tg) as sender:
        with pytest.raises(SendUnknown):
            await sender.say(lab.group)


async def test_an_answer_that_gets_lost_leaves_it_unknown(tg: FakeTelegram, lab: Lab) -> None:
    tg.faults.close("sendMessage", moment="after")
    async with sending(tg) as sender:
        with pytest.raises(SendUnknown):
            await sender.say(lab.group)
    assert len(tg.sent(lab.group.id)) == 1


async def test_garbage_instead_of_an_answer_leaves_it_unknown(tg: FakeTelegram, lab: Lab) -> None:
    tg.faults.garbage("sendMessage")
    async with sending(tg) as sender:
        with pytest.raises(SendUnknown):
            await sender.say(lab.group)


@pytest.mark.parametrize("body", ["[]", "{}", "null", '{"ok":true,"result":{}}'])
async def test_json_that_is_no_answer_leaves_it_unknown(tg: FakeTelegram, lab: Lab, body: str) -> None:
    tg.faults.garbage("sendMessage", body=body)
    async with sending(tg) as sender:
        with pytest.raises(SendUnknown):
            await sender.say(lab.group)


async def test_a_hanging_send_ends_and_the_next_one_gets_a_fresh_line(tg: FakeTelegram, lab: Lab) -> None:
    tg.faults.hang("sendMessage")
    async with sending(tg, HASTY) as sender:
        with pytest.raises(SendUnknown):
            await sender.say(lab.group, "一")
        await sender.say(lab.group, "二")
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["二"]


async def test_without_a_network_nothing_was_sent_and_it_comes_later(lab: Lab) -> None:
    async with FakeTelegram() as gone:
        pass
    async with sending(gone) as sender:
        with pytest.raises(SendLater):
            await sender.say(lab.group)


async def test_a_closed_adapter_sends_later(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        await sender.api.close()
        with pytest.raises(SendLater):
            await sender.say(lab.group)


async def test_the_rest_of_a_long_message_waits_instead_of_starting_over(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        fault = tg.faults.fail("sendMessage", 429, retry_after=7)
        fault.nth = 2
        await sender.say(lab.group, *(["字" * 60] * 100))
        assert sender.naps.taken == [7]
    assert len(tg.sent(lab.group.id)) == 2


async def test_a_rest_that_cannot_be_sent_leaves_it_unknown(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        fault = tg.faults.fail("sendMessage", 429, times=None, retry_after=7)
        fault.nth = 2
        with pytest.raises(SendUnknown):
            await sender.say(lab.group, *(["字" * 60] * 100))


@pytest.mark.parametrize(
    ("lines", "rows"), [(("",), ()), (("好",), button(token="订" * 22))], ids=["empty", "long token"]
)
async def test_what_telegram_would_refuse_is_refused_before_sending(
    tg: FakeTelegram, lab: Lab, lines: tuple[str], rows: tuple[tuple[Button, ...], ...]
) -> None:
    async with sending(tg) as sender:
        with pytest.raises(SendRefused) as refused:
            await sender.say(lab.group, *lines, buttons=rows)
    assert not refused.value.gone and tg.calls == []


async def test_a_cancelled_send_is_cancelled_at_once(tg: FakeTelegram, lab: Lab) -> None:
    hang = tg.faults.hang("sendMessage")
    async with sending(tg) as sender:
        task = asyncio.create_task(sender.say(lab.group))
        await asyncio.wait_for(hang.reached.wait(), 2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_a_group_that_must_wait_its_turn_delays_no_private_chat(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg, pace=Pace(group=2, group_seconds=1)) as sender:
        many = [asyncio.create_task(sender.say(lab.group, str(number))) for number in range(25)]
        await asyncio.sleep(0.05)
        await asyncio.wait_for(sender.say(tg.places.private(lab.li)), 0.5)
        assert len(tg.sent(lab.group.id)) < 25
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
