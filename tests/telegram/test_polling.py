"""Updates in, over real HTTP: stored before Telegram forgets them, each once, in order."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest

from bot.chat.message import Event, Incoming
from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import CALM, NOW, House, Lab, eventually, living


async def test_what_people_say_reaches_the_house(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        tg.people.say("/book 2x", lab.li, lab.group)
        assert (await live.hears("/book 2x")).person.name == "李 雷"


async def test_what_was_said_while_the_bot_was_away_is_heard(tg: FakeTelegram, lab: Lab) -> None:
    tg.people.say("/book 2x", lab.li, lab.group)
    tg.people.say("/my", lab.wang, lab.group)
    async with living(tg) as live:
        await live.hears("/my")
    assert live.house.texts == ["/book 2x", "/my"] and len(live.house.batches) == 1


async def test_only_what_is_used_is_asked_for(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        await live.hears("/my") if tg.people.say("/my", lab.li, lab.group) else None
    asked_for = ["message", "callback_query", "my_chat_member", "chat_member"]
    assert tg.world.polls[0].params["allowed_updates"] == asked_for


async def test_an_update_is_acknowledged_only_after_it_is_stored(tg: FakeTelegram, lab: Lab) -> None:
    house = House()
    pending: list[list[int]] = []

    async def look(_: object) -> None:
        pending.append(tg.world.updates.pending())

    house.on_store = look
    async with living(tg, house) as live:
        tg.people.say("/my", lab.li, lab.group)
        await live.hears("/my")
        await eventually(lambda: tg.world.updates.pending() == [])
    assert pending == [[tg.people.last_update_id]]


async def test_a_failing_store_leaves_the_updates_at_telegram_until_it_works(tg: FakeTelegram, lab: Lab) -> None:
    house = House(failures_ahead=7)
    async with living(tg, house) as live:
        said = tg.people.say("/book 2x", lab.li, lab.group)
        assert said
        heard = await live.hears("/book 2x")
        await eventually(lambda: tg.world.updates.pending() == [])
    assert heard.key in house.received and len(house.batches) == 1
    assert len(live.naps.taken) == 7 and live.health.failures == 0


async def test_the_same_update_delivered_twice_is_one_message(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        tg.people.say("/book 2x", lab.li, lab.group)
        update = tg.people.last_update_id
        assert update is not None
        await live.hears("/book 2x")
        tg.redeliver(update)
        await eventually(lambda: len(live.house.batches) == 2)
    assert live.house.texts == ["/book 2x"]


async def test_an_unreadable_update_is_kept_reported_once_and_skipped(
    tg: FakeTelegram, lab: Lab, caplog: pytest.LogCaptureFixture
) -> None:
    tg.people.say("一", lab.li, lab.group)
    poison = tg.people.raw("callback_query", {"id": "q", "data": "1.0.x"})
    tg.people.say("二", lab.li, lab.group)
    async with living(tg) as live:
        await live.hears("二")
        assert poison is not None
        tg.redeliver(poison)
        tg.people.say("三", lab.li, lab.group)
        await live.hears("三")
    assert live.house.texts == ["一", "二", "三"]
    assert list(live.house.kept) == [f"telegram:{live.me.id}:{poison}"]
    assert live.health.unreadable == 1
    assert len([one for one in caplog.records if "could not be read" in one.message]) == 1


async def test_a_flood_of_unreadable_updates_stops_nobody(tg: FakeTelegram, lab: Lab) -> None:
    bodies: list[Any] = [[], 7, None, "x", {"message_id": 1}, {"chat": 5}, {"chat": {"id": 1}}]
    for body in bodies:
        tg.people.raw("message", body)
        tg.people.raw("my_chat_member", body)
        tg.people.raw("callback_query", body)
    tg.people.say("/my", lab.li, lab.group)
    async with living(tg) as live:
        await live.hears("/my")
        await eventually(lambda: tg.world.updates.pending() == [])
    assert len(live.house.kept) == live.health.unreadable == 21
    assert len(tg.world.polls) < 5


async def test_a_group_that_moved_is_renamed_between_what_was_said_before_and_after(
    tg: FakeTelegram,
) -> None:
    lab = Lab.of(tg, kind="group")
    tg.people.say("前", lab.li, lab.group)
    new = tg.membership.migrate(lab.group)
    tg.people.say("后", lab.li, new)
    async with living(tg) as live:
        await live.hears("后")
    assert live.house.moves == [(str(lab.group.id), str(new.id))] * 2
    assert [len(batch) for batch in live.house.batches] == [1, 1]


async def test_joining_a_group_asks_telegram_anew_what_the_bot_hears(tg: FakeTelegram) -> None:
    tg.world.privacy = True
    lab = Lab.of(tg, bot=None)
    async with living(tg) as live:
        assert not live.me.can_read_all
        tg.world.privacy = False
        tg.membership.add_bot(lab.group)
        events = await eventually(lambda: [one for one in live.house.received.values() if isinstance(one, Event)])
    assert events[0].kind == "bot_added" and events[0].facts["hears_all"]


async def test_ten_thousand_characters_in_one_batch_of_a_hundred_are_taken(tg: FakeTelegram, lab: Lab) -> None:
    for number in range(150):
        tg.people.say(f"{number} {'订' * 4000}", lab.li, lab.group)
    async with living(tg) as live:
        await eventually(lambda: len(live.house.texts) == 150)
    assert [int(text.split()[0]) for text in live.house.texts] == list(range(150))


async def test_health_tells_the_last_good_round_trip(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        tg.people.say("/my", lab.li, lab.group)
        await live.hears("/my")
        health = live.health
    assert (health.bot, health.last_good, health.since_error, health.updates) == ("@pinka_bot", NOW, None, 1)


async def test_a_server_that_answers_nothing_at_once_is_not_asked_in_a_busy_loop(tg: FakeTelegram, lab: Lab) -> None:
    tg.faults.garbage("getUpdates", body='{"ok":true,"result":[]}', times=3)
    async with living(tg) as live:
        await eventually(lambda: len(live.naps.taken) == 3)
        assert set(live.naps.taken) == {0.5}


async def test_a_message_is_not_lost_when_the_stop_comes_while_it_is_stored(tg: FakeTelegram, lab: Lab) -> None:
    house = House()
    storing, go_on = asyncio.Event(), asyncio.Event()

    async def slow(_: object) -> None:
        storing.set()
        await go_on.wait()

    house.on_store = slow
    async with living(tg, house) as live:
        tg.people.say("/book 2x", lab.li, lab.group)
        await asyncio.wait_for(storing.wait(), 2)
        live.stop.set()
        await asyncio.sleep(0.05)
        assert not live.task.done()
        go_on.set()
        await asyncio.wait_for(live.task, 2)
    assert [type(one) for one in house.received.values()] == [Incoming]


async def test_a_store_that_never_ends_does_not_hold_up_the_stop(
    tg: FakeTelegram, lab: Lab, caplog: pytest.LogCaptureFixture
) -> None:
    house = House()
    storing = asyncio.Event()

    async def never(_: object) -> None:
        storing.set()
        await asyncio.Event().wait()

    house.on_store = never
    async with living(tg, house, patience=replace(CALM, stop=0.1)) as live:
        tg.people.say("/book 2x", lab.li, lab.group)
        await asyncio.wait_for(storing.wait(), 2)
        live.stop.set()
        await asyncio.wait_for(live.task, 1)
    assert tg.world.updates.pending() == [tg.people.last_update_id]
    assert caplog.records[-1].levelno == logging.WARNING
