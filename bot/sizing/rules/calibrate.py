"""Estimates against what a pool measured of its own finished runs: which runs are comparable, and by how much an
estimate of memory is corrected. A correction is always shown with its size; fewer than three runs correct nothing, and
times are shown beside their estimates and never corrected."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from statistics import median
from typing import Any

from bot.sizing.rules.shapes import GIB, Method

LEAST_RUNS = 3
MOST_RUNS = 20
"""The latest comparable runs that count: habits change."""
SHOWN = 3
UNLIKE = 1.5
"""Doublings of parameters up to which two runs of the same method are comparable."""


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run: bytes a card, as estimated and as measured; seconds, where its words said how much work it was.
    `described`: what its member said it was."""

    method: Method
    params: int
    predicted: int
    measured: int
    described: str
    at: int
    expected_s: int | None = None
    took_s: int | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """`ratio` = median of measured ÷ estimated over `runs` comparable runs."""

    ratio: float
    runs: int


def comparable(runs: Iterable[Run], method: Method, params: int) -> list[Run]:
    """Runs of the same method on a network of about that size, in the order given."""
    near = [run for run in runs if run.method is method and abs(log2(run.params / max(params, 1))) <= UNLIKE]
    return near[:MOST_RUNS]


def correction(alike: Sequence[Run]) -> Correction | None:
    """The pool's own factor; None below three runs."""
    if len(alike) < LEAST_RUNS:
        return None
    return Correction(round(median(run.measured / run.predicted for run in alike), 3), len(alike))


def slower(alike: Sequence[Run]) -> Correction | None:
    """How many times as long the pool's runs took as was estimated; None below three that are known."""
    known = [run.took_s / run.expected_s for run in alike if run.took_s and run.expected_s]
    return Correction(round(median(known), 2), len(known)) if len(known) >= LEAST_RUNS else None


def shown(alike: Sequence[Run]) -> list[dict[str, Any]]:
    """The latest three, in GiB and seconds."""
    return [
        {
            "described": run.described,
            "predicted": round(run.predicted / GIB, 1),
            "measured": round(run.measured / GIB, 1),
            "expected_seconds": run.expected_s,
            "took_seconds": run.took_s,
        }
        for run in alike[:SHOWN]
    ]


def shown_times(alike: Sequence[Run]) -> list[dict[str, Any]]:
    """The latest three of which both times are known."""
    return shown([run for run in alike if run.took_s and run.expected_s])
