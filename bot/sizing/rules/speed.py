"""Training speed of one card from what an update spends its time on: the longest of computing and launching, then
what comes on top: dequantising, the communication that nothing hides, the optimiser."""

from math import hypot

from bot.errors import Refusal
from bot.sizing.rules.activations import HUGGING_FACE, tokens
from bot.sizing.rules.checks import check
from bot.sizing.rules.holding import precision_of, runs_deepspeed
from bot.sizing.rules.images import IMAGE_KINDS, pixels_of
from bot.sizing.rules.links import bandwidth, exposed, gathered, reduced, streamed
from bot.sizing.rules.shapes import (
    Card,
    Checkpointing,
    Job,
    Kind,
    Pace,
    Precision,
    Quant,
    Sharding,
    SpeedTerm,
    TimeEstimate,
)
from bot.sizing.rules.sizes import trainable_params
from bot.sizing.rules.work import SLOW_ATTENTION, attention_flops, bytes_moved, dense_flops, passes, tuned

LOW, HIGH = 0.75, 1.3
"""Nine of ten measured speeds lie between these times the estimate."""
FILL = 200
"""Tokens at which a card reaches half its speed."""
LAUNCH_TUNED, LAUNCH_EAGER, LAUNCH_HUGGING = 1.2e-3, 2.5e-3, 3.6e-3
LAUNCH_AGAIN = 1.4
"""Seconds a layer that launching kernels takes at least, and its growth with recomputation: what keeps short batches
on small models at 5–20 % of the peak."""
DEQUANTISE = {
    # seconds a parameter and micro-step on a card of 2039 GB/s
    Quant.NF4: 8e-12,
    Quant.NF4_DQ: 8e-12,
    Quant.INT4: 8e-12,
    Quant.INT8: 8e-12,
    Quant.GPTQ4: 28e-12,
    Quant.GPTQ8: 28e-12,
    Quant.AWQ4: 28e-12,
}
IMAGE_BYTES = 37.0
"""Bytes that a training step moves for each byte of a counted activation: ResNet-50 at 2,470 images/s is bound by an
A100's 2,039 GB/s. Six other measured speeds (V100 in 16 and 32 bits, ViT and Swin on a 3090) are within 16 % of it."""
ENCODED = 1.5
"""Forward passes that the autoencoder of a diffusion model costs a step: 0.75 of the network's, in fp32."""
TRAINERS = 3.0
"""Times the seconds that operations would take: diffusion trainers launch small eager kernels at batch 1. As told in
public threads: SDXL on a 3090 Ti 3.1 times, on 4090s 1.6 to 3.2 times; FLUX on an A40 6 times."""
REFERENCE_GB_S = 2039
UPDATE_BYTES = 50
"""Bytes an update moves for a trained parameter: weights, gradients and two moments, read and written unfused."""
HOST_UPDATE = 1 / 1.5e9
"""Seconds a parameter that an optimiser on the host takes (DeepSpeed's CPU Adam on a server)."""
HOST_BYTES = 16e9
"""Bytes a second between main memory and a card that PCIe 4 reaches."""


def speed(job: Job, card: Card) -> TimeEstimate:
    """Tokens (or images) a second and card while training. Raises `size_bad`, or `size_no_speed` for an image
    model of which neither speed nor operations are known."""
    check(job)
    if job.model.kind in IMAGE_KINDS:
        return image_speed(job, card)
    count = tokens(job)
    matrices, attention, moving = computing(job, card)
    busy = matrices + attention + moving
    waiting = max(launch(job) - busy, 0.0)
    unpacking = DEQUANTISE.get(job.quant, 0.0) * job.model.params * REFERENCE_GB_S / card.gb_s
    each = exposed(gathered(job) / bandwidth(job, card) + streamed(job) / HOST_BYTES, busy + waiting)
    once = exposed(reduced(job) / bandwidth(job, card), (busy + waiting) * 2 / 3)
    micro = busy + waiting + unpacking + each
    update = optimiser_seconds(job, card)
    step = job.accumulation * micro + once + update
    times = job.accumulation
    parts = (
        ("matrices", times * matrices, f"{passes(job):.2g} × {count} × {dense_flops(job) / 1e9:.3g} GFLOP"),
        ("attention", times * attention, f"{passes(job):.2g} × {count} × {attention_flops(job) / 1e9:.3g} GFLOP"),
        ("moving", times * moving, f"{count} × {bytes_moved(job) / 1e6:.3g} MB ÷ {card.gb_s:.0f} GB/s"),
        ("launching", times * waiting, f"{job.model.layers} × {launch(job) / max(job.model.layers, 1) * 1e3:.2g} ms"),
        ("dequantising", times * unpacking, f"{job.quant}"),
        ("communicating", times * each + once, f"÷ {bandwidth(job, card) / 1e9:.0f} GB/s"),
        ("optimising", update, f"{trainable_params(job) / 1e9:.3g}e9"),
    )
    terms = tuple(SpeedTerm(name, seconds, formula) for name, seconds, formula in parts if seconds > 0)
    rate = count * job.accumulation / step
    return TimeEstimate(rate, rate * LOW, rate * HIGH, (times * each + once) / step, step, terms)


def peak(job: Job, card: Card) -> float:
    """Operations a second that large matrix products reach."""
    rate = card.fp32_tflops if precision_of(job) is Precision.FP32 else card.tflops
    return rate * 1e12 * card.efficiency


def computing(job: Job, card: Card) -> tuple[float, float, float]:
    """Seconds of one micro-batch in matrices, in attention, and moving what lies between them."""
    count, rounds = tokens(job), passes(job)
    fill = count / (count + FILL)
    rate = peak(job, card) * fill
    matrices = count * rounds * dense_flops(job) / rate
    attention = count * rounds * attention_flops(job) * SLOW_ATTENTION / rate
    return matrices, attention, count * rounds / 3 * bytes_moved(job) / (card.gb_s * 1e9)


def launch(job: Job) -> float:
    """Seconds that launching the kernels of one micro-batch takes, however little they compute."""
    each = LAUNCH_TUNED if tuned(job) else LAUNCH_HUGGING if job.framework in HUGGING_FACE else LAUNCH_EAGER
    return job.model.layers * each * (1.0 if job.checkpointing is Checkpointing.NONE else LAUNCH_AGAIN)


def optimiser_seconds(job: Job, card: Card) -> float:
    """Seconds of one update."""
    shards = job.gpus if job.sharding is not Sharding.NONE else 1
    count = trainable_params(job) / shards
    if job.offload_optimiser:
        return count * (HOST_UPDATE + 4 / HOST_BYTES)
    engine = 0.5e-9 * count if runs_deepspeed(job) and job.gpus == 1 else 0.0
    return count * UPDATE_BYTES / (card.gb_s * 1e9) + engine


def image_speed(job: Job, card: Card) -> TimeEstimate:
    """Images a second: scaled from a measured speed by the cards' rates and by pixels, else from operations."""
    pace, images = nearest_pace(job, card), pixels_of(job) / max(job.model.pixels, 1)
    if pace is not None:
        there = image_seconds(job, pace.peak, pace.gb_s * 1e9)
        ratio = there / image_seconds(job, peak(job, card), card.gb_s * 1e9)
        rate = pace.images_per_s * ratio * pace.pixels / max(pixels_of(job), 1)
        formula, basis, low, high = f"{pace.images_per_s:.4g} × {ratio:.2f} ({pace.card})", "measured", 0.7, 1.4
    elif job.model.macs:
        slower = TRAINERS if job.model.kind is Kind.DIFFUSION else 1.0
        rate = 1 / (slower * image_seconds(job, peak(job, card), card.gb_s * 1e9))
        formula, basis, low, high = f"{2 * passes(job) * job.model.macs * images / 1e9:.3g} GFLOP", "coarse", 0.5, 2.0
    else:
        raise Refusal("size_no_speed", model=job.model.name)
    step = job.micro_batch / rate
    term = SpeedTerm("matrices", step, formula)
    return TimeEstimate(rate, rate * low, rate * high, 0.0, step, (term,), "images/s/GPU", basis)


def image_seconds(job: Job, rate: float, bytes_per_s: float) -> float:
    """Seconds of one image: operations and activations to move run beside each other, the larger mostly shows."""
    model, rounds = job.model, passes(job) + (ENCODED if job.model.kind is Kind.DIFFUSION else 0.0)
    images = pixels_of(job) / max(model.pixels, 1)
    size = 4 if precision_of(job) is Precision.FP32 else 2
    moved = IMAGE_BYTES * size * model.activations * rounds / 3
    return images * hypot(2 * rounds * model.macs / rate, moved / bytes_per_s)


def nearest_pace(job: Job, card: Card) -> Pace | None:
    """The measured speed most like the job: same precision, then same card."""
    wanted = precision_of(job)
    usable = [each for each in job.model.paces if (each.precision is Precision.FP32) == (wanted is Precision.FP32)]
    return min(usable, key=lambda each: each.card != card.name, default=None)
