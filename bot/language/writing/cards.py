"""Cards by their numbers: 2、3 号卡, 0–3、6 号卡; card 2, cards 0–3, 6."""

from __future__ import annotations

from collections.abc import Iterable

from .. import Lang

SHORTEST_RUN = 3


def write_cards(numbers: Iterable[int], lang: Lang) -> str:
    """The cards in order, three and more in a row as a run. Nothing for no card."""
    ordered = sorted(set(numbers))
    if not ordered:
        return ""
    pieces = [piece for run in _runs(ordered) for piece in _written(run)]
    if lang == "zh":
        return "、".join(pieces) + " 号卡"
    return ("card " if len(ordered) == 1 else "cards ") + ", ".join(pieces)


def _runs(ordered: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for number in ordered:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _written(run: list[int]) -> list[str]:
    return [f"{run[0]}–{run[-1]}"] if len(run) >= SHORTEST_RUN else [str(number) for number in run]
