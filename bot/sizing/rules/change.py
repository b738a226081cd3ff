"""What to change so that it fits: the cheapest change first, by what it costs in speed, quality and cards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.sizing.rules.images import IMAGE_KINDS
from bot.sizing.rules.memory import host_bytes, max_seq, memory, verdict
from bot.sizing.rules.shapes import (
    GIB,
    Card,
    Checkpointing,
    Framework,
    Job,
    Kind,
    Loss,
    MemoryEstimate,
    Method,
    Optimiser,
    Quant,
    Sharding,
    Verdict,
)

COUNTS = (1, 2, 4, 8, 16, 32, 64)
EIGHT_BITS = (Quant.INT8, Quant.FP8, Quant.GPTQ8)
HOST = 512 * GIB
"""More main memory than a usual machine of eight cards has is no advice."""
SHORTEST = 512
"""No shorter sequence is proposed: below it the question would be another one."""


@dataclass(frozen=True, slots=True)
class Change:
    """One way to make it fit. `kind` says what is changed; `job` is the job after it."""

    kind: str
    job: Job
    estimate: MemoryEstimate
    verdict: Verdict


def changes(job: Job, card: Card, most: int = 8) -> tuple[Change, ...]:
    """Every single change (and the usual pairs) after which the job fits, the cheapest first.

    When nothing makes it fit with room to spare, those after which it is tight. `most` limits the cards.
    """
    made = []
    for kind, changed in proposals(job, card, most):
        if changed == job:
            continue
        estimate = memory(changed)
        made.append(Change(kind, changed, estimate, verdict(estimate, card)))
    fitting = tuple(each for each in made if each.verdict is Verdict.FITS)
    return fitting or tuple(each for each in made if each.verdict is Verdict.TIGHT)


def cheapest_change(job: Job, card: Card, most: int = 8) -> Change | None:
    """The first of `changes`; None when none helps on these cards."""
    return next(iter(changes(job, card, most)), None)


def proposals(job: Job, card: Card, most: int) -> Iterator[tuple[str, Job]]:
    """Changes in the order of what they cost: nothing, speed, quality, cards, everything."""
    if job.method is Method.INFERENCE:
        yield from serving_proposals(job, card, most)
        return
    if job.gpus > 1 and job.sharding in (Sharding.NONE, Sharding.ZERO1, Sharding.ZERO2):
        yield "sharding", sharded(job)
    if not job.flash and "no_flash2" not in card.caveats:
        yield "flash", replace(job, flash=True)
    if job.micro_batch > 1:
        for power in range(1, job.micro_batch.bit_length()):
            part = 2**power
            yield "micro_batch", replace(job, micro_batch=job.micro_batch // part, accumulation=job.accumulation * part)
    saved = replace(job, checkpointing=Checkpointing.FULL)
    if job.checkpointing in (Checkpointing.NONE, Checkpointing.SELECTIVE):
        yield "checkpointing", saved
    small = replace(saved, micro_batch=1, accumulation=job.accumulation * job.micro_batch)
    text = job.model.kind not in IMAGE_KINDS
    if text and job.loss is not Loss.CHUNKED:
        yield "loss", replace(small, loss=Loss.CHUNKED)
    if job.method is Method.LORA and text:
        yield "qlora", as_qlora(small)
        yield "qlora_loss", replace(as_qlora(small), loss=Loss.CHUNKED)
    if job.method is Method.LORA and job.model.kind is Kind.DIFFUSION and job.quant is Quant.NONE:
        yield "frozen", replace(small, quant=Quant.FP8)
        yield "frozen", replace(small, quant=Quant.NF4)
    if job.method in (Method.FULL, Method.PRETRAIN) and job.optimiser is Optimiser.ADAMW:
        yield "optimiser", replace(small, optimiser=Optimiser.ADAMW_8BIT)
    if text and job.seq_len > SHORTEST:
        longest = max_seq(small, replace(card, usable=int(card.usable * 0.85)))
        if SHORTEST <= longest < job.seq_len:
            yield "seq_len", replace(small, seq_len=longest)
    for count in COUNTS:
        if job.gpus < count <= most:
            yield "gpus", sharded(replace(small, gpus=count))
    if job.method is Method.FULL and (text or job.model.kind is Kind.DIFFUSION):
        yield "lora", as_lora(small)
    if job.method is Method.FULL and text:
        yield "qlora", as_qlora(small)
        yield "qlora_loss", replace(as_qlora(small), loss=Loss.CHUNKED)
    if job.method in (Method.FULL, Method.PRETRAIN):
        out = replace(sharded(small), offload_optimiser=True)
        yield from (("offload", each) for each in (out, replace(out, offload_weights=True)) if host_bytes(each) <= HOST)


def serving_proposals(job: Job, card: Card, most: int) -> Iterator[tuple[str, Job]]:
    """Serving: fewer at a time, eight bits, four bits, a shorter context, more cards."""
    for power in range(1, job.micro_batch.bit_length()):
        yield "micro_batch", replace(job, micro_batch=job.micro_batch // 2**power)
    if job.model.kind not in IMAGE_KINDS and job.quant is Quant.NONE:
        yield "quant", replace(job, quant=Quant.INT8)
    if job.model.kind not in IMAGE_KINDS and job.quant in (Quant.NONE, *EIGHT_BITS):
        yield "quant", replace(job, quant=Quant.AWQ4)
    if job.seq_len > SHORTEST:
        for batch in dict.fromkeys((job.micro_batch, 1)):
            fewer = replace(job, micro_batch=batch)
            longest = max_seq(fewer, replace(card, usable=int(card.usable * 0.85)))
            if SHORTEST <= longest < job.seq_len:
                yield "seq_len", replace(fewer, seq_len=longest)
    for count in COUNTS:
        if job.gpus < count <= most:
            yield "gpus", replace(job, gpus=count)


def sharded(job: Job) -> Job:
    """Weights, gradients and states shared out; bitsandbytes weights only FSDP shares."""
    stage = Sharding.FSDP if job.quant is not Quant.NONE or job.framework is Framework.TORCHTUNE else Sharding.ZERO3
    return replace(job, sharding=job.sharding if job.sharding is Sharding.FSDP else stage)


def as_lora(job: Job) -> Job:
    """The same fine-tuning with adapters."""
    sharding = Sharding.NONE if job.gpus == 1 else job.sharding
    plain = replace(job, sharding=sharding, in_backward=False, optimiser=Optimiser.ADAMW)
    plain = replace(plain, offload_optimiser=False, offload_weights=False)
    return replace(plain, method=Method.LORA, correction=1.0)  # what was measured of full runs says nothing here


def as_qlora(job: Job) -> Job:
    """The same fine-tuning with adapters over a 4-bit base."""
    sharding = Sharding.FSDP if job.gpus > 1 and job.sharding is not Sharding.NONE else Sharding.NONE
    return replace(as_lora(job), method=Method.QLORA, quant=Quant.NF4_DQ, sharding=sharding)


def cards_needed(job: Job, card: Card, most: int = 64) -> int | None:
    """The fewest cards (1, 2, 4 … `most`) on which the job is not over the card; None when even `most` are too few."""
    for count in COUNTS:
        if count > most:
            break
        spread = replace(job, gpus=count)
        spread = spread if count == 1 or job.method is Method.INFERENCE else sharded(spread)
        if memory(spread).total <= card.usable:
            return count
    return None
