"""After a restart nothing is missing and nothing happens twice."""

from collections.abc import Callable

from storage.database import Database
from tests.queues.conftest import MachineTime
from tests.queues.plain import Plain, plain, text_of

STATES = "SELECT code, state FROM outbox ORDER BY id"


async def restarted(us: Plain, holder: str = "us") -> Plain:
    """The same store under a process that has just started and taken up what was left."""
    again = plain(us.database, holder)
    await again.inbox.recover()
    await again.outbox.recover()
    await again.settled()
    return again


async def test_rows_that_were_stored_but_not_done_come_first_in_their_order(us: Plain) -> None:
    await us.inbox.receive([text_of(f"add {number}") for number in range(5)])
    again = plain(us.database)
    await again.inbox.recover()
    await again.inbox.take_in([text_of("add 5")])
    await again.settled()
    assert again.hands.said == [f"lab:added {number}" for number in range(6)]


async def test_what_is_owed_is_sent(us: Plain) -> None:
    await us.inbox.receive([text_of("add a")])
    await us.inbox.handle(1, text_of("add a"))
    again = await restarted(us)
    assert again.hands.said == ["lab:added a"] and us.counts() == {"a": 1}
    assert (await restarted(us)).hands.tried == []


async def test_an_interrupted_answer_is_sent_once_more_and_not_a_third_time(us: Plain) -> None:
    await us.owe("soon")
    for sent in (["lab:soon"], []):
        us.change("UPDATE outbox SET state = 'sending', attempts = attempts + 1")
        assert (await restarted(us)).hands.said == sent
    assert us.rows(STATES) == [("soon", "unknown")]


async def test_an_interrupted_digest_is_not_sent_again(us: Plain) -> None:
    await us.owe("day", "digest", repeatable=False)
    us.change("UPDATE outbox SET state = 'sending', attempts = 1")
    assert (await restarted(us)).hands.tried == [] and us.rows(STATES) == [("day", "unknown")]


async def test_an_answer_that_is_not_owed_is_given_after_the_restart(us: Plain) -> None:
    await us.inbox.receive([text_of("look a")])
    assert (await restarted(us)).hands.said == ["lab:seen a"]
    assert (await restarted(us)).hands.tried == []


async def test_what_was_asked_before_the_platform_could_be_reached_is_answered_when_it_can(us: Plain) -> None:
    del us.adapters["test"]
    await us.hear("look a", "add b")
    assert us.rows("SELECT state FROM inbox ORDER BY id") == [("new",), ("done",)]
    us.adapters["test"] = us.hands
    await us.inbox.recover()
    await us.outbox.recover()
    await us.settled()
    assert sorted(us.hands.said) == ["lab:added b", "lab:seen a"]


async def test_recovering_while_rows_are_at_work_does_not_do_them_twice(us: Plain) -> None:
    await us.inbox.take_in([text_of(f"add {number}", f"chat{number % 3}") for number in range(30)])
    for _ in range(10):
        await us.inbox.recover()
        await us.outbox.recover()
    await us.settled()
    assert us.counts() == {str(number): 1 for number in range(30)}
    assert len(us.hands.sent) == len(us.hands.tried) == 30


async def test_another_process_s_row_is_taken_only_after_its_lease_ran_out(
    us: Plain, open_store: Callable[..., Database], machine: MachineTime
) -> None:
    other = plain(open_store(us.database.url), "other")
    await us.inbox.receive([text_of("add a")])
    await us.owe("soon", chat="elsewhere")
    machine.passes(29)
    assert await other.inbox.recover() == 0 and await other.inbox.handle(1, text_of("add a")) == []
    await other.outbox.recover()
    await other.settled()
    assert other.hands.tried == [] and us.counts() == {}
    machine.passes(1)
    assert await other.inbox.recover() == 1
    await other.outbox.recover()
    await other.settled()
    assert sorted(other.hands.said) == ["elsewhere:soon", "lab:added a"]
    await us.inbox.recover()
    await us.outbox.recover()
    await us.settled()
    assert us.hands.tried == [] and us.counts() == {"a": 1}


async def test_a_send_that_another_process_began_is_left_to_it_until_its_lease_ran_out(
    us: Plain, open_store: Callable[..., Database], machine: MachineTime
) -> None:
    other = plain(open_store(us.database.url), "other")
    await us.owe("soon")
    taken = await us.database.write(us.outbox._take, 1)
    assert taken is not None
    for seconds, sent in ((29, []), (1, ["lab:soon"])):
        machine.passes(seconds)
        await other.outbox.recover()
        await other.settled()
        assert other.hands.said == sent


async def test_platforms_of_others_are_left_alone(us: Plain, machine: MachineTime) -> None:
    await us.inbox.receive([text_of("add a")])
    await us.owe("soon", chat="elsewhere")
    machine.passes(3600)
    stranger = plain(us.database, "stranger", ["telegram"])
    assert await stranger.inbox.recover() == 0
    await stranger.outbox.recover()
    await stranger.settled()
    assert stranger.hands.tried == []


async def test_a_row_of_a_process_that_is_gone_can_be_reclaimed_at_once(us: Plain) -> None:
    from bot.queues.holders import this_process

    name = this_process()
    host, pid, _ = name.split(":")
    ended = plain(us.database, f"test:{host}:{pid}:ended")
    living = plain(us.database, f"test:{host}:1:living")
    here = plain(us.database, f"test:{name}")
    await ended.inbox.receive([text_of("add a")])
    await living.inbox.receive([text_of("add b")])
    assert await here.inbox.reclaim(2) is None, "process 1 lives"
    assert await here.inbox.reclaim(1) == text_of("add a")
    assert await here.inbox.reclaim(7) is None, "there is no such row"
    await here.inbox.handle(1, text_of("add a"))
    assert await here.inbox.reclaim(1) is None, "it is done"
    assert here.counts() == {"a": 1}
