"""How many times as fast one card is as another: a reference run by the estimator, beside the plain rates."""

from dataclasses import dataclass

from bot.sizing.rules.shapes import Card, Framework, Job, Method
from bot.sizing.rules.speed import speed
from bot.sizing.rules.typical import typical_model

REFERENCE_PARAMS = 7_000_000_000
REFERENCE_BATCH = 4


@dataclass(frozen=True, slots=True)
class Times:
    """From what bandwidth lets through to what the matrix rate promises; `middle` is the reference run's."""

    low: float
    middle: float
    high: float


def times_as_fast(card: Card, other: Card) -> Times:
    """LoRA of 7B, 2,048 tokens: it is bound by matrices and by moving activations as real runs are. The reached
    matrix rates are the other end: what large batches and fused kernels come to."""
    job = Job(typical_model(REFERENCE_PARAMS), Method.LORA, micro_batch=REFERENCE_BATCH, framework=Framework.HF)
    run = speed(job, card).rate / speed(job, other).rate
    dense = card.tflops * card.efficiency / (other.tflops * other.efficiency)
    low, high = sorted((run, dense))
    return Times(round(low, 1), round(run, 2), round(high, 1))
