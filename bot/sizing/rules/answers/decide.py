"""The answer to one question: what is missing is asked for, everything else is answered at once."""

from collections.abc import Callable
from typing import Any

from bot.sizing.rules.answers import choose, hours, most, moving, ratios, room, yuan
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.premises import premises
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
NEEDS_MODEL = frozenset({"fits", "memory_needed", "gpu_count", "recommend", "max_seq", "kv_budget", "diagnose"})
NEEDS_CARD = frozenset({"max_seq", "kv_budget"})


def decide(asked: Asked) -> Facts:
    """The facts of the answer, with `asked`, `premises`, `shaky` and `changes` (the buttons)."""
    card = asked.get("card")
    if card is not None:
        return {"asked": asked.kind, "verdict": None, "knowledge": card, "premises": [], "shaky": [], "changes": []}
    missing = _missing(asked)
    answer: Facts = {"verdict": None, "missing": missing} if missing else _ANSWERS[asked.kind](asked)
    return {
        **answer,
        "missing": answer.get("missing"),
        "asked": asked.kind,
        "knowledge": None,
        "premises": premises(asked, answer),
        "shaky": list(asked.get("shaky") or ()),
        "unsized": asked.get("unsized"),
        "unknown_gpu": asked.get("unknown_gpu"),
        "changes": buttons(asked) if not answer.get("missing") and "job" in answer else [],
    }


def _missing(asked: Asked) -> str | None:
    if asked.get("config_problem"):
        return f"config_{asked.get('config_problem')}"
    if asked.kind in NEEDS_MODEL and asked.model is None:
        return "size" if asked.get("unsized") else "model"
    if asked.kind in NEEDS_CARD and asked.card is None:
        return "card"
    return None
