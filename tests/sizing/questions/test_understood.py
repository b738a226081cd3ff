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


def test_thousands_of_questions_as_students_type_them_are_understood_whole() -> None:
    assert len(MORE) > 2_500
    assert not {case["question"]: missed(case) for case in MORE if missed(case)}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("之前用一张3090训lora 13b老爆，换了A6000，13b全参够吗", {"gpu_model": "A6000-48GB", "method": "full"}),
        ("师兄是8卡A100，我只抢到2张H20，全参7b放得下吗", {"gpu_model": "H20-96GB", "gpus": 2}),
        ("上次用4张A100跑7b，这次想全参14b，A100得几张", {"params_b": 14.0}),
        ("先不管lora，14b全参的显存要多大", {"method": "full"}),
        ("full FT is out of the question, so LoRA on a 13B, one 4090, will it fit?", {"method": "lora"}),
    ],
)
def test_what_was_before_or_is_put_aside_is_not_what_is_asked_about(text: str, meant: dict[str, Any]) -> None:
    first = read_question(text, vocabulary())[0]

    assert {name: getattr(first, name) for name in meant} == meant


def test_a_model_that_no_catalogue_holds_keeps_its_name() -> None:
    first = read_question("internvl2-26b int8 一张A100够吗", vocabulary())[0]
    unknown = read_question("foobar模型 4090能微调吗", vocabulary())[0]

    assert (first.model, first.params_b) == ("InternVL2-26B", 26.0)
    assert (unknown.asked, unknown.unsized) == ("fits", "foobar")


def test_a_card_of_unknown_speed_is_known_by_its_memory_but_not_by_its_speed() -> None:
    fits, faster = (read_question(text, vocabulary())[0] for text in ("2080能跑7b int4吗", "2080比3090慢多少"))

    assert (fits.gpu_model, fits.unknown_gpu) == ("8GB card", "2080")
    assert (faster.gpu_model, faster.unknown_gpu) == (None, "2080")


def test_a_slip_of_the_keyboard_is_read_as_what_was_meant() -> None:
    first = read_question("qwne2.5-7b lroa 4O90 显村够不勾", vocabulary())[0]

    assert (first.asked, first.model, first.method, first.gpu_model) == ("fits", "Qwen2.5-7B", "lora", "RTX4090")


def test_nothing_is_answered_where_nothing_about_sizing_is_asked() -> None:
    quiet = [case for case in MORE if case["interpretation"]["asked"] is None]

    assert len(quiet) > 200
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


@pytest.mark.parametrize(
    "text",
    ["只有6000块 8卡H800全参14b 3亿token 够烧吗", "is 500 yuan enough to QLoRA an 8B on 20k samples using a 4090?"],
)
def test_whether_the_money_lasts_is_answered_with_the_hours_and_with_the_price(text: str) -> None:
    assert [one.asked for one in read_question(text, vocabulary())][:2] == ["feasible", "cost"]


def test_what_a_screen_shows_before_the_question_does_not_hide_the_job_that_is_asked_about() -> None:
    first = read_question("ETA 显示 9 天，ddl只剩5天，要是换成8张H800 全参14b 2亿token 赶得上吗", vocabulary())[0]

    assert (first.asked, first.params_b, first.gpus, first.deadline) == ("feasible", 14.0, 8, "5d")
