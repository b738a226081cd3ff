"""Answers about memory: does it fit, how much, how many cards, which card, the longest sequence, room for the cache."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.sizing.rules.amounts import effective_batch
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.jobs import assumed, job_of, settings
from bot.sizing.rules.answers.ways import cheapest
from bot.sizing.rules.change import EIGHT_BITS
from bot.sizing.rules.memory import memory, verdict
from bot.sizing.rules.shapes import (
    GIB,
    Card,
    Checkpointing,
    Job,
    Kind,
    MemoryEstimate,
    Method,
    Quant,
    Sharding,
    Verdict,
)

COUNTS = (1, 2, 4, 8, 16, 32, 64)
LARGE, LARGE_NODE = 60 * GIB, 8
"""Smaller cards are not joined over several machines."""
LARGE_CACHE = 0.15
LADDER = {
    "RTX4090": 1.0,
    "RTX5090": 1.5,
    "L40S": 2.0,
    "A100-40GB": 2.5,
    "A100-80GB": 3.5,
    "H20-96GB": 4.0,
    "H200-141GB": 9.0,
}
"""The cards that are recommended from where the pool has none, by what they roughly cost to rent beside each other: it
orders them and is never shown."""


def gib(size: float) -> float:
    """GiB to one digit."""
    return round(size / GIB, 1)


def need(job: Job, card: Card | None) -> dict[str, Any]:
    """The bytes of a job on each card, against a card when there is one."""
    estimate = memory(job)
    return {
        "method": job.method.value,
        "quant": job.quant.value,
        "gpus": job.gpus,
        "sharding": job.sharding.value,
        "gib": gib(estimate.total),
        "low": gib(estimate.low),
        "high": gib(estimate.high),
        "basis": estimate.basis,
        "host": gib(estimate.host),
        "verdict": verdict(estimate, card).value if card else None,
    }


def terms(estimate: MemoryEstimate) -> list[dict[str, Any]]:
    """The terms of a sum, the largest first; before them what was measured, which is never left to the rest."""
    ordered = sorted(estimate.terms, key=lambda term: (term.name != "correction", -term.bytes))
    return [{"name": term.name, "gib": round(term.bytes / GIB, 2), "formula": term.formula} for term in ordered]


def described(asked: Asked, job: Job, card: Card | None) -> dict[str, Any]:
    """What every answer about a job says: the job, its defaults, its terms and the card."""
    estimate = memory(job)
    return {
        "job": settings(job),
        "effective": _effective(asked, job),
        "assumed": assumed(asked, job),
        "terms": terms(estimate),
        **card_facts(asked, card),
    }


def _effective(asked: Asked, job: Job) -> dict[str, Any] | None:
    """Of a run whose accumulation is said: the batch that an update sees, and the negatives that it does not add."""
    if not asked.get("accumulation") or job.method is Method.INFERENCE:
        return None
    batch = effective_batch(job)
    return {
        "effective": batch.effective,
        "micro": batch.micro,
        "accumulation": batch.accumulation,
        "gpus": batch.gpus,
        "negatives": batch.negatives,
    }


def card_facts(asked: Asked, card: Card | None) -> dict[str, Any]:
    return {
        "card": card.name if card else None,
        "card_gib": gib(card.usable) if card else None,
        "card_assumed": asked.card_assumed,
        "caveats": list(card.caveats) if card else [],
    }


def fits(asked: Asked) -> dict[str, Any]:
    """One verdict a method, and the cheapest change that makes the first one fit."""
    card = asked.card
    if card is None:
        return memory_needed(asked)
    jobs = [job_of(asked, method, asked.gpus, card) for method in asked.methods]
    options = [need(job, card) for job in jobs]
    worst = options[0]
    change = cheapest(jobs[0], card) if worst["verdict"] != "fits" and len(jobs) == 1 else None
    best = next((one["verdict"] for one in options if one["verdict"] == "fits"), worst["verdict"])
    lost = change is None and len(jobs) == 1 and worst["verdict"] == "no"
    return {
        "verdict": worst["verdict"] if len(options) == 1 else best,
        "options": options,
        "change": change,
        "spread": _spread(asked, asked.methods[0], card) if lost else None,
        "quantised": _quantised(asked, jobs[0], card),
        "cache_8bit": _cache_in_8_bits(jobs[0], card),
        "serving": _serving(asked, card) if len(jobs) > 1 else [],
        **described(asked, jobs[0], card),
    }


def diagnose(asked: Asked) -> dict[str, Any]:
    """Why it does not fit: what it takes, and what it would take without checkpointing or without sharding."""
    answer = fits(asked)
    card = asked.card
    if card is None or "job" not in answer or answer["options"][0]["verdict"] == "no":
        return answer
    job = job_of(asked, asked.methods[0], asked.gpus, card)
    whole = replace(job, sharding=Sharding.NONE) if job.sharding is not Sharding.NONE else None
    trains = job.method is not Method.INFERENCE and job.model.kind in (Kind.LM, Kind.VLM)
    keeps = replace(job, checkpointing=Checkpointing.NONE) if trains and asked.get("checkpointing") is None else None
    return {
        **answer,
        "unsharded": need(whole, card) if whole else None,
        "unchecked": need(keeps, card) if keeps else None,
    }


def _serving(asked: Asked, card: Card) -> list[dict[str, Any]]:
    """No method is said: what only running it takes, in 16 bits and in four."""
    job = job_of(asked, Method.INFERENCE, asked.gpus, card)
    return [need(replace(job, quant=quant), card) for quant in (Quant.NONE, Quant.AWQ4)]


def _quantised(asked: Asked, job: Job, card: Card) -> dict[str, Any] | None:
    """Serving that does not fit in 16 bits: what four bits would take."""
    wide = job.quant is Quant.NONE or job.quant in EIGHT_BITS
    if job.method is not Method.INFERENCE or not wide or job.model.kind not in (Kind.LM, Kind.VLM):
        return None
    if verdict(memory(job), card) is Verdict.FITS:
        return None
    return need(replace(job, quant=Quant.AWQ4), card)


def _cache_in_8_bits(job: Job, card: Card) -> dict[str, Any] | None:
    """Serving that does not fit for its cache of keys and values: what half of the cache would leave. None where the
    cache is little beside the rest."""
    estimate = memory(job)
    cache = sum(term.bytes for term in estimate.terms if term.name == "kv_cache")
    if job.method is not Method.INFERENCE or cache < LARGE_CACHE * estimate.total:
        return None
    if verdict(estimate, card) is Verdict.FITS:
        return None
    halved = replace(estimate, total=estimate.total - cache // 2)
    return {"gib": gib(halved.total), "verdict": verdict(halved, card).value, "gpus": job.gpus}


def memory_needed(asked: Asked) -> dict[str, Any]:
    """The bytes on one card and shared by more; the smallest number of the named card that holds it."""
    method = asked.methods[0]
    card = asked.card
    counts = [asked.gpus] if asked.gpus > 1 or (asked.get("gpus") and not card) else [1, 2, 4, 8]
    jobs = [job_of(asked, method, count, card) for count in counts]
    options = [need(job, card) for job in jobs]
    if len(asked.methods) > 1 or method in (Method.LORA, Method.QLORA, Method.INFERENCE):
        jobs = [job_of(asked, one, asked.gpus, card) for one in asked.methods]
        options = [need(job, card) for job in jobs]
    first = jobs[0]
    options = [one for one in options if one is options[0] or one["gib"] < options[0]["gib"]]
    enough = next((one for one in options if one["verdict"] in ("fits", "tight")), None)
    smallest = _smallest(asked, first) if not card else None
    lighter = _lighter(asked, method)
    alone = len({one["gpus"] for one in options}) == 1
    return {
        "verdict": (enough["verdict"] if enough else "no") if card else None,
        "options": options,
        "enough": enough,
        "smallest": smallest,
        "lighter": lighter,
        "spread": _spread(asked, method, card) if card and alone and not enough else None,
        "served": _served(asked, first, card),
        "change": cheapest(first, card) if card and not enough and len(options) == 1 else None,
        **described(asked, first, card),
    }


def _spread(asked: Asked, method: Method, card: Card) -> dict[str, Any] | None:
    """The fewest of the card that hold it together, where those asked for do not."""
    most = COUNTS[-1] if card.usable > LARGE else LARGE_NODE
    for count in (one for one in COUNTS if asked.gpus < one <= most):
        option = need(job_of(asked, method, count, card), card)
        if option["verdict"] != "no":
            return option
    return None


def _served(asked: Asked, job: Job, card: Card | None) -> list[dict[str, Any]]:
    """Serving in 16 bits: what eight and four bits take."""
    text = job.model.kind in (Kind.LM, Kind.VLM)
    if job.method is not Method.INFERENCE or job.quant is not Quant.NONE or not text:
        return []
    return [need(replace(job, quant=quant), card) for quant in (Quant.INT8, Quant.AWQ4)]


def _lighter(asked: Asked, method: Method) -> list[dict[str, Any]]:
    """A full run also in 16 bits throughout and with 8-bit Adam: the framework's rule is the largest difference."""
    if method is not Method.FULL or asked.get("precision") or asked.get("optimizer"):
        return []
    if asked.model is None or asked.model.kind not in (Kind.LM, Kind.VLM):
        return []
    found = []
    for name, said in (
        ("bf16-pure", {"precision": "bf16-pure"}),
        ("adamw8bit", {"precision": "bf16-pure", "optimizer": "adamw8bit"}),
    ):
        job = job_of(replace(asked, said={**asked.said, **said}), method, 1, asked.card)
        found.append({"name": name, **need(job, asked.card)})
    return found


def _smallest(asked: Asked, job: Job) -> dict[str, Any] | None:
    for name in LADDER:
        card = card_named(asked.catalogue, name)
        if card is not None and verdict(memory(job), card) is Verdict.FITS:
            return {"card": card.name, "gpus": job.gpus, "card_gib": gib(card.usable)}
    return None


def card_named(cards: Iterable[Card], name: str) -> Card | None:
    return next((card for card in cards if card.name == name), None)


def gpu_count(asked: Asked) -> dict[str, Any]:
    """The least power of two of the card that holds it, with what each number leaves."""
    card = asked.card
    assert card is not None, "a number of cards needs its card"
    method = asked.methods[0]
    options: list[dict[str, Any]] = []
    enough = None
    job = job_of(asked, method, 1, card)
    for count in COUNTS:
        job = job_of(asked, method, count, card)
        options.append(need(job, card))
        if options[-1]["verdict"] == "fits":
            break
    enough = next((one for one in options if one["verdict"] != "no"), None)
    easy = options[-1] if options[-1]["verdict"] == "fits" else None
    pick = easy or enough
    shown = job_of(asked, method, pick["gpus"], card) if pick else job
    return {
        "verdict": pick["verdict"] if pick else "no",  # of the number that is answered
        "options": options[-4:],
        "enough": enough,
        "easy": easy,
        "lighter": _lighter(asked, method),
        "quantised": _in_four_bits(asked, shown, card, enough),
        **described(asked, shown, card),
    }


def _in_four_bits(asked: Asked, job: Job, card: Card, enough: dict[str, Any] | None) -> dict[str, Any] | None:
    """Serving on several cards: the fewest in four bits, where those are fewer."""
    if job.method is not Method.INFERENCE or job.quant not in (Quant.NONE, *EIGHT_BITS) or enough is None:
        return None
    for count in (one for one in COUNTS if one < enough["gpus"]):
        option = need(replace(job_of(asked, job.method, count, card), quant=Quant.AWQ4), card)
        if option["verdict"] == "fits":
            return option
    return None
