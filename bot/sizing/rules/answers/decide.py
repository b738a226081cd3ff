"""The answer to one question: what is missing is asked for, everything else is answered at once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.sizing.rules.answers import choose, hours, most, moving, ratios, room, yuan
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.disk import disk
from bot.sizing.rules.answers.measured import measured, switch
from bot.sizing.rules.answers.premises import premises
from bot.sizing.rules.answers.ranked import COUNTS, fewest, ranked
from bot.sizing.rules.answers.ways import buttons

Facts = dict[str, Any]
_ANSWERS: dict[str, Callable[[Asked], Facts]] = {
    "fits": room.fits,
    "memory_needed": room.memory_needed,
    "gpu_count": choose.gpu_count,
    "recommend": choose.recommend,
    "max_seq": most.max_seq,
    "kv_budget": most.kv_budget,
    "diagnose": room.diagnose,
    "train_time": hours.train_time,
    "feasible": hours.feasible,
    "train_time_convert": ratios.train_time_convert,
    "gpu_speed_ratio": ratios.gpu_speed_ratio,
    "cost": yuan.cost,
    "cost_compare": yuan.cost_compare,
    "cost_split": yuan.cost_split,
    "hourly_vs_monthly": yuan.hourly_vs_monthly,
    "transfer_time": moving.transfer_time,
}
_NOTHING: Facts = {"missing": None, "knowledge": None, "ranked": None, "premises": [], "shaky": [], "changes": []}
NEEDS_MODEL = frozenset({"fits", "memory_needed", "gpu_count", "recommend", "max_seq", "kv_budget", "diagnose"})
ON_ENOUGH = frozenset({"train_time", "feasible", "cost"})
OF_THE_POOL = frozenset({"fits"})
FOR_ANY_MODEL = frozenset({"fits", "memory_needed", "recommend"})
NEEDS_CARD = frozenset({"max_seq", "kv_budget"})


def decide(asked: Asked) -> Facts:
    """The facts of the answer, with `asked`, `premises`, `shaky` and `changes` (the buttons)."""
    card = asked.get("card")
    if card is not None:
        return {"asked": asked.kind, "verdict": None, "knowledge": card, "premises": [], "shaky": [], "changes": []}
    missing = _missing(asked)
    if asked.get("disk") and not missing and asked.model is not None:
        return {**_NOTHING, "asked": asked.kind, **disk(asked)}
    told, asked = asked, asked if missing else _on_enough(asked)
    answer: Facts = {"verdict": None, "missing": missing} if missing else _answered(asked)
    if missing == "model" and asked.kind in FOR_ANY_MODEL:
        answer |= {
            "largest": most.largest(asked),
            "largest_on": {"gpus": asked.gpus, **room.card_facts(asked, asked.card)},
        }
    lost = answer.get("verdict") == "no" and "options" in answer and not (answer.get("change") or answer.get("spread"))
    if lost and asked.kind in ("fits", "diagnose"):
        answer["elsewhere"] = choose.elsewhere(asked)
    about_job = not answer.get("missing") and "job" in answer
    runs = measured(asked) if "job" in answer else None
    return {
        **answer,
        **({"measured": runs} if runs else {}),
        "ranked": None if answer.get("missing") else ranked(told),
        "gpus_assumed": asked.gpus if asked is not told else None,
        "missing": answer.get("missing"),
        "asked": asked.kind,
        "knowledge": None,
        "premises": premises(asked, answer),
        "shaky": list(asked.get("shaky") or ()),
        "unsized": asked.get("unsized"),
        "unknown_gpu": asked.get("unknown_gpu"),
        "changes": [*switch(asked), *buttons(asked)] if about_job else [],
    }


def _answered(asked: Asked) -> Facts:
    """How many cards a set of runs needs is a question about its time, whatever is run."""
    of_runs = asked.kind == "gpu_count" and _a_set_of_runs(asked)
    return hours.feasible(asked) if of_runs else _ANSWERS[asked.kind](asked)


def _a_set_of_runs(asked: Asked) -> bool:
    return bool(asked.get("runs") and asked.get("hours_each"))


def _on_enough(asked: Asked) -> Asked:
    """How long and how much are told for the fewest cards that hold the job, where no number of them is said; whether
    it fits too, where no card is named at all: then the pool's are meant, all of them if need be."""
    open_kind = asked.kind in ON_ENOUGH or (asked.kind in OF_THE_POOL and asked.card_assumed)
    said = asked.get("gpus") or asked.get("trial_steps") or asked.get("runs")
    if said or not open_kind or asked.model is None or asked.card is None:
        return asked
    have = {one.name: have for one, have in asked.ours}.get(asked.card.name)
    count = fewest(asked, asked.card, have)
    if count is None and asked.card_assumed and have:
        count = max(one for one in COUNTS if one <= have)
    return asked if count in (None, 1) else replace(asked, said={**asked.said, "gpus": count})


def _missing(asked: Asked) -> str | None:
    if asked.get("config_problem"):
        return f"config_{asked.get('config_problem')}"
    if asked.kind in NEEDS_MODEL and asked.model is None and not (asked.kind == "gpu_count" and _a_set_of_runs(asked)):
        return "size" if asked.get("unsized") else "model"
    if asked.kind in NEEDS_CARD and asked.card is None:
        return "card"
    return None
