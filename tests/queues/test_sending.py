"""What becomes of an owed message, whatever the platform answers."""

import asyncio

import pytest

from bot.chat.adapter import SendLater, SendRefused, SendUnknown
from storage.database import Busy
from tests.queues.conftest import MachineTime
from tests.queues.plain import Plain, text_of

STATES = "SELECT code, state FROM outbox ORDER BY id"


async def later(us: Plain, machine: MachineTime, seconds: int = 3) -> None:
    """Time goes by, and the place wakes."""
    machine.passes(seconds)
    await us.outbox.recover()
    await us.settled()
    for timer in us.outbox._timers:
        timer.cancel()


async def test_an_answer_whose_fate_is_unknown_is_sent_once_more(us: Plain, machine: MachineTime) -> None:
    us.hands.ahead["lab"] = [SendUnknown("timed out")]
    await us.hear("add a", "add b")
    assert us.hands.tried == ["lab:added a"], "the trouble gets a moment to be over"
    await later(us, machine)
    assert us.hands.tried == ["lab:added a", "lab:added a", "lab:added b"]
    assert us.rows(STATES) == [("added", "sent"), ("added", "sent")]


async def test_unknown_twice_is_the_end_of_it(us: Plain, machine: MachineTime) -> None:
    us.hands.ahead["lab"] = [SendUnknown("timed out"), SendUnknown("timed out")]
    await us.hear("add a", "add b")
    await later(us, machine)
    assert us.hands.tried == ["lab:added a", "lab:added a", "lab:added b"]
    assert us.rows(STATES) == [("added", "unknown"), ("added", "sent")]


async def test_a_digest_whose_fate_is_unknown_is_never_repeated(us: Plain, machine: MachineTime) -> None:
    await us.owe("day", "digest", repeatable=False)
    us.hands.ahead["lab"] = [SendUnknown("timed out")]
    await us.outbox.recover()
    await us.settled()
    await later(us, machine)
    assert us.hands.tried == ["lab:day"] and us.rows(STATES) == [("day", "unknown")]


async def test_what_must_wait_waits_in_front_of_what_was_owed_later(us: Plain, machine: MachineTime) -> None:
    us.hands.ahead["lab"] = [SendLater(60, "flood")]
    await us.hear("add a")
    await us.hear("add b")
    await us.hear("add c", chat="elsewhere")
    assert us.hands.tried == ["lab:added a", "elsewhere:added c"]
    machine.passes(60)
    await us.outbox.recover()
    await us.settled()
    assert us.hands.said == ["elsewhere:added c", "lab:added a", "lab:added b"]
    await us.outbox.stop()


async def test_a_place_wakes_by_itself_when_its_wait_is_over(us: Plain) -> None:
    us.hands.ahead["lab"] = [SendLater(0, "at once")]
    await us.hear("add a")
    await us.until(lambda: us.hands.said == ["lab:added a"])


async def test_waiting_is_no_attempt_so_an_unknown_send_is_still_repeated_once_and_only_once(
    us: Plain, machine: MachineTime
) -> None:
    unknown = SendUnknown("timed out")
    us.hands.ahead["lab"] = [SendLater(60, "flood"), unknown, SendLater(60, "flood"), unknown]
    await us.hear("add a")
    for _ in range(5):
        await later(us, machine, 60)
    assert len(us.hands.tried) == 4 and us.rows(STATES) == [("added", "unknown")]


async def test_an_urgent_answer_does_not_wait_behind_a_digest_that_must(us: Plain) -> None:
    await us.owe("day", "digest")
    us.hands.ahead["lab"] = [SendLater(60, "flood")]
    await us.outbox.recover()
    await us.settled()
    await us.hear("add a")
    assert us.hands.said == ["lab:added a"]
    await us.outbox.stop()


async def test_a_refused_message_is_dropped_and_the_next_one_goes_out(us: Plain) -> None:
    us.hands.ahead["lab"] = [SendRefused("too long")]
    await us.hear("add a", "add b")
    assert us.hands.said == ["lab:added b"]
    assert us.rows("SELECT state, error FROM outbox ORDER BY id") == [("dropped", "too long"), ("sent", None)]
    assert us.rows("SELECT state FROM chat") == [("active",)]


async def test_a_chat_that_is_gone_is_marked_and_gets_nothing_more(us: Plain) -> None:
    await us.owe("n1")
    await us.owe("n2")
    us.hands.ahead["lab"] = [SendRefused("bot was kicked", gone=True)]
    await us.outbox.recover()
    await us.settled()
    await us.owe("n3")
    await us.outbox.recover()
    await us.settled()
    assert us.hands.tried == ["lab:n1"]
    assert us.rows("SELECT state FROM chat") == [("gone",)]
    assert us.rows(STATES) == [("n1", "dropped"), ("n2", "dropped"), ("n3", "dropped")]


async def test_an_adapter_that_breaks_loses_one_message_and_no_other(us: Plain) -> None:
    us.hands.ahead["lab"] = [ZeroDivisionError("a mistake")]
    await us.hear("add a", "add b")
    assert us.hands.said == ["lab:added b"] and us.rows(STATES) == [("added", "dropped"), ("added", "sent")]


async def test_a_message_that_was_sent_stays_sent_however_long_the_store_fails(us: Plain) -> None:
    """Else it would count as interrupted and be sent a second time."""
    failures = [Busy("locked")] * 3

    def fail(moment: str) -> None:
        if us.hands.sent and failures:
            raise failures.pop()

    us.database.on_commit.append(fail)
    await us.hear("add a")
    await us.outbox.recover()
    await us.settled()
    assert us.hands.said == ["lab:added a"] and us.rows(STATES) == [("added", "sent")]
    assert us.waits == [5.0] * 3


async def test_an_answer_that_is_not_owed_waits_as_long_as_it_is_told_to(us: Plain) -> None:
    us.hands.ahead["lab"] = [SendLater(90, "flood"), SendLater(30, "flood"), SendLater(10, "flood")]
    await us.hear("look a")
    assert us.hands.said == ["lab:seen a"] and us.waits == [90, 30, 10]


@pytest.mark.parametrize("outcome", [SendRefused("deleted"), ZeroDivisionError("a mistake")])
async def test_an_answer_that_is_not_owed_and_is_refused_is_done(us: Plain, outcome: Exception) -> None:
    us.hands.ahead["lab"] = [outcome]
    await us.hear("look a", "look b")
    assert us.hands.said == ["lab:seen b"] and await us.inbox.recover() == 0


async def test_an_answer_that_is_not_owed_is_repeated_once_when_its_fate_is_unknown(us: Plain) -> None:
    us.hands.ahead["lab"] = [SendUnknown("timed out")] * 2
    await us.hear("look a", "look b")
    assert us.hands.tried == ["lab:seen a", "lab:seen a", "lab:seen b"]


async def test_stopping_ends_a_send_that_hangs_and_it_is_repeated_after_the_next_start(
    us: Plain, monkeypatch: pytest.MonkeyPatch
) -> None:
    us.hands.ahead["lab"] = [asyncio.Event()]
    await us.inbox.take_in([text_of("add a")])
    await us.until(lambda: us.hands.tried)

    async def at_once(tasks: list[asyncio.Task[None]], timeout: float) -> tuple[set[object], set[object]]:
        return set(), set(tasks)

    monkeypatch.setattr("bot.queues.outbox.asyncio.wait", at_once)
    await us.outbox.stop()
    assert us.rows("SELECT state, attempts FROM outbox") == [("due", 1)]
    us.outbox.wake(1)
    assert us.hands.tried == ["lab:added a"], "nothing is sent while stopping"
