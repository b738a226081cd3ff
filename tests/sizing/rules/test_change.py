"""What to change so that it fits, and which measurements stand beside an estimate."""

from dataclasses import replace

import pytest

from bot.sizing.facts import measured
from bot.sizing.rules.change import cards_needed, changes, cheapest_change
from bot.sizing.rules.memory import memory, verdict
from bot.sizing.rules.near import nearest_rows
from bot.sizing.rules.shapes import Checkpointing, Framework, Job, Method, Precision, Quant, Sharding, Verdict
from tests.sizing.rules.jobs import card, job

CHEAPEST = [
    (job("Llama-2-13B", method=Method.LORA), "RTX4090", "qlora"),
    (job("Llama-2-7B", method=Method.LORA, micro_batch=8), "RTX4090", "micro_batch"),
    (job("Llama-2-7B", method=Method.LORA, checkpointing=Checkpointing.NONE, seq_len=4096), "RTX4090", "checkpointing"),
    (job("Llama-2-13B", framework=Framework.DEEPSPEED, gpus=4, sharding=Sharding.ZERO2), "A100-80GB", "sharding"),
    (job("Llama-2-13B", framework=Framework.DEEPSPEED), "A100-80GB", "gpus"),
    (job("Qwen2.5-7B", method=Method.QLORA, quant=Quant.NF4_DQ, seq_len=8192), "RTX4090", "loss"),
    (job("Llama-2-13B", method=Method.INFERENCE), "RTX4090", "quant"),
    (
        job("ResNet-50", precision=Precision.FP32, micro_batch=512, checkpointing=Checkpointing.NONE),
        "RTX3090",
        "micro_batch",
    ),
]


@pytest.mark.parametrize(("asked", "name", "kind"), CHEAPEST)
def test_the_cheapest_change_makes_it_fit_and_changes_no_more_than_it_says(asked: Job, name: str, kind: str) -> None:
    found = cheapest_change(asked, card(name))

    assert verdict(memory(asked), card(name)) is not Verdict.FITS
    assert found is not None and found.kind == kind
    assert found.verdict is Verdict.FITS and memory(found.job) == found.estimate
    assert found.job.model == asked.model


def test_every_change_that_is_offered_fits() -> None:
    asked = job("Llama-2-7B", framework=Framework.DEEPSPEED)

    found = changes(asked, card("A100-80GB"))

    assert {each.kind for each in found} >= {"gpus", "lora", "qlora", "offload"}
    assert all(each.verdict is Verdict.FITS for each in found)


def test_nothing_makes_405b_fit_one_small_card() -> None:
    assert cheapest_change(job("Llama-3.1-405B", method=Method.LORA), card("T4"), most=1) is None


def test_a_card_without_flash_attention_is_not_told_to_use_it() -> None:
    asked = job("Llama-2-7B", method=Method.QLORA, quant=Quant.NF4, flash=False, seq_len=4096, micro_batch=8)

    assert "flash" not in {each.kind for each in changes(asked, card("V100-32GB"))}
    assert "flash" in {each.kind for each in changes(asked, card("A100-40GB"))}


NEEDED = [
    (job("Llama-2-7B", framework=Framework.DEEPSPEED), "A100-80GB", 2),
    (job("Llama-2-13B", framework=Framework.DEEPSPEED), "A100-80GB", 4),
    (job("Llama-3.1-70B", framework=Framework.DEEPSPEED), "A100-80GB", 32),
    (job("Llama-3.1-70B", method=Method.INFERENCE), "A100-80GB", 2),
    (job("Llama-2-7B", method=Method.LORA), "RTX4090", 1),
]


@pytest.mark.parametrize(("asked", "name", "count"), NEEDED)
def test_the_fewest_cards_are_as_many_as_are_known_to_do(asked: Job, name: str, count: int) -> None:
    assert cards_needed(asked, card(name)) == count


def test_not_even_64_cards_of_a_small_kind_hold_a_trillion_parameters() -> None:
    assert cards_needed(job("Kimi-K2", framework=Framework.DEEPSPEED), card("T4")) is None


def test_the_nearest_measurement_of_a_run_that_was_measured_is_that_run() -> None:
    asked = job("Qwen-7B", method=Method.LORA, lora_rank=64, seq_len=2048)
    first = nearest_rows(asked, measured())[0]

    assert (first.model, first.seq_len, first.method) == ("Qwen-7B", 2048, Method.LORA)
    assert nearest_rows(asked, measured(), unit="speed")[0].unit == "tokens/s/GPU"


def test_there_is_no_evidence_for_what_is_unlike_everything_measured() -> None:
    assert nearest_rows(job("DistilBERT", method=Method.QLORA), measured()) == ()
    assert nearest_rows(replace(job(), gpus=64), ()) == ()
