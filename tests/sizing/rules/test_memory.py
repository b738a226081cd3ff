"""Memory: the cases of the handbooks, and what must hold for every job."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import Refusal
from bot.sizing.rules.memory import kv_per_token, max_seq, memory, verdict
from bot.sizing.rules.shapes import (
    GB,
    GIB,
    TERMS,
    Card,
    Checkpointing,
    Counter,
    Framework,
    Job,
    Loss,
    MemoryEstimate,
    Method,
    Optimiser,
    Precision,
    Quant,
    Sharding,
    Term,
    Verdict,
)
from tests.sizing.rules.jobs import card, job, model, term

STATES = ("weights", "gradients", "optimiser")
BYTES_A_PARAMETER = [
    # framework, precision, optimiser, bytes: LLaMA-Factory's and DeepSpeed's handbooks, torchtune's and PyTorch's docs
    (Framework.DEEPSPEED, Precision.MASTER, Optimiser.ADAMW, 20),
    (Framework.DEEPSPEED, Precision.BF16, Optimiser.ADAMW, 20),
    (Framework.LLAMA_FACTORY, Precision.BF16, Optimiser.ADAMW, 18),
    (Framework.HF, Precision.AMP_BF16, Optimiser.ADAMW, 18),
    (Framework.HF, Precision.FP32, Optimiser.ADAMW, 16),
    (Framework.HF, Precision.FP32, Optimiser.SGD, 8),
    (Framework.HF, Precision.FP32, Optimiser.LION, 12),
    (Framework.TORCHTUNE, Precision.BF16, Optimiser.ADAMW, 8),
    (Framework.TORCHTUNE, Precision.BF16, Optimiser.ADAMW_8BIT, 6),
    (Framework.TORCHTUNE, Precision.BF16, Optimiser.PAGED_8BIT, 4),
]


@pytest.mark.parametrize(("framework", "precision", "optimiser", "each"), BYTES_A_PARAMETER)
def test_full_fine_tuning_takes_the_bytes_a_parameter_that_its_framework_is_known_for(
    framework: Framework, precision: Precision, optimiser: Optimiser, each: int
) -> None:
    asked = job("Llama-2-7B", framework=framework, precision=precision, optimiser=optimiser)

    assert sum(term(asked, name) for name in STATES) / asked.model.params == pytest.approx(each)


def test_deepspeed_states_of_7b_are_135_gb_on_one_card_and_a_quarter_and_the_update_group_on_four() -> None:
    alone = job("Llama-2-7B", framework=Framework.DEEPSPEED)
    shared = replace(alone, gpus=4, sharding=Sharding.ZERO3)

    assert sum(term(alone, name) for name in STATES) / GB == pytest.approx(134.8, abs=0.1)
    assert sum(term(shared, name) for name in STATES) / GB == pytest.approx(6.738 * 16 / 4 + 4, abs=0.1)


CACHE = [("Llama-3-8B", 128), ("Qwen2.5-7B", 56), ("Qwen3-30B-A3B", 96), ("Llama-2-7B", 512)]


@pytest.mark.parametrize(("name", "kib"), CACHE)
def test_the_cache_of_a_token_is_what_grouped_queries_leave_of_it(name: str, kib: int) -> None:
    assert kv_per_token(model(name)) == kib * 1024


def test_latent_attention_caches_one_latent_a_layer() -> None:
    assert kv_per_token(model("DeepSeek-V3")) == 61 * (512 + 64) * 2


FOLK = [
    # what people ask, card, verdict
    (job("Llama-2-7B", method=Method.INFERENCE, seq_len=1024, new_tokens=1024), "RTX4090", Verdict.FITS),
    (job("Llama-2-7B", method=Method.LORA, seq_len=1024), "RTX4090", Verdict.FITS),
    (job("Llama-2-7B", method=Method.QLORA, quant=Quant.NF4, seq_len=1024), "RTX3060", Verdict.FITS),
    (job("Llama-2-13B", method=Method.LORA), "RTX4090", Verdict.NO),
    (job("Llama-2-13B", method=Method.QLORA, quant=Quant.NF4_DQ), "RTX4090", Verdict.FITS),
    (job("Llama-2-7B", framework=Framework.DEEPSPEED), "A100-80GB", Verdict.NO),
    (job("Llama-2-7B", framework=Framework.DEEPSPEED, gpus=4, sharding=Sharding.ZERO3), "A100-80GB", Verdict.FITS),
    (job("Llama-2-7B", framework=Framework.DEEPSPEED, gpus=4, sharding=Sharding.ZERO2), "A100-40GB", Verdict.NO),
    (job("Llama-2-13B", framework=Framework.DEEPSPEED, gpus=8, sharding=Sharding.ZERO3), "A100-80GB", Verdict.FITS),
    (job("Llama-3.1-70B", method=Method.INFERENCE, gpus=1), "A100-80GB", Verdict.NO),
    (job("Llama-3.1-70B", method=Method.QLORA, quant=Quant.NF4_DQ), "A100-80GB", Verdict.FITS),
    (job("Mixtral-8x7B", method=Method.INFERENCE), "A100-80GB", Verdict.NO),
]


@pytest.mark.parametrize(("asked", "name", "expected"), FOLK)
def test_what_everybody_asks_is_answered_as_the_experienced_answer_it(asked: Job, name: str, expected: Verdict) -> None:
    assert verdict(memory(asked), card(name)) is expected


def test_all_experts_are_resident_and_only_active_ones_leave_activations() -> None:
    sparse = job("Mixtral-8x7B", method=Method.LORA, lora_targets="qv", checkpointing=Checkpointing.NONE)
    dense = replace(sparse, model=replace(sparse.model, experts=None, ffn=2 * 14336))

    assert term(sparse, "weights") == int(sparse.model.params * 2)
    assert term(sparse, "activations") == term(dense, "activations")


def test_zero_3_does_not_share_bitsandbytes_weights_and_fsdp_does() -> None:
    asked = job("Llama-3.1-70B", method=Method.QLORA, quant=Quant.NF4, gpus=4)

    assert term(replace(asked, sharding=Sharding.ZERO3), "weights") == term(asked, "weights")
    assert term(replace(asked, sharding=Sharding.FSDP), "weights") * 4 == pytest.approx(term(asked, "weights"))


def test_zero_2_does_not_share_the_weights() -> None:
    asked = job("Llama-2-7B", framework=Framework.DEEPSPEED, gpus=8)

    assert term(replace(asked, sharding=Sharding.ZERO2), "weights") == term(asked, "weights")
    assert term(replace(asked, sharding=Sharding.ZERO2), "optimiser") == pytest.approx(term(asked, "optimiser") / 8)


def test_data_parallel_cards_do_not_add_their_memory() -> None:
    assert memory(job(gpus=8)).total == memory(job(gpus=1)).total


def test_offloading_moves_the_states_to_main_memory() -> None:
    asked = job("Llama-2-7B", framework=Framework.DEEPSPEED, gpus=2, sharding=Sharding.ZERO3)
    moved = replace(asked, offload_optimiser=True)

    assert term(moved, "optimiser") == 0 and memory(moved).total < memory(asked).total
    assert memory(moved).host == 16 * asked.model.params


def test_without_flash_attention_memory_grows_with_the_square_of_the_length() -> None:
    short, long = (
        term(job(flash=False, checkpointing=Checkpointing.NONE, seq_len=length), "activations")
        for length in (4096, 8192)
    )

    assert long > 3 * short


def test_a_large_vocabulary_dominates_short_of_checkpointed_layers() -> None:
    estimate = memory(job("Qwen2.5-0.5B", method=Method.LORA, seq_len=4096, micro_batch=4))

    assert estimate.largest.name == "logits"
    assert term(job("Qwen2.5-0.5B", loss=Loss.CHUNKED), "logits") < term(job("Qwen2.5-0.5B"), "logits") / 5


def test_a_vision_language_model_is_its_encoder_too() -> None:
    asked = job("LLaVA-1.5-7B", method=Method.FULL, checkpointing=Checkpointing.NONE)

    assert term(asked, "vision") > term(replace(asked, method=Method.LORA), "vision") > 0
    assert term(replace(asked, images=4), "vision") == 4 * term(asked, "vision")


def test_counters_differ_as_people_see_them_differ() -> None:
    totals = [memory(job(counter=each)).total for each in (Counter.ALLOCATED, Counter.RESERVED, Counter.SMI)]

    assert totals == sorted(totals) and totals[2] - totals[1] > GIB


def test_eighty_five_percent_fits_and_the_whole_card_is_tight() -> None:
    hundred = Card("x", 100, 100, 1, 1, 1, 1, "pcie4", 1, 1)

    def said(total: int) -> Verdict:
        return verdict(MemoryEstimate((Term("weights", total, ""),), total, total, total), hundred)

    assert [said(85), said(86), said(100), said(101)] == [Verdict.FITS, Verdict.TIGHT, Verdict.TIGHT, Verdict.NO]


def test_the_longest_sequence_is_the_longest_that_is_not_over_the_card() -> None:
    asked, on = job("Llama-3.1-8B", method=Method.QLORA, quant=Quant.NF4_DQ), card("RTX4090")
    longest = max_seq(asked, on)

    assert longest > 4096
    assert memory(replace(asked, seq_len=longest)).total <= on.usable
    assert memory(replace(asked, seq_len=longest + 128)).total > on.usable
    assert max_seq(job("Llama-3.1-70B"), on) == 0


def test_typical_dimensions_get_a_wider_range() -> None:
    exact = memory(job())
    typical = memory(job(model=replace(job().model, exact=False)))

    assert typical.total == exact.total
    assert typical.low < exact.low and typical.high > exact.high


NONSENSE = [
    ({"seq_len": 0}, "seq_len"),
    ({"seq_len": -5}, "seq_len"),
    ({"seq_len": 10**12}, "seq_len"),
    ({"micro_batch": 0}, "micro_batch"),
    ({"gpus": -1}, "gpus"),
    ({"gpus": 10**9}, "gpus"),
    ({"lora_rank": 0}, "lora_rank"),
    ({"accumulation": 0}, "accumulation"),
    ({"model": replace(model("GPT-2"), params=0)}, "params"),
    ({"model": replace(model("GPT-2"), params=10**15)}, "params"),
]


@pytest.mark.parametrize(("settings_", "field"), NONSENSE)
def test_a_job_that_cannot_be_is_refused_with_the_field_and_what_is_allowed(
    settings_: dict[str, object], field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        memory(job(**settings_))

    assert refused.value.code == "size_bad"
    assert refused.value.facts["field"] == field and refused.value.facts["most"] > 0


NAMES = ("Llama-2-7B", "Qwen2.5-0.5B", "Gemma-2-9B", "Mixtral-8x7B", "DeepSeek-V2-Lite", "BERT-base", "LLaVA-1.5-7B")
JOBS = st.builds(
    Job,
    model=st.sampled_from([model(name) for name in NAMES]),
    method=st.sampled_from(Method),
    precision=st.sampled_from(Precision),
    quant=st.sampled_from(Quant),
    optimiser=st.sampled_from(Optimiser),
    in_backward=st.booleans(),
    seq_len=st.integers(1, 20_000),
    new_tokens=st.integers(0, 4_000),
    micro_batch=st.integers(1, 64),
    checkpointing=st.sampled_from(Checkpointing),
    flash=st.booleans(),
    sharding=st.sampled_from(Sharding),
    offload_optimiser=st.booleans(),
    gpus=st.integers(2, 64),
    framework=st.sampled_from(Framework),
    lora_rank=st.integers(1, 256),
    lora_targets=st.sampled_from(("qv", "qkvo", "all", "all+head")),
    dora=st.booleans(),
    loss=st.sampled_from(Loss),
    compile=st.booleans(),
    counter=st.sampled_from(Counter),
)


@settings(max_examples=100, deadline=None)
@given(JOBS, st.integers(1, 4_000), st.integers(1, 8))
def test_more_of_anything_never_takes_less_and_more_cards_never_more(asked: Job, longer: int, times: int) -> None:
    estimate = memory(asked)

    assert estimate.total == sum(each.bytes for each in estimate.terms)
    assert estimate.low < estimate.total < estimate.high
    assert all(each.bytes > 0 and each.formula and each.name in TERMS for each in estimate.terms[:-1])
    larger = [
        replace(asked, seq_len=asked.seq_len + longer),
        replace(asked, micro_batch=asked.micro_batch + times),
        replace(asked, new_tokens=asked.new_tokens + longer),
        replace(asked, lora_rank=asked.lora_rank + times),
        replace(asked, model=replace(asked.model, params=asked.model.params * (1 + times))),
    ]
    assert all(memory(each).total >= estimate.total for each in larger)
    assert memory(replace(asked, gpus=asked.gpus * times)).total <= estimate.total
