"""One row of a table of runs → the job it describes. What a column leaves open, the note may say."""

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.sizing.facts import find_model, model_aliases, normalise
from bot.sizing.rules.shapes import (
    Checkpointing,
    Counter,
    Framework,
    Job,
    Kind,
    Loss,
    Method,
    Model,
    Optimiser,
    Precision,
    Quant,
    Sharding,
)

Row = Mapping[str, str]

QUANTS = {each.value: each for each in Quant if each is not Quant.NONE}
GPTQ = frozenset({Quant.GPTQ4, Quant.GPTQ8})
OPTIMISERS = {each.value: each for each in Optimiser}
PRECISIONS = {each.value: each for each in Precision} | {"amp": Precision.AMP_FP16}
CHECKPOINTING = {
    "yes": Checkpointing.FULL,
    "selective": Checkpointing.SELECTIVE,
    "partial": Checkpointing.SELECTIVE,
    "offload": Checkpointing.OFFLOADED,
}
COUNTERS = (
    ("max_memory_allocated", Counter.ALLOCATED),
    ("active", Counter.ALLOCATED),
    ("after load", Counter.ALLOCATED),
    ("weight report", Counter.ALLOCATED),
    ("tracked in script", Counter.ALLOCATED),
    ("reserved", Counter.RESERVED),
    ("torch peak", Counter.ALLOCATED),
)
SHARDINGS = {"1": Sharding.ZERO1, "2": Sharding.ZERO2, "3": Sharding.ZERO3, "fsdp": Sharding.FSDP}
FRAMEWORKS = {each.value: each for each in Framework}
SHORT = 256
"""Tokens where a row says that its sequences were short and not how short."""
PRETRAINING_BATCH = 4
# Table of torchtune: every row adds one setting to the row above.
CUMULATIVE = ("baseline", "+packed", "+compile", "+chunked CE", "+checkpointing", "+act offload", "LoRA", "QLoRA")


def job_of(row: Row) -> Job:
    """The run of a row. Raises ValueError or KeyError for a value that no column allows."""
    note, quant = row["note"], QUANTS.get(row["precision"], Quant.NONE)
    method = Method(row["method"])
    prompt, generated = lengths(row)
    return Job(
        model=model_of(row),
        method=method,
        precision=precision_of(row["precision"], quant),
        quant=quant,
        optimiser=OPTIMISERS.get(row["optimizer"].removesuffix("+in-backward"), Optimiser.ADAMW),
        in_backward="in-backward" in row["optimizer"],
        seq_len=prompt,
        new_tokens=generated,
        # Recent servers pass the prompt through in pieces and keep the last token's logits only.
        chunked_prefill="last-token logits only" in note,
        micro_batch=int(row["micro_batch"] or (PRETRAINING_BATCH if method is Method.PRETRAIN else 1)),
        accumulation=int(said[1]) if (said := re.search(r"accumulation (\d+)", note)) else 1,
        checkpointing=CHECKPOINTING.get(row["grad_ckpt"], Checkpointing.NONE),
        flash=row["flash"] != "no" and not capped(row),
        sharding=sharding_of(row, method),
        gpus=int(row["gpus"] or 1),
        framework=framework_of(row, quant, method),
        lora_rank=int(row["lora_rank"] or 16),
        lora_targets=row["lora_targets"] or "all",
        loss=loss_of(row),
        compile=compiled(note),
        counter=next((kind for word, kind in COUNTERS if word in row["mem_kind"]), Counter.SMI),
        pixels=pixels_of(row["seq_len"]),
    )


def lengths(row: Row) -> tuple[int, int]:
    """Tokens of the prompt (of the sequence, when training) and tokens generated after it."""
    if row["seq_len"].endswith("px"):
        return 1, 0
    length = int(row["seq_len"] or SHORT)
    if row["method"] != Method.INFERENCE:
        return length, 0
    said = re.search(r"(\d+)(?: new)? tokens|generate (\d+)", row["note"])
    generated = min(int(said[1] or said[2]), length - 1) if said else 0
    return length - generated, generated


def pixels_of(size: str) -> int:
    """`224px` and `1333x800px` as pixels; 0 for a length in tokens."""
    sides = re.findall(r"\d+", size) if size.endswith("px") else []
    return int(sides[0]) * int(sides[-1]) if sides else 0


def precision_of(text: str, quant: Quant) -> Precision:
    """Quantised runs compute in 16 bits; a bare `amp` is fp16, which every card has; what is not known is bf16."""
    return Precision.BF16 if quant is not Quant.NONE else PRECISIONS.get(text, Precision.BF16)


def sharding_of(row: Row, method: Method) -> Sharding:
    """By the column; nobody pre-trains on many cards without sharding."""
    unsaid = Sharding.FSDP if method is Method.PRETRAIN and int(row["gpus"] or 1) > 1 else Sharding.NONE
    return SHARDINGS.get(row["zero_stage"], unsaid if not row["zero_stage"] else Sharding.NONE)


def framework_of(row: Row, quant: Quant, method: Method) -> Framework:
    """By the column. fp32 masters, and training over a GPTQ base as its recipes do it, mean DeepSpeed's engine."""
    engine = row["precision"] == Precision.MASTER or (quant in GPTQ and method is not Method.INFERENCE)
    return Framework.DEEPSPEED if engine else FRAMEWORKS.get(row["framework"], Framework.NATIVE)


def loss_of(row: Row) -> Loss:
    """Chunked where the row says so, plain where it says that nothing had been added yet."""
    note = row["note"]
    if "chunked" in note.lower() or step_of(note) >= CUMULATIVE.index("+chunked CE"):
        return Loss.CHUNKED
    if step_of(note) >= 0:
        return Loss.PLAIN
    # Hugging Face of 2024, beside which Unsloth measured itself, copied the shifted logits.
    return Loss.SHIFTED if row["source"].startswith("unsloth") else Loss.AUTO


def compiled(note: str) -> bool:
    """Whether kernels were fused by a compiler."""
    return ("compile" in note and "no compile" not in note) or step_of(note) >= CUMULATIVE.index("+compile")


def step_of(note: str) -> int:
    """Place in the cumulative table; -1 for other notes. A step that is not named here comes after those that are."""
    first = note.partition(";")[0].strip()
    known = next((at for at, each in enumerate(CUMULATIVE) if first.lower() == each.lower()), None)
    if known is not None:
        return known
    return len(CUMULATIVE) - 1 if first.startswith("+") else -1


def capped(row: Row) -> bool:
    """Gemma 2 caps its attention scores, which flash kernels did not do when these rows were measured."""
    return row["model"].lower().startswith("gemma-2-") and row["method"] != Method.INFERENCE


def model_of(row: Row) -> Model:
    """The dimensions of the row; a model of images by its name, since its row has none."""
    params = round(float(row["params_b"]) * 1e9)
    if not row["hidden"]:
        return image_model_of(row, params)
    known = find_model(row["model"])
    same = known is not None and abs(known.params / params - 1) < 0.05
    experts = known.experts if known is not None and same else None
    name = row["model"].lower()
    kind = Kind.ENCODER if "bert" in name else Kind.SEQ2SEQ if re.match("m?t[05]", name) else Kind.LM
    return Model(
        name=row["model"],
        params=params,
        active_params=known.active_params if known is not None and experts else params,
        hidden=int(row["hidden"]),
        layers=int(row["layers"]),
        heads=int(row["heads"]),
        kv_heads=int(row["kv_heads"]),
        head_dim=int(row["head_dim"]),
        ffn=int(row["ffn"]),
        vocab=int(row["vocab"]),
        gated=row["gated"] == "1",
        tied=row["tied"] == "1",
        kind=kind,
        experts=experts,
    )


def image_model_of(row: Row, params: int) -> Model:
    """The catalogue's network of that name or of the longest name it begins with, at the size that the row says."""
    plain = normalise(row["model"])
    aliases = model_aliases()
    found = find_model(row["model"])
    starts = [alias for alias in aliases if len(alias) >= 5 and plain.startswith(alias)]
    if found is None and starts:
        found = find_model(max(starts, key=len))
    if found is None or not found.pixels:
        size = pixels_of(row["seq_len"])
        return Model(row["model"], params, params, kind=Kind.VISION, pixels=size, activations=size * 250, exact=False)
    return replace(found, params=params, active_params=params)
