"""Whom a booking is for, said by name before a verb: 给李想订两张, 帮小王占一张."""

from __future__ import annotations

import re

from .tokens import T
from .vocabulary_zh import WORDS

NONE = (T.WORD, None)

_NAMED = re.compile(
    r"(?:给|帮|替|为|代)(?P<who>[㐀-鿿]{2,4}?|[a-z]{2,16}) ?"
    r"(?=订|约|预[约订定]|占|留|借|抢|申请|定|来[一二两三四五六七八1-8])"
)
# In none of these is a name: ourselves, everybody, times, what cards are called.
NOT_NAMES = frozenset(("gpu", "card", "cards", "gpus", "the", "my", "it", "all", "mine", "your", "his", "her", "our"))
_NOBODY = frozenset("我你他她们咱忙您自己个卡点时用跑做的了再也都就")


def spoken_name(text: str) -> tuple[int, int] | None:
    """Where the name stands in a normal text, or None when nobody is named."""
    for found in _NAMED.finditer(text):
        who = found["who"]
        if not set(who) & _NOBODY and not _holds_a_word(who):
            return found.span("who")
    return None


def is_name(who: str) -> bool:
    """Whether these letters may be somebody's name: ourselves and everybody are none, nor are words of ours."""
    return not set(who) & _NOBODY and not _holds_a_word(who) and who not in NOT_NAMES


def _holds_a_word(who: str) -> bool:
    """明天, 大家: words of ours are no names."""
    return any(
        WORDS.get(who[at : at + size], NONE)[0] != T.WORD
        for size in range(2, len(who) + 1)
        for at in range(len(who) - size + 1)
    )
