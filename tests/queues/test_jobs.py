"""What is to be done later is done in the order of its time, each at its own time, once, or counted as dropped."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from storage.database import Busy, Database
from storage.queries import jobs
from tests.queues.plain import NOW, Plain, plain

LONG = NOW + 10_000_000


async def plan(us: Plain, key: str, due_at: int, useless_after: int = LONG, kind: str = "", **payload: Any) -> None:
    await us.database.write(jobs.plan, kind or key, key, due_at, useless_after, payload)


async def test_jobs_fire_in_the_order_of_their_time_and_those_of_the_future_stay(us: Plain) -> None:
    for key, after in (("c", 30), ("a", 10), ("later", 61), ("b", 20), ("edge", 60), ("b2", 20)):
        await plan(us, key, NOW + after)
    us.clock.set(NOW + 60)
    await us.jobs.fire_due(NOW + 60)
    assert [kind for kind, _ in us.due.fired] == ["a", "b", "b2", "c", "edge"]
    assert us.rows("SELECT key FROM job") == [("later",)]


async def test_with_a_standing_clock_each_fires_and_is_said_at_its_own_time(us: Plain) -> None:
    one, two = await us.chat("one"), await us.chat("two")
    for after, chat in ((30, one), (10, two), (20, one)):
        await plan(us, f"j{after}", NOW + after, to=chat)
    times: list[int] = []
    us.hands.on_send = lambda message: times.append(us.clock.now() - NOW)
    await us.jobs.fire_due(NOW + 60, us.clock.set, us.outbox.drain)
    assert us.due.fired == [("j10", NOW + 10), ("j20", NOW + 20), ("j30", NOW + 30)]
    assert us.hands.said == ["two:j10", "one:j20", "one:j30"] and times == [10, 20, 30]


async def test_a_standing_clock_never_goes_back_for_a_job_that_was_due_long_ago(us: Plain) -> None:
    await plan(us, "old", NOW - 500)
    await us.jobs.fire_due(NOW, us.clock.set)
    assert us.due.fired == [("old", NOW)]


async def test_a_key_planned_again_moves_its_job_and_a_dropped_one_never_fires(us: Plain) -> None:
    await plan(us, "end", NOW + 10, first=True)
    await plan(us, "start", NOW + 10)
    await plan(us, "end", NOW + 100)
    await us.database.write(jobs.drop, "start", "unknown")
    us.clock.set(NOW + 50)
    await us.jobs.fire_due(NOW + 50)
    assert us.due.fired == [] and us.rows("SELECT key, due_at, payload FROM job") == [("end", NOW + 100, "{}")]


async def test_a_job_planned_while_others_fire_is_not_forgotten(us: Plain) -> None:
    await plan(us, "a", NOW)

    async def plan_more(chat_id: int) -> None:
        await plan(us, "b", NOW + 5)

    us.change("UPDATE job SET payload = :p", p=f'{{"to": {await us.chat()}}}')
    await us.jobs.fire_due(NOW + 10, us.clock.set, plan_more)
    assert [kind for kind, _ in us.due.fired] == ["a", "b"]


async def test_what_comes_too_late_to_matter_is_dropped_and_counted(us: Plain) -> None:
    for number in range(3):
        await plan(us, f"r{number}", NOW, NOW + 60 + number, kind="reminder")
    us.clock.set(NOW + 61)
    await us.jobs.fire_due(NOW + 61)
    assert [kind for kind, _ in us.due.fired] == ["reminder", "reminder"]
    assert us.counts() == {"useless:reminder": 1, "fired reminder": 2} and us.rows("SELECT key FROM job") == []


async def test_a_job_that_breaks_is_dropped_and_counted_and_the_others_go_on(us: Plain) -> None:
    await plan(us, "bad", NOW + 1, broken=True)
    await plan(us, "good", NOW + 2)
    await us.jobs.fire_due(NOW + 5)
    assert us.counts() == {"failed:bad": 1, "fired good": 1} and us.rows("SELECT key FROM job") == []


async def test_a_job_that_failed_and_was_planned_anew_meanwhile_is_kept(us: Plain) -> None:
    await plan(us, "bad", NOW + 900)
    await us.database.write(us.jobs._give_up, 1, NOW)
    assert us.rows("SELECT due_at FROM job") == [(NOW + 900,)] and us.counts() == {}


async def test_a_store_in_trouble_drops_no_job(us: Plain) -> None:
    await plan(us, "a", NOW)

    def busy(moment: str) -> None:
        raise Busy("locked")

    us.database.on_commit.append(busy)
    with pytest.raises(Busy):
        await us.jobs.fire_due(NOW)
    us.database.on_commit.clear()
    await us.jobs.fire_due(NOW)
    assert us.counts() == {"fired a": 1}


async def test_two_processes_fire_each_job_once_and_its_message_is_owed_once(
    us: Plain, open_store: Callable[..., Database]
) -> None:
    other = plain(open_store(us.database.url), "other")
    chat = await us.chat()
    for number in range(20):
        await plan(us, f"j{number}", NOW + number // 2, to=chat)
    at_once = threading.Barrier(2, timeout=20)

    def fire(one: Plain) -> None:
        at_once.wait()
        for number in range(20):
            one.database.write_now(one.jobs._fire, number + 1, NOW + number // 2)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(fire, (us, other)))
    assert us.counts() == {f"fired j{number}": 1 for number in range(20)}
    assert us.rows("SELECT count(*) FROM outbox") == [(20,)] and us.rows("SELECT count(*) FROM job") == [(0,)]


async def test_the_loop_rests_until_the_next_job_and_no_longer_than_it_may(us: Plain) -> None:
    assert await us.jobs.seconds_to_next(5.0) == 5.0
    await plan(us, "a", NOW + 3)
    assert await us.jobs.seconds_to_next(5.0) == 3.0
    us.clock.set(NOW + 100)
    assert await us.jobs.seconds_to_next(5.0) == 0.0
