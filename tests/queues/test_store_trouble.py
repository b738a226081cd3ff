"""A store that is busy or full: the person is told once, and the row is done later, once."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from storage.database import Busy, Database, StorageFailed
from tests.queues.plain import Plain, plain, text_of


@pytest.mark.parametrize(
    ("error", "code"), [(Busy("locked"), "busy"), (StorageFailed("no space left on device"), "storage_failed")]
)
async def test_it_is_said_once_and_done_when_the_store_works_again(us: Plain, error: Exception, code: str) -> None:
    us.desk.raising["add a"] = [error] * 3
    await us.hear("add a", "add b")
    assert us.hands.tried == [f"lab:{code}", "lab:added a", "lab:added b"]
    assert us.counts() == {"a": 1, "b": 1} and us.waits == [30, 30, 30]


async def test_trouble_in_the_middle_of_an_effect_undoes_all_of_it_and_is_no_mistake_of_ours(us: Plain) -> None:
    """Were it answered as any mistake is, the wish would count as refused though nobody refused it."""
    row = await us.inbox.receive([text_of("add a")])
    us.desk.raising["add a"] = [Busy("locked")]
    with pytest.raises(Busy):
        await us.inbox.handle(row[0][0], text_of("add a"))
    assert us.rows("SELECT state, code FROM inbox") == [("new", None)] and us.rows("SELECT 1 FROM outbox") == []


async def test_the_row_is_kept_when_nobody_can_even_be_told(us: Plain) -> None:
    us.desk.raising["add a"] = [Busy("locked")]
    us.hands.ahead["lab"] = [ZeroDivisionError("the line is down")]
    await us.hear("add a")
    assert us.counts() == {"a": 1} and us.hands.said == ["lab:added a"]


async def test_a_question_waits_for_the_store_too(us: Plain) -> None:
    us.desk.raising["look a"] = [Busy("locked")] * 2
    us.desk.opened = lambda words: None
    await us.inbox.receive([text_of("look a")])
    failures = [Busy("locked")] * 2

    def locked(words: str) -> None:
        if failures:
            raise failures.pop()

    us.desk.raising.clear()
    us.desk.opened = locked
    await us.inbox.recover()
    await us.settled()
    assert us.hands.said == ["lab:busy", "lab:seen a"]


async def test_stopping_leaves_what_waits_for_the_store_to_the_next_start(us: Plain) -> None:
    us.desk.raising["add a"] = [Busy("locked")] * 1000
    us.patience.clear()
    await us.inbox.take_in([text_of("add a"), text_of("add b")])
    await us.until(lambda: us.hands.said == ["lab:busy"])
    stopping = asyncio.create_task(us.inbox.stop())
    us.patience.set()
    us.desk.raising.clear()
    await stopping
    await us.settled()
    again = plain(us.database)
    await again.inbox.recover()
    await again.outbox.recover()
    await again.settled()
    assert us.counts() == {"a": 1, "b": 1}
    assert sorted(us.hands.said[1:] + again.hands.said) == ["lab:added a", "lab:added b"]


async def test_three_hundred_cancelled_callers_lose_nothing_and_do_nothing_twice(
    us: Plain, open_store: Callable[..., Database]
) -> None:
    """Whoever takes in or handles messages may be cancelled at any moment; a restart finds the rest."""
    chance, cancelled, ticks = random.Random(7), 0, 0
    stored: set[str] = set()
    alarms: list[tuple[int, asyncio.Future[None]]] = []
    loop = asyncio.get_running_loop()

    def ticked() -> None:
        nonlocal ticks
        ticks += 1
        for alarm in [one for one in alarms if one[0] <= ticks and not one[1].done()]:
            alarm[1].set_result(None)

    def committed(moment: str) -> None:
        loop.call_soon_threadsafe(ticked)

    us.database.on_commit.append(committed)

    async def caller(number: int) -> None:
        [(row_id, _, message)] = await us.inbox.receive([text_of(f"add {number}", f"chat{number % 7}")])
        stored.add(str(number))
        for chat_id in await us.inbox.handle(row_id, message):
            await us.outbox.drain(chat_id)

    async def impatient(number: int) -> None:
        """Cancelled when the store has come to its n-th commit from now."""
        nonlocal cancelled
        alarm: asyncio.Future[None] = loop.create_future()
        alarms.append((ticks + chance.randint(1, 50), alarm))
        task = asyncio.ensure_future(caller(number))
        await asyncio.wait((task, alarm), return_when=asyncio.FIRST_COMPLETED)
        task.cancel()
        cancelled += isinstance((await asyncio.gather(task, return_exceptions=True))[0], asyncio.CancelledError)

    for start in range(0, 300, 10):
        await asyncio.gather(*(impatient(number) for number in range(start, start + 10)))
    await us.database.close()
    again = plain(open_store(us.database.url))
    await again.inbox.recover()
    await again.inbox.idle()
    await again.outbox.recover()
    await again.settled()
    us = replace(us, database=again.database)
    assert cancelled > 100, f"only {cancelled} callers were cancelled in time"
    counts = us.counts()
    assert set(counts.values()) == {1} and stored <= set(counts)
    assert us.rows("SELECT count(*) FROM inbox WHERE state <> 'done'") == [(0,)]
    assert us.rows("SELECT count(*) FROM outbox WHERE state = 'sent'") == [(len(counts),)]
    said = [message.data["what"] for one in (us, again) for message in one.hands.sent]
    assert set(said) == set(counts) and all(said.count(what) <= 2 for what in counts)
