"""Answers beside what people who ran it say: diffusion, images, bare sizes, evaluations, progress, which card."""

from typing import Any

import pytest

from tests.sizing.questions.test_answers import first, lines

MEMORY = [
    ("FLUX.1-dev lora 一张A100够吗", 40, 48, "x-flux: 40-43 GB with T5 and VAE resident at 512 px"),
    ("SDXL lora 一张4090够吗", 8, 14, "kohya and diffusers users: 10-12 GB"),
    ("yolov8m batch 16 一张3060够吗", 5, 9, "ultralytics logs: about 7 GB"),
    ("bert-base 全参 batch 64 长度 512 一张3090够吗", 12, 19, "16 GB cards just hold it in mixed precision"),
    ("13b lora 一张A100够吗", 27, 33, "28-30 GiB"),
    ("llama3-70b int4 推理 一张A100够吗", 36, 44, "AWQ checkpoint of 40 GB"),
]
HOURS = [
    ("resnet50 imagenet 90轮 单张3090要多久", 24, 34, "timm: about 1200 images/s"),
    ("resnet50 imagenet 90轮 单张A100要多久", 12, 14, "NVIDIA: 2470 images/s"),
    ("5万条 qwen2.5-7b lora 3轮 2张4090要多久", 3, 6, "two cards take half of the 8 h of one"),
    ("跑了3小时到20%了，一共要多久", 15, 15, "in proportion"),
    ("1500/12000步用了2小时，全部跑完要多久", 16, 16, "in proportion"),
    ("50步花了4分半，一共2400步，要多久", 3.6, 3.6, "in proportion"),
    ("2.1it/s，一共30000步，要多久", 3.96, 3.97, "in proportion"),
    ("each epoch takes 2h 15m, how long for 12 epochs?", 27, 27, "in proportion"),
]


@pytest.mark.parametrize(("text", "low", "high", "why"), MEMORY)
def test_memory_is_what_people_report(text: str, low: float, high: float, why: str) -> None:
    assert low <= first(text)["options"][0]["gib"] <= high, why


@pytest.mark.parametrize(("text", "low", "high", "why"), HOURS)
def test_time_is_what_people_report(text: str, low: float, high: float, why: str) -> None:
    assert low * 0.995 <= first(text)["time"]["seconds"] / 3600 <= high * 1.005, why


def test_flux_fits_24_gb_as_the_trainers_do_it() -> None:
    answer = first("FLUX.1-dev lora 一张4090够吗")

    assert (answer["verdict"], answer["change"]["name"], answer["change"]["verdict"]) == ("no", "frozen", "fits")


def test_the_cache_of_a_bare_14b_shares_keys_as_models_of_that_size_do() -> None:
    answer = first("Two 4090s, a 14B bf16 in vLLM with TP=2: how much is left for KV cache?")

    assert 60_000 < answer["tokens"] < 100_000


def test_how_much_the_cache_takes_is_told_when_that_is_asked() -> None:
    assert lines("Llama-2-13B 长度4096 batch 8 的kv cache占多少")[0] == "KV 缓存约 25 GiB"


def test_how_much_is_answered_with_how_much_and_with_how_many_cards() -> None:
    assert lines("llama3-70b 推理需要多少显存")[0] == "推理约 138 GiB，要 2 张 A100-80G"


def test_more_cards_never_take_longer_for_a_lora_that_one_card_holds() -> None:
    answer = first("qwen2.5-7b lora 5万条 3轮 一张4090要多久")
    seconds = [answer["time"]["seconds"], *(one["seconds"] for one in answer["more"])]

    assert seconds == sorted(seconds, reverse=True)


def test_an_evaluation_is_the_prompts_read_and_the_answers_written() -> None:
    short = first("qwen2.5-7b 一张A100 评测1万条，输入1000输出100 要多久")
    long = first("qwen2.5-7b 一张A100 评测1万条，输入1000输出500 要多久")

    assert long["how"]["evaluation"]["written"] == 500
    assert 1.3 < long["time"]["seconds"] / short["time"]["seconds"] < 6


def test_cards_for_a_deadline_both_hold_the_run_and_end_it() -> None:
    answer = first("7B从头训，1T token，一个月内完成要多少张H100")

    assert answer["in_time"]["gpus"] > answer["easy"]["gpus"]
    assert answer["in_time"]["seconds"] <= answer["in_time"]["deadline"]


def test_a_card_to_rent_is_any_card_and_each_method_has_its_own() -> None:
    answer = first("想微调llama3-8b，租什么卡合适")

    assert answer["others"][0]["method"] == "qlora" and answer["others"][0]["card"] == "RTX4090"


def test_where_the_pool_holds_nothing_what_to_rent_is_said() -> None:
    answer = first("Mixtral-8x7B 全参 用什么卡")

    assert answer["beyond"] and answer["enough"]["verdict"] == "fits"


def test_two_methods_side_by_side_get_an_answer_each() -> None:
    text = "\n".join(lines("7B lora和全参显存差多少"))

    assert "LoRA" in text and "全参" in text


def test_the_largest_batch_is_asked_like_the_longest_sequence() -> None:
    answer = first("qwen2.5-7b lora 一张A100 batch最大能开多少")

    assert answer["batch_edge"] > answer["batch_easy"] >= 8


def test_offloading_says_how_much_main_memory_it_takes() -> None:
    assert any("内存" in line for line in lines("13b 全参 zero3 offload 4张A100 够吗"))


RATIOS = [("a100比v100快多少", 2, 3), ("h100比a100快多少", 2, 3), ("4090比3090快多少", 1.6, 2.6)]


@pytest.mark.parametrize(("text", "low", "high"), RATIOS)
def test_a_card_is_as_many_times_as_fast_as_runs_show(text: str, low: float, high: float) -> None:
    ratio: dict[str, Any] = first(text)["ratios"][0]

    assert low <= ratio["low"] <= ratio["high"] <= high * 1.2
