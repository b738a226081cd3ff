"""From a question to the job that is estimated: what the text says, and the defaults for what it leaves out.

Defaults (they are listed in every answer): batch 1, 2048 tokens, gradient checkpointing on, flash attention on, AdamW,
LoRA of rank 16 on all linear layers, Hugging Face, for pre-training a fused FSDP loop; vision networks and encoders
without checkpointing; weights as published for serving. Several cards share out a full run (ZeRO-3); a LoRA that fits
one card runs on each (DDP), otherwise ZeRO-3, and FSDP where the base is 4-bit.
"""

from dataclasses import replace

from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.holding import EIGHT_BIT, precision_of
from bot.sizing.rules.memory import memory, verdict
from bot.sizing.rules.shapes import (
    Card,
    Checkpointing,
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
    Verdict,
)

SEQ = 2048
RANK = 16
ENCODER_SEQ = 512
_PRECISIONS = {
    "bf16-pure": Precision.PURE,
    "fp32": Precision.FP32,
    "amp-bf16": Precision.AMP_BF16,
    "amp-fp16": Precision.AMP_FP16,
    "fp16": Precision.FP16,
}
_QUANTS = {
    "int8": Quant.INT8,
    "int4": Quant.INT4,
    "nf4": Quant.NF4,
    "awq-int4": Quant.AWQ4,
    "gptq-int4": Quant.GPTQ4,
    "gptq-int8": Quant.GPTQ8,
    "fp8": Quant.FP8,
}
_TRAINED = (Method.FULL, Method.PRETRAIN)
KEEPS_ALL = frozenset({Kind.VISION, Kind.CONTRASTIVE, Kind.ENCODER, Kind.SEQ2SEQ})
"""Networks that are small for their cards: nobody turns checkpointing on for them without saying so."""


def job_of(asked: Asked, method: Method, gpus: int, card: Card | None = None) -> Job:
    """The job on `gpus` cards. `asked.model` has to be known."""
    model = asked.model
    assert model is not None, "a job needs its model"
    job = Job(
        model=model,
        method=method,
        precision=_PRECISIONS.get(asked.get("precision") or "", Precision.BF16),
        quant=_quant(asked, method),
        optimiser=Optimiser(asked.get("optimizer") or "adamw"),
        seq_len=int(asked.get("seq") or _seq(model)),
        micro_batch=int(asked.get("batch") or 1),
        accumulation=int(asked.get("accumulation") or 1),
        checkpointing=_checkpointing(asked, method),
        # Cards without FlashAttention-2 have PyTorch's own memory-efficient attention: it keeps no scores either.
        flash=asked.get("flash") is not False,
        offload_optimiser=bool(asked.get("offload")) and method in _TRAINED,
        # "ZeRO-3 offload" moves the weights out too
        offload_weights=bool(asked.get("offload")) and method in _TRAINED and asked.get("zero") == 3,
        gpus=max(1, gpus),
        framework=_framework(asked, method),
        lora_rank=int(asked.get("rank") or RANK),
        loss=Loss.CHUNKED if asked.get("chunked_loss") else Loss.AUTO,
        pixels=int(asked.get("pixels") or 0),
        aligned="" if method is Method.INFERENCE else asked.get("aligned") or "",
        correction=asked.correction_of(method),
    )
    return _mixed(asked, replace(job, sharding=_sharding(asked, job, card)))


def _mixed(asked: Asked, job: Job) -> Job:
    """Full training means mixed precision with fp32 weights, unless 16 bits throughout are said; frameworks that
    have a rule of their own keep it."""
    unsaid = asked.get("precision") in (None, "bf16") and asked.get("framework") is None
    unsaid = unsaid and job.optimiser not in EIGHT_BIT  # who saves on the moments holds no fp32 weights
    if unsaid and job.method in _TRAINED and job.sharding is Sharding.NONE:
        return replace(job, precision=Precision.AMP_BF16)
    return job


def _seq(model: Model) -> int:
    usual = ENCODER_SEQ if model.kind is Kind.ENCODER else SEQ
    return min(usual, model.max_len or usual)


def _quant(asked: Asked, method: Method) -> Quant:
    said = _QUANTS.get(asked.get("precision") or "", Quant.NONE)
    if method is Method.QLORA and said is Quant.NONE:
        return Quant.NF4
    if method is Method.INFERENCE and asked.get("precision") is None and asked.model is not None:
        return asked.model.native
    return Quant.NONE if method in _TRAINED else said


def _checkpointing(asked: Asked, method: Method) -> Checkpointing:
    if method is Method.INFERENCE or asked.get("checkpointing") is False:
        return Checkpointing.NONE
    kind = asked.model.kind if asked.model else Kind.LM
    if kind in KEEPS_ALL and asked.get("checkpointing") is None:
        return Checkpointing.NONE
    return Checkpointing.FULL


def _framework(asked: Asked, method: Method) -> Framework:
    said = asked.get("framework")
    if said is not None:
        return Framework(said)
    text = asked.model is None or asked.model.kind in (Kind.LM, Kind.VLM)
    return Framework.NATIVE if method is Method.PRETRAIN and text else Framework.HF


def _sharding(asked: Asked, job: Job, card: Card | None) -> Sharding:
    zero = asked.get("zero")
    if job.gpus == 1 and job.offload_optimiser:  # the engine that offloads has a stage on one card too
        return Sharding.ZERO3 if zero == 3 else Sharding.ZERO2
    if job.gpus == 1 or job.method is Method.INFERENCE:
        return Sharding.NONE
    if zero is not None:
        return (Sharding.NONE, Sharding.ZERO1, Sharding.ZERO2, Sharding.ZERO3)[int(zero)]
    if asked.get("sharding"):
        return Sharding.FSDP if asked.get("sharding") == "fsdp" else Sharding.NONE
    if job.model.kind in (Kind.VISION, Kind.CONTRASTIVE, Kind.DIFFUSION):
        return Sharding.NONE
    if job.method in _TRAINED:
        return Sharding.FSDP if job.framework is Framework.NATIVE else Sharding.ZERO3
    alone = replace(job, sharding=Sharding.NONE)
    if card is not None and verdict(memory(alone), card) is Verdict.FITS:
        return Sharding.NONE
    return Sharding.FSDP if job.quant is not Quant.NONE else Sharding.ZERO3


def assumed(asked: Asked, job: Job) -> list[str]:
    """The names of the defaults that the text did not say."""
    if job.model.kind in (Kind.VISION, Kind.CONTRASTIVE, Kind.DIFFUSION):
        names = [name for name in ("batch", "pixels") if asked.get(name) is None]
        trained = job.method is not Method.INFERENCE and asked.get("checkpointing") is None
        return [*names, *(["checkpointing"] if trained else [])]
    names = [name for name, key in (("batch", "batch"), ("seq", "seq")) if asked.get(key) is None]
    if job.method is Method.INFERENCE:
        native = asked.get("precision") is None and job.quant is not Quant.NONE
        return [*names, "native"] if native else names
    names += [name for name in ("checkpointing", "flash", "optimizer") if asked.get(name) is None]
    if job.method in (Method.LORA, Method.QLORA) and asked.get("rank") is None:
        names.append("rank")
    if job.method in _TRAINED and asked.get("precision") is None:
        names.append("pure" if precision_of(job) is Precision.PURE else "mixed")
    return [*names, *(["framework"] if asked.get("framework") is None else [])]


def settings(job: Job) -> dict[str, object]:
    """The job as plain values."""
    return {
        "model": job.model.name,
        "params_b": round(job.model.params / 1e9, 3),
        "exact": job.model.exact or job.model.kind not in (Kind.LM, Kind.VLM),
        "method": job.method.value,
        "precision": job.precision.value if job.quant is Quant.NONE else job.quant.value,
        "gpus": job.gpus,
        "batch": job.micro_batch,
        "seq": job.seq_len,
        "checkpointing": job.checkpointing is not Checkpointing.NONE,
        "flash": job.flash,
        "optimizer": job.optimiser.value,
        "rank": job.lora_rank if job.method in (Method.LORA, Method.QLORA) else None,
        "framework": job.framework.value,
        "sharding": job.sharding.value,
        "offload": job.offload_optimiser,
        "side": round((job.pixels or job.model.pixels) ** 0.5) or None,
    }
