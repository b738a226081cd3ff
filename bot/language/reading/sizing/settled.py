"""A question with all that belongs to it: the card meant among those named, the method, and what is only implied."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from .asking import MAX_BATCH
from .focus import of_others
from .money import hours_of, written
from .names import Named
from .question import Question
from .scan import rule, said
from .setting import trains
from .stated import INSTEAD

HUGE_B = 200
"""Billions of parameters from which people who name no method only mean to run it."""
_TRAINED_WHOLE = rule(
    r"resnet|vit-|swin|convnext|efficientnet|mobilenet|yolo|maskrcnn|upernet|u-net|detr|rt-detr|clip|siglip|sam-|"
    r"dit|deit|dino|sdxl controlnet"
)
_SERVED_IN = frozenset({"awq-int4", "gptq-int4", "gptq-int8", "int4", "int8", "fp8"})
"""What a model is quantised to in order to be run; who trains says so."""
_ENCODERS = rule(r"bert|roberta|distilbert|deberta|xlm-r|bge")
_BY_MEMORY = frozenset({"fits", "memory_needed", "gpu_count", "max_seq", "kv_budget", "diagnose"})
"""What a card's memory alone answers."""
_FIELDS = frozenset(one.name for one in fields(Question))
_ONLY_TOLD = rule(r"(?:必须|非得|非要|一定要|must|need|have to|原来|之前|以前|from|than|比)\s*(?:use\s*)?$")
_NOT_A_TARGET = rule(
    r"(?:要用|必须|非得|非要|一定要|must|need|have to|学校只有|现在(?:有|用|是)?|原来|之前|以前|from|than|比)"
    r"\s*(?:use\s*)?$"
)
_TARGET = rule(
    r"(?:换(?:成|到|用|上)?了?|租(?:一?[张块台])?|改(?:用|成)|升(?:级)?(?:到|成)?|上|\bto|\bon|instead|用|~)"
    r"\s*(?:\d+\s*(?:x|张|块|卡)?\s*)?(?:a |an |the )?(?:\d+\s*x?\s*)?$"
)


def settled(asked: str, facts: dict[str, Any], cards: list[Named], text: str) -> Question:
    """The question with its card chosen among those named, and what is only implied."""
    known = {name: value for name, value in facts.items() if name in _FIELDS}
    known["shaky"] = tuple(dict.fromkeys(facts.get("shaky", ())))
    at = _target(asked, cards, text)
    if at is not None:
        counts: list[int | None] = facts["card_counts"]
        known["gpu_model"] = cards[at].name
        known["other_gpus"] = tuple(dict.fromkeys(card.name for card in cards if card.name != cards[at].name))
        if counts[at] is not None:
            known["gpus"] = counts[at]
        elif asked in ("gpu_speed_ratio", "cost_compare") or any(one is not None for one in counts):
            known["gpus"] = (
                None if asked in ("gpu_speed_ratio", "cost_compare", "train_time_convert") else known.get("gpus")
            )
        if asked == "train_time_convert" and known.get("from_gpus") is None:
            known["from_gpus"] = next((one for i, one in enumerate(counts) if i != at and one), None)
    if known.get("gpu_model") is None and facts.get("label_gb") and asked in _BY_MEMORY:
        known["gpu_model"] = f"{facts['label_gb']}GB card"
    if facts.get("unknown_gpu") and asked in ("gpu_speed_ratio", "train_time_convert", "cost_compare"):
        known["gpu_model"] = None  # beside a card whose speed is unknown the other one is no answer
    if (
        known.get("gpus") is None
        and known.get("gpu_model")
        and asked not in ("gpu_speed_ratio", "gpu_count", "recommend", "cost_compare", "cost_split")
    ):
        known["gpus"] = 1
    if asked == "train_time_convert" and known.get("deadline") is not None:
        known["hours_done"] = known.get("hours_done") or hours_of(known["deadline"])
        known["deadline"] = None  # what it took is no time that is given
        if len(cards) < 2 and known.get("from_gpus") is None and (more := INSTEAD.findall(text)):
            known["from_gpus"], known["gpus"] = known.get("gpus"), int(more[-1])
    if asked == "cost" and known.get("deadline") is None and known.get("hours_done") and not known.get("hours_each"):
        known["deadline"] = written(known["hours_done"] / 24)  # what a run cost that is over
    if asked == "gpu_count":
        known["gpus"] = known["gpus"] if cards and facts["card_counts"] and facts["card_counts"][0] else None
    if asked == "max_seq" and MAX_BATCH.search(text):
        known["most"] = "batch"
    known["method"] = _method(asked, known, text)
    return Question(asked=asked, **{name: value for name, value in known.items() if name not in ("asked", "card")})


def _target(asked: str, cards: list[Named], text: str) -> int | None:
    """Which of the cards named is meant."""
    if not cards:
        return None
    befores = [text[max(0, card.start - 16) : card.start] for card in cards]
    if asked in ("gpu_speed_ratio", "train_time_convert", "diagnose"):
        for at in range(len(cards) - 1, -1, -1):
            if (
                _TARGET.search(befores[at])
                and not _NOT_A_TARGET.search(befores[at])
                and (at or (asked == "gpu_speed_ratio" and len(cards) > 2))
            ):
                return at
    if asked != "diagnose" and asked in ("gpu_speed_ratio", "train_time_convert"):
        return len(cards) - 1 if asked == "train_time_convert" else 0
    mine = [at for at, card in enumerate(cards) if not of_others(text, card.start)] or list(range(len(cards)))
    open_ones = [at for at in mine if not _ONLY_TOLD.search(befores[at]) and not _needed(text, cards[at])]
    return (open_ones or mine)[0 if asked in ("cost_compare", "diagnose") else -1]  # the last word on it counts


def _needed(text: str, card: Named) -> bool:
    """要用 A100 吗: whether it must be that one is asked beside the one that is there."""
    return text[: card.start].rstrip().endswith("要用") and text[card.end :].lstrip().startswith("吗")


def _method(asked: str, known: dict[str, Any], text: str) -> str | None:
    """A vision model is trained whole; a question about fitting without any word of training is about running."""
    method: str | None = known.get("method")
    if method is not None or asked in (
        "gpu_speed_ratio",
        "cost_compare",
        "cost_split",
        "hourly_vs_monthly",
        "transfer_time",
        "cost",
        "train_time_convert",
    ):
        return method if method != "inference" or asked not in ("transfer_time", "hourly_vs_monthly") else None
    if asked == "kv_budget":
        return "inference"
    if (known.get("images") and _trains_images(known)) or _whole_by_nature(known, text):
        return "full"
    served = asked == "max_seq" or (asked in ("fits", "memory_needed") and (known.get("params_b") or 0) >= HUGE_B)
    running = (
        served
        or said(
            r"激活(?!值|检查点|重计算|函数)|active param|only has|\b(?:to|can i|can we) run\b|\brunning\b|满血", text
        )
    ) and not trains(text)
    running = running or (
        asked in ("fits", "memory_needed", "gpu_count") and known.get("precision") in _SERVED_IN and not trains(text)
    )
    return "inference" if running else None


def _whole_by_nature(known: dict[str, Any], text: str) -> bool:
    """Networks that nobody trains but whole: for vision a batch is word enough, since one is given to train."""
    name = str(known.get("model") or "").lower()
    if _TRAINED_WHOLE.match(name):
        told = any(known.get(fact) for fact in ("batch", "epochs", "samples", "most"))
        return told or trains(text) or said(r"混合精度|\bamp\b|mixed precision|预训练|augment", text) is not None
    return _ENCODERS.match(name) is not None and (trains(text) or known.get("most") == "batch")


def _trains_images(known: dict[str, Any]) -> bool:
    return known.get("epochs") is not None or known.get("samples") is not None
