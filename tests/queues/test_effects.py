"""An effect, what is owed for it and the done-mark of its row are one: all of it is there, or none."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.chat.message import Incoming, Notice, Press
from bot.queues.effect import AlreadyDone, carry_out
from storage.database import Database, StorageFailed
from tests.queues.plain import NOW, Plain, place, plain, text_of

DONE = "SELECT code FROM inbox WHERE state = 'done' ORDER BY id"
OWED = "SELECT code FROM outbox ORDER BY id"


async def row_of(us: Plain, message: Incoming | Press) -> int:
    [(row_id, _, _)] = await us.inbox.receive([message])
    return row_id


async def test_an_effect_its_answer_its_notices_and_its_done_mark_are_one_commit(us: Plain) -> None:
    us.desk.notices = (Notice("n", await us.chat("other"), "told"),)
    row_id = await row_of(us, text_of("add a"))
    commits: list[str] = []
    us.database.on_commit.append(commits.append)
    touched = await us.inbox.handle(row_id, text_of("add a"))
    assert commits == ["before", "after"]
    assert us.counts() == {"a": 1} and us.rows(DONE) == [("added",)] and us.rows(OWED) == [("added",), ("told",)]
    assert touched == [row[0] for row in us.rows("SELECT chat_id FROM outbox ORDER BY id")]


@pytest.mark.parametrize(("words", "code"), [("refuse a", "taken"), ("break a", "failed")])
async def test_a_refusal_takes_the_effect_back_and_is_owed_all_the_same(us: Plain, words: str, code: str) -> None:
    await us.hear(words)
    assert us.counts() == {} and us.rows(DONE) == us.rows(OWED) == [(code,)]
    assert us.hands.said == [f"lab:{code}"]


async def test_when_the_commit_fails_nothing_of_it_is_there_and_the_row_waits(us: Plain) -> None:
    row_id = await row_of(us, text_of("add a"))

    def disk_full(moment: str) -> None:
        raise StorageFailed("no space left on device")

    us.database.on_commit.append(disk_full)
    with pytest.raises(StorageFailed):
        await us.inbox.handle(row_id, text_of("add a"))
    us.database.on_commit.clear()
    assert us.counts() == {} and us.rows(OWED) == [] and us.rows(DONE) == []
    assert await us.inbox.recover() == 1


async def test_the_same_message_delivered_twice_is_done_once(us: Plain) -> None:
    await us.hear("add a", "add a")
    await us.hear("add a")
    assert us.counts() == {"a": 1} and us.hands.said == ["lab:added a"]


async def test_what_was_not_for_us_is_done_without_a_word(us: Plain) -> None:
    await us.hear("hush a")
    assert us.hands.tried == [] and us.rows(DONE) == [("noted",)]


async def test_a_row_that_breaks_outside_its_effect_is_refused_instead_of_tried_for_ever(us: Plain) -> None:
    def opened(words: str) -> None:
        if words == "add a":
            raise ZeroDivisionError

    us.desk.opened = opened
    await us.hear("add a", "add b", "look c")
    assert us.hands.said[0] == "lab:failed" and set(us.hands.said[1:]) == {"lab:added b", "lab:seen c"}
    assert us.counts() == {"b": 1} and await us.inbox.recover() == 0


async def test_a_row_that_cannot_be_read_any_more_stays_and_hurts_no_other(us: Plain) -> None:
    await us.inbox.receive([text_of("add a"), text_of("add b")])
    us.change('UPDATE inbox SET payload = \'{"type": "say", "colour": 1}\' WHERE id = 1')
    assert await us.inbox.recover() == 1
    await us.settled()
    assert us.hands.said == ["lab:added b"] and await us.inbox.recover() == 0
    assert us.rows("SELECT state FROM inbox ORDER BY id") == [("new",), ("done",)]


async def test_what_could_not_be_read_at_all_is_kept_once(us: Plain) -> None:
    assert await us.inbox.keep("test", "k1", "{raw}") and not await us.inbox.keep("test", "k1", "{raw}")
    assert us.rows("SELECT state, payload FROM inbox") == [("kept", "{raw}")]
    assert await us.inbox.recover() == 0


async def test_two_processes_that_take_the_same_row_have_one_effect(
    us: Plain, open_store: Callable[..., Database]
) -> None:
    stores = [us.database, open_store(us.database.url)]
    rows = [await row_of(us, text_of(f"add {number}")) for number in range(10)]
    at_once = threading.Barrier(2, timeout=20)

    def take(store: Database, row_id: int) -> int:
        at_once.wait()
        try:
            return len(store.write_now(carry_out, us.desk, us.us, row_id, NOW, NOW))
        except AlreadyDone:
            return 0

    with ThreadPoolExecutor(2) as threads:
        for row_id in rows:
            assert sum(threads.map(take, stores, [row_id] * 2)) == 1
    assert us.counts() == {str(number): 1 for number in range(10)}
    assert us.rows("SELECT count(*) FROM outbox") == [(10,)]


async def test_two_processes_that_meet_the_same_new_chat_and_person_both_get_through(
    us: Plain, open_store: Callable[..., Database]
) -> None:
    other = plain(open_store(us.database.url), "other")
    for number in range(10):
        await asyncio.gather(
            *(one.inbox.take_in([text_of("add a", f"chat{number}", key=f"{one.us.holder}{number}", who=f"p{number}")])
              for one in (us, other))
        )  # fmt: skip
    await us.settled()
    await other.settled()
    assert us.counts() == {"a": 20}
    assert us.rows("SELECT count(*) FROM chat") == us.rows("SELECT count(*) FROM person") == [(10,)]


async def test_a_double_press_does_it_once_whichever_process_takes_it(
    us: Plain, open_store: Callable[..., Database]
) -> None:
    stores = [us.database, open_store(us.database.url)]
    at_once = threading.Barrier(2, timeout=20)

    def press(store: Database, row_id: int) -> None:
        at_once.wait()
        store.write_now(carry_out, us.desk, us.us, row_id, NOW, NOW)

    with ThreadPoolExecutor(2) as threads:
        for number in range(8):
            await us.hear(f"offer {number}")
            token = us.hands.sent[-1].data["choices"][0][0]["token"]
            both = [Press(f"p{number}.{at}", place(), text_of("x").person, token, NOW) for at in range(2)]
            rows = [await row_of(us, one) for one in both]
            list(threads.map(press, stores, rows))
    counts = us.counts()
    assert [counts[f"pressed {number}"] for number in range(8)] == [1] * 8
    answers = us.rows("SELECT code, count(*) FROM inbox WHERE key LIKE 'p%' GROUP BY code ORDER BY code")
    assert answers == [("already_done", 8), ("pressed", 8)]


@pytest.mark.parametrize(
    "token", ["", ".", "1.0", "1.0.", "1.0.aaaaaaaaaa", "1.9.aaaaaaaaaa", "²..", "1.².abc", "1.0.汉字", "-1.0.a",
              "9" * 30 + ".0.a", "1.0.\0", "1." + "9" * 30 + ".a", "x" * 100_000]
)  # fmt: skip
async def test_a_forged_token_is_a_stale_button(us: Plain, token: str) -> None:
    await us.hear("offer a")
    await us.inbox.take_in([Press("p", place(), text_of("x").person, token, NOW)])
    await us.settled()
    assert us.hands.said[-1] == "lab:stale_button" and us.counts() == {"a": 1}
