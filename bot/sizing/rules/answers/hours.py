"""Answers about time: how long a run takes, and whether it ends before its deadline."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from bot.sizing.rules.activations import tokens
from bot.sizing.rules.answers.asked import Asked, seconds_of
from bot.sizing.rules.answers.evaluation import evaluated
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.answers.room import described, need
from bot.sizing.rules.images import IMAGE_KINDS
from bot.sizing.rules.memory import memory, verdict
from bot.sizing.rules.runs import Trial, cards_for_deadline, run_set_table, trial_run
from bot.sizing.rules.runs import run_set as runs_on
from bot.sizing.rules.scaling import USUAL_BATCH, useful_cards
from bot.sizing.rules.shapes import Card, Checkpointing, Job, Kind, Method, Sharding, Verdict
from bot.sizing.rules.speed import speed

TOKENS_EACH = 400
"""A conversation or instruction with its answer, where the text does not say: 300–400 in the public sets."""
SPREAD = (0.75, 1.4)
"""Nine of ten measured speeds lie between these shares of the estimate."""
MARGIN = 1.2
"""What is added for loading, saving and evaluating."""
NORMAL = 1.3
"""A run that takes up to so many times the longest expected is as usual."""
COMFORT = 0.8
"""Below this share of the deadline a run is in time; up to the whole it is close."""
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
FEW = 8
KEPT = 512
"""One answer asks for the same job on the same card many times: ranked, on more cards, on the pool's own."""
SMALL = frozenset({Kind.ENCODER, Kind.SEQ2SEQ})
USUAL_NODE = 8
WITHIN_REACH = 32
"""More cards than that are no advice to a group that rents one machine."""


def tokens_of(asked: Asked) -> tuple[float | None, list[str]]:
    """All tokens (images, where images are counted) of a run, and what was assumed."""
    if asked.get("tokens"):
        return float(asked.get("tokens")) * float(asked.get("epochs") or 1), []
    samples = asked.get("samples")
    if not samples:
        return None, []
    guesses = ["epochs"] if asked.get("epochs") is None else []
    epochs = float(asked.get("epochs") or 1)
    if pictures(asked):
        return samples * epochs, guesses
    if asked.get("tokens_each") is None:
        guesses = [*guesses, "tokens_each"]
    return samples * epochs * tokens_each(asked), guesses


def tokens_each(asked: Asked) -> int:
    """Tokens of one sample: as said, else of a usual conversation, about one picture where the network sees."""
    seen = asked.model.eye.tokens if asked.model and asked.model.eye else 0
    usual = min(TOKENS_EACH, int(asked.get("seq") or TOKENS_EACH)) + seen
    return int(asked.get("tokens_each") or usual)


def pictures(asked: Asked) -> bool:
    """Whether samples are counted as pictures, not as tokens: a language model that sees reads them as tokens."""
    if asked.model is None:
        return bool(asked.get("images"))
    return asked.model.kind in IMAGE_KINDS


@lru_cache(maxsize=KEPT)
def running(job: Job, card: Card) -> Job:
    """The job as people run it for speed: the largest batch up to 8 (32 for encoders) that the card holds with room."""
    if job.method is Method.INFERENCE or job.model.kind in IMAGE_KINDS:
        return job
    for batch in (32, 16, 8, 4, 2) if job.model.kind in SMALL else (8, 4, 2):
        other = replace(job, micro_batch=batch)
        if verdict(memory(other), card) is Verdict.FITS:
            return other
    return job


def quickest(asked: Asked, job: Job, card: Card) -> Job:
    """With the largest batch unless one is said; and, where neither a stage nor FSDP is said, a LoRA that a card just
    holds runs on each card rather than sharded over a slow link."""
    best = job if asked.get("batch") else running(job, card)
    if job.method is Method.PRETRAIN and asked.get("checkpointing") is None:
        kept = replace(job, checkpointing=Checkpointing.NONE)
        kept = kept if asked.get("batch") else running(kept, card)
        if verdict(memory(kept), card) is Verdict.FITS:
            return max(best, kept, key=lambda one: speed(one, card).rate)
    adapted = job.method in (Method.LORA, Method.QLORA) and job.sharding is not Sharding.NONE
    if not adapted or asked.get("zero") is not None or asked.get("sharding"):
        return best
    alone = replace(job, sharding=Sharding.NONE)
    alone = alone if asked.get("batch") else running(alone, card)
    if verdict(memory(alone), card) is Verdict.NO:
        return best
    return max(best, alone, key=lambda one: speed(one, card).rate)


def seconds_for(
    asked: Asked, gpus: int, card: Card, job: Job | None = None
) -> tuple[float, float, float, dict[str, Any]] | None:
    """Seconds (middle, low, high) of the whole run on so many cards, with how they came about; None without work.

    `job`: what `quickest` makes of it, where that is known already.
    """
    work, guesses = tokens_of(asked)
    if work is None or asked.model is None:
        return None
    method = asked.methods[0]
    if method is Method.INFERENCE and not pictures(asked):
        return evaluated(asked, gpus, card)
    job = job or quickest(asked, job_of(asked, method, gpus, card), card)
    pace = speed(job, card)
    if not pace.rate > 0:
        return None
    seconds = work / (pace.rate * gpus)
    low = work / (pace.high * gpus) if pace.high else seconds * SPREAD[0]
    high = work / (pace.low * gpus) if pace.low else seconds * SPREAD[1]
    how = {
        "work": work,
        "rate": round(pace.rate, 1),
        "unit": pace.unit,
        "guessed": guesses,
        "tokens_each": None if pictures(asked) else tokens_each(asked),
        "samples": asked.get("samples"),
        "epochs": asked.get("epochs") or 1,
        "batch": job.micro_batch,
        "share_communicating": round(pace.share_communicating, 2),
        "step_seconds": pace.step_seconds,
        "step_size": (job.micro_batch if pictures(asked) else tokens(job)) * job.accumulation,
        "steps": [{"name": one.name, "seconds": one.seconds, "formula": one.formula} for one in pace.terms],
        "pcie_here": "pcie_here" in card.caveats and gpus > 1,
        "no_p2p": "no_p2p" in card.caveats and gpus > 1 and method in (Method.FULL, Method.PRETRAIN),
    }
    return seconds, low, high, how


def trial(asked: Asked) -> Trial | None:
    """The whole run, carried on from a trial run: it beats any formula."""
    steps, seconds, whole = asked.get("trial_steps"), asked.get("trial_seconds"), asked.get("total_steps")
    return trial_run(steps, seconds, whole) if steps and seconds and whole else None


def timed(seconds: float, low: float, high: float) -> dict[str, Any]:
    """Whole seconds, for texts and programs."""
    return {"seconds": round(seconds), "low": round(low), "high": round(high)}


def train_time(asked: Asked) -> dict[str, Any]:
    """From a trial run, a set of runs, or tokens."""
    by_trial = trial(asked)
    if by_trial is not None:
        time = timed(by_trial.total_s, by_trial.low_s, by_trial.high_s)
        return {"verdict": None, "time": time, "left": round(by_trial.left_s), "basis": "trial"}
    if asked.get("runs") and asked.get("hours_each"):
        return {"verdict": None, **run_set(asked)}
    card = asked.card
    if asked.model is None or card is None:
        return {"verdict": None, "missing": "model" if asked.model is None else "card"}
    job = quickest(asked, job_of(asked, asked.methods[0], asked.gpus, card), card)
    found = seconds_for(asked, asked.gpus, card, job)
    room = need(job, card)
    if found is None:
        return {
            "verdict": None,
            "missing": "work",
            "rate": _rate(asked, card),
            "options": [room],
            **described(asked, job, card),
        }
    seconds, low, high, how = found
    told = asked.get("hours_done")
    return {
        "verdict": None,
        "time": timed(seconds, low, high),
        "how": {**how, "useful": _useful(asked, job, card)},
        "basis": "formula",
        "options": [room],
        "told_seconds": round(told * 3600) if told else None,
        "slower": round(told * 3600 / seconds, 1) if told else None,
        "normal": told * 3600 <= NORMAL * high if told else None,
        "more": _on_more(asked, card),
        **described(asked, job, card),
        **({"assumed": []} if pictures(asked) or "evaluation" in how else {}),
    }


def _useful(asked: Asked, job: Job, card: Card) -> int | None:
    """Beyond how many cards more of them hardly help a fine-tuning with the usual effective batch, one sequence each at
    the least; None where no more than that are asked for."""
    if asked.gpus <= FEW or pictures(asked) or job.method in (Method.INFERENCE, Method.PRETRAIN) or asked.get("batch"):
        return None
    useful = useful_cards(replace(job, micro_batch=1), card, asked.gpus, USUAL_BATCH).useful
    return useful if useful < asked.gpus else None


def _rate(asked: Asked, card: Card) -> dict[str, Any]:
    job = running(job_of(asked, asked.methods[0], asked.gpus, card), card)
    pace = speed(job, card)
    return {"rate": round(pace.rate, 1), "unit": pace.unit}


def _on_more(asked: Asked, card: Card) -> list[dict[str, Any]]:
    """The same run on other numbers of cards."""
    counts = [count for count in COUNTS[:4] if count != asked.gpus]
    every = [(count, seconds_for(asked, count, card)) for count in counts]
    return [{"gpus": count, "seconds": round(found[0])} for count, found in every if found]


def run_set(asked: Asked) -> dict[str, Any]:
    """Card-hours and wall time of a set of runs on 1, 2, 4 and 8 cards; with a deadline, how many make it."""
    runs, each, hours = int(asked.get("runs")), asked.gpus, float(asked.get("hours_each"))
    table = run_set_table(runs, each, hours) or (runs_on(runs, each, hours, each),)
    deadline = seconds_of(asked.get("deadline"))
    most = max((have for _, have in asked.ours), default=USUAL_NODE)
    solved = cards_for_deadline(runs, each, hours, deadline / 3600, most) if deadline else None
    return {
        "runs": runs,
        "each_gpus": each,
        "each_seconds": round(hours * 3600),
        "card_seconds": round(runs * each * hours * 3600),
        "walls": [{"gpus": one.cards, "seconds": round(one.wall_hours * 3600)} for one in table],
        "deadline": deadline,
        "gpus_in_time": solved.cards if solved else None,
        "most": most,
        "runs_in_time": solved.runs_possible if solved else None,
        "each_needed": round(solved.hours_each_needed * 3600) if solved else None,
        "basis": "runs",
    }


def feasible(asked: Asked) -> dict[str, Any]:
    """Whether the run ends before its deadline and fits at all; else from how many cards it would, or what would."""
    answer = train_time(asked)
    deadline = seconds_of(asked.get("deadline"))
    if answer.get("basis") == "runs" and deadline is not None:
        return {**answer, "verdict": "fits" if answer["gpus_in_time"] else "no"}
    if "time" not in answer or deadline is None:
        return {**answer, "deadline": deadline}
    whole = answer["time"]["seconds"] * (MARGIN if answer["basis"] == "formula" else 1.0)
    fits = (answer.get("options") or [{"verdict": "fits"}])[0]["verdict"]
    in_time = "fits" if whole <= COMFORT * deadline else "tight" if whole <= deadline else "no"
    card = asked.card
    solved = None
    if card is not None and asked.model is not None and (in_time == "no" or fits == "no"):
        solved = cards_in_time(asked, card, deadline)
    return {
        **answer,
        "verdict": "no" if fits == "no" else in_time,
        "fits": fits,
        "in_time": in_time,
        "deadline": deadline,
        "whole": round(whole),
        "solved": solved,
        "instead": _instead(asked, card, deadline)
        if card and not solved and (in_time == "no" or fits == "no")
        else None,
    }


def cards_in_time(asked: Asked, card: Card, deadline: int, most: int = WITHIN_REACH) -> dict[str, Any] | None:
    """The fewest of the card that hold the job and end it, with the margin, within so many seconds."""
    for count in (one for one in COUNTS if one <= most):
        if need(job_of(asked, asked.methods[0], count, card), card)["verdict"] == "no":
            continue
        found = seconds_for(asked, count, card)
        if found and found[0] * MARGIN <= deadline:
            return {"gpus": count, "seconds": round(found[0])}
    return None


def _instead(asked: Asked, card: Card, deadline: int) -> dict[str, Any] | None:
    """When no number of cards makes it: LoRA or QLoRA instead, or how many passes there is time for."""
    for method in ("lora", "qlora"):
        other = replace(asked, said={**asked.said, "method": method})
        found = seconds_for(other, other.gpus, card)
        if not found or need(job_of(other, Method(method), other.gpus, card), card)["verdict"] == "no":
            continue
        if found[0] * MARGIN <= deadline:
            return {"method": method, "seconds": round(found[0])}
    return None
