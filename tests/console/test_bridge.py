"""`pinka chat --jsonl`: each line is answered and done before the next, and time moves only where a line says so."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session

from bot.app import build
from bot.clock import SettableClock
from bot.console import jsonl
from bot.console.founding import founding
from bot.queues.desk import Us
from bot.queues.jobs import Jobs
from storage.database import Busy, Database, StorageFailed
from storage.queries import jobs
from tests.console.spoken import Spoken
from tests.saying import WEDNESDAY_EVENING, Lab, laboratory

Json = dict[str, Any]


def printed(lab: Lab, *lines: Json | str) -> list[Json]:
    """All that is printed for these lines."""
    found: list[Json] = []
    for line in lines:
        lab.printed.clear()
        lab.runner.run(lab._one(line if isinstance(line, str) else json.dumps(line)))
        found += [json.loads(one) for one in lab.printed]
    return found


def said(words: str, id: str | None = "u1", who: str = "alice", **more: Any) -> Json:
    return {"chat": "lab", "from": who, "text": words} | ({"id": id} if id else {}) | more


def codes(lines: list[Json]) -> list[str]:
    return ["done" if "done" in line else line["code"] for line in lines]


def test_a_line_gets_its_answer_and_then_done(lab: Lab) -> None:
    got = printed(lab, said("/book 2xA100 6h"))
    assert codes(got) == ["booked", "done"]
    assert got[0]["reply_to"] == "u1" and got[0]["to"] == "lab" and got[0]["private"] is False
    assert got[1] == {"done": "u1"}


def test_a_line_without_an_id_is_done_by_its_number(lab: Lab) -> None:
    printed(lab, said("/help", None))
    got = printed(lab, said("/my", None))
    assert codes(got) == ["my", "done"] and got[0]["reply_to"] is None
    assert got[1] == {"done": None, "line": 3}, "the first line set the clock"


def test_without_a_chat_it_is_private(lab: Lab) -> None:
    printed(lab, said("/help"))
    got = printed(lab, {"id": "p", "from": "alice", "text": "/my"})
    assert (got[0]["to"], got[0]["private"]) == ("alice", True)


@pytest.mark.parametrize("words", ["/book 2 6h", "/book 9 6h", "/help", "/free", "/status", "/nonsense", "?!"])
def test_the_same_id_again_gets_the_same_answer_marked_as_a_repeat(lab: Lab, words: str) -> None:
    first = printed(lab, said(words))
    again = printed(lab, said(words))
    other = printed(lab, said("/book 8 1h"))
    assert again == other == [first[0] | {"repeat": True}, first[1]]


def test_a_question_asked_again_under_its_id_is_answered_as_then_though_the_cards_are_taken_since(lab: Lab) -> None:
    first = printed(lab, said("/free", "q"))
    printed(lab, said("/book 8 6h", "b"))
    assert printed(lab, said("/free", "q"))[0]["data"] == first[0]["data"]
    assert printed(lab, said("/free", "q2"))[0]["data"] != first[0]["data"]


def test_the_same_id_of_another_person_or_chat_is_another_line(lab: Lab) -> None:
    got = printed(lab, said("/book 1 1h"), said("/book 1 1h", who="bob"), said("/book 1 1h", chat="elsewhere"))
    assert codes(got) == ["booked", "done", "booked", "done", "no_pool", "done"]
    assert not any("repeat" in line for line in got)


def test_a_repeat_after_a_restart_is_a_repeat(sqlite_url: str, open_store: Callable[..., Database]) -> None:
    with laboratory(open_store(sqlite_url)) as before:
        first = printed(before, said("/book 2 6h"))
    with laboratory(open_store(sqlite_url)) as after:
        assert printed(after, said("/book 2 6h")) == [first[0] | {"repeat": True}, first[1]]


@pytest.fixture
def died(sqlite_url: str, open_store: Callable[..., Database]) -> Iterator[Lab]:
    """A process died before it could print the answer to u1, and its lease ran out; this one comes after it."""
    store = open_store(sqlite_url)
    with laboratory(store) as before:
        printed(before, said("/book 2 6h"))
    unsent = "UPDATE outbox SET state = 'due', attempts = 0, lease_holder = 'dead', lease_until = 0"
    store.write_now(lambda s: s.connection().execute(text(unsent)))
    with laboratory(open_store(sqlite_url)) as after:
        yield after


def test_what_a_dead_process_owed_comes_before_the_first_line(died: Lab) -> None:
    assert [json.loads(line).get("code") for line in died.printed] == ["booked", None]
    assert codes(printed(died, said("/book 2 6h"))) == ["booked", "done"]


def test_an_answer_read_out_as_a_repeat_is_not_sent_once_more(died: Lab) -> None:
    again = "UPDATE outbox SET state = 'due', lease_holder = 'dead', lease_until = 0"
    died.database.write_now(lambda s: s.connection().execute(text(again)))
    got = printed(died, said("/book 2 6h"))
    assert codes(got) == ["booked", "done"] and got[0]["repeat"] is True
    died.bridge._took_up_at = -1e18
    assert codes(printed(died, said("/help", "h"))) == ["help", "done"]


@pytest.fixture
def timed(lab: Lab) -> Callable[..., None]:
    """Plans jobs that speak, `minutes` from the first moment on, in the chats with these ids."""
    house = lab.bridge.house
    jobs_ = Jobs(house.database, Spoken(), house.outbox, house.clock, house.us)
    lab.bridge.house = replace(house, jobs=jobs_)
    printed(lab, said("/help", "first"), said("/help", "second", chat="elsewhere"))
    begin = lab.bridge.clock.now()

    def plan(session: Session, minutes: int, chat: int) -> None:
        jobs.plan(session, f"j{minutes}", f"j{minutes}", begin + 60 * minutes, begin + 10**8, {"chat": chat})

    return lambda minutes, chat=1: house.database.write_now(plan, minutes, chat)


def test_everything_due_by_a_line_comes_before_its_answer_each_at_its_own_time(
    lab: Lab, timed: Callable[..., None]
) -> None:
    for minutes, chat in ((1440, 1), (45, 1), (105, 2), (46, 1)):
        timed(minutes, chat)
    times: list[int] = []
    write, begin = lab.bridge.write, lab.bridge.clock.now()

    def watched(line: str) -> None:
        times.append((lab.bridge.clock.now() - begin) // 60)
        write(line)

    lab.bridge.write = watched
    got = printed(lab, said("/my", "d", at="2026-12-05T20:10:00+08:00"))
    assert [line["data"]["text"] for line in got[:4]] == ["j45", "j46", "j105", "j1440"]
    assert [line["to"] for line in got[:4]] == ["lab", "lab", "elsewhere", "lab"]
    assert [line["reply_to"] for line in got[:5]] == [None, None, None, None, "d"]
    assert codes(got[4:]) == ["my", "done"] and times == [45, 46, 105, 1440, 4320, 4320]


def test_time_alone_moves_the_clock_and_is_done(lab: Lab, timed: Callable[..., None]) -> None:
    timed(45)
    assert codes(printed(lab, {"at": "2026-12-02T20:54:59+08:00"})) == ["done"]
    got = printed(lab, {"at": "2026-12-02T20:55:00+08:00"})
    assert codes(got) == ["late_dropped", "done"] and got[1] == {"done": None, "line": 5}
    assert printed(lab, {"id": "t", "at": "2026-12-02T20:56:00+08:00"}) == [{"done": "t"}]


def test_between_lines_the_clock_stands_still(lab: Lab) -> None:
    first = printed(lab, said("/book 1 1h"))
    second = printed(lab, said("/book 1 1h", "u2", "bob"))
    assert first[0]["data"]["start"] == second[0]["data"]["start"] == WEDNESDAY_EVENING


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("2026-12-02T20:09:59+08:00", "at_goes_back"),
        ("1970-01-01T00:00:00Z", "at_out_of_range"),
        ("2999-01-01T00:00:00Z", "at_out_of_range"),
        ("soon", "at_not_iso"),
    ],
)
def test_a_time_that_cannot_be_changes_nothing(lab: Lab, at: str, reason: str) -> None:
    printed(lab, said("/book 1 1h"))
    got = printed(lab, said("/book 8 1h", "bad", at=at))
    assert codes(got) == ["bad_input", "done"] and got[0]["data"]["reason"] == reason
    assert (got[0]["reply_to"], got[0]["to"], got[1]) == ("bad", None, {"done": "bad"})
    assert printed(lab, said("/book 1 1h", "bad2"))[0]["data"]["start"] == WEDNESDAY_EVENING
    assert printed(lab, said("/book 1 1h", "bad"))[0].get("repeat") is None, "the id was not used up"


def test_the_same_moment_again_is_no_step_back(lab: Lab) -> None:
    assert codes(printed(lab, said("/my", at=WEDNESDAY_EVENING))) == ["my", "done"]


def test_a_time_at_the_end_of_the_calendar_fires_everything_and_the_bridge_goes_on(
    lab: Lab, timed: Callable[..., None]
) -> None:
    timed(45)
    assert codes(printed(lab, {"at": "2200-12-31T00:00:00Z"})) == ["late_dropped", "done"]
    assert codes(printed(lab, said("/book 1 1h", "u2"))) == ["booked", "done"]


def test_a_bad_line_gets_bad_input_and_the_next_line_is_heard(lab: Lab) -> None:
    got = printed(lab, "nonsense", "[]", '{"id":"x","from":"li"}', said("/help"))
    assert codes(got) == ["bad_input", "done"] * 3 + ["help", "done"]
    assert [line["done"] for line in got if "done" in line] == [None, None, "x", "u1"]
    assert got[0]["data"] == {"reason": "not_json", "facts": {}, "line": 2}


@pytest.mark.parametrize("token", ["", "x", "1.0.aaaaaaaaaa", "²..", "1.0.汉字", "\u0000", "1" * 90_000])
def test_a_press_with_nonsense_is_a_stale_button(lab: Lab, token: str) -> None:
    printed(lab, said("/book 1 1h"))
    got = printed(lab, {"id": "p", "chat": "lab", "from": "alice", "press": token})
    assert codes(got) == ["stale_button", "done"]


def test_an_empty_text_and_one_of_spaces_get_an_answer(lab: Lab) -> None:
    printed(lab, said("/help"))
    for number, words in enumerate(("", "   ", "\n")):
        assert len(printed(lab, said(words, f"e{number}"))) == 2


def test_names_of_people_are_plain_wherever_they_are_shown(lab: Lab) -> None:
    got = printed(lab, said("/book 8 1h", "a", "x1", name="\u202eevil\nname" + "n" * 5000))
    holder = printed(lab, said("/book 8 1h", "b", "bob"))[0]["data"]["blocking"][0]["holder"]
    assert got[0]["data"]["holder"] == holder and len(holder) <= 24 and holder.isprintable()


@pytest.mark.parametrize(
    ("error", "code"), [(Busy("locked"), "busy"), (StorageFailed("no space left on device"), "storage_failed")]
)
def test_a_store_in_trouble_is_an_answer_and_the_line_is_done_later(lab: Lab, error: Exception, code: str) -> None:
    printed(lab, said("/help", "h"))
    for commit in range(3):  # of welcoming, of storing, of carrying out
        left = [None] * commit + [error]

        def fail(moment: str, left: list[Exception | None] = left) -> None:
            if moment == "before" and left and (trouble := left.pop(0)) is not None:
                raise trouble

        lab.database.on_commit[:] = [fail]
        got = printed(lab, said("/book 1 1h", f"t{commit}"))
        assert codes(got) == [code, "done"] and got[0]["reply_to"] == f"t{commit}"
    lab.bridge._took_up_at = -1e18
    later = printed(lab, said("/help", "h2"))
    assert {line["reply_to"]: line["code"] for line in later if "code" in line} == {"h2": "help", "t2": "booked"}
    again = [printed(lab, said("/book 1 1h", f"t{commit}"))[0] for commit in range(3)]
    assert [line["code"] for line in again] == ["booked"] * 3
    assert ["repeat" in line for line in again] == [False, False, True], "only the third had been stored"


def test_jobs_that_cannot_fire_now_fire_at_the_next_line(lab: Lab, timed: Callable[..., None]) -> None:
    timed(45)

    def busy(moment: str) -> None:
        raise Busy("locked")

    lab.database.on_commit.append(busy)
    assert codes(printed(lab, {"id": "t", "at": "2026-12-02T21:00:00+08:00"})) == ["busy", "done"]
    lab.database.on_commit.clear()
    assert codes(printed(lab, {"at": "2026-12-02T21:00:00+08:00"})) == ["late_dropped", "done"]


async def test_while_no_line_comes_a_real_clock_goes_on_and_what_is_due_is_said(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for another chat system, which is quiet at times."""
    monkeypatch.setattr(jsonl, "LOOK_SECONDS", 0.001)
    out: list[str] = []
    clock, us, wish = SettableClock(), Us("console:test", ("console",)), founding("8xA100-80G")
    bridge = jsonl.Bridge.over(
        lambda adapter: build(sqlite_database, clock, us, {"console": adapter}), clock, out.append, wish
    )
    house = bridge.house
    bridge.house = replace(house, jobs=Jobs(house.database, Spoken(), house.outbox, clock, us))

    async def lines() -> AsyncIterator[str]:
        yield json.dumps(said("/help"))
        sqlite_database.write_now(jobs.plan, "now", "now", clock.now(), clock.now() + 3600, {"chat": 1})
        async with asyncio.timeout(10):
            while len(out) < 3:
                await asyncio.sleep(0.005)

    await bridge.run(lines())
    assert [json.loads(line).get("code") for line in out] == ["help", None, "late_dropped"]
