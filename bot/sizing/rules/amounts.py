"""From rates to hours, and from samples to tokens; the batch that counts, and the steps it takes."""

from dataclasses import dataclass
from math import ceil, isfinite

from bot.errors import Refusal
from bot.sizing.rules.shapes import Job, Kind, Loss

MOST_AMOUNT = 10**18


@dataclass(frozen=True, slots=True)
class Batch:
    """Sequences (or images) of one update. `negatives`: how many each one is compared with in a contrastive loss,
    to which accumulation adds none; None for other losses."""

    effective: int
    micro: int
    accumulation: int
    gpus: int
    negatives: int | None = None


def hours(rate_per_card: float, gpus: int, amount: float) -> float:
    """Hours for so many tokens (or images) at that rate a card and second."""
    for field, value in (("rate", rate_per_card), ("gpus", gpus), ("amount", amount)):
        _sane(field, value)
    return amount / (rate_per_card * gpus) / 3600


def tokens_of(samples: float, length: float, epochs: float = 1) -> int:
    """Tokens seen: samples × length × epochs."""
    for field, value in (("samples", samples), ("length", length), ("epochs", epochs)):
        _sane(field, value)
    return round(samples * length * epochs)


def effective_batch(job: Job) -> Batch:
    """Micro-batch × accumulation × cards."""
    contrastive = job.loss is Loss.CONTRASTIVE or job.model.kind is Kind.CONTRASTIVE
    negatives = job.micro_batch * job.gpus - 1 if contrastive else None
    return Batch(job.micro_batch * job.accumulation * job.gpus, job.micro_batch, job.accumulation, job.gpus, negatives)


def accumulation_for(effective: int, micro: int, gpus: int) -> int:
    """Accumulation steps that reach at least that effective batch."""
    for field, value in (("effective", effective), ("micro_batch", micro), ("gpus", gpus)):
        _sane(field, value)
    return ceil(effective / (micro * gpus))


def steps_of(samples: int, epochs: float, batch: Batch) -> int:
    """Updates of a whole run."""
    _sane("samples", samples)
    _sane("epochs", epochs)
    return ceil(samples * epochs / batch.effective)


def _sane(field: str, value: float) -> None:
    if not (isfinite(value) and 0 < value <= MOST_AMOUNT):
        raise Refusal("size_bad", field=field, value=value, least=1, most=MOST_AMOUNT)
