"""Real questions, with what a careful reader would understand: every stated fact, and what is asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.commands.sizing import is_question, vocabulary
from bot.language.reading.sizing import Question, read_question

DATA = Path(__file__).parents[2] / "data"
LIKENESS = 0.03  # of sizes: 7.6 and 7.62 billion are one model


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


KNOWN, MORE = cases("sizing_questions.jsonl"), cases("sizing_more.jsonl")


def understood(case: dict[str, Any]) -> list[Question]:
    return read_question(case["question"], vocabulary())


def same(said: Any, meant: Any) -> bool:
    if isinstance(meant, float | int) and isinstance(said, float | int):
        return abs(said - meant) <= LIKENESS * abs(meant)
    return bool(said == meant)


def missed(case: dict[str, Any]) -> dict[str, Any]:
    """Each stated fact that was not understood, as (meant, understood)."""
    first, *others = understood(case)
    meant = {name: value for name, value in case["interpretation"].items() if value is not None}
    found = {
        name: (value, getattr(first, name)) for name, value in meant.items() if not same(getattr(first, name), value)
    }
    for also in case.get("also", []):
        if not any(all(same(getattr(other, name), value) for name, value in also.items()) for other in others):
            found["also"] = (also, others)
    if "card" in case and first.card != case["card"]:
        found["card"] = (case["card"], first.card)
    return found


@pytest.mark.parametrize("case", KNOWN, ids=[case["id"] for case in KNOWN])
def test_every_stated_fact_is_understood(case: dict[str, Any]) -> None:
    assert not missed(case), case["question"]


def test_hundreds_of_questions_as_students_type_them_are_understood_whole() -> None:
    assert len(MORE) > 400
    assert not {case["question"]: missed(case) for case in MORE if missed(case)}


def test_nothing_is_answered_where_nothing_about_sizing_is_asked() -> None:
    quiet = [case for case in MORE if case["interpretation"]["asked"] is None]

    assert len(quiet) >= 15
    assert not [case["question"] for case in quiet if understood(case)[0].asked is not None]


def test_no_booking_and_no_command_is_taken_for_a_question() -> None:
    """Otherwise a wish for cards would get a lecture about memory."""
    texts = [
        str(json.loads(line).get("text") or "")
        for file in DATA.glob("*.jsonl")
        if "sizing" not in file.name
        for line in file.read_text("utf-8").splitlines()
    ]

    assert len(texts) > 1_000
    assert not [text for text in texts if is_question(text)]
