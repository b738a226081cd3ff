"""Figures and how they are shown: percentiles, goals, a table for people, JSON for programs."""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. `most` is the goal: it should not be exceeded."""

    name: str
    value: float
    unit: str
    most: float | None = None

    @property
    def verdict(self) -> str:
        if self.most is None:
            return ""
        return "ok" if self.value <= self.most else "MISSED"


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of all do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * share // 1) - 1)]


def spread(name: str, seconds: Sequence[float], p50: float | None = None, p99: float | None = None) -> list[Figure]:
    """p50 and p99 in milliseconds, with their goals."""
    return [
        Figure(f"{name} p50", 1000 * percentile(seconds, 0.50), "ms", p50),
        Figure(f"{name} p99", 1000 * percentile(seconds, 0.99), "ms", p99),
    ]


def ratio(name: str, values: Sequence[float], by: Sequence[float], most: float | None = None) -> Figure:
    """How many times as long, by the medians."""
    return Figure(name, median(values) / median(by), "×", most)


def load() -> str:
    """The load average and the cores: what else the machine was doing."""
    return f"load {' '.join(f'{one:.2f}' for one in os.getloadavg())} on {os.cpu_count()} cores"


def table(figures: Iterable[Figure]) -> str:
    """One line a figure."""
    return "\n".join(
        f"{one.name:<58} {one.value:>10.2f} {one.unit:<10}"
        + (f" goal ≤ {one.most:g}  {one.verdict}" if one.most is not None else "")
        for one in figures
    )


def as_json(figures: Iterable[Figure], loads: Sequence[str]) -> str:
    return json.dumps({"load": loads, "figures": [asdict(one) for one in figures]}, ensure_ascii=False, indent=1)
