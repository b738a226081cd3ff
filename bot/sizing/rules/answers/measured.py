"""What the pool measured of runs like the one that is asked about. Nothing is corrected silently."""

from typing import Any

from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.calibrate import shown, shown_times, slower

ABOUT_TIME = frozenset({"train_time", "feasible", "cost"})


def measured(asked: Asked) -> dict[str, Any] | None:
    """The latest runs, how many times its estimate a run of theirs took, and whether that was `applied` to the numbers;
    `also`: the corrections of further methods of the answer; `times`: how long such runs took. None without runs."""
    methods = [method for method in asked.methods if asked.alike.get(method)]
    if not methods:
        return None
    first, *others = methods
    alike, factor = asked.alike[first], asked.corrections.get(first)
    slow = slower(alike)
    return {
        "method": first.value,
        "rows": shown(alike),
        "ratio": factor and factor.ratio,
        "runs": len(alike),
        "applied": factor is not None and not asked.get("uncorrected"),
        "also": [
            {"method": method.value, "ratio": found.ratio, "runs": found.runs}
            for method in others
            if (found := asked.corrections.get(method))
        ],
        "times": shown_times(alike) if asked.kind in ABOUT_TIME else [],
        "slower": slow and slow.ratio,
    }


def switch(asked: Asked) -> list[str]:
    """The button that takes a correction back, or puts it in place again."""
    if not any(method in asked.corrections for method in asked.methods):
        return []
    return ["corrected" if asked.get("uncorrected") else "uncorrected"]
