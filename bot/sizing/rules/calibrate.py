"""Estimates against what a pool measured of its own finished runs: which runs are comparable, and by how much an
estimate is corrected. A correction is always shown with its size; nothing is corrected by fewer than three runs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from statistics import median
from typing import Any

from bot.sizing.rules.memory import FITS
from bot.sizing.rules.shapes import GIB, Method

LEAST_RUNS = 3
MOST_RUNS = 20
"""The latest comparable runs that count: habits change."""
SHOWN = 3
UNLIKE = 1.5
"""Doublings of parameters up to which two runs of the same method are comparable."""
CORRECTED = frozenset({"fits", "memory_needed", "diagnose"})
"""What is asked where the numbers themselves are corrected; elsewhere the runs are only shown."""


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run: bytes a card, as estimated and as measured. `described`: what its member said it was."""

    method: Method
    params: int
    predicted: int
    measured: int
    described: str
    at: int


@dataclass(frozen=True, slots=True)
class Correction:
    """`ratio` = median of measured ÷ estimated over `runs` comparable runs."""

    ratio: float
    runs: int


def comparable(runs: Iterable[Run], method: Method, params: int) -> list[Run]:
    """Runs of the same method on a network of about that size, in the order given."""
    near = [run for run in runs if run.method is method and abs(log2(run.params / params)) <= UNLIKE]
    return near[:MOST_RUNS]


def correction(alike: Sequence[Run]) -> Correction | None:
    """The pool's own factor; None below three runs."""
    if len(alike) < LEAST_RUNS:
        return None
    return Correction(round(median(run.measured / run.predicted for run in alike), 3), len(alike))


def corrected(answer: dict[str, Any], ratio: float) -> dict[str, Any]:
    """The answer with every amount on a card times the ratio, and the verdicts that follow from it."""
    options = [_option(one, ratio, answer["card_gib"]) for one in answer["options"]]
    worst = options[0]["verdict"]
    best = "fits" if any(one["verdict"] == "fits" for one in options) else worst
    verdict = worst if len(options) == 1 or len({one["gpus"] for one in options}) > 1 else best
    if answer["asked"] == "memory_needed" and answer["verdict"] is not None:
        verdict = next((one["verdict"] for one in options if one["verdict"] in ("fits", "tight")), "no")
    other: dict[str, Any] = {
        name: _option(answer[name], ratio, answer["card_gib"])
        for name in ("change", "quantised", "spread", "unsharded", "unchecked", "enough")
        if answer.get(name)
    }
    if "change" in other and worst == "fits":
        other["change"] = None  # nothing needs to be changed any more
    return {**answer, **other, "options": options, "verdict": answer["verdict"] and verdict}


def _option(option: dict[str, Any], ratio: float, card_gib: float | None) -> dict[str, Any]:
    scaled: dict[str, Any] = {**option}
    scaled |= {name: round(option[name] * ratio, 1) for name in ("gib", "low", "high") if name in option}
    if option.get("verdict") is None or not card_gib:
        return scaled
    share = scaled["gib"] / card_gib
    return {**scaled, "verdict": "fits" if share <= FITS else "tight" if share <= 1 else "no"}


def shown(alike: Sequence[Run]) -> list[dict[str, Any]]:
    """The latest three, in GiB."""
    return [
        {
            "described": run.described,
            "predicted": round(run.predicted / GIB, 1),
            "measured": round(run.measured / GIB, 1),
        }
        for run in alike[:SHOWN]
    ]
