"""How answers read on a phone: short first lines, numbers that can be told apart, one unit, per card where there are
several; and names that are not known get those that are close."""

import json
from pathlib import Path

import pytest

from bot.commands.sizing import questions_in
from bot.commands.sizing_names import told
from bot.errors import Refusal
from bot.language.texts import LABELS
from bot.sizing.services.answer import Ours, answers, changed
from bot.sizing.services.lookup import close_models
from tests.sizing.answers.asking import MIXED, OURS, ask, worded

ENGLISH = [
    "Can I fit a 70B model on 2x A100 80GB for inference in fp16?",
    "Is 2x RTX 3090 enough to serve Mixtral-8x7B-Instruct in GPTQ 4bit?",
    "Can I run DeepSeek-V3 on 8 H100s with fp8?",
    "vram for serving qwen2.5-72b-instruct-awq?",
    "Is 48 hours normal for 7B LoRA on 20k samples with one A100?",
    "13B on two 4090s?",
    "how many A100-80G for full fine-tuning Qwen2.5-14B, seq 4096",
    "what would a 7b lora on 50k samples cost?",
]


@pytest.mark.parametrize("text", ENGLISH)
def test_an_english_first_line_is_read_at_a_glance(text: str) -> None:
    assert len(worded(ask(text, MIXED), "en")[0]) <= 40


@pytest.mark.parametrize("text", ["两张 5090 跑 qwen2.5-14b lora 够吗", "两张4090 13b 够吗"])
def test_with_two_cards_every_amount_is_said_to_be_each_cards(text: str) -> None:
    amounts = [line for line in worded(ask(text)) if " GiB" in line and not line.startswith("范围")]

    assert amounts and all("每卡" in line for line in amounts)


def test_what_is_needed_and_what_there_is_never_look_alike() -> None:
    first = worded(ask("9b lora 一张4090够吗"))[0]

    assert first == "不够：LoRA 约 23.6 GiB，4090 有 23.5"


def test_three_times_share_one_unit() -> None:
    assert worded(ask("72b qlora 4张A100 1w条 2轮要多久"))[0] == "约 1.4 小时（1.1–1.8 小时）"


def test_large_amounts_are_counted_as_people_do() -> None:
    assert any(line.startswith("1 万亿 token") for line in worded(ask("7B 预训练 1T token 64张H100 要多久")))


def test_a_month_that_never_pays_is_not_told_with_more_hours_than_a_month_has() -> None:
    answer = ask("4090月租1500 按时2块 哪个划算")

    assert (answer["never"], answer["better"]) == (True, "hourly")
    assert "一个月只有 720 小时" in "".join(worded(answer))


def test_a_family_without_its_size_is_answered_with_its_sizes_as_buttons() -> None:
    answer = ask("qwen2.5 lora 4090够吗")
    label = LABELS["zh"]["size.change"]
    names = [label({"name": name}, None) for name in answer["changes"]]  # type: ignore[arg-type]
    pressed = changed({"asked": "fits", "unsized": "qwen2.5", "method": "lora"}, answer["changes"][3], OURS)

    assert names == [f"Qwen2.5-{size}B" for size in ("0.5", "1.5", "3", "7", "14", "32", "72")]
    assert (pressed["model"], pressed["method"], pressed["unsized"]) == ("Qwen2.5-7B", "lora", None)
    with pytest.raises(Refusal):
        changed({"asked": "fits"}, "modell:x", OURS)


def test_a_name_that_is_not_known_is_said_so_with_those_that_are_close() -> None:
    sized = ask("7b lora 4090够吗", unknown_model="qwen9-7b")
    bare = ask("微调要多大显存", unknown_model="gema3")

    spelled = ask("7b lora 4090够吗", model="Qwen2.5-8B", params_b=8.0)
    strange = ask("微调要多大显存", unsized="xyz")

    assert worded(spelled)[1].startswith("不认识 Qwen2.5-8B，按大小估的，接近的：Qwen2.5-7B")
    assert worded(strange)[0] == "不认识 xyz" and strange["close"] == []
    assert worded(sized)[1].startswith("不认识 qwen9-7b，按大小估的，接近的：Qwen2-7B")
    assert worded(bare)[0] == "不认识 gema3" and "Gemma-3-4B" in worded(bare)[1]
    assert worded(sized, "en")[1].startswith("I do not know qwen9-7b, so by its size; close: ")


@pytest.mark.parametrize(
    ("name", "size", "close"),
    [("qwen2.5-8b", 8.0, "Qwen2.5-7B"), ("deepsek", None, "DeepSeek-LLM-7B"), ("mistrall", None, "Mistral-7B")],
)
def test_close_names_are_of_that_family_and_size(name: str, size: float | None, close: str) -> None:
    assert close_models(name, size)[0] == close


@pytest.mark.parametrize("name", ["", "白泽", "FooBarGPT", "x" * 10_000])
def test_a_name_like_none_has_none_that_is_close(name: str) -> None:
    assert close_models(name) == []


@pytest.mark.parametrize("ours", [Ours(), MIXED], ids=["a stranger", "a member of a mixed pool"])
def test_whatever_is_asked_has_words_in_both_languages(ours: Ours) -> None:
    lines = (Path(__file__).parents[2] / "data" / "sizing_more.jsonl").read_text("utf-8").splitlines()
    for question in [json.loads(line)["question"] for line in lines[::2]]:
        said = [one.said() for one in questions_in(question)]
        for answer in answers(said, ours):
            assert worded(answer)[0] and worded(answer, "en")[0], question


def test_a_full_run_without_any_card_is_told_by_how_many_share_it() -> None:
    first, second, *_ = worded(ask("7B 全参 够吗", Ours()))

    assert first.startswith("全参一张卡要约 ") and second.startswith("2 张每卡 ")


def test_without_a_card_the_pools_are_meant_as_many_of_them_as_it_takes() -> None:
    enough, never = ask("7B 全参 够吗"), ask("qwen2.5-72b 全参 够吗")

    assert (enough["verdict"], enough["gpus_assumed"]) == ("fits", 4)
    assert (never["verdict"], never["gpus_assumed"]) == ("no", 8)
    assert any(line == "没说哪种卡，按 4×A100-80G 算" for line in worded(enough))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("qwen2.5-1.5b 全参 batch 8 一张4090 够吗", "改纯 bf16、batch 1 加累积，"),
        ("qwen2.5-7b lora batch 16 seq 4096 不开检查点 一张4090够吗", "、batch 1 加累积、开检查点，"),
        ("clip vit-l/14 训练 batch 256 一张A100够吗", "（负样本也少了，累积补不回来），"),
    ],
)
def test_a_way_out_says_everything_that_it_changes(text: str, words: str) -> None:
    (way,) = [line for line in worded(ask(text)) if line.startswith("最省事：")]

    assert words in way


@pytest.mark.parametrize("text", ["convnext-t imagenet 8张V100 多久", "qwen2.5-7b lora 5万条 一张A100 多久"])
def test_epochs_that_nobody_said_are_said_to_be_taken_as_one(text: str) -> None:
    assert any("1 轮（没说轮数）" in line for line in worded(ask(text)))
    assert not any("没说轮数" in line for line in worded(ask(f"{text} 3轮")))


def test_a_network_that_makes_films_is_not_estimated_as_if_it_wrote_text() -> None:
    answer = ask("14b lora 一张A100够吗", model="Wan2.1-14B", params_b=14.0)

    assert (answer["verdict"], answer["missing"], answer["changes"]) == (None, "model", [])
    assert worded(answer) == ["不认识 Wan2.1-14B", "这类模型按大小估不准：先跑一步，看 nvidia-smi 的峰值"]


def test_serving_is_never_told_to_accumulate_gradients() -> None:
    answer = ask("Qwen2.5-7B 推理 一张4090 长度 32768 batch 8 vLLM 够吗")
    text = "\n".join(worded(answer))

    assert "累积" not in text and "同时只跑 2 条" in text and "KV 缓存用 8-bit" in text
    assert "accumulation" not in "\n".join(worded(answer, "en"))


def test_a_16_bit_network_on_a_card_is_served_not_trained_unless_a_word_says_so() -> None:
    def methods(text: str) -> list[str]:
        found = answers([told(questions_in(text)[0], text)], OURS)[0]
        return [one["method"] for one in found["options"]]

    assert methods("H200 装 70B fp16 够吗") == ["inference"]
    assert methods("微调 70B fp16 H200 够吗") == ["lora", "qlora"]


def test_which_card_is_how_many_times_as_fast_has_its_subject() -> None:
    assert worded(ask("A100 和 4090 哪个训 7B LoRA 快"))[0].startswith("A100 约是 4090 的 1.")
    assert worded(ask("4090 比 A100 快多少"))[0].startswith("A100 约是 4090 的 1.")


@pytest.mark.parametrize(
    ("way", "method", "terms", "words"),
    [
        ("PPO", "全参", {"critic", "frozen"}, "四个模型"),
        ("PPO", "LoRA", {"critic", "frozen"}, "参考 = 关掉适配器"),
        ("GRPO", "全参", {"frozen"}, "冻一个参考"),
        ("GRPO", "LoRA", set(), "参考 = 关掉适配器"),
        ("DPO", "全参", {"frozen", "second_answer"}, "一条是一对"),
        ("DPO", "LoRA", {"second_answer"}, "一条是一对"),
    ],
)
def test_training_by_preferences_counts_the_models_beside_and_says_which(
    way: str, method: str, terms: set[str], words: str
) -> None:
    text = f"{way} qwen2.5-7B {method} 8张A100 够吗"
    answer = answers([told(questions_in(text)[0], text)], OURS)[0]
    plain = answers([questions_in(text)[0].said()], OURS)[0]

    assert {one["name"] for one in answer["terms"]} - {one["name"] for one in plain["terms"]} == terms
    assert words in worded(answer)[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("checkpoint 占多少硬盘 7B 全参", "硬盘：只存权重 14 GB，带优化器 84–98 GB"),
        ("how much disk does a checkpoint of a 7B full fine-tune take", "Disk: 14 GB weights, 84–98 GB to resume"),
        ("qwen2.5-7b lora 的 checkpoint 占多少磁盘", "硬盘：只存适配器 0.16 GB，带优化器 0.48 GB"),
    ],
)
def test_what_a_checkpoint_takes_on_disk_is_no_memory_of_a_card(text: str, words: str) -> None:
    answer = answers([told(questions_in(text)[0], text)], OURS)[0]

    assert worded(answer, "en" if text.isascii() and "how" in text else "zh")[0] == words
