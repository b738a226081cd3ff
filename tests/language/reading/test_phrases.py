"""What people type is understood as the golden lines say: the pool is eight A100 with 80 GB, cards 0 to 7."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.language.reading import Card, Reading, as_json, read_booking

DATA = Path(__file__).parents[2] / "data"
CARDS = [Card(number, "A100", 80) for number in range(8)]
KEYS = (
    "outcome command count kind memory_gb gpus exclude start end minutes purpose reason".split()  # noqa: SIM905
)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def instant(said: str, now: datetime) -> datetime:
    if said == "now":
        return now
    return datetime.fromisoformat(said).replace(tzinfo=now.tzinfo)


def understood(case: dict[str, Any]) -> tuple[Reading, datetime]:
    now = datetime.fromisoformat(case["now"])
    return read_booking(case["text"], now, CARDS), now


def check(case: dict[str, Any]) -> None:
    reading, now = understood(case)
    shown = as_json(reading)
    assert reading.outcome == case["outcome"], shown
    if case["outcome"] == "refuse":
        assert reading.reason
        return
    wanted = {key: case[key] for key in shown if key in case and key not in ("start", "reason")}
    assert {key: shown[key] for key in wanted} == wanted
    if "start" in case:
        assert reading.start == instant(case["start"], now)
    if case["outcome"] == "ok":
        assert reading.start and reading.end and reading.minutes
        assert (reading.end - reading.start).total_seconds() // 60 == reading.minutes
        assert shown["gpus"] == case.get("gpus", [])
        assert shown["exclude"] == case.get("exclude", [])
        assert shown["kind"] == case.get("kind")
        assert reading.purpose == case.get("purpose")
        assert reading.for_whom == case.get("for_whom")


@pytest.mark.parametrize("case", lines("booking_phrases.jsonl"), ids=lambda case: case["text"] or "nothing")
def test_phrases_people_type_are_read_right(case: dict[str, Any]) -> None:
    check(case)


MORE = ("reading_more.jsonl", "reading_blind.jsonl", *(f"reading_blind_{n}.jsonl" for n in range(2, 12)))


@pytest.mark.parametrize("case", [case for name in MORE for case in lines(name)], ids=lambda case: case["text"])
def test_more_phrases_are_read_right(case: dict[str, Any]) -> None:
    check(case)
    reading, now = understood(case)
    assert case["why"]
    if "reason" in case:
        assert reading.reason == case["reason"]
    if "first" in case:
        assert reading.candidates[0].start == instant(case["first"], now)
    if "assumed_count" in case or case["outcome"] == "ok":
        assert reading.assumed_count == case.get("assumed_count", False)
    if "node" in case:
        assert reading.node == case["node"]


@pytest.mark.parametrize("case", lines("booking_phrases.jsonl"), ids=lambda case: case["text"] or "nothing")
def test_the_json_of_a_reading_always_has_the_same_keys(case: dict[str, Any]) -> None:
    shown = as_json(understood(case)[0])
    assert list(shown) == KEYS
    json.dumps(shown)


def test_a_question_about_friday_night_offers_six_eight_and_ten_all_to_the_same_end() -> None:
    now = datetime.fromisoformat("2026-12-02T20:10:00+08:00")
    reading = read_booking("周五晚8张包场到周一早上9点", now, CARDS)
    assert [c.start and c.start.strftime("%m-%d %H:%M") for c in reading.candidates] == [
        "12-04 18:00",
        "12-04 20:00",
        "12-04 22:00",
    ]
    assert {c.end and c.end.strftime("%m-%d %H:%M") for c in reading.candidates} == {"12-07 09:00"}
    assert {c.count for c in reading.candidates} == {8}


def test_every_question_about_time_offers_readings_that_could_be_booked() -> None:
    for case in [case for name in ("booking_phrases.jsonl", *MORE) for case in lines(name)]:
        reading, now = understood(case)
        if reading.outcome != "ask_time":
            continue
        assert reading.candidates, case["text"]
        for candidate in reading.candidates:
            assert candidate.outcome in ("ok", "ask_duration")
            assert candidate.start and candidate.start >= now
