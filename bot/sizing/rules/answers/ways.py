"""Changes of one assumption: which is the cheapest that makes a job fit, and which are offered as buttons."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.sizing.rules.amounts import effective_batch
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.jobs import SEQ
from bot.sizing.rules.change import cheapest_change
from bot.sizing.rules.holding import precision_of
from bot.sizing.rules.memory import memory, verdict
from bot.sizing.rules.shapes import (
    GIB,
    Card,
    Checkpointing,
    Framework,
    Job,
    Kind,
    Method,
    Optimiser,
    Precision,
    Quant,
    Verdict,
)

MOST_BUTTONS = 6
CONTEXT = 4096
"""The length of a request to a server that is taken where none is said."""
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


MODEL = "model:"
"""Begins the name of a button that says which network is meant."""


def known(name: str) -> bool:
    """Whether a button of this name is one of ours."""
    return name in CHANGES or name.startswith(MODEL)


def applied(asked: Asked, name: str) -> Asked:
    """The question with one assumption changed."""
    if name.startswith(MODEL):
        meant = {"model": name.removeprefix(MODEL), "params_b": None, "unsized": None, "unknown_model": None}
        return replace(asked, said={**asked.said, **meant})
    return replace(asked, said={**asked.said, **CHANGES[name]})


def cheapest(job: Job, card: Card) -> dict[str, Any] | None:
    """For a full run on one card fewer bytes a parameter, else the cheapest change of one thing."""
    one = replace(job, micro_batch=1, accumulation=job.accumulation * job.micro_batch)
    for name, leaner in (*_leaner(job), *_leaner(one), *_recipe(one)):
        if verdict(memory(leaner), card) is Verdict.FITS:
            return _facts(name, leaner, card)
    found = cheapest_change(job, card)
    return None if found is None else _facts(found.kind, found.job, card)


def _leaner(job: Job) -> Iterator[tuple[str, Job]]:
    """A full run on one card with fewer bytes a parameter: 8, 6 and 4."""
    if not _alone(job):
        return
    pure = replace(job, precision=Precision.PURE)
    mixed = precision_of(job) is not Precision.PURE
    if mixed:
        yield "pure", pure
    if job.optimiser is Optimiser.ADAMW:
        yield "pure_8bit", replace(pure, optimiser=Optimiser.ADAMW_8BIT)
    if job.optimiser in (Optimiser.ADAMW, Optimiser.ADAMW_8BIT):
        yield "paged", replace(pure, optimiser=Optimiser.PAGED_8BIT)


def _recipe(job: Job) -> Iterator[tuple[str, Job]]:
    """Two bytes a parameter, by an update inside the backward pass: torchtune's recipe for one card."""
    if _alone(job):
        lean = replace(job, precision=Precision.PURE, optimiser=Optimiser.PAGED_8BIT, in_backward=True)
        yield "in_backward", replace(lean, framework=Framework.TORCHTUNE)


def _alone(job: Job) -> bool:
    """Whether it is a full run of a language model on one card that still holds all of its states there."""
    text = job.model.kind in (Kind.LM, Kind.VLM)
    return job.method is Method.FULL and job.gpus == 1 and text and not (job.offload_optimiser or job.in_backward)


def _facts(name: str, job: Job, card: Card) -> dict[str, Any]:
    estimate = memory(job)
    return {
        "name": name,
        "serves": job.method is Method.INFERENCE,
        "gib": round(estimate.total / GIB, 1),
        "verdict": verdict(estimate, card).value,
        "batch": job.micro_batch,
        "checkpointing": job.checkpointing is not Checkpointing.NONE,
        "contrastive": effective_batch(job).negatives is not None,
        "seq": job.seq_len,
        "gpus": job.gpus,
        "sharding": job.sharding.value,
        "quant": job.quant.value,
        "host": round(estimate.host / GIB),
    }


def buttons(asked: Asked) -> list[str]:
    """The changes that are offered: other methods, lengths, numbers of cards and frameworks than the present ones."""
    if asked.model is None or asked.model.kind not in (Kind.LM, Kind.VLM):
        return []
    usual = CONTEXT if asked.kind == "kv_budget" else SEQ
    method, seq, gpus = asked.methods[0], int(asked.get("seq") or usual), asked.gpus
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
        "int4": method is Method.INFERENCE and asked.get("precision") is None and asked.model.native is not Quant.INT4,
    }
    return [name for name, wanted in offered.items() if wanted][:MOST_BUTTONS]
