"""How each framework holds weights, gradients and optimiser states: bytes a parameter, before anything is shared out.

This is where calculators differ most: "full fine-tuning in bf16" is 8 to 23 bytes a parameter, by framework.
"""

from dataclasses import dataclass

from bot.sizing.rules.shapes import Framework, Job, Method, Optimiser, Precision, Quant, Sharding

QUANT_BYTES = {
    # bitsandbytes: 4 bits and one fp32 scale per block of 64; double quantisation stores the scales in 8 bits.
    Quant.NF4: 0.5 + 4 / 64,
    Quant.NF4_DQ: 0.5 + 1 / 64 + 4 / (64 * 256),
    Quant.INT4: 0.5 + 4 / 64,
    # GPTQ and AWQ with groups of 128: a 16-bit scale and a 4-bit zero a group.
    Quant.GPTQ4: 0.5 + 2.5 / 128,
    Quant.AWQ4: 0.5 + 2.5 / 128,
    # one scale a row, or a group of 128
    Quant.INT8: 1.001,
    Quant.FP8: 1.001,
    Quant.GPTQ8: 1.0 + 3 / 128,
}
BITSANDBYTES = frozenset({Quant.NF4, Quant.NF4_DQ, Quant.INT8, Quant.INT4})

# Bytes of the two moments by their precision: AdamW keeps two, Lion and momentum one, Adafactor row and column sums.
MOMENTS = {
    Optimiser.ADAMW: 2.0,
    Optimiser.LION: 1.0,
    Optimiser.SGD_MOMENTUM: 1.0,
    Optimiser.MUON: 1.0,
    Optimiser.SGD: 0.0,
    Optimiser.ADAFACTOR: 0.0125,
}
EIGHT_BIT = frozenset({Optimiser.ADAMW_8BIT, Optimiser.PAGED_8BIT})
MIXED = frozenset({Precision.AMP_BF16, Precision.AMP_FP16})
WITH_DEEPSPEED = frozenset({Framework.HF, Framework.DEEPSPEED, Framework.LLAMA_FACTORY, Framework.UNSLOTH})
ZERO = frozenset({Sharding.ZERO1, Sharding.ZERO2, Sharding.ZERO3})


@dataclass(frozen=True, slots=True)
class Holding:
    """Bytes a parameter. `weights` is for every weight of the base model, the rest for trained ones only."""

    weights: float
    copies: float  # 16-bit copies that autocast keeps for the backward pass
    grads: float
    states: float  # moments and, with DeepSpeed, the fp32 weights
    compute: int  # bytes of one activation element
    rule: str  # served, fp32, amp, master, pure

    @property
    def trained(self) -> float:
        """Bytes of one trained parameter, all told."""
        return self.weights + self.copies + self.grads + self.states


def precision_of(job: Job) -> Precision:
    """What "bf16" means here: DeepSpeed keeps fp32 masters, FSDP and AMP loops fp32 weights, the rest pure 16 bits."""
    if job.precision not in (Precision.BF16, Precision.FP16):
        return job.precision
    if job.method in (Method.LORA, Method.QLORA, Method.INFERENCE):
        return Precision.PURE
    amp = Precision.AMP_FP16 if job.precision is Precision.FP16 else Precision.AMP_BF16
    match job.framework:
        case Framework.TORCHTUNE | Framework.LITGPT:
            return Precision.PURE
        case Framework.DEEPSPEED | Framework.MEGATRON:
            return Precision.MASTER
        case Framework.LLM_FOUNDRY | Framework.TORCHTITAN | Framework.NATIVE:
            return amp
        case _ if job.sharding in ZERO:
            return Precision.MASTER
        case _ if job.sharding is Sharding.FSDP or job.framework is Framework.LLAMA_FACTORY:
            return amp
    return Precision.PURE if job.precision is Precision.BF16 else Precision.AMP_FP16


def holding(job: Job) -> Holding:
    """The rule that this job falls under."""
    precision = precision_of(job)
    if job.method is Method.INFERENCE:
        size = 4.0 if precision is Precision.FP32 else 2.0
        return Holding(size, 0, 0, 0, int(size), "served")
    fused = 0.0 if job.in_backward else 1.0
    match precision:
        case Precision.FP32:
            return Holding(4, 0, 4 * fused, moments(job, 4), 4, "fp32")
        case Precision.AMP_BF16 | Precision.AMP_FP16:
            copies = 0.0 if job.sharding in (Sharding.FSDP, Sharding.ZERO3) else 2.0
            return Holding(4, copies, 4 * fused, moments(job, 4), 2, "amp")
        case Precision.MASTER:
            # 16-bit weights and gradients; fp32 weights and moments; fp32 accumulation of the gradients.
            # Offloaded, masters, moments and their gradients all live in main memory.
            if job.offload_optimiser:
                return Holding(2, 0, 2 * fused, 0, 2, "master")
            return Holding(2, 0, 2 * fused + 4, 4 + moments(job, 4), 2, "master")
    return Holding(2, 0, 2 * fused, moments(job, 2), 2, "pure")


def moments(job: Job, size: int) -> float:
    """Bytes of optimiser moments a trained parameter, kept in elements of `size` bytes."""
    if job.offload_optimiser or job.optimiser is Optimiser.PAGED_8BIT:
        return 0.0
    if job.optimiser in EIGHT_BIT:
        return 2.0
    return MOMENTS[job.optimiser] * size


def runs_deepspeed(job: Job) -> bool:
    """Whether DeepSpeed's engine holds the states: said outright, or a ZeRO stage under Hugging Face."""
    by_stage = job.framework in WITH_DEEPSPEED and job.sharding in ZERO
    return job.framework is Framework.DEEPSPEED or by_stage


def adapter_bytes(job: Job) -> float:
    """Bytes of one adapter parameter with gradient and states.

    PEFT keeps adapters in fp32 (16 with AdamW), the others in 16 bits (8); DeepSpeed adds its masters (20).
    """
    if runs_deepspeed(job):
        return 12 + moments(job, 4)
    if job.framework in WITH_DEEPSPEED or precision_of(job) is Precision.FP32 or precision_of(job) in MIXED:
        return 8 + moments(job, 4)
    return 4 + moments(job, 2)
