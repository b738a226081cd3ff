"""How a run scales with cards: from how many on more no longer help."""

from dataclasses import dataclass, replace
from math import ceil

from bot.sizing.rules.shapes import Card, Job, Sharding
from bot.sizing.rules.speed import speed

WORTH = 1.3
"""More cards that bring less than this times the speed of the best fewer ones are not worth it."""
USUAL_BATCH = 128


@dataclass(frozen=True, slots=True)
class CardsRow:
    """One number of cards: tokens (images) a second of all together, and the gain over the row before."""

    gpus: int
    rate_total: float
    gain: float
    share_communicating: float


@dataclass(frozen=True, slots=True)
class Scaling:
    """`useful`: the most cards that are still worth it, with an effective batch held at `sequences`."""

    rows: tuple[CardsRow, ...]
    useful: int
    sequences: int


def useful_cards(job: Job, card: Card, most: int = 64, sequences: int | None = None) -> Scaling:
    """Speed on 1, 2, 4 … `most` cards, the effective batch held: cards beyond its micro-batches have nothing to do."""
    batch = sequences or max(job.micro_batch * job.accumulation * job.gpus, USUAL_BATCH)
    rows: list[CardsRow] = []
    useful, best = 1, 0.0
    for count in (2**power for power in range(most.bit_length())):
        spread = replace(job, gpus=count, accumulation=max(1, ceil(batch / (job.micro_batch * count))))
        spread = replace(spread, sharding=Sharding.NONE) if count == 1 else spread
        estimate = speed(spread, card)
        total = estimate.rate * min(count, max(1, batch // job.micro_batch))
        gain = total / rows[-1].rate_total if rows else 1.0
        rows.append(CardsRow(count, total, gain, estimate.share_communicating))
        # Sharding over two cards may cost more than the second brings, and pay again from four on.
        useful = count if total >= WORTH * best else useful
        best = max(best, total)
    return Scaling(tuple(rows), useful, batch)
