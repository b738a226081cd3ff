"""Folk rules that a question takes for true and that are wrong: they are named before the numbers.

Each was checked against measurements; the numbers of an answer are always the estimate's own.
"""

from typing import Any

from bot.sizing.rules.aligned import ADAPTED, TEXT, WAYS
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.shapes import GIB, Kind, Method

SMALL_CARD = 48 * GIB
_FULL_B = (6e9, 9e9)
_LORA_B = (12e9, 15e9)


def premises(asked: Asked, answer: dict[str, Any]) -> list[str]:
    """Their names, the most important first."""
    found = [*_aligned(asked), *(name for name in asked.get("claims") or () if name in NAMED)]
    model, card = asked.model, asked.card
    verdict = answer.get("verdict")
    if (
        "moe_active" in found
        and (model is None or model.params == model.active_params)
        and asked.get("params_b") is None
    ):
        found.remove("moe_active")
    if (
        model is not None
        and card is not None
        and model.kind is Kind.LM
        and asked.kind in ("fits", "feasible", "diagnose")
    ):
        small = card.usable < 25 * GIB
        method = asked.methods[0]
        if (
            method is Method.LORA
            and asked.get("precision") is None
            and asked.gpus == 1
            and _LORA_B[0] <= model.params <= _LORA_B[1]
            and small
            and verdict != "fits"
        ):
            found.append("lora_13b_on_24")
        if (
            method is Method.FULL
            and verdict != "fits"
            and _FULL_B[0] <= model.params <= _FULL_B[1]
            and asked.gpus == 1
            and card.usable <= SMALL_CARD
        ):
            found.append("full_7b_on_40")
    trains = asked.kind in ("fits", "feasible", "train_time", "diagnose", "memory_needed")
    if trains and card is not None and "no_bf16" in card.caveats and asked.get("method") != "inference":
        found.append("no_bf16")
    return list(dict.fromkeys(found))[:2]


def _aligned(asked: Asked) -> list[str]:
    """Training by preferences: which models the numbers count, and that the time is that of plain fine-tuning."""
    way, method = asked.get("aligned"), asked.methods[0]
    if way not in WAYS or asked.model is None or asked.model.kind not in TEXT or method is Method.INFERENCE:
        return []
    if asked.kind in ("gpu_speed_ratio", "hourly_vs_monthly", "cost_split", "transfer_time", "train_time_convert"):
        return []
    timed = asked.kind in ("train_time", "feasible", "cost", "cost_compare") and not asked.get("trial_steps")
    counted = f"{way}_adapters" if method in ADAPTED else f"{way}_full"
    return [*([f"{way}_time"] if timed else []), counted]


NAMED = frozenset(
    {
        "moe_active",
        "inference_figure",
        "lora_ten_times",
        "memory_adds_up",
        "two_weeks_monthly",
        "hundreds_of_gb_an_hour",
        "params_times_factor",
        "lora_13b_on_24",
        "full_7b_on_40",
        "no_bf16",
        *(f"{way}_{told}" for way in WAYS for told in ("full", "adapters", "time")),
    }
)
