"""Learned weights: how a table is kept, and how much what is said speaks for each kind."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from math import sqrt

NOTHING = "none"
"""The kind of what is about something else."""
UNITS = 100
"""Weights are kept in hundredths."""

Row = tuple[int, ...]


def words_and_pairs(words: Iterable[str]) -> set[str]:
    """Each word and each pair of neighbours, the begin and the end being words too."""
    whole = ["^", *words, "$"]
    return {*whole, *(f"{one} {other}" for one, other in pairwise(whole))}


def table(package: str, name: str) -> tuple[tuple[str, ...], dict[str, Row]]:
    """The kinds, and by what is said its weight for each of them."""
    rows = csv.reader((files(package) / name).read_text("utf-8").splitlines())
    kinds = tuple(next(rows)[1:])
    return kinds, {row[0]: tuple(int(weight or 0) for weight in row[1:]) for row in rows}


def sums(weights: Mapping[str, Row], said: Iterable[str], kinds: Sequence[str]) -> list[float]:
    """What speaks for each kind, in units; a text counts the same however many words of it are known."""
    known = [row for one in said if (row := weights.get(one))]
    share = 1 / sqrt(len(known) or 1)
    return [sum(column) * share for column in zip(*known, strict=True)] if known else [0.0] * len(kinds)
