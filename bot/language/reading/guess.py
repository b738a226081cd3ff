"""What words that match nothing are likeliest about, weighed: each word and each pair of neighbours speaks for and
against. It only ever leads to something that is shown, never to something that is done.

`guess_weights.csv` was learned from the sentences in the tests' data by `python -m tests.language.reading.learn`; to
teach a wording, add a line there and learn again.
"""

from __future__ import annotations

import csv
import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

NOTHING = "none"
UNITS = 100
"""Weights are kept in hundredths."""
_WORDS = re.compile(r"[a-z']+|[㐀-鿿]|[A-Z?]")


class Guess(NamedTuple):
    """`lead`: by how much more speaks for this command than for the next likely; `over_nothing`: than for none."""

    command: str
    lead: float
    over_nothing: float


def evidence(shape: str) -> set[str]:
    """The words of a sentence's shape (see `sentence`) and its pairs of neighbours."""
    words = ["^", *_WORDS.findall(shape), "$"]
    return {*words, *(f"{one} {other}" for one, other in pairwise(words))}


def guess(shape: str) -> Guess:
    """The likeliest command; `none` where words are more likely about something else."""
    kinds, weights = _weights()
    known = [row for one in evidence(shape) if (row := weights.get(one))]
    share = 1 / sqrt(len(known) or 1) / UNITS
    sums = [sum(column) * share for column in zip(*known, strict=True)] if known else [0.0] * len(kinds)
    ranked = sorted(zip(sums, kinds, strict=True), reverse=True)
    (best, kind), (second, _) = ranked[:2]
    return Guess(kind, best - second, best - sums[kinds.index(NOTHING)])


@cache
def _weights() -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    rows = csv.reader((files(__package__) / "guess_weights.csv").read_text("utf-8").splitlines())
    kinds = tuple(next(rows)[1:])
    return kinds, {row[0]: tuple(int(weight or 0) for weight in row[1:]) for row in rows}
