"""Answers that compare cards: the same run on other cards, and how many times as fast one is as another."""

from typing import Any

from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.hours import timed
from bot.sizing.rules.pace import times_as_fast
from bot.sizing.rules.shapes import Card

PCIE_SHARE = (0.5, 0.7)
"""Of the speed of cards with NVLink, what several cards without it keep in a full run."""


def train_time_convert(asked: Asked) -> dict[str, Any]:
    """So long on those cards, how long on these: by the 16-bit rate each reaches, with a range for several on PCIe."""
    told, to = asked.get("hours_done"), asked.card
    if not told or to is None or not (asked.others or asked.get("from_gpus")):
        return {"verdict": None, "missing": "work" if not told else "card"}
    source = asked.others[0] if asked.others else to
    before, after = int(asked.get("from_gpus") or 1), int(asked.get("gpus") or 1)
    ratio = before / (after * times_as_fast(to, source).middle)
    seconds = told * 3600 * ratio
    low, high = seconds * 0.9, seconds * 1.1
    if before > 1 and "no_p2p" in source.caveats and "no_p2p" not in to.caveats:
        low = seconds * PCIE_SHARE[0]
    if after > 1 and "no_p2p" in to.caveats and "no_p2p" not in source.caveats:
        high = seconds / PCIE_SHARE[0]
    return {
        "verdict": None,
        "time": timed(seconds, low, high),
        "told_seconds": round(told * 3600),
        "from": {"card": source.name, "gpus": before, "tflops": source.tflops},
        "to": {"card": to.name, "gpus": after, "tflops": to.tflops},
        "basis": "ratio",
    }


def gpu_speed_ratio(asked: Asked) -> dict[str, Any]:
    """How many times as fast the first card is as each other: by dense rate, bandwidth, and one reference run."""
    card = asked.card
    if card is None:
        return {"verdict": None, "missing": "card"}
    others = asked.others or tuple(one for one, _ in asked.ours if one.name != card.name)[:1]
    if not others:
        return {"verdict": None, "missing": "other_card"}
    found = [_ratio(card, other) for other in others]
    return {
        "verdict": None,
        "card": card.name,
        "gpus": asked.gpus,
        "tflops": card.tflops,
        "gb_s": card.gb_s,
        "memory_gb": round(card.memory / 2**30),
        "caveats": list(card.caveats),
        "ratios": found,
    }


def _ratio(card: Card, other: Card) -> dict[str, Any]:
    fast = times_as_fast(card, other)
    return {
        "card": other.name,
        "low": fast.low,
        "high": fast.high,
        "bandwidth": round(card.gb_s / other.gb_s, 2),
        "tflops": other.tflops,
        "gb_s": other.gb_s,
        "memory_gb": round(other.memory / 2**30),
        "caveats": list(other.caveats),
    }
