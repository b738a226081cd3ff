"""Weights, gradients, optimiser states and what sharding adds: the terms that do not depend on the batch."""

from bot.sizing.rules.holding import (
    BITSANDBYTES,
    QUANT_BYTES,
    WITH_DEEPSPEED,
    Holding,
    adapter_bytes,
    holding,
    runs_deepspeed,
)
from bot.sizing.rules.shapes import Framework, Job, Method, Quant, Sharding, Term
from bot.sizing.rules.sizes import (
    adapter_params,
    embedding_params,
    layer_params,
    linear_params,
)

ADAPTED = (Method.LORA, Method.QLORA)
WHOLE = (Sharding.ZERO3, Sharding.FSDP)
SUB_GROUP = 10**9
"""Parameters that ZeRO-3 updates at a time (DeepSpeed's default `sub_group_size`): only they have fp32 gradients."""
BUCKETS = 3 * 2 * 2 * 10**8
"""DeepSpeed's default buckets of 2e8 elements in 16 bits: one to gather, two to reduce while overlapping."""


def million(count: float) -> str:
    """A number of parameters as a formula shows it."""
    return f"{count / 1e9:.3g}e9" if count >= 1e8 else f"{count / 1e6:.3g}e6"


def product(count: float, each: float, shards: int = 1) -> str:
    """`count × each B ÷ shards` with the numbers in it."""
    return f"{million(count)} × {each:.4g} B" + (f" ÷ {shards}" if shards > 1 else "")


def untied(job: Job) -> bool:
    """Whether a shared embedding is held twice: litgpt never ties, fp8 checkpoints bring their own output layer."""
    return job.model.tied and (job.framework is Framework.LITGPT or job.quant is Quant.FP8)


def held_params(job: Job) -> int:
    """Parameters as this framework holds them."""
    return job.model.params + (embedding_params(job.model) if untied(job) else 0)


def weight_shards(job: Job) -> int:
    """Over how many cards the weights are divided. ZeRO-3 does not divide bitsandbytes weights."""
    if job.method is Method.INFERENCE:
        return job.gpus
    if job.sharding is Sharding.ZERO3 and job.quant in BITSANDBYTES and job.framework in WITH_DEEPSPEED:
        return 1
    return job.gpus if job.sharding in WHOLE else 1


def weight_terms(job: Job) -> list[Term]:
    """The weights; quantised ones shrink in the linear layers only."""
    if job.offload_weights and job.method is not Method.INFERENCE:
        return []
    held, shards = holding(job), weight_shards(job)
    if job.quant is Quant.NONE:
        size, each = held_params(job), held.weights + held.copies
        return [Term("weights", int(size * each / shards), product(size, each, shards))]
    linear = linear_params(job.model)
    rest = held_params(job) - linear
    # Preparing a bitsandbytes model for training turns embeddings and output layer to fp32; Unsloth leaves them be.
    prepared = job.framework in WITH_DEEPSPEED and job.framework is not Framework.UNSLOTH and job.quant in BITSANDBYTES
    upcast = job.method is not Method.INFERENCE and prepared
    outside, inside = 4.0 if upcast else 2.0, QUANT_BYTES[job.quant]
    return [
        Term("weights", int(linear * inside / shards), product(linear, inside, shards)),
        Term("embeddings", int(rest * outside / shards), product(rest, outside, shards)),
    ]


def state_terms(job: Job) -> list[Term]:
    """Gradients and optimiser states, or the adapters; then what sharding needs beside the shards."""
    if job.method is Method.INFERENCE:
        return []
    beside = [*live_terms(job), *bucket_terms(job), *copy_terms(job)]
    if job.method in ADAPTED:
        shards = job.gpus if job.sharding in WHOLE else 1
        count, each = adapter_params(job), adapter_bytes(job)
        return [Term("adapters", int(count * each / shards), product(count, each, shards)), *beside]
    held, count = holding(job), held_params(job)
    shards = job.gpus if job.sharding is not Sharding.NONE else 1
    states = Term("optimiser", int(count * held.states / shards), product(count, held.states, shards))
    return [gradient_term(job, held, count), states, *beside]


def gradient_term(job: Job, held: Holding, count: int) -> Term:
    """Gradients by stage; with an update inside the backward pass, one layer's at a time."""
    shards = job.gpus if job.sharding in (Sharding.ZERO2, *WHOLE) else 1
    if job.in_backward:
        one = layer_params(job.model)
        each = held.grads + held.compute
        return Term("gradients", int(one * each / shards), product(one, each, shards))
    if runs_deepspeed(job) and job.offload_optimiser and job.sharding in (Sharding.ZERO2, Sharding.ZERO3):
        # They go to main memory bucket by bucket as the backward pass makes them (ZeRO-Offload): one layer's are here.
        one = layer_params(job.model)
        return Term("gradients", int(one * 2), product(one, 2))
    if runs_deepspeed(job) and job.sharding is Sharding.ZERO3 and held.rule == "master":
        group = min(SUB_GROUP, count / shards)
        size = count * 2 / shards + 4 * group
        return Term("gradients", int(size), f"{product(count, 2, shards)} + {product(group, 4)}")
    return Term("gradients", int(count * held.grads / shards), product(count, held.grads, shards))


def live_terms(job: Job) -> list[Term]:
    """Sharded weights are put together layer by layer: two layers (one ahead) and an embedding are whole at a time."""
    if job.sharding not in WHOLE or (job.gpus == 1 and not job.offload_weights):
        return []
    if weight_shards(job) == 1 and job.gpus > 1 and not job.offload_weights:
        return []
    # Quantised layers travel as they are; gradients of trained ones come back in 16 bits.
    each = QUANT_BYTES.get(job.quant, 2.0) if job.method in ADAPTED else 4.0
    layer, table = layer_params(job.model), embedding_params(job.model)
    return [Term("live_layers", int(2 * layer * each) + table * 2, f"2 × {product(layer, each)} + {product(table, 2)}")]


def bucket_terms(job: Job) -> list[Term]:
    """DeepSpeed's communication buffers: there on one card too."""
    return [Term("buckets", BUCKETS, "3 × 2e8 × 2 B")] if runs_deepspeed(job) else []


def copy_terms(job: Job) -> list[Term]:
    """litgpt puts a whole 16-bit model together on every rank when it loads and saves under FSDP."""
    if job.framework is not Framework.LITGPT or job.sharding not in WHOLE or job.gpus == 1:
        return []
    count = held_params(job)
    return [Term("full_copy", count * 2, product(count, 2))]
