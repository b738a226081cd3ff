"""The pool's own measurements act on every answer that memory decides, with the size of the correction shown."""

import pytest

from tests.sizing.answers.asking import OURS, ask, runs, worded

HIGHER = runs(1.5, 1.5, 1.5)
SAID = "已按 3 次实测修正：×1.50"
DECIDED = [
    ("qwen2.5-7b lora batch 1 一张A100够吗", ("options", 0, "gib")),
    ("qwen2.5-7b lora 要多少显存", ("options", 0, "gib")),
    ("qwen2.5-7b lora 要几张A100", ("options", 0, "gib")),
    ("qwen2.5-7b lora 用什么卡", ("enough", "gib")),
    ("qwen2.5-7b lora 5万条 一张A100 batch 1 3天内能跑完吗", ("options", 0, "gib")),
    ("qwen2.5-7b lora 5万条 一张A100 batch 1 要多久", ("options", 0, "gib")),
]


def at(answer: object, path: tuple[object, ...]) -> float:
    for step in path:
        answer = answer[step]  # type: ignore[index]
    return float(answer)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "path"), DECIDED, ids=[text for text, _ in DECIDED])
def test_three_runs_correct_whatever_memory_decides_and_it_is_said(text: str, path: tuple[object, ...]) -> None:
    plain, answer = ask(text), ask(text, HIGHER)

    assert at(answer, path) == pytest.approx(1.5 * at(plain, path), rel=0.01)
    assert any(SAID in line for line in worded(answer)) and "uncorrected" in answer["changes"]
    assert next(term for term in answer["terms"] if term["name"] == "correction")["formula"] == "× 1.50"


def test_the_longest_sequence_is_shorter_where_runs_took_more() -> None:
    text = "qwen2.5-7b lora 一张A100最长能开多长"

    assert ask(text, HIGHER)["seq_edge"] < 0.75 * ask(text)["seq_edge"]


def test_more_cards_are_asked_for_where_runs_took_more() -> None:
    text = "qwen2.5-32b lora 要几张A100"

    assert ask(text, runs(1.5, 1.5, 1.5, billions=32))["easy"]["gpus"] > ask(text)["enough"]["gpus"]


def test_room_for_the_cache_shrinks_with_what_serving_was_measured_to_take() -> None:
    from bot.sizing.rules.shapes import Method

    text = "qwen2.5-7b vllm 一张A100还剩多少kv cache"

    assert ask(text, runs(2, 2, 2, method=Method.INFERENCE))["left_gib"] < ask(text)["left_gib"]


def test_taken_back_by_a_button_nothing_is_corrected() -> None:
    answer = ask(DECIDED[0][0], HIGHER, uncorrected=True)

    assert answer["options"] == ask(DECIDED[0][0])["options"] and "corrected" in answer["changes"]
    assert not answer["measured"]["applied"] and not any("修正：" in line for line in worded(answer))


def test_each_method_of_an_answer_has_its_own_correction_and_both_are_said() -> None:
    from dataclasses import replace

    from bot.sizing.rules.shapes import Method

    both = replace(HIGHER, runs=HIGHER.runs + runs(0.8, 0.8, 0.8, method=Method.QLORA).runs)
    plain, answer = ask("7b 一张A100够吗"), ask("7b 一张A100够吗", both)

    assert [one["gib"] / two["gib"] for one, two in zip(answer["options"], plain["options"], strict=True)] == (
        pytest.approx([1.5, 0.8], rel=0.01)
    )
    assert any("×1.50，QLoRA ×0.80" in line for line in worded(answer))


def test_a_way_out_by_another_method_is_not_corrected_by_runs_of_this_one() -> None:
    change = ask("13B LoRA 一张4090够吗", runs(2, 2, 2, billions=13))["change"]

    assert change == ask("13B LoRA 一张4090够吗")["change"]


def test_a_question_about_time_shows_what_such_runs_took_beside_what_was_estimated() -> None:
    answer = ask("qwen2.5-7b lora 5万条 一张A100 要多久", runs(1, 1, 1, slower=1.3))
    plain = ask("qwen2.5-7b lora 5万条 一张A100 要多久", OURS)

    assert answer["time"] == plain["time"] and answer["measured"]["slower"] == 1.3
    assert any("估 60 分钟，用了 78 分钟" in line and "一般是估的 1.3 倍" in line for line in worded(answer))
