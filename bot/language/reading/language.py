"""In which language a text was written, for the language of its reply."""

from __future__ import annotations

from collections.abc import Iterable

from .. import Lang
from .kinds import spellings
from .lexer import cut
from .normal import normalise
from .tokens import T

LONGEST_TEXT = 2000
# What both languages type alike: 2xA100-80G 6h 20:00-22:00 8pm gpu0.
NEUTRAL = frozenset(
    {"am", "pm", "gpu", "gpus", "gb", "gib", "hr", "hrs", "min", "mins", "node", "ok", "card", "cards"}
    | {"hour", "hours", "day", "days", "week", "weeks"}
)
FIGURES = frozenset(
    {T.KIND, T.UNKIND, T.UNIT, T.MEMORY, T.TIMES, T.CLOCK, T.STAMP, T.DATE, T.BAD, T.NAME, T.BRAND, T.NODE}
)


def which_language(text: str, kinds: Iterable[str]) -> Lang | None:
    """zh when there are Chinese characters; en when there are English words beyond a leading /command, counts,
    kinds and units; else None."""
    normal = normalise(text[:LONGEST_TEXT]).text
    if any("㐀" <= c <= "鿿" or "\U00020000" <= c <= "\U0003134f" for c in normal):
        return "zh"
    if normal.startswith("/"):
        normal = normal.partition(" ")[2]
    for token in cut(normal, spellings(kinds)):
        if token.tag in FIGURES:
            continue
        words = [
            word for word in token.text.replace("'", " ").split() if word.isascii() and word.isalpha() and len(word) > 1
        ]
        if any(word not in NEUTRAL for word in words):
            return "en"
    return None
