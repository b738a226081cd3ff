"""What words that match nothing are likeliest about, weighed: each word and each pair of neighbours speaks for and
against. It only ever leads to something that is shown, never to something that is done.

`guess_weights.csv` was learned from the sentences in the tests' data by `python -m tests.language.reading.learn`; to
teach a wording, add a line there and learn again.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from .weights import NOTHING, UNITS, Row, sums, table, words_and_pairs

_WORDS = re.compile(r"[a-z']+|[㐀-鿿]|[A-Z?]")


class Guess(NamedTuple):
    """`lead`: by how much more speaks for this command than for the next likely; `over_nothing`: than for none."""

    command: str
    lead: float
    over_nothing: float


def evidence(shape: str) -> set[str]:
    """The words of a sentence's shape (see `sentence`) and its pairs of neighbours."""
    return words_and_pairs(_WORDS.findall(shape))


def guess(shape: str) -> Guess:
    """The likeliest command; `none` where words are more likely about something else."""
    kinds, weights = _weights()
    spoken = [units / UNITS for units in sums(weights, evidence(shape), kinds)]
    ranked = sorted(zip(spoken, kinds, strict=True), reverse=True)
    (best, kind), (second, _) = ranked[:2]
    return Guess(kind, best - second, best - spoken[kinds.index(NOTHING)])


@cache
def _weights() -> tuple[tuple[str, ...], dict[str, Row]]:
    return table(__package__, "guess_weights.csv")
