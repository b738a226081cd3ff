"""What is answered: verdicts against what people measured, folk rules named first, money to the fen, defaults said."""

from typing import Any

import pytest

from bot.commands.sizing import questions_in
from bot.errors import Refusal
from bot.language.texts import TEXTS
from bot.language.texts.shape import Facts
from bot.service_cli.size import answered
from bot.sizing.services.answer import Ours, answers, changed
from bot.sizing.services.lookup import card_of, card_of_kind

A100 = card_of_kind("A100", 80)
OURS = Ours(((A100, 8),))
PRICED = Ours(((A100, 8),), {A100.name: 400})


def first(text: str, ours: Ours = OURS) -> dict[str, Any]:
    return answers([one.said() for one in questions_in(text)], ours)[0]


def lines(text: str) -> list[str]:
    return str(answered(text, OURS)["text"]).splitlines()


VERDICTS = [
    ("24G 的 4090 能做 7B 的 LoRA 吗", "fits"),
    ("24G 的 4090 能做 7B 的 QLoRA 吗", "fits"),
    ("13B LoRA 一张4090够吗", "no"),
    ("13B QLoRA 一张4090够吗", "fits"),
    ("A100 40G 能 QLoRA 70B 吗？", "no"),
    ("A100 80G 能 QLoRA 70B 吗？", "fits"),
    ("deepseek-coder-33b 用 8×A800-80G 全参，zero3 够吗", "no"),
    ("7B 全参 2张A100 够吗", "tight"),
    ("7B 全参 4张A100 够吗", "fits"),
    ("7B 全参 纯bf16 一张A100 够吗", "fits"),
    ("7B 全参 一张A100 40G 够吗", "no"),
    ("Can a single 4090 run a LoRA on Llama-3.1-8B at 2k context?", "tight"),
    ("Qwen2.5-32B 的 AWQ 4bit 单张 24G 能跑推理吗？", "tight"),
    ("Qwen3-30B-A3B 激活才 3B，是不是 8G 显存就够？", "no"),
    ("Is 16GB enough for DeepSeek-VL2-small, it only has 2.8B active parameters?", "no"),
    ("I want to full-finetune a 1.7B on my 24GB card, adamw bf16 mixed precision.", "no"),
    ("qwen2.5-14b lora 用一张 A100 80g, bs=2 seq 4k 够不够", "fits"),
    ("sd出图要用a100吗 4090行不行", "fits"),
    ("20G 的 MIG 切片跑 13B 的 8bit LoRA 够吗", "no"),
]


@pytest.mark.parametrize(("text", "verdict"), VERDICTS, ids=[text for text, _ in VERDICTS])
def test_the_verdict_is_the_one_that_people_measured(text: str, verdict: str) -> None:
    assert first(text)["verdict"] == verdict


def test_the_first_line_of_each_verdict_says_it() -> None:
    said = {"fits": "够", "tight": "很紧", "no": "不够"}
    for text, verdict in VERDICTS:
        if "LoRA" in text and not text.isascii() and "？" not in text:
            assert lines(text)[0].startswith(said[verdict]), text


def test_a_bare_size_on_a_card_gives_both_methods_a_line() -> None:
    head, lora, qlora, *_ = lines("13B on a 4090?")

    assert "LoRA does not fit, QLoRA fits" in head
    assert lora.startswith("LoRA: ~") and qlora.startswith("QLoRA: ~")


FOLK = [
    ("13B LoRA 一张4090够吗", "lora_13b_on_24"),
    ("7B 全参 一张A100 40G 够吗", "full_7b_on_40"),
    ("Qwen3-30B-A3B 激活才 3B，是不是 8G 显存就够？", "moe_active"),
    ("13B lora 一张3090 官方说16G就行 够吗", "inference_figure"),
    ("LoRA 是不是比全参快10倍啊 7b lora 4090 1万条要多久", "lora_ten_times"),
    ("4张4090显存加起来96G 70b qlora 够吗", "memory_adds_up"),
    ("A100 时租13 包月6500 两周以上就包月对吗", "two_weeks_monthly"),
    ("7b lora 一张V100 够吗", "no_bf16"),
]


@pytest.mark.parametrize(("text", "name"), FOLK, ids=[name for _, name in FOLK])
def test_a_wrong_folk_rule_is_named_in_the_first_two_lines(text: str, name: str) -> None:
    from bot.language.texts.zh.sizing_known import PREMISES

    assert name in first(text)["premises"]
    assert PREMISES[name] in lines(text)[1:3]


def test_the_cheapest_change_makes_it_fit() -> None:
    change = first("13B LoRA 一张4090够吗")["change"]

    assert (change["name"], change["verdict"]) == ("qlora", "fits")


def test_defaults_are_said_and_what_was_said_is_no_default() -> None:
    assert first("7b lora 4090够吗")["assumed"] == [
        "batch",
        "seq",
        "checkpointing",
        "flash",
        "optimizer",
        "rank",
        "framework",
    ]
    assert first("7b lora bs 2 seq 1024 r=8 adamw 4090够吗")["assumed"] == ["checkpointing", "flash", "framework"]


def test_the_number_of_cards_is_the_least_that_holds_it() -> None:
    answer = first("how many A100-80G for full fine-tuning Qwen2.5-14B, seq 4096")

    assert answer["easy"]["gpus"] == 8 and [one["verdict"] for one in answer["options"][:-1]] == ["no", "no", "no"]


def test_a_trial_run_beats_the_formula() -> None:
    answer = first("200 步 15 分钟，一共 5000 步，7b lora 一张4090 要多久")

    assert (answer["basis"], answer["time"]["seconds"]) == ("trial", 22_500)


def test_a_set_of_runs_is_card_hours_wall_time_and_yuan() -> None:
    answer = first("20组消融 每组2卡6小时 大概要多少钱", PRICED)

    assert (answer["card_seconds"], answer["cost_minor"], answer["reserve_minor"]) == (240 * 3600, 96_000, 115_200)
    assert {one["gpus"]: one["seconds"] // 3600 for one in answer["walls"]} == {2: 120, 4: 60, 8: 30}


def test_the_price_in_the_question_beats_the_pools() -> None:
    answer = first("A100 跑10小时 每卡时13元 多少钱", PRICED)

    assert (answer["cost_minor"], answer["price_from"]) == (13_000, "said")
    assert first("A100 跑10小时 多少钱", PRICED)["cost_minor"] == 4_000


def test_without_a_price_it_is_asked_for_and_nothing_is_made_up() -> None:
    answer = first("4卡a100跑4周要多少钱")

    assert answer["cost_minor"] is None and answer["card_seconds"] == 2688 * 3600
    assert "2688 卡时 × 单价" in lines("4卡a100跑4周要多少钱")[0]


def test_a_machines_price_is_not_multiplied_by_its_cards() -> None:
    answer = first("3个人合租一台8卡A100 每小时60块 平摊一个人一天多少 一天24小时")

    assert answer["cost_minor"] == 24 * 6000 and answer["each_minor"] == 48_000


def test_cards_are_ranked_by_yuan_for_the_finished_run() -> None:
    answer = first("7b lora 10万条 租4090还是A100更划算？4090 2块一小时，A100 9块")
    costs = [row["cost_minor"] for row in answer["rows"]]

    assert answer["cheapest"] == "RTX4090" and costs == sorted(costs)


def test_hourly_and_monthly_meet_where_the_prices_do() -> None:
    answer = first("A100 时租 13 元，包月 6500，24 小时跑 20 天呢？")

    assert (answer["even_hours"], answer["hours"], answer["bill_minor"], answer["better"]) == (
        500,
        480,
        624_000,
        "alike",
    )
    assert first("A100 时租 13 元，包月 6500，每天跑 8 小时 哪个划算")["better"] == "hourly"


def test_a_transfer_is_told_at_full_rate_and_at_three_quarters() -> None:
    answer = first("500g数据集从实验室传上去要多久 上传大概30兆")
    megabits, megabytes = answer["rows"]

    assert (round(megabits["full_seconds"] / 3600), round(megabits["real_seconds"] / 3600)) == (37, 49)
    assert (megabytes["mbps"], megabytes["mb_s"], answer["disk"]) == (240, 30, False)


def test_from_seventy_two_hours_on_a_disk_is_faster() -> None:
    assert first("2TB 数据传上去要多久 带宽 60 Mbps")["disk"]
    assert not first("2TB 数据传上去要多久 带宽 100 Mbps")["disk"]


def test_the_command_to_paste_checks_sums_and_knows_where_it_goes() -> None:
    assert (
        lines("2TB 数据集传到云上要多久？")[-1].startswith("rclone copy")
        and "--checksum" in lines("2TB 数据集传到云上要多久？")[-1]
    )
    assert lines("把100G数据传到阿里云oss 带宽100M 要多久")[-1].startswith("ossutil")


def test_a_deadline_that_is_missed_is_solved_for_cards_or_for_another_way() -> None:
    late = first("13b lora 100万条 10个epoch 一张A100 10天内能训完吗")
    never = first("70b全参 100万条 10个epoch 8张A100 1天内能训完吗")

    assert late["verdict"] == "no" and late["solved"]["gpus"] > 1
    assert never["verdict"] == "no" and never["solved"] is None


def test_what_contradicts_itself_is_said() -> None:
    assert any("两个不一样" in line for line in lines("7b lora seq 1024 seq 4096 4090够吗"))


def test_a_changed_question_is_the_old_one_with_one_other_fact() -> None:
    (said,) = [one.said() for one in questions_in("13B LoRA 一张4090够吗")]
    other = changed(said, "qlora", OURS)

    assert {name for name in said if said[name] != other.get(name)} == {"method"}
    with pytest.raises(Refusal):
        changed(said, "explode", OURS)


def test_a_card_known_by_its_memory_alone_has_that_memory() -> None:
    plain, slice_ = card_of("24GB card"), card_of("A100 MIG 20GB")

    assert plain is not None and 22 < plain.usable / 2**30 < 24.1
    assert slice_ is not None and slice_.usable < 20 * 2**30 and slice_.tflops < 100


def test_every_knowledge_card_and_folk_rule_has_words_in_both_languages() -> None:
    from bot.language.reading.sizing.knowledge import CARDS
    from bot.language.texts.en import sizing_known as en
    from bot.language.texts.zh import sizing_known as zh
    from bot.sizing.rules.answers.premises import NAMED

    cards = {name for name, _ in CARDS}
    assert set(zh.KNOWN) == set(en.KNOWN) == cards
    assert set(zh.PREMISES) == set(en.PREMISES) == NAMED


def test_an_unknown_model_asks_for_a_name_a_size_or_a_config() -> None:
    assert first("微调要多大显存")["missing"] == "model"
    words = TEXTS["zh"]["sized"](Facts({"answers": [first("微调要多大显存")], "machine": None}), None)  # type: ignore[arg-type]
    assert "config.json" in words[1]
