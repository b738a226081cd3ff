"""How long a batch of requests takes: an evaluation set or a data set to label, answered by a server."""

from dataclasses import replace
from typing import Any

from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.generation import generation
from bot.sizing.rules.memory import memory, verdict
from bot.sizing.rules.shapes import Card, Framework, Job, Method, Verdict

READ, WRITTEN = 512, 256
"""Tokens of a prompt and of its answer, where the text says neither."""
BATCHES = (128, 64, 32, 16, 8, 4, 2)
"""Requests beside each other: a server takes in as many as the card holds."""
SPREAD = (0.7, 1.4)
"""The shares of the estimated time between which nine of ten runs lie."""


def evaluated(asked: Asked, gpus: int, card: Card) -> tuple[float, float, float, dict[str, Any]] | None:
    """Seconds (middle, low, high) for all samples, and how they came about; None where no number of them is said.

    A model that one card holds is put on each of them; one that does not is shared out by tensor parallelism.
    """
    samples = asked.get("samples")
    if not samples or asked.model is None:
        return None
    written = int(asked.get("tokens_out") or WRITTEN)
    read = max(1, int(asked.get("seq") or asked.get("tokens_each") or READ + written) - written)
    guesses = [name for name, said in (("tokens_out", asked.get("tokens_out")), ("seq", asked.get("seq"))) if not said]
    job = replace(job_of(asked, Method.INFERENCE, 1, card), seq_len=read, new_tokens=written)
    if asked.get("framework") is None:
        job = replace(job, framework=Framework.VLLM)
    copies = gpus
    if verdict(memory(job), card) is Verdict.NO:
        job, copies = replace(job, gpus=gpus), 1
    job = _batched(job, card)
    made = generation(job, card)
    passes = float(asked.get("epochs") or 1)
    seconds = samples * passes / (job.micro_batch * copies) * made.seconds
    how = {
        "work": samples * passes,
        "rate": round(made.tokens_per_s * copies / gpus, 1),
        "unit": "tokens/s/GPU",
        "guessed": guesses,
        "tokens_each": None,
        "samples": samples,
        "epochs": passes,
        "batch": job.micro_batch,
        "share_communicating": 0.0,
        "step_seconds": made.seconds,
        "step_size": job.micro_batch,
        "steps": [
            {"name": "reading_prompts", "seconds": made.prefill_s, "formula": f"{job.micro_batch} × {read}"},
            {
                "name": "writing",
                "seconds": made.seconds - made.prefill_s,
                "formula": f"{written} × {made.step_s * 1e3:.3g} ms",
            },
        ],
        "pcie_here": False,
        "no_p2p": False,
        "evaluation": {"read": read, "written": written, "prefill_share": round(made.prefill_s / made.seconds, 2)},
    }
    return seconds, seconds * SPREAD[0], seconds * SPREAD[1], how


def _batched(job: Job, card: Card) -> Job:
    for batch in BATCHES:
        other = replace(job, micro_batch=batch)
        if verdict(memory(other), card) is Verdict.FITS:
            return other
    return job
