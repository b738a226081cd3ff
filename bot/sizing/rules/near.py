"""The published measurements nearest to a job, as evidence beside its estimate."""

from collections.abc import Sequence
from math import log2

from bot.sizing.rules.shapes import Job, Measured

FARTHEST = 6.0
UNLIKE_METHOD, UNLIKE_MODEL, UNLIKE_FRAMEWORK, UNLIKE_CARD = 4.0, 1.0, 0.5, 0.5


def nearest_rows(job: Job, rows: Sequence[Measured], count: int = 3, unit: str = "memory") -> tuple[Measured, ...]:
    """The `count` nearest rows of memory, or of speed with `unit="speed"`; none that is too far to tell anything."""
    wanted = [row for row in rows if ("/s/" in row.unit) == (unit == "speed")]
    ranked = sorted((distance(job, row), row.id) for row in wanted)
    by_id = {row.id: row for row in wanted}
    return tuple(by_id[name] for far, name in ranked[:count] if far <= FARTHEST)


def distance(job: Job, row: Measured) -> float:
    """How unlike: doublings of size, length, batch and cards, and a fixed step for everything of another kind."""
    far = 2 * _doublings(job.model.params, row.params)
    far += UNLIKE_MODEL * (row.model.lower() != job.model.name.lower())
    far += UNLIKE_METHOD * (row.method is not job.method)
    far += UNLIKE_FRAMEWORK * (row.framework != job.framework)
    far += 0.3 * _doublings(job.micro_batch, row.micro_batch) + 0.5 * _doublings(job.gpus, row.gpus)
    return far + 0.3 * _doublings(job.seq_len, row.seq_len)


def _doublings(one: float, other: float) -> float:
    return abs(log2(one / other)) if one > 0 and other > 0 else 1.0
