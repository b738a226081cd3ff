"""What one checkpoint takes on disk: not what a card holds. Decimal gigabytes, as disks are sold."""

from typing import Any

from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.shapes import GB, Method
from bot.sizing.rules.sizes import adapter_params

WEIGHTS = 2
"""Bytes a parameter of weights in 16 bits."""
RESUMED = (12, 14)
"""To go on training: fp32 weights and both moments of Adam (12), beside 16-bit weights as DeepSpeed keeps them (14)."""
ADAPTER = (4, 12)
"""An adapter is saved in fp32; with both moments three times that."""


def disk(asked: Asked) -> dict[str, Any]:
    """Gigabytes of one copy: of the weights alone, and with the optimiser's states; of an adapter where one is said."""
    model = asked.model
    assert model is not None, "a checkpoint is of some network"
    method = Method(asked.get("method") or Method.FULL)
    adapted = method in (Method.LORA, Method.QLORA)
    count = adapter_params(job_of(asked, method, 1)) if adapted else model.params
    alone, resumed = (ADAPTER[0], ADAPTER[1:] * 2) if adapted else (WEIGHTS, RESUMED)
    return {
        "verdict": None,
        "on_disk": {
            "model": model.name,
            "adapter": adapted,
            "weights_gb": count * alone / GB,
            "low_gb": count * resumed[0] / GB,
            "high_gb": count * resumed[1] / GB,
        },
    }
