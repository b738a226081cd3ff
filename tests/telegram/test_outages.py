"""Telegram or the way to it fails, for long: the bot goes on, loses nothing and answers again soon."""

import logging

import pytest

from bot.telegram.identity import is_loud, pause_after
from bot.telegram.settings import Patience
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.faults import Fault
from tests.telegram.house import CALM, HASTY, NOW, House, Lab, eventually, living

AN_HOUR = 3600


def breaks(tg: FakeTelegram, how: str) -> Fault:
    kind, _, status = how.partition(" ")
    if kind == "answers":
        return tg.faults.fail("getUpdates", int(status), times=None)
    if kind == "garbage":
        return tg.faults.garbage("getUpdates", status=int(status or 200), times=None)
    if kind == "json":
        return tg.faults.garbage("getUpdates", body=status, times=None)
    return tg.faults.close("getUpdates", times=None)


WAYS = [
    *("answers 400", "answers 401", "answers 403", "answers 404", "answers 409", "answers 429"),
    *("answers 500", "answers 502", "answers 503", "garbage", "garbage 401", "garbage 404", "garbage 502"),
    *("closes", "json []", 'json {"ok":true}', 'json {"ok":true,"result":{}}', "json null"),
    *('json {"ok":true,"result":[{"message":{}}]}', 'json {"ok":true,"result":[1]}'),
]


@pytest.mark.parametrize("how", WAYS)
async def test_trouble_of_any_kind_ends_with_an_answer_and_nothing_lost(tg: FakeTelegram, lab: Lab, how: str) -> None:
    async with living(tg) as live:
        tg.people.say("前", lab.li, lab.group)
        await live.hears("前")
        breaks(tg, how)
        tg.people.say("中", lab.li, lab.group)
        await eventually(lambda: sum(live.naps.taken) > 300)
        assert not live.task.done()
        assert live.health.since_error == NOW
        broken_until = len(live.naps.taken)
        tg.faults.clear()
        tg.people.say("后", lab.li, lab.group)
        await live.hears("后")
        # The pause it was in may end, and one more may be needed at most.
        assert sum(live.naps.taken[broken_until:]) <= 30
        assert live.house.texts == ["前", "中", "后"]
        assert live.health.failures_in_row == 0


async def test_hanging_ends_with_an_answer_and_nothing_lost(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg, patience=HASTY) as live:
        hang = Fault("getUpdates", "hang", times=None)
        tg.faults.add(hang)
        tg.people.say("中", lab.li, lab.group)
        await eventually(lambda: live.health.failures >= 5)
        assert live.house.texts == []
        tg.faults.active.clear()
        await live.hears("中")
        assert live.health.failures_in_row == 0
        hang.release(drop=True)


async def test_an_answer_that_drips_for_ever_ends_at_the_limit(tg: FakeTelegram, lab: Lab) -> None:
    """httpx's own limits count from byte to byte; ours counts from the start."""
    async with living(tg, patience=HASTY) as live:
        tg.faults.hang("getUpdates", seconds=3600).nth = 1
        await eventually(lambda: live.health.failures == 1)
        assert live.health.last_error == "TimedOut"


async def test_health_tells_since_when_telegram_is_silent(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        breaks(tg, "answers 502")
        await eventually(lambda: sum(live.naps.taken) > AN_HOUR, 20)
        health = live.health
        assert health.since_error == NOW and health.last_error == "NetworkError"
        assert health.failures_in_row > 200
        tg.faults.clear()
        tg.people.say("/my", lab.li, lab.group)
        await live.hears("/my")


async def test_hours_of_trouble_fill_no_log(tg: FakeTelegram, lab: Lab, caplog: pytest.LogCaptureFixture) -> None:
    async with living(tg) as live:
        with caplog.at_level(logging.WARNING):
            breaks(tg, "closes")
            await eventually(lambda: live.health.failures >= 100)
    assert 2 <= len([one for one in caplog.records if one.name.startswith("bot.")]) <= 8


async def test_a_failing_store_for_hours_asks_telegram_slowly(tg: FakeTelegram, lab: Lab) -> None:
    house = House(failures_ahead=200)
    tg.people.say("/book 2x", lab.li, lab.group)
    async with living(tg, house) as live:
        await live.hears("/book 2x")
    assert sum(live.naps.taken) > 200 * CALM.longest_pause * 0.4
    assert len(tg.world.polls) <= 203


def test_pauses_double_up_to_the_longest_and_differ_by_chance() -> None:
    patience = Patience()
    assert [pause_after(n, patience, chance=1) for n in (1, 2, 3, 4, 5, 99, 10**6)] == [
        1,
        2,
        4,
        8,
        12,
        12,
        12,
    ]
    assert [pause_after(n, patience, chance=0) for n in (1, 3)] == [0.5, 2]
    assert len({pause_after(5, patience) for _ in range(50)}) > 1


def test_a_hang_and_a_pause_together_end_within_thirty_seconds() -> None:
    patience = Patience()
    assert patience.poll < patience.poll_limit
    assert patience.poll_limit + patience.longest_pause < 30


def test_a_line_for_the_first_failure_and_then_for_few() -> None:
    assert [n for n in range(1, 100) if is_loud(n)] == [1, 20, 40, 60, 80]
