"""What concerns only the asker is seen only by the asker where Telegram can do that, and by all where it cannot."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from bot.chat.adapter import SendLater, SendRefused
from bot.telegram.whispers import FORGET_SECONDS, PROOF_SECONDS, Form, Proof, Whispers, proof_of
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Json
from tests.telegram.house import Lab, Sender, button, place_of, sending

NOT_KNOWN = "Bad Request: this bot has no ephemeral messages"


@dataclass
class Seconds:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def tg_api() -> tuple[int, int]:
    return (10, 3)


@pytest.fixture
async def tg(tg_api: tuple[int, int]) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(privacy=False, api=tg_api) as telegram:
        yield telegram


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@contextlib.asynccontextmanager
async def whispering(tg: FakeTelegram, seconds: Seconds) -> AsyncIterator[Sender]:
    async with sending(tg, whispers=Whispers(True, seconds)) as sender:
        yield sender


async def answer(sender: Sender, lab: Lab, *lines: str, asked: Json | None = None, **more: Any) -> str | None:
    """An answer that only Li needs; `asked` is the message it answers."""
    key = more.pop("key", None)
    reply_to = str(asked["message_id"]) if asked else None
    return await sender.say(lab.group, *lines, only_for=str(lab.li.id), asked=key, reply_to=reply_to, **more)


def heard(sender: Sender, tg: FakeTelegram) -> str:
    """The intake hears the last update; the key of its message."""
    raw = tg.world.updates.history[tg.people.last_update_id or 0]
    sender.whispers.heard("key", raw)
    return "key"


async def test_an_administrator_answers_a_command_for_the_eyes_of_the_asker(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    tg.membership.promote_bot(lab.group)
    asked = tg.people.say("/my", lab.li, lab.group)
    async with whispering(tg, seconds) as sender:
        assert await answer(sender, lab, "你没有预约", asked=asked, buttons=button()) is None
    assert tg.sent(lab.group.id) == []
    (seen,) = tg.whispered(lab.group.id, lab.li)
    assert seen["text"] == "你没有预约" and seen["reply_markup"]
    assert tg.whispered(lab.group.id, lab.wang) == []
    (call,) = tg.calls_of("sendMessage")
    assert call.params["ephemeral_message_parameters"] == {"receiver_user_id": lab.li.id}
    assert "reply_parameters" not in call.params


async def test_after_a_press_any_bot_may_whisper(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    async with whispering(tg, seconds) as sender:
        await sender.say(lab.group, "选一个", buttons=button("要"))
        press = tg.people.press(tg.sent(lab.group.id)[0], "要", lab.li)
        await answer(sender, lab, "这不是你的预约", key=heard(sender, tg))
    assert [one["text"] for one in tg.whispered(lab.group.id, lab.li)] == ["这不是你的预约"]
    told = {"receiver_user_id": lab.li.id, "callback_query_id": press.id}
    assert tg.calls_of("sendMessage")[-1].params["ephemeral_message_parameters"] == told


async def test_after_a_command_that_nobody_saw_any_bot_may_whisper(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    asked = tg.people.whisper("/my", lab.li, lab.group)
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, "你没有预约", asked=asked, key=heard(sender, tg))
    assert [one["text"] for one in tg.whispered(lab.group.id, lab.li)] == ["你没有预约"]
    told = tg.calls_of("sendMessage")[0].params["reply_parameters"]
    assert told == {"ephemeral_message_id": asked["ephemeral_message_id"]}


async def test_a_press_on_a_whispered_card_is_answered_in_a_whisper(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    tg.membership.promote_bot(lab.group)
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, "更多？", buttons=button("更多"))
        tg.membership.demote_bot(lab.group)
        tg.people.press(tg.whispered(lab.group.id, lab.li)[0], "更多", lab.li)
        await answer(sender, lab, "全部命令", key=heard(sender, tg))
    assert [one["text"] for one in tg.whispered(lab.group.id, lab.li)] == ["更多？", "全部命令"]


async def test_a_bot_without_rights_says_it_aloud_and_tries_no_more_for_a_day(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    asked = tg.people.say("/my", lab.li, lab.group)
    async with whispering(tg, seconds) as sender:
        for text in "一二":
            assert await answer(sender, lab, text, asked=asked)
        seconds.now += FORGET_SECONDS
        await answer(sender, lab, "三", asked=asked)
    assert [call.status for call in tg.calls_of("sendMessage")] == [400, 200, 200, 400, 200]
    said = tg.sent(lab.group.id)
    assert [one["text"] for one in said] == ["一", "二", "三"]
    assert {one["reply_to_message"]["message_id"] for one in said} == {asked["message_id"]}


async def test_where_a_command_cannot_be_whispered_to_a_press_still_can(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, "选一个", buttons=button("要"))
        tg.people.press(tg.sent(lab.group.id)[0], "要", lab.li)
        await answer(sender, lab, "不是你的", key=heard(sender, tg))
    assert [one["text"] for one in tg.whispered(lab.group.id, lab.li)] == ["不是你的"]


async def test_another_group_is_not_judged_by_the_first(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    other = tg.places.group("另一个组", [lab.wang, lab.li], bot="administrator")
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, "一")
        await sender.say(other, "二", only_for=str(lab.li.id))
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["一"]
    assert [one["text"] for one in tg.whispered(other.id, lab.li)] == ["二"]


async def test_a_press_that_is_too_old_is_answered_aloud_without_asking_telegram(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, "选一个", buttons=button("要"))
        tg.people.press(tg.sent(lab.group.id)[0], "要", lab.li)
        key = heard(sender, tg)
        seconds.now += PROOF_SECONDS + 1
        assert await answer(sender, lab, "晚了", key=key)
    assert [call.status for call in tg.calls_of("sendMessage")] == [400, 200, 200]


async def test_a_command_that_nobody_saw_and_that_is_answered_late_is_answered_aloud_and_quotes_nothing(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    asked = tg.people.whisper("/my", lab.li, lab.group)
    async with whispering(tg, seconds) as sender:
        key = heard(sender, tg)
        tg.world.clock = lambda: asked["date"] + 60.0
        assert await answer(sender, lab, "你没有预约", asked=asked, key=key)
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["你没有预约"]
    assert "reply_parameters" not in tg.calls_of("sendMessage")[-1].params


@pytest.mark.parametrize("tg_api", [(10, 2)])
async def test_a_server_of_the_first_form_is_found_out_by_one_message(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    tg.membership.promote_bot(lab.group)
    async with whispering(tg, seconds) as sender:
        for text in "一二三":
            await answer(sender, lab, text)
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["一"]
    assert [one["text"] for one in tg.whispered(lab.group.id, lab.li)] == ["二", "三"]
    assert tg.calls_of("sendMessage")[-1].params["receiver_user_id"] == str(lab.li.id)


@pytest.mark.parametrize("tg_api", [(10, 0)])
async def test_an_old_server_says_everything_aloud_each_once_and_is_found_out_for_a_day(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    tg.membership.promote_bot(lab.group)
    asked = tg.people.say("/my", lab.li, lab.group)
    async with whispering(tg, seconds) as sender:
        handles = [await answer(sender, lab, text, asked=asked) for text in "一二三四"]
        seconds.now += FORGET_SECONDS
        await answer(sender, lab, "五", asked=asked)
    assert [one["text"] for one in tg.sent(lab.group.id)] == list("一二三四五")
    assert handles == [str(one["message_id"]) for one in tg.sent(lab.group.id)[:4]]
    asked_for = [set(call.params) & {"ephemeral_message_parameters", "receiver_user_id"} for call in tg.calls]
    assert asked_for == [{"ephemeral_message_parameters"}, {"receiver_user_id"}, set(), set(), asked_for[0]]
    assert len(tg.calls_of("sendMessage")) == 5


async def test_a_server_that_refuses_what_it_does_not_know_is_remembered(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    tg.membership.promote_bot(lab.group)
    tg.faults.fail("sendMessage", 400, NOT_KNOWN)
    async with whispering(tg, seconds) as sender:
        for text in "一二":
            await answer(sender, lab, text)
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["一", "二"]
    assert [call.status for call in tg.calls_of("sendMessage")] == [400, 200, 200]


async def test_a_404_is_no_wrong_token_and_ends_whispering_everywhere(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    tg.membership.promote_bot(lab.group)
    other = tg.places.group("另一个组", [lab.li], bot="administrator")
    tg.faults.fail("sendMessage", 404, "Not Found: method not found")
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, "一")
        await sender.say(other, "二", only_for=str(lab.li.id))
    assert [one["text"] for one in (*tg.sent(lab.group.id), *tg.sent(other.id))] == ["一", "二"]


async def test_the_page_of_a_captive_portal_says_nothing_about_whispers(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    tg.membership.promote_bot(lab.group)
    tg.faults.garbage("sendMessage", status=404)
    async with whispering(tg, seconds) as sender:
        with pytest.raises(SendLater):
            await answer(sender, lab, "一")
        await answer(sender, lab, "一")
    assert [one["text"] for one in tg.whispered(lab.group.id, lab.li)] == ["一"]


async def test_somebody_who_left_gets_the_answer_aloud(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    tg.membership.promote_bot(lab.group)
    tg.membership.leave(lab.group, lab.li)
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, "一")
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["一"]


async def test_a_group_that_is_gone_is_gone_in_a_whisper_too(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    tg.membership.kick_bot(lab.group)
    async with whispering(tg, seconds) as sender:
        with pytest.raises(SendRefused) as refused:
            await answer(sender, lab, "一")
        tg.membership.add_bot(lab.group, admin=True)
        await answer(sender, lab, "二")
    assert refused.value.gone
    assert [one["text"] for one in tg.whispered(lab.group.id, lab.li)] == ["二"]


async def test_a_topic_that_is_gone_is_left_out_of_a_whisper(tg: FakeTelegram, seconds: Seconds) -> None:
    lab = Lab.of(tg, forum=True, bot="administrator")
    topic = tg.places.topic(lab.group, "GPU")
    tg.places.delete_topic(lab.group, topic)
    async with whispering(tg, seconds) as sender:
        await sender.say(place_of(lab.group, topic), "一", only_for=str(lab.li.id))
    assert [one["text"] for one in tg.whispered(lab.group.id, lab.li)] == ["一"]


async def test_a_long_answer_is_whispered_to_its_end(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    tg.membership.promote_bot(lab.group)
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, *(["字" * 60] * 100))
    assert len(tg.whispered(lab.group.id, lab.li)) == 2 and tg.sent(lab.group.id) == []


async def test_a_long_answer_that_cannot_be_whispered_is_said_aloud_to_its_end(
    tg: FakeTelegram, lab: Lab, seconds: Seconds
) -> None:
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, *(["字" * 60] * 100))
    assert len(tg.sent(lab.group.id)) == 2
    assert [call.status for call in tg.calls_of("sendMessage")] == [400, 200, 200]


async def test_a_card_that_all_have_seen_is_edited_for_all(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    tg.membership.promote_bot(lab.group)
    async with whispering(tg, seconds) as sender:
        card = await sender.say(lab.group, "旧", buttons=button())
        await answer(sender, lab, "新", edit_of=card)
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["新"]


async def test_in_private_there_is_nobody_to_whisper_past(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    async with whispering(tg, seconds) as sender:
        await sender.say(tg.places.private(lab.li), "一", only_for=str(lab.li.id))
    assert [one["text"] for one in tg.sent(lab.li.id)] == ["一"] and len(tg.calls) == 1


async def test_what_is_for_everybody_is_never_whispered(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    tg.membership.promote_bot(lab.group)
    async with whispering(tg, seconds) as sender:
        await sender.say(lab.group, "2、3 号卡归李了")
    assert len(tg.sent(lab.group.id)) == 1


async def test_unless_wanted_nothing_is_whispered(tg: FakeTelegram, lab: Lab) -> None:
    tg.membership.promote_bot(lab.group)
    async with sending(tg) as sender:
        await answer(sender, lab, "一")
    assert [one["text"] for one in tg.sent(lab.group.id)] == ["一"]


async def test_a_whisper_that_must_wait_is_whispered_later(tg: FakeTelegram, lab: Lab, seconds: Seconds) -> None:
    tg.membership.promote_bot(lab.group)
    tg.faults.fail("sendMessage", 429, retry_after=3)
    async with whispering(tg, seconds) as sender:
        with pytest.raises(SendLater):
            await answer(sender, lab, "一")
        await asyncio.wait_for(answer(sender, lab, "一"), 2)
    assert len(tg.whispered(lab.group.id, lab.li)) == 1


async def test_a_group_that_became_a_supergroup_is_told_aloud(tg: FakeTelegram, seconds: Seconds) -> None:
    lab = Lab.of(tg, kind="group", bot="administrator")
    new = tg.membership.migrate(lab.group, announce=False)
    async with whispering(tg, seconds) as sender:
        await answer(sender, lab, "一")
    assert [one["text"] for one in tg.sent(new.id)] == ["一"]


@pytest.mark.parametrize(
    "raw",
    [{}, {"callback_query": 7}, {"callback_query": {"id": 7}}, {"message": None}, {"message": {"message_id": 1}}],
)
def test_most_updates_prove_nothing(raw: Json) -> None:
    assert proof_of(raw) is None


def test_only_so_many_proofs_are_remembered_and_the_first_of_two_counts() -> None:
    whispers = Whispers(True, Seconds())
    for number in range(3000):
        whispers.heard(str(number), {"callback_query": {"id": f"q{number}"}})
    whispers.heard("2999", {"callback_query": {"id": "again"}})
    first, last = whispers.to(-1, 5, "0"), whispers.to(-1, 5, "2999")
    assert first and last and (first.proof, last.proof) == (Proof(), Proof(query="q2999"))
    assert last.form is Form.OBJECT
