"""What cards say to each other: bytes a step, how fast the link is, and what of it computing does not hide."""

from bot.sizing.rules.holding import BITSANDBYTES
from bot.sizing.rules.shapes import Card, Checkpointing, Job, Method, Sharding
from bot.sizing.rules.sizes import trainable_params
from bot.sizing.rules.states import WHOLE, weight_shards

REACHED = {"nvlink": 0.42, "infinity": 0.35, "hccs": 0.35}
"""Share of the link's figure, which counts both directions, that collectives reach: 250 of NVLink's 600 GB/s."""
REACHED_PCIE = 0.25
NO_PEER = 0.6
"""Without peer-to-peer every byte takes the way through main memory."""
NETWORK = 0.8
VISIBLE = 0.1
"""At least this share of communication is not hidden behind computing."""


def bandwidth(job: Job, card: Card) -> float:
    """Bytes a second that a card's collectives reach; the network's when the job spans nodes."""
    link = job.link_gb_s if job.link_gb_s is not None else card.link_gb_s
    inside = link * REACHED.get(card.link, REACHED_PCIE) * (NO_PEER if "no_p2p" in card.caveats else 1.0)
    rate = inside if job.gpus <= job.per_node else min(inside, job.network_gb_s * NETWORK)
    return max(rate, 0.01) * 1e9


def gathered(job: Job) -> float:
    """Bytes each micro-batch gathers (and scatters) of sharded 16-bit weights: twice, three times when recomputed
    or when gradients go back."""
    if job.sharding not in WHOLE or job.gpus == 1:
        return 0.0
    if weight_shards(job) == 1:
        return 0.0
    back = job.method in (Method.FULL, Method.PRETRAIN) or job.checkpointing is not Checkpointing.NONE
    size = 0.56 if job.quant in BITSANDBYTES else 2.0
    return job.model.params * size * (3 if back else 2)


def streamed(job: Job) -> float:
    """Bytes each micro-batch fetches from main memory where weights are offloaded: a card's share, for the forward
    pass, for the one that recomputes, and for the backward pass."""
    return job.model.params * 2 * 3 / job.gpus if job.offload_weights else 0.0


def reduced(job: Job) -> float:
    """Bytes of one update's gradient all-reduce where weights are not sharded (ring: twice the gradients)."""
    if job.gpus == 1 or job.sharding in WHOLE:
        return 0.0
    share = (job.gpus - 1) / job.gpus
    once = 1.5 if job.sharding is not Sharding.NONE else 2.0
    return trainable_params(job) * 2 * once * share


def exposed(seconds: float, hidden_behind: float) -> float:
    """What of a communication shows when it may run beside that much computing."""
    return max(seconds - hidden_behind, VISIBLE * seconds)
