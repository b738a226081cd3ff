"""What is mainly asked, weighed: each word, each pair of neighbours, each fact and each cue speaks for and against.

No single word decides, so a wording nobody foresaw is mostly read right. `weights.csv` was learned from the questions
in the tests' data, by `python -m tests.sizing.questions.learn`; to teach a wording, add a line there and learn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from ..weights import NOTHING, UNITS, Row, sums, table, words_and_pairs
from . import asking
from .asked import lasts
from .question import ASKED
from .scan import rule

KINDS = (*ASKED, NOTHING)
FACT_WEIGHT = 0.3
"""Of a fact or cue, beside words whose squares add up to 1."""
CUES = (
    *("AFFORDS", "CARDS_BY_TIME", "CHEAPER", "CONVERT", "FASTER", "FEASIBLE", "FITS", "HOURLY", "HOW_MANY", "KV"),
    *("MAX_BATCH", "MAX_SEQ", "MEMORY", "MONEY", "MONTHLY", "MOVE", "ODD", "OOM", "OTHER_MATTERS", "PRICEWISE"),
    *("PROPORTION", "PURSE", "SLOW", "SPLIT", "STILL_OOM", "STRANGE", "TIME", "WHICH", "WHY"),
)
TOLD_FIRST = 0.15
"""What it adds that the rules of `asked` name a kind first; a third of it when they find nothing asked."""
UNSURE = 0.25
"""So close together, the second likeliest is answered too, and what the rules say."""
CLEAR = 0.5
"""Above what speaks for no question: it is one about size even where nothing that could be sized was understood."""
WORK = ("samples", "tokens", "total_steps", "epochs", "runs")
WITH_WORK = ("~MONEY", "~FITS", "~TIME", "~PURSE", "~FEASIBLE", "=deadline", "=budget_cny")
"""These mean another thing where a job is described: fits, but enough money or time for it."""
WITH_TWO = ("~FASTER", "~CHEAPER", "~PRICEWISE", "~CONVERT", "=hours_done")
"""These mean another thing where two kinds of cards are named."""
_NUMBERS = rule(r"\d+(?:\.\d+)?")
_WORDS = rule(r"[a-z']+|[\u4e00-\u9fff]|[0#?]")
_MOST_KINDS_OF_CARDS = 3


def evidence(text: str, facts: Mapping[str, Any], spans: Iterable[tuple[int, int]]) -> tuple[set[str], set[str]]:
    """What is said, and what was understood of it. `spans`: where cards are named, which are all one word here."""
    named = sorted(spans)
    kinds = len({text[start:end] for start, end in named}) + (facts.get("unknown_gpu") is not None)
    plain = text
    for start, end in reversed(named):
        plain = f"{plain[:start]}#{plain[end:]}"
    understood = {f"={name}" for name, value in facts.items() if value not in (None, (), [], 0, {})}
    understood |= {f"~{name}" for name in CUES if getattr(asking, name).search(text)}
    understood.add(f"=cards {min(kinds, _MOST_KINDS_OF_CARDS)}")
    if lasts(text, facts):
        understood.add("~lasts")
    worked = any(facts.get(name) for name in WORK)
    understood |= {f"{one} {'work' if worked else 'no work'}" for one in WITH_WORK if one in understood}
    understood |= {f"{one} {'two' if kinds > 1 else 'one'}" for one in WITH_TWO if one in understood}
    return words_and_pairs(_WORDS.findall(_NUMBERS.sub("0", plain))), understood


def weighed(said: set[str], understood: set[str]) -> list[tuple[float, str]]:
    """Every kind of question with what speaks for it, the likeliest first."""
    weights = _weights()
    totals = sums(weights, said, KINDS)
    for row in (weights[one] for one in understood if one in weights):
        totals = [total + FACT_WEIGHT * weight for total, weight in zip(totals, row, strict=True)]
    return sorted(((total / UNITS, kind) for total, kind in zip(totals, KINDS, strict=True)), reverse=True)


def mainly(told: list[str], ranked: list[tuple[float, str]]) -> list[str]:
    """What a text asks, the main thing first. `told`: what the rules say; `ranked`: see `weighed`."""
    first = told[0] if told else NOTHING
    bonus = TOLD_FIRST if told else TOLD_FIRST / 3
    (best, kind), (second, other), *_ = sorted(
        ((sum_ + bonus * (name == first), name) for sum_, name in ranked), reverse=True
    )
    if kind == NOTHING:
        return told if best - second < UNSURE else []
    if kind in told and len(told) > 2:
        return told  # so many things are asked one after another, in the order of the text
    close = best - second < UNSURE
    also = [*(told if close or kind in told else ()), *([other] if close and other != NOTHING else ())]
    return list(dict.fromkeys((kind, *also)))


def clear(kind: str, ranked: list[tuple[float, str]]) -> bool:
    """Whether much more speaks for this kind of question than for none at all."""
    spoken = {name: sum_ for sum_, name in ranked}
    return spoken[kind] - spoken[NOTHING] >= CLEAR


@cache
def _weights() -> Mapping[str, Row]:
    kinds, weights = table(__package__, "weights.csv")
    assert kinds == KINDS, "the weights are of other kinds of questions: learn them again"
    return weights
