"""What is said first is done first, place by place; no place waits for another; people come before digests."""

import asyncio

from storage.database import Busy
from tests.queues.plain import Plain, text_of


async def test_rows_of_one_place_are_done_in_the_order_they_came(us: Plain) -> None:
    words = [f"add {number}" for number in range(20)]
    await us.inbox.take_in([text_of(one) for one in words[:11]])
    await us.inbox.take_in([text_of(one) for one in words[11:]])
    await us.settled()
    assert us.hands.said == [f"lab:added {number}" for number in range(20)]


async def test_a_slow_send_in_one_place_does_not_hold_up_another(us: Plain) -> None:
    slow = asyncio.Event()
    us.hands.ahead["slow"] = [slow]
    await us.inbox.take_in([text_of("add a", "slow"), text_of("add b", "slow"), text_of("add c", "fast")])
    await us.inbox.idle()
    while us.hands.said != ["fast:added c"]:
        await asyncio.sleep(0)
    slow.set()
    await us.outbox.idle()
    assert us.hands.said[1:] == ["slow:added a", "slow:added b"]


async def test_a_row_that_waits_for_the_store_holds_up_only_its_own_place(us: Plain) -> None:
    us.desk.raising["add a"] = [Busy("locked")]
    us.patience.clear()
    await us.inbox.take_in([text_of("add a", "one"), text_of("add b", "one"), text_of("add c", "two")])
    await us.until(lambda: "two:added c" in us.hands.said)
    assert us.hands.said[0] == "one:busy" and us.counts() == {"c": 1}
    us.patience.set()
    await us.settled()
    assert us.hands.said[2:] == ["one:added a", "one:added b"]


async def test_answers_go_before_notices_and_notices_before_digests(us: Plain) -> None:
    us.hands.ahead["lab"] = [held := asyncio.Event()]
    await us.inbox.take_in([text_of("add first")])
    await us.inbox.idle()
    await us.owe("day", "digest")
    await us.owe("soon", "notice")
    await us.inbox.take_in([text_of("add second")])
    await us.inbox.idle()
    held.set()
    await us.outbox.idle()
    assert us.hands.said == ["lab:added first", "lab:added second", "lab:soon", "lab:day"]


async def test_an_answer_that_changes_nothing_keeps_its_place_in_the_order(us: Plain) -> None:
    await us.hear("add a", "look b", "add c")
    assert us.hands.said == ["lab:added a", "lab:seen b", "lab:added c"]
    assert us.rows("SELECT state, count(*) FROM inbox GROUP BY state") == [("done", 3)]
    assert us.rows("SELECT count(*) FROM outbox") == [(2,)]
