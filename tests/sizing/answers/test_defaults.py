"""What is taken where a text leaves things open: as people really run it, said in the answer."""

import pytest

from bot.errors import Refusal
from tests.sizing.answers.asking import MIXED, ask, worded


@pytest.mark.parametrize(
    ("text", "verdict", "low", "high"),
    [
        ("deepseek r1 671b 推理 8张H20够吗", "tight", 78, 90),  # its 671 GB of fp8 on 8 × 96 GB
        ("deepseek-v3 8张H200够吗", "fits", 78, 90),
        ("gpt-oss-20b 16g够吗", "tight", 12.5, 14.5),  # "runs within 16 GB" by its makers
        ("gpt-oss-120b 一张H100够吗", "tight", 59, 68),  # "fits a single 80 GB GPU"
        ("kimi k2 推理 16张H200够吗", "fits", 58, 68),
    ],
)
def test_networks_published_in_few_bits_are_served_as_published(
    text: str, verdict: str, low: float, high: float
) -> None:
    answer = ask(text)

    assert low <= answer["options"][0]["gib"] <= high and answer["options"][0]["method"] == "inference"
    assert answer["verdict"] in (verdict, "fits") and any("官方权重" in line for line in worded(answer))


def test_sixteen_bits_are_sixteen_bits_when_they_are_said() -> None:
    plain, wide = ask("deepseek-v3 推理要几张H200"), ask("deepseek-v3 bf16 推理要几张H200")

    assert wide["easy"]["gpus"] == 2 * plain["easy"]["gpus"]


def test_serving_on_several_cards_says_how_few_four_bits_take() -> None:
    answer = ask("qwen2.5-72b 推理要几张A100")

    assert answer["quantised"]["gpus"] == 1 and any(line.startswith("用 4-bit：1 张") for line in worded(answer))


def test_zero_3_with_offload_leaves_one_layer_on_one_card_and_the_rest_in_main_memory() -> None:
    answer = ask("qwen2.5-7b 全参 deepspeed zero3 offload 1张4090够吗")
    option = answer["options"][0]

    assert (answer["verdict"], answer["premises"]) == ("fits", []) and 110 < option["host"] < 145
    assert ask("qwen2.5-7b 全参 deepspeed zero2 offload 1张4090够吗")["options"][0]["gib"] > option["gib"]


def test_what_would_need_terabytes_of_main_memory_is_no_advice() -> None:
    answer = ask("70b 全参 一张4090够吗")

    assert answer["change"] is None and [one["method"] for one in answer["elsewhere"]] == ["full", "qlora"]
    assert worded(answer)[1].startswith("这样才放得下：全参 ")


def test_time_and_cost_are_told_for_the_fewest_cards_that_hold_the_run() -> None:
    answer = ask("qwen2.5-7b 全参 10万条 要多久", MIXED)

    assert (answer["gpus_assumed"], answer["options"][0]["verdict"]) == (4, "fits")
    assert ask("qwen2.5-7b 全参 10万条 1张A100 要多久", MIXED)["gpus_assumed"] is None
    assert ask("qwen2.5-7b 全参 10万条 要多久", MIXED, asked="cost")["card_seconds"] == pytest.approx(
        answer["time"]["seconds"] * 1.2 * 4, rel=0.01
    )


def test_pre_training_is_taken_to_run_on_a_stack_made_for_it() -> None:
    rate = ask("7B 预训练 1T token 8张H100 要多久")["how"]["rate"]

    assert 7_500 < rate < 11_500  # LLM-Foundry measured 10,643 tokens/s


def test_a_full_run_on_one_small_card_is_shown_the_recipe_that_was_measured_there() -> None:
    change = ask("llama3.1-8b 全参 一张4090够吗")["change"]

    assert change["name"] == "in_backward" and 17 < change["gib"] < 21  # torchtune: 18.9 GiB at batch 2


def test_who_names_an_8_bit_optimiser_holds_no_fp32_weights() -> None:
    answer = ask("qwen2.5-7b 全参 8bit adam 一张A100 80G够吗")

    assert answer["verdict"] == "fits" and "pure" in answer["assumed"] and answer["options"][0]["gib"] < 55


def test_a_card_without_flashattention_2_keeps_no_scores_with_pytorchs_own() -> None:
    old, new = ask("qwen2.5-7b lora seq 4096 一张V100-32G够吗"), ask("qwen2.5-7b lora seq 4096 32G显存够吗")

    assert old["options"][0]["gib"] == new["options"][0]["gib"]
    assert any("sdpa 注意力" in line for line in worded(old)) and "no_bf16" in old["premises"]


def test_speech_has_logits_for_what_is_written_not_for_what_is_heard() -> None:
    assert ask("whisper-small 微调 batch 16 一张T4够吗")["options"][0]["gib"] < 32


def test_a_batch_is_halved_no_further_than_it_has_to_be() -> None:
    change = ask("bert-large 全参 batch 32 长度 512 一张3090够吗")["change"]

    assert (change["name"], change["batch"]) == ("micro_batch", 16)


def test_several_cards_of_one_kind_are_not_compared_as_if_they_were_one() -> None:
    assert any("这是一张对一张" in line for line in worded(ask("4张4090和1张A100哪个快")))


def test_a_network_that_was_trained_for_less_is_not_asked_for_more() -> None:
    assert [ask(f"{name} 全参 一张3090够吗")["job"]["seq"] for name in ("gpt2", "t5-large", "whisper large-v3")] == [
        1024,
        512,
        1500,
    ]


@pytest.mark.parametrize("fact", ["seq", "batch", "gpus", "samples", "epochs"])
def test_zero_of_anything_is_refused(fact: str) -> None:
    with pytest.raises(Refusal) as refused:
        ask("7b lora 4090够吗", **{fact: 0})

    assert (refused.value.code, refused.value.facts["value"]) == ("size_bad", 0)


def test_accumulation_is_told_as_the_batch_that_an_update_sees() -> None:
    answer = ask("qwen2.5-7b lora batch 2 梯度累积 8 4张A100够吗")

    assert answer["effective"]["effective"] == 64
    assert any(line.startswith("等效 batch 64 = 每卡 2 × 累积 8 × 4 卡") for line in worded(answer))


def test_beyond_the_cards_that_a_batch_keeps_busy_more_hardly_help_and_that_is_said() -> None:
    answer = ask("qwen2.5-7b lora 100万条 256张A100 要多久")

    assert answer["how"]["useful"] == 128 and any("基本不会更快" in line for line in worded(answer))


def test_a_sample_of_a_network_that_sees_is_a_conversation_about_a_picture() -> None:
    hours = ask("llava-1.5-7b 全参 66.5万条 1轮 8卡A100 要多久")["time"]["seconds"] / 3600
    pictures = ask("qwen2.5-vl-7b 全参 4卡A100 一万张图 3轮 要多久")["how"]

    assert 6 < hours < 12  # its authors: about 10 h on eight A100
    assert (pictures["tokens_each"], pictures["work"]) == (1424, 30_000 * 1424)


def test_a_config_that_names_no_positions_leaves_the_usual_length() -> None:
    config = '{"hidden_size":4096,"num_hidden_layers":32,"num_attention_heads":32,"vocab_size":32000}'

    assert ask(f"{config} lora 一张4090够吗")["job"]["seq"] == 2048


def test_diffusion_trainers_are_as_slow_as_people_tell() -> None:
    rate = ask("sdxl lora 训练 2000 张图 10轮 一张4090要多久")["how"]["rate"]

    assert 1.0 < rate < 2.3  # told of 4090s: 1.08 to 2.3 images/s


def test_one_price_for_two_cards_is_nobodys() -> None:
    answer = ask("7b lora 10万条 4090和A100哪个划算", price_hour_minor=800)

    assert answer["missing"] == "price" and answer["cheapest"] is None


@pytest.mark.parametrize(("text", "verdict"), [("qwen2.5-14b 全参 要几张A100", "fits"), ("671b 全参 要几张4090", "no")])
def test_the_verdict_and_the_terms_are_of_the_number_of_cards_that_is_answered(text: str, verdict: str) -> None:
    answer = ask(text)
    picked = answer["easy"] or answer["options"][-1]

    assert answer["verdict"] == verdict and answer["job"]["gpus"] == picked["gpus"]
    assert sum(term["gib"] for term in answer["terms"]) == pytest.approx(picked["gib"], abs=0.2)


def test_a_set_of_runs_that_cannot_be_done_in_time_says_what_can() -> None:
    late, done = ask("20组实验 每组2卡6小时 1天内跑得完吗"), ask("20组实验 每组2卡6小时 4天内跑得完吗")

    assert (late["verdict"], late["runs_in_time"], late["each_needed"]) == ("no", 12, 4 * 3600)
    assert worded(late)[1] == "24 小时内能跑完 12 组；全跑完每组要压到 4 小时"
    assert (done["verdict"], worded(done)[0]) == ("fits", "4 张卡来得及")


def test_a_set_of_runs_is_answered_with_its_wall_time_first() -> None:
    assert worded(ask("20组消融 每组2卡6小时 8张卡要跑几天"))[0] == "8 张卡约 30 小时，一共 240 卡时"


def test_what_a_card_can_run_is_answered_with_sizes_when_no_model_is_named() -> None:
    answer = ask("7b lora 4090够吗", params_b=None, method=None)
    sizes = {(one["method"], one["quant"]): one["params_b"] for one in answer["largest"]}

    assert sizes["lora", "none"] in (7, 8) and sizes["qlora", "nf4"] in (8, 9, 13, 14)
    assert sizes["inference", "awq-int4"] == 32 and sizes["full", "none"] < 1
    assert worded(answer)[0].startswith("4090：LoRA 到 7B")


def test_how_many_cards_a_set_of_runs_needs_asks_for_no_model() -> None:
    answer = ask("20组实验 每组2卡6小时 4天内跑得完吗", asked="gpu_count")

    assert (answer["verdict"], worded(answer)[0]) == ("fits", "4 张卡来得及")
