"""Other calculators of memory, re-expressed from their sources with the same inputs; None = has no such mode."""

from collections.abc import Callable

from bot.sizing.rules.holding import QUANT_BYTES, precision_of
from bot.sizing.rules.memory import kv_per_token
from bot.sizing.rules.shapes import Checkpointing, Job, Method, Precision, Quant, Sharding
from bot.sizing.rules.sizes import adapter_params, layer_params

ADAPTED = (Method.LORA, Method.QLORA)


def width(job: Job) -> float:
    """Bytes of a stored weight as a calculator is told it."""
    if job.quant is not Quant.NONE:
        return round(QUANT_BYTES[job.quant] * 2) / 2
    return 4.0 if precision_of(job) is Precision.FP32 else 2.0


def folk(job: Job) -> float:
    """params × bytes × 1.2 to serve, × 2.0 to train, + 30 %."""
    return job.model.params * width(job) * (1.2 if job.method is Method.INFERENCE else 2.0) * 1.3


def accelerate(job: Job) -> float | None:
    """`accelerate estimate-memory`: serving adds 20 %; training with Adam is its largest phase, 4 × the fp32 weights
    or, in 16 bits, 2 ×."""
    if job.method in ADAPTED:
        return None
    if job.method is Method.INFERENCE:
        return job.model.params * width(job) * 1.2
    return job.model.params * (16.0 if precision_of(job) is Precision.FP32 else 8.0)


def eleuther(job: Job) -> float | None:
    """EleutherAI's cookbook: fp32 gradients, 12 bytes of optimiser, quadratic attention; a cache without GQA."""
    model, count = job.model, job.micro_batch * job.seq_len
    if job.method in ADAPTED:
        return None
    if job.method is Method.INFERENCE:
        cache = 2 * model.hidden * model.layers * job.micro_batch * (job.seq_len + job.new_tokens)
        return job.model.params * width(job) / job.gpus + cache
    n, sharding = job.gpus, job.sharding
    shared = sharding in (Sharding.ZERO3, Sharding.FSDP)
    weights = width(job) / (n if shared else 1)
    grads = 4 / (n if shared or sharding is Sharding.ZERO2 else 1)
    states = 12 / (n if sharding is not Sharding.NONE else 1)
    each = 2.0 * model.hidden
    if job.checkpointing is Checkpointing.NONE:
        each = model.hidden * 34 + 5 * model.heads * job.seq_len
    return model.params * (weights + grads + states) + each * count * model.layers


def deepspeed(job: Job) -> float | None:
    """DeepSpeed's `estimate_zero2/3_model_states_mem_needs`: states only."""
    if job.method not in (Method.FULL, Method.PRETRAIN):
        return None
    if job.sharding in (Sharding.ZERO3, Sharding.FSDP):
        return 4 * layer_params(job.model) + 18 * job.model.params / job.gpus
    return 2 * job.model.params + 18 * job.model.params / job.gpus


def hf_vram_calc(job: Job) -> float:
    """hf-vram-calc: the right cache; training is weights × 4 × 1.3, LoRA (weights + 4 × adapters) × 1.2."""
    weights = job.model.params * width(job)
    if job.method is Method.INFERENCE:
        cache = kv_per_token(job.model) * job.micro_batch * (job.seq_len + job.new_tokens)
        return weights / job.gpus + cache
    if job.method in ADAPTED:
        return (weights + 4 * adapter_params(job) * 2) * 1.2
    return weights * 4 * 1.3


PEERS: dict[str, Callable[[Job], float | None]] = {
    "params × bytes × 1.2–2.0, +30 %": folk,
    "accelerate": accelerate,
    "EleutherAI": eleuther,
    "DeepSpeed": deepspeed,
    "hf-vram-calc": hf_vram_calc,
}
