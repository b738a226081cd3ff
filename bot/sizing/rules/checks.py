"""Jobs that make no sense are refused with the field, its value and what is allowed."""

from bot.errors import Refusal
from bot.sizing.rules.shapes import Job

RANGES: tuple[tuple[str, float, float], ...] = (
    ("seq_len", 1, 10_000_000),
    ("new_tokens", 0, 10_000_000),
    ("micro_batch", 1, 65_536),
    ("accumulation", 1, 1_000_000),
    ("gpus", 1, 100_000),
    ("per_node", 1, 64),
    ("lora_rank", 1, 4096),
    ("images", 0, 10_000),
    ("pixels", 0, 1_000_000_000),
)
PARAMS = (1, 20 * 10**12)
SMALLEST = 10**6
"""What a refusal names as the least: below it nobody asks what fits."""


def check(job: Job) -> None:
    """Raises `size_bad` (field, value, least, most) for the first field outside what can be."""
    for field, least, most in RANGES:
        value = getattr(job, field)
        if not least <= value <= most:
            raise Refusal("size_bad", field=field, value=value, least=least, most=most)
    if not PARAMS[0] <= job.model.params <= PARAMS[1]:
        raise Refusal("size_bad", field="params", value=job.model.params, least=SMALLEST, most=PARAMS[1])
