"""Speed: known anchors, what slows a run down, and from how many cards on more no longer help."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import Refusal
from bot.sizing.rules.generation import generation
from bot.sizing.rules.scaling import useful_cards
from bot.sizing.rules.shapes import SPEED_TERMS, Card, Checkpointing, Framework, Job, Method, Precision, Quant, Sharding
from bot.sizing.rules.speed import speed
from tests.sizing.rules.jobs import card, job, model

FSDP8 = {"gpus": 8, "sharding": Sharding.FSDP, "micro_batch": 4}
ANCHORS = [
    # handy rates of published runs: tokens a second and card, within a quarter
    (job("Llama-2-7B", method=Method.PRETRAIN, framework=Framework.LLM_FOUNDRY, **FSDP8), "A100-80GB", 3_800),
    (job("Qwen-7B", method=Method.LORA, accumulation=8), "A100-80GB", 3_151),
    (job("Llama-3.1-8B", method=Method.LORA, framework=Framework.TORCHTUNE, compile=True), "RTX4090", 3_083),
    (
        job("Qwen-72B", method=Method.QLORA, quant=Quant.GPTQ4, framework=Framework.DEEPSPEED, accumulation=8),
        "A100-80GB",
        280,
    ),
]


@pytest.mark.parametrize(("asked", "name", "rate"), ANCHORS)
def test_a_speed_is_near_what_was_published_for_such_a_run(asked: Job, name: str, rate: float) -> None:
    assert speed(asked, card(name)).rate == pytest.approx(rate, rel=0.25)


def test_lora_is_not_several_times_as_fast_as_full_fine_tuning() -> None:
    full, lora = (speed(job("Qwen-1.8B", method=each), card("A100-80GB")).rate for each in (Method.FULL, Method.LORA))

    assert 1.1 < lora / full < 2


def test_an_a100_is_about_twice_a_v100() -> None:
    asked = job("BERT-base", method=Method.FULL, precision=Precision.AMP_FP16, flash=False, micro_batch=32, seq_len=512)

    assert 1.7 < speed(asked, card("A100-80GB")).rate / speed(asked, card("V100-32GB")).rate < 3


def test_short_batches_of_small_models_wait_for_their_kernels_to_be_launched() -> None:
    estimate = speed(job("GPT-2", seq_len=128), card("H100-80GB"))

    assert max(estimate.terms, key=lambda each: each.seconds).name == "launching"


def test_experts_that_rest_take_no_time() -> None:
    sparse = speed(job("Qwen3-30B-A3B", method=Method.LORA, micro_batch=8), card("A100-80GB")).rate
    dense = speed(job("Qwen3-32B", method=Method.LORA, micro_batch=8), card("A100-80GB")).rate

    assert sparse > 3 * dense


def test_a_slow_link_shows_as_time_spent_communicating() -> None:
    asked = job("Llama-2-7B", sharding=Sharding.ZERO3, gpus=8)
    fast, slow = (speed(replace(asked, link_gb_s=link), card("A100-80GB")) for link in (600, 32))

    assert fast.share_communicating < 0.2 < slow.share_communicating < 1
    assert slow.rate < fast.rate


def test_cards_beyond_the_batch_no_longer_help() -> None:
    asked = job("Llama-2-7B", method=Method.LORA, micro_batch=4)
    scaling = useful_cards(asked, card("A100-80GB"), sequences=16)

    assert scaling.useful == 4
    assert [row.gpus for row in scaling.rows] == [1, 2, 4, 8, 16, 32, 64]
    assert scaling.rows[3].gain == pytest.approx(1, abs=0.2)


def test_eight_cards_over_pcie_are_fewer_times_as_fast_as_eight_over_nvlink() -> None:
    asked = job("Llama-2-7B", sharding=Sharding.ZERO3)
    slow, fast = (useful_cards(asked, card(name), most=8).rows for name in ("RTX4090", "A100-80GB"))

    assert slow[-1].rate_total / slow[0].rate_total < 6 < fast[-1].rate_total / fast[0].rate_total
    assert slow[-1].share_communicating > fast[-1].share_communicating


def test_serving_reads_the_weights_once_a_token() -> None:
    said = generation(job("Qwen2.5-7B", method=Method.INFERENCE, framework=Framework.VLLM), card("A100-80GB"))
    batch = generation(
        job("Qwen2.5-7B", method=Method.INFERENCE, framework=Framework.VLLM, micro_batch=32), card("A100-80GB")
    )

    assert said.bound_by == "reading"
    assert 60 < said.tokens_per_s < 140
    assert batch.tokens_per_s > 15 * said.tokens_per_s


def test_hugging_face_serves_as_fast_as_kernels_are_launched() -> None:
    said = generation(job("Qwen-7B", method=Method.INFERENCE, seq_len=1, new_tokens=2048), card("A100-80GB"))

    assert said.bound_by == "launching"
    assert said.tokens_per_s == pytest.approx(41, rel=0.2)


def test_four_bits_serve_faster_than_sixteen() -> None:
    asked = job("Qwen2.5-7B", method=Method.INFERENCE, framework=Framework.VLLM)

    assert (
        generation(replace(asked, quant=Quant.AWQ4), card("RTX4090")).tokens_per_s
        > 2 * generation(asked, card("RTX4090")).tokens_per_s
    )


def test_images_are_scaled_from_a_measured_speed() -> None:
    asked = job("ResNet-50", precision=Precision.AMP_FP16, micro_batch=256)
    same, other = (speed(asked, card(name)) for name in ("A100-80GB", "RTX4090"))

    assert same.rate == pytest.approx(2470) and same.unit == "images/s/GPU" and same.basis == "measured"
    assert 0.4 < other.rate / same.rate < 1
    assert speed(replace(asked, pixels=448 * 448), card("A100-80GB")).rate == pytest.approx(2470 / 4)


def test_images_without_a_measurement_say_that_they_are_coarse() -> None:
    said = speed(job("YOLOv8s", precision=Precision.AMP_FP16, micro_batch=16), card("RTX3090"))

    assert said.basis == "coarse" and said.high / said.low >= 4


def test_a_network_of_images_with_nothing_known_has_no_speed() -> None:
    with pytest.raises(Refusal, match="size_no_speed"):
        speed(job(model=replace(model("ResNet-50"), macs=0, paces=())), card("T4"))


RUNS = st.builds(
    Job,
    model=st.sampled_from([model(name) for name in ("Llama-2-7B", "Qwen2.5-0.5B", "Mixtral-8x7B", "BERT-base")]),
    method=st.sampled_from([each for each in Method if each is not Method.INFERENCE]),
    quant=st.sampled_from(Quant),
    seq_len=st.integers(1, 20_000),
    micro_batch=st.integers(1, 64),
    accumulation=st.integers(1, 64),
    checkpointing=st.sampled_from(Checkpointing),
    flash=st.booleans(),
    sharding=st.sampled_from(Sharding),
    gpus=st.integers(1, 64),
    framework=st.sampled_from(Framework),
    offload_optimiser=st.booleans(),
)


@settings(max_examples=80, deadline=None)
@given(RUNS, st.sampled_from([card(name) for name in ("A100-80GB", "RTX4090", "T4", "H100-PCIe")]))
def test_the_terms_are_the_step_and_a_faster_card_is_never_slower(asked: Job, on: Card) -> None:
    estimate = speed(asked, on)
    faster = replace(on, gb_s=on.gb_s * 2, bf16_tflops=on.bf16_tflops * 2, fp16_tflops=on.fp16_tflops * 2)

    assert sum(each.seconds for each in estimate.terms) == pytest.approx(estimate.step_seconds)
    assert {each.name for each in estimate.terms} <= set(SPEED_TERMS)
    assert 0 < estimate.low < estimate.rate < estimate.high and 0 <= estimate.share_communicating < 1
    assert speed(asked, faster).rate >= estimate.rate * (1 - 1e-9)
