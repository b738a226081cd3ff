"""A pasted config.json, and a bare size."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import Refusal
from bot.sizing.rules.config import model_from_config
from bot.sizing.rules.memory import memory
from bot.sizing.rules.shapes import Job, Kind, Method
from bot.sizing.rules.typical import typical_model

LLAMA = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 8192,
    "tie_word_embeddings": False,
}
QWEN3_MOE = {
    "model_type": "qwen3_moe",
    "hidden_size": 2048,
    "intermediate_size": 6144,
    "num_hidden_layers": 48,
    "num_attention_heads": 32,
    "num_key_value_heads": 4,
    "head_dim": 128,
    "vocab_size": 151936,
    "num_experts": 128,
    "num_experts_per_tok": 8,
    "moe_intermediate_size": 768,
    "tie_word_embeddings": False,
}
GPT2 = {"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "vocab_size": 50257, "n_positions": 1024}
BERT = {
    "model_type": "bert",
    "hidden_size": 768,
    "intermediate_size": 3072,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "vocab_size": 30522,
}
CHATGLM = {
    "model_type": "chatglm",
    "hidden_size": 4096,
    "ffn_hidden_size": 13696,
    "num_layers": 40,
    "num_attention_heads": 32,
    "multi_query_attention": True,
    "multi_query_group_num": 2,
    "kv_channels": 128,
    "padded_vocab_size": 151552,
    "seq_length": 131072,
}
COUNTED = [
    (LLAMA, 8.03e9, 8.03e9),
    (QWEN3_MOE, 30.5e9, 3.34e9),
    (GPT2, 124e6, 124e6),
    (BERT, 109e6, 109e6),
    (CHATGLM, 9.4e9, 9.4e9),
]


@pytest.mark.parametrize(("config", "params", "active"), COUNTED)
def test_parameters_are_counted_from_the_dimensions(config: dict[str, Any], params: float, active: float) -> None:
    model = model_from_config(json.dumps(config))

    assert model.params == pytest.approx(params, rel=0.02)
    assert model.active_params == pytest.approx(active, rel=0.02)
    assert memory(Job(model, method=Method.LORA)).total > 0


def test_the_text_part_of_a_config_with_pictures_is_read() -> None:
    model = model_from_config(json.dumps({"model_type": "llava", "text_config": LLAMA, "vision_config": {}}))

    assert model.params == pytest.approx(8.03e9, rel=0.02) and model.kind is Kind.LM


def without(name: str) -> str:
    return json.dumps({key: value for key, value in LLAMA.items() if key != name})


BROKEN = [
    ("", "not_json", "line 1, column 1"),
    ('{"hidden_size": 4096,', "not_json", "line 1"),
    ("[" * 5000, "not_json", ""),
    ("[1, 2]", "not_object", "list"),
    ("7", "not_object", "int"),
    ("{}", "other_kind", ""),
    ('{"_class_name": "UNet2DConditionModel", "sample_size": 64}', "other_kind", "unet"),
    ('{"model_type": "vit", "hidden_size": 768}', "other_kind", "vit"),
    ('{"peft_type": "LORA", "r": 8}', "other_kind", "LORA"),
    ('{"name": "my-app", "version": "1.0.0"}', "other_kind", "name"),
    (without("num_hidden_layers"), "missing", "num_hidden_layers"),
    (without("vocab_size"), "missing", "vocab_size"),
    (json.dumps(LLAMA | {"hidden_size": -1}), "absurd", "hidden_size = -1"),
    (json.dumps(LLAMA | {"hidden_size": 10**9}), "absurd", "hidden_size"),
    (json.dumps(LLAMA | {"num_hidden_layers": 0}), "absurd", "num_hidden_layers = 0"),
    (json.dumps(LLAMA | {"num_hidden_layers": "32"}), "absurd", "num_hidden_layers"),
    (json.dumps(LLAMA | {"num_hidden_layers": True}), "absurd", "num_hidden_layers"),
    (json.dumps(LLAMA | {"num_attention_heads": [32]}), "absurd", "num_attention_heads"),
    (" " * 300_000, "absurd", "300000 characters"),
]


@pytest.mark.parametrize(("text", "why", "what"), BROKEN)
def test_a_config_that_describes_no_model_is_refused_with_what_is_wrong(text: str, why: str, what: str) -> None:
    with pytest.raises(Refusal) as refused:
        model_from_config(text)

    assert (refused.value.code, refused.value.facts["why"]) == ("size_config", why)
    assert what in refused.value.facts["what"]


@settings(max_examples=50, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda each: st.lists(each, max_size=3),
        max_leaves=4,
    )
)
def test_no_value_in_a_config_breaks_the_reading(value: Any) -> None:
    for name in (
        "hidden_size",
        "num_experts",
        "kv_lora_rank",
        "first_k_dense_replace",
        "n_shared_experts",
        "model_type",
    ):
        try:
            model_from_config(json.dumps(LLAMA | {name: value}))
        except Refusal as refusal:
            assert refusal.code == "size_config"


SIZES = [0.1e9, 0.5e9, 1.5e9, 3e9, 7e9, 13e9, 34e9, 70e9, 400e9]


@pytest.mark.parametrize("params", SIZES)
def test_a_bare_size_has_dimensions_that_hold_about_as_many_parameters(params: float) -> None:
    model = typical_model(round(params))
    attention = 2 * model.hidden * model.head_dim * (model.heads + model.kv_heads)
    ends = model.vocab * model.hidden * (1 if model.tied else 2)
    counted = ends + model.layers * (attention + 3 * model.hidden * model.ffn)

    assert 0.5 < counted / params < 1.6
    assert not model.exact


def test_typical_models_grow() -> None:
    totals = [memory(Job(typical_model(round(each)))).total for each in SIZES]

    assert totals == sorted(totals)


@pytest.mark.parametrize("params", [0, -7, 10**16])
def test_no_model_has_such_a_size(params: int) -> None:
    with pytest.raises(Refusal, match="size_bad"):
        typical_model(params)
