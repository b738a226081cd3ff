"""Two `pinka chat --jsonl` on one database: nothing is held twice, every id has one effect and an answer."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import text

from storage.database import Database
from tests.faults.commands import Command, Json, bridge
from tests.faults.services import Nursery

BEGIN = datetime.fromisoformat("2026-12-02T20:10:00+08:00")
WISHES = ("/book 2 6h", "/book 3xA100 3h", "/book 8 1h", "/book gpu 0,1 2h", "/book 1 30m", "/book 4 tomorrow 9am 12h")
TROUBLE = {"failed", "busy", "storage_failed", "bad_input", "no_pool", "not_member"}


def wishes(name: str, count: int = 200) -> Iterator[Json]:
    """Conflicting bookings of three people, some given back again so that there is always something to fight for."""
    chance = random.Random(name)
    for number in range(count):
        words = "/release" if number % 9 == 8 else chance.choice(WISHES)
        who, at = chance.choice(("alice", "bob", "carol")), (BEGIN + timedelta(minutes=3 * number)).isoformat()
        yield {"id": f"{name}{number}", "chat": "lab", "from": who, "text": words, "at": at}


def rows(store: Database, query: str) -> list[Any]:
    return store.read_now(lambda s: [tuple(row) for row in s.connection().execute(text(query))])


def held_twice(store: Database) -> list[object]:
    """Every pair of live bookings of one card that share a second."""
    held = rows(store, "SELECT gpu_id, starts_at, ends_at FROM booked_card WHERE live = 1 ORDER BY 1, 2, 3")
    assert held, "nothing was booked"
    return [(one, other) for one, other in pairwise(held) if one[0] == other[0] and one[2] > other[1]]


def bookings(store: Database) -> int:
    return int(rows(store, "SELECT count(*) FROM booking")[0][0])


def booked(*told: dict[str, list[Json]]) -> list[int]:
    """The bookings that were confirmed."""
    return [one[0]["data"]["booking"] for each in told for one in each.values() if one[0]["code"] == "booked"]


def answers(one: Command) -> dict[str, list[Json]]:
    """What was answered, by id."""
    found: dict[str, list[Json]] = {}
    for line in one.lines:
        if line.get("reply_to") is not None:
            found.setdefault(line["reply_to"], []).append(line)
    return found


def done(one: Command) -> Counter[str]:
    return Counter(line["done"] for line in one.lines if "done" in line)


def test_started_together_they_hold_no_second_of_a_card_twice_and_answer_each_id_once(
    nursery: Nursery, empty_url: str, tmp_path: Path, open_store: Callable[..., Database]
) -> None:
    """Neither the database nor the pool is there when they start."""
    both = [bridge(nursery, tmp_path, empty_url, wishes(name)) for name in ("a", "b")]
    for name, one in zip(("a", "b"), both, strict=True):
        assert one.wait(60) == 0, one.told
        ids = {f"{name}{number}" for number in range(200)}
        assert done(one) == Counter(ids)
        assert {key: len(told) for key, told in answers(one).items()} == dict.fromkeys(ids, 1)
        assert not {told[0]["code"] for told in answers(one).values()} & TROUBLE
    store = open_store(empty_url)
    assert held_twice(store) == []
    numbers = booked(*map(answers, both))
    assert len(set(numbers)) == len(numbers) == bookings(store) > 10
    assert rows(store, "SELECT name FROM pool") == [("lab",)]
    assert rows(store, "SELECT count(*) FROM member") == [(3,)]


def test_the_same_id_given_to_both_has_one_effect_and_is_answered_by_both(
    nursery: Nursery, empty_url: str, tmp_path: Path, open_store: Callable[..., Database]
) -> None:
    both = [bridge(nursery, tmp_path, empty_url, wishes("same", 40)) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0], both[0].told + both[1].told
    first, second = map(answers, both)
    for key in (f"same{number}" for number in range(40)):
        told = first[key] + second[key]
        assert sorted(one.get("repeat", False) for one in told) == [False, True]
        assert told[0]["code"] == told[1]["code"] and told[0]["data"] == told[1]["data"]
    assert bookings(open_store(empty_url)) == sum(told[0]["code"] == "booked" for told in first.values())


def test_killed_in_the_middle_and_given_the_same_lines_again_each_id_has_one_effect_and_an_answer(
    nursery: Nursery, empty_url: str, tmp_path: Path, open_store: Callable[..., Database]
) -> None:
    lines = list(wishes("k", 60))
    killed = bridge(nursery, tmp_path, empty_url, lines)
    other = bridge(nursery, tmp_path, empty_url, wishes("o", 60))
    killed.until('{"done"', 20)
    killed.kill()
    assert killed.wait() < 0 and len(done(killed)) < 60, "it was through already"
    again = bridge(nursery, tmp_path, empty_url, lines)
    assert [other.wait(), again.wait()] == [0, 0], other.told + again.told
    told = answers(again)
    assert {key: len(one) for key, one in told.items()} == {f"k{number}": 1 for number in range(60)}
    before = answers(killed)
    assert all(told[key][0].get("repeat") and told[key][0]["data"] == one[0]["data"] for key, one in before.items())
    store = open_store(empty_url)
    assert held_twice(store) == []
    numbers = booked(told, answers(other))
    assert len(set(numbers)) == len(numbers) == bookings(store)
