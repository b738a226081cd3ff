"""The most that a card holds: the longest sequence, the largest batch, how much cache beside the weights."""

from dataclasses import replace
from typing import Any

from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.jobs import assumed, job_of
from bot.sizing.rules.answers.room import described, gib, need
from bot.sizing.rules.answers.ways import CONTEXT, cheapest
from bot.sizing.rules.memory import FITS, kv_per_token, memory, verdict
from bot.sizing.rules.memory import max_seq as longest_seq
from bot.sizing.rules.shapes import GIB, Job, Method, Quant, Verdict
from bot.sizing.rules.typical import typical_model

LONGEST_SEQ = 131_072
SHORTEST = 512
LARGEST_BATCH = 4096
POOL_SHARE = 0.90
"""vLLM takes 90 % of a card by default (gpu_memory_utilization)."""
SIZES = (405, 235, 110, 72, 34, 32, 14, 13, 9, 8, 7, 4, 3, 1.5, 0.5)
"""Billions of parameters in which language models usually come."""
WAYS = (
    (Method.LORA, Quant.NONE),
    (Method.QLORA, Quant.NF4),
    (Method.FULL, Quant.NONE),
    (Method.INFERENCE, Quant.NONE),
    (Method.INFERENCE, Quant.AWQ4),
)
SERVING = int(1.0 * GIB)


def max_seq(asked: Asked) -> dict[str, Any]:
    """The longest sequence, or the largest batch where that is asked."""
    return _most_batch(asked) if asked.get("most") == "batch" else _most_seq(asked)


def _most_batch(asked: Asked) -> dict[str, Any]:
    """Up to which batch the card holds it, and up to which comfortably."""
    card, method = asked.card, asked.methods[0]
    assert card is not None, "the largest batch needs a card"
    base = job_of(asked, method, asked.gpus, card)
    easy = _batch(base, int(card.usable * FITS))
    shown = replace(base, micro_batch=max(1, easy))
    return {
        "verdict": "fits" if easy else verdict(memory(replace(base, micro_batch=1)), card).value,
        "batch_easy": easy,
        "batch_edge": _batch(base, card.usable),
        "options": [need(shown, card)],
        "change": None if easy else cheapest(replace(base, micro_batch=1), card),
        **described(asked, shown, card),
        "assumed": [name for name in assumed(asked, shown) if name != "batch"],
    }


def _batch(job: Job, room: int) -> int:
    """The largest batch up to 4096 that takes no more; 0 when not even one does."""
    low, high = 0, LARGEST_BATCH
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if memory(replace(job, micro_batch=middle)).total <= room else (low, middle - 1)
    return low


def _most_seq(asked: Asked) -> dict[str, Any]:
    """The longest sequence at this batch that still leaves the card below its memory, and comfortably below."""
    card = asked.card
    method = asked.methods[0]
    base = job_of(asked, method, asked.gpus, card)
    assert card is not None, "the longest sequence needs a card"
    edge = longest_seq(base, card)
    easy = longest_seq(base, replace(card, usable=int(card.usable * FITS)))
    shown = replace(base, seq_len=max(easy, SHORTEST))
    return {
        "verdict": "fits" if easy else "tight" if edge else "no",
        "seq_easy": easy,
        "seq_edge": edge,
        "most": LONGEST_SEQ,
        "model_most": base.model.max_len or None,
        "options": [need(shown, card)],
        "change": cheapest(base, card) if not easy else None,
        **described(asked, shown, card),
        "assumed": [name for name in assumed(asked, shown) if name != "seq"],
    }


def kv_budget(asked: Asked) -> dict[str, Any]:
    """What vLLM leaves for the cache: 90 % of the cards, less weights and about 1 GiB each; and how many tokens."""
    card = asked.card
    assert card is not None and asked.model is not None, "a cache needs its card and model"
    job = replace(job_of(asked, Method.INFERENCE, asked.gpus, card), seq_len=1, micro_batch=1)
    weights = sum(term.bytes for term in memory(job).terms if term.name in ("weights", "embeddings")) * job.correction
    left = card.usable * POOL_SHARE - weights - SERVING
    each = kv_per_token(asked.model) / job.gpus
    tokens = int(left / each) if left > 0 and each else 0
    seq, batch = int(asked.get("seq") or CONTEXT), asked.get("batch")
    return {
        "cache_gib": gib(seq * int(batch) * each * job.gpus) if batch and asked.get("seq") else None,
        "batch": batch,
        "verdict": _room(left, tokens, seq, int(batch) if batch else 1),
        "weights_gib": gib(weights),
        "left_gib": gib(max(0.0, left)),
        "kv_kib": round(each * job.gpus / 1024, 1),
        "tokens": tokens,
        "seq": seq,
        "seq_assumed": asked.get("seq") is None,
        "requests": tokens // seq,
        **described(asked, job, card),
    }


def largest(asked: Asked) -> list[dict[str, Any]]:
    """No network is named: the largest usual size that the cards hold with room to spare, for each way to run it."""
    card = asked.card
    if card is None or asked.card_assumed:
        return []
    said = asked.get("method")
    ways = [(method, quant) for method, quant in WAYS if said in (None, method.value)]
    found = []
    for method, quant in ways:
        for billions in SIZES:
            one = replace(asked, model=typical_model(round(billions * 1e9)))
            job = job_of(one, method, asked.gpus, card)
            job = replace(job, quant=quant) if method is Method.INFERENCE else job
            if verdict(memory(job), card) is Verdict.FITS:
                found.append({"method": method.value, "quant": job.quant.value, "params_b": billions})
                break
    return found


def _room(left: float, tokens: int, seq: int, at_once: int) -> str:
    """Whether so many sequences find room: fits, tight (more than 85 % of it) or no."""
    wanted = seq * at_once
    if left <= 0 or tokens < wanted:
        return "no" if left <= 0 or at_once > 1 else "tight"
    return "fits" if at_once == 1 or wanted <= 0.85 * tokens else "tight"
