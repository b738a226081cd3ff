"""Changes of one assumption: which is the cheapest that makes a job fit, and which are offered as buttons."""

from dataclasses import replace
from typing import Any

from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.change import cheapest_change
from bot.sizing.rules.memory import memory, verdict
from bot.sizing.rules.shapes import GIB, Card, Job, Kind, Method, Precision, Verdict

MOST_BUTTONS = 6
_TRAINED = (Method.FULL, Method.PRETRAIN)

CHANGES: dict[str, dict[str, Any]] = {
    "uncorrected": {"uncorrected": True},
    "corrected": {"uncorrected": None},
    "chunked": {"chunked_loss": True},
    "int4": {"precision": "int4"},
    "gpus1": {"gpus": 1},
    "gpus2": {"gpus": 2},
    "gpus4": {"gpus": 4},
    "gpus8": {"gpus": 8},
    "lora": {"method": "lora", "precision": None},
    "qlora": {"method": "qlora", "precision": None},
    "seq2048": {"seq": 2048},
    "seq4096": {"seq": 4096},
    "deepspeed": {"framework": "deepspeed"},
}
"""A button's name → the facts that it puts in place of those said."""


def applied(asked: Asked, name: str) -> Asked:
    """The question with one assumption changed."""
    return replace(asked, said={**asked.said, **CHANGES[name]})


def cheapest(job: Job, card: Card) -> dict[str, Any] | None:
    """16 bits throughout where mixed precision was only assumed, else the cheapest change of one thing."""
    if job.precision is Precision.AMP_BF16:
        pure = replace(job, precision=Precision.PURE)
        if verdict(memory(pure), card) is Verdict.FITS:
            return _facts("pure", pure, card)
    found = cheapest_change(job, card)
    return None if found is None else _facts(found.kind, found.job, card)


def _facts(name: str, job: Job, card: Card) -> dict[str, Any]:
    estimate = memory(job)
    return {
        "name": name,
        "gib": round(estimate.total / GIB, 1),
        "verdict": verdict(estimate, card).value,
        "batch": job.micro_batch,
        "seq": job.seq_len,
        "gpus": job.gpus,
        "sharding": job.sharding.value,
        "quant": job.quant.value,
    }


def buttons(asked: Asked) -> list[str]:
    """The changes that are offered: other methods, lengths, numbers of cards and frameworks than the present ones."""
    if asked.model is None or asked.model.kind not in (Kind.LM, Kind.VLM):
        return []
    method, seq, gpus = asked.methods[0], int(asked.get("seq") or 2048), asked.gpus
    offered = {
        "qlora": method is not Method.QLORA and method is not Method.INFERENCE,
        "lora": method in (*_TRAINED, Method.QLORA),
        "seq4096": seq != 4096,
        "seq2048": seq > 2048,
        "gpus2": gpus == 1,
        "gpus4": gpus in (1, 2),
        "gpus8": gpus == 4,
        "gpus1": gpus > 1,
        "deepspeed": asked.get("framework") is None and method in _TRAINED,
        "chunked": not asked.get("chunked_loss") and method is not Method.INFERENCE,
        "int4": method is Method.INFERENCE and asked.get("precision") is None,
    }
    return [name for name, wanted in offered.items() if wanted][:MOST_BUTTONS]
