"""Reads a pasted `config.json` of the Transformers library: dimensions in, parameters counted from them."""

import json
from collections.abc import Mapping
from typing import Any

from bot.errors import Refusal
from bot.sizing.rules.shapes import Experts, Kind, Latent, Model

LONGEST = 200_000
ENCODERS = ("bert", "roberta", "deberta", "electra", "ernie", "distilbert", "xlm-roberta", "albert")
PLAIN = ("gpt2", "gpt_neo", "gptj", "opt", "bloom", "falcon", "phi", "mpt", "starcoder", "codegen", *ENCODERS)
TIED = ("gemma", "gpt2", "opt", "bloom", "falcon", "mpt", *ENCODERS)
OTHER = ("diffus", "unet", "vae", "clip", "vit", "swin", "resnet", "detr", "convnext", "sam", "yolos", "siglip")
HIDDEN = ("hidden_size", "n_embd", "d_model", "dim")
LAYERS = ("num_hidden_layers", "n_layer", "num_layers", "n_layers")
HEADS = ("num_attention_heads", "n_head", "num_heads", "n_heads")
VOCAB = ("vocab_size", "padded_vocab_size")
FFN = ("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "d_ff")
KV = ("num_key_value_heads", "multi_query_group_num", "n_head_kv", "num_kv_heads")
EXPERTS = ("num_experts", "num_local_experts", "n_routed_experts")
MOST = {
    "hidden_size": 200_000,
    "layers": 2_000,
    "heads": 4_096,
    "vocab_size": 5_000_000,
    "intermediate_size": 2_000_000,
}


def model_from_config(text: str) -> Model:
    """The model that a config describes. Raises `size_config` with `why` and `what`: not_json, not_object,
    other_kind (what it is of), missing (which field), absurd (field and value)."""
    if len(text) > LONGEST:
        raise Refusal("size_config", why="absurd", what=f"{len(text)} characters")
    try:
        config = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("size_config", why="not_json", what=_where(error)) from None
    if not isinstance(config, dict):
        raise Refusal("size_config", why="not_object", what=type(config).__name__)
    kind = str(config.get("model_type") or config.get("_class_name") or "").lower()
    inner = next((config[each] for each in ("text_config", "llm_config") if isinstance(config.get(each), dict)), None)
    if inner is not None:
        config = {"model_type": kind, **inner}
    elif any(word in kind for word in OTHER) or "peft_type" in config:
        raise Refusal("size_config", why="other_kind", what=kind or str(config.get("peft_type")))
    if not any(name in config for name in (*HIDDEN, *LAYERS)):
        what = kind or ", ".join(sorted(map(str, config))[:3])
        raise Refusal("size_config", why="other_kind", what=what)
    return _model(config, kind)


def _where(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return type(error).__name__


def _model(config: Mapping[str, Any], kind: str) -> Model:
    hidden = _number(config, HIDDEN, "hidden_size")
    layers = _number(config, LAYERS, "layers")
    heads = _number(config, HEADS, "heads")
    vocab = _number(config, VOCAB, "vocab_size")
    gated = not any(kind.startswith(each) for each in PLAIN) or kind.startswith("phi3")
    ffn = _number(config, FFN, "intermediate_size", otherwise=4 * hidden)
    head_dim = _number(config, ("head_dim", "kv_channels"), "heads", otherwise=max(hidden // heads, 1))
    one = bool(config.get("multi_query")) and "multi_query_group_num" not in config
    kv_heads = 1 if one and not any(each in config for each in KV) else _number(config, KV, "heads", otherwise=heads)
    tied = bool(config.get("tie_word_embeddings", any(kind.startswith(each) for each in TIED)))
    experts = _experts(config, ffn)
    latent = None
    if config.get("kv_lora_rank"):
        latent = Latent(
            _number(config, ("kv_lora_rank",), "hidden_size"), _number(config, ("qk_rope_head_dim",), "heads", 64)
        )
    encoder = any(kind.startswith(each) for each in ENCODERS)
    matrices = 3 if gated else 2
    attention = 2 * hidden * head_dim * (heads + kv_heads)
    ends = vocab * hidden * (1 if tied or encoder else 2)
    dense = experts.dense_layers if experts else layers
    each, active = (0, 0)
    if experts:
        each = matrices * hidden * (experts.total * experts.ffn + experts.shared_ffn)
        active = matrices * hidden * (experts.active * experts.ffn + experts.shared_ffn)
    still = ends + layers * attention + dense * matrices * hidden * ffn
    params = still + (layers - dense) * each
    name = str(config.get("_name_or_path") or "").rstrip("/").split("/")[-1] or kind or "config.json"
    return Model(
        name=name[:80],
        params=params,
        active_params=still + (layers - dense) * active,
        hidden=hidden,
        layers=layers,
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        ffn=ffn,
        vocab=vocab,
        gated=gated,
        tied=tied,
        kind=Kind.ENCODER if encoder else Kind.LM,
        experts=experts,
        latent=latent,
        max_len=_number(config, ("max_position_embeddings", "seq_length", "n_positions"), "vocab_size", otherwise=0),
        softcap=bool(config.get("attn_logit_softcapping")),
        exact=True,
        source="the config.json that was pasted",
    )


def _experts(config: Mapping[str, Any], ffn: int) -> Experts | None:
    if not any(config.get(name) for name in EXPERTS):
        return None
    width = _number(config, ("moe_intermediate_size",), "intermediate_size", otherwise=ffn)
    shared = _number(config, ("shared_expert_intermediate_size",), "intermediate_size", otherwise=1) - 1
    if config.get("shared_expert_intermediate_size"):
        shared += 1
    if config.get("n_shared_experts"):
        shared = width * _number(config, ("n_shared_experts",), "heads")
    return Experts(
        total=_number(config, EXPERTS, "heads"),
        active=_number(config, ("num_experts_per_tok", "moe_topk", "top_k"), "heads", otherwise=2),
        ffn=width,
        shared_ffn=shared,
        dense_layers=int(config.get("first_k_dense_replace") or 0),
    )


def _number(config: Mapping[str, Any], names: tuple[str, ...], what: str, otherwise: int | None = None) -> int:
    """The first of these fields that is there, as a sane positive integer."""
    found = next(((name, config[name]) for name in names if config.get(name) is not None), None)
    if found is None:
        if otherwise is None:
            raise Refusal("size_config", why="missing", what=names[0])
        return otherwise
    name, value = found
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST[what]:
        raise Refusal("size_config", why="absurd", what=f"{name} = {str(value)[:40]}")
    return value
