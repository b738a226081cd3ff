"""A press is answered at once, with a pop-up if there is one in time."""

import asyncio

from bot.chat.message import Message, Outgoing
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.people import Pressed
from tests.telegram.house import House, Lab, Live, button, eventually, living, place_of


async def card(live: Live, lab: Lab) -> Json:
    words = Outgoing(place_of(lab.group), "test", {}, ("要吗？",), buttons=button("要", "1.0.abcdefghij"))
    await live.adapter.send(words)
    return live.tg.sent(lab.group.id)[-1]


async def pressed(live: Live, lab: Lab) -> Pressed:
    count = len(live.house.presses)
    press = live.tg.people.press(await card(live, lab), "要", lab.li)
    await eventually(lambda: len(live.house.presses) > count)
    return press


def words(lab: Lab, *lines: str, **more: object) -> Outgoing:
    return Outgoing(place_of(lab.group), "test", {}, lines, **more)  # type: ignore[arg-type]


async def test_a_press_is_answered_before_any_work_is_done(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        press = await pressed(live, lab)
        answer = await tg.answer_to_press(press)
    assert "text" not in answer.params
    assert live.house.presses[0].token == "1.0.abcdefghij"


async def test_an_outcome_that_comes_in_time_is_a_pop_up(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        press = await pressed(live, lab)
        assert await live.adapter.alert(live.house.presses[0].key, words(lab, "这不是你的预约"))
        answer = await tg.answer_to_press(press)
    assert answer.params["text"] == "这不是你的预约" and answer.params["show_alert"] == "true"
    assert len(tg.calls_of("answerCallbackQuery")) == 1


async def test_an_outcome_that_comes_while_the_press_is_stored_is_a_pop_up(tg: FakeTelegram, lab: Lab) -> None:
    house = House()
    async with living(tg, house) as live:

        async def answer(message: Message) -> None:
            assert await live.adapter.alert(message.key, words(lab, "晚了一步"))

        house.on_store = answer
        press = await pressed(live, lab)
        answered = await tg.answer_to_press(press)
    assert answered.params["text"] == "晚了一步"


async def test_a_late_outcome_becomes_a_message(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        press = await pressed(live, lab)
        await tg.answer_to_press(press)
        assert not await live.adapter.alert(live.house.presses[0].key, words(lab, "晚了一步"))


async def test_a_press_is_alerted_only_once(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        await pressed(live, lab)
        key = live.house.presses[0].key
        assert await live.adapter.alert(key, words(lab, "一"))
        assert not await live.adapter.alert(key, words(lab, "二"))


async def test_what_does_not_fit_a_pop_up_becomes_a_message(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        press = await pressed(live, lab)
        key = live.house.presses[0].key
        assert not await live.adapter.alert(key, words(lab, "字" * 201))
        assert not await live.adapter.alert(key, words(lab, "选一个", buttons=button()))
        await tg.answer_to_press(press)


async def test_two_hundred_characters_fit_a_pop_up(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        await pressed(live, lab)
        assert await live.adapter.alert(live.house.presses[0].key, words(lab, "字" * 200))


async def test_a_press_of_before_the_start_is_no_pop_up(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        assert not await live.adapter.alert("telegram:1:2", words(lab, "好"))
    assert tg.calls_of("answerCallbackQuery") == []


async def test_a_query_that_is_too_old_harms_nobody(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        message = await card(live, lab)
        tg.world.clock = lambda: 2e9
        press = tg.people.press(message, "要", lab.li)
        tg.world.queries[press.id].pressed_at -= 60
        await eventually(lambda: live.house.presses)
        assert not await live.adapter.alert(live.house.presses[0].key, words(lab, "好"))
        tg.people.say("/my", lab.li, lab.group)
        await live.hears("/my")


async def test_an_answer_that_never_comes_back_does_not_hold_up_anything(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        hang = tg.faults.hang("answerCallbackQuery")
        await pressed(live, lab)
        await asyncio.wait_for(hang.reached.wait(), 2)
        tg.people.say("/my", lab.li, lab.group)
        await live.hears("/my")
        hang.release()


async def test_a_stop_answers_what_still_waits(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        press = await pressed(live, lab)
        live.stop.set()
        await tg.answer_to_press(press)


async def test_a_press_on_a_vanished_card_is_stored_and_answered(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        message = await card(live, lab)
        tg.people.delete(message)
        press = tg.people.press(message, "要", lab.li)
        await eventually(lambda: live.house.presses)
        await tg.answer_to_press(press)
    assert live.house.presses[0].message == str(message["message_id"])


async def test_the_same_press_delivered_twice_is_one_press(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        press = await pressed(live, lab)
        await tg.answer_to_press(press)
        assert press.update_id is not None
        tg.redeliver(press.update_id)
        await eventually(lambda: len(live.house.batches) == 2)
    assert len(live.house.presses) == 1 and len(tg.calls_of("answerCallbackQuery")) == 1
