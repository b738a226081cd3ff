"""Words of one command in whatever order: 可以放我的卡了, 卡都占满了吗, could you extend mine by 2 hours.

Every word of the sentence has to be one that this command allows, and each of its needs has to be met: a word that
nobody knows (a name, a negation, another thing) makes it no command. Said to the bot only, never sure in a group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from .fillers import ASKED, passed_over

MOST_WORDS = 16
_SKIPPED = frozenset(" ,.!~;:'\"()")
STRANGE = 2  # letters of Chinese that make one word
_SOMEBODY = frozenset("他她它你您谁别人家师老小")
_SOMEBODY_EN = frozenset("he she they you your his her their he's she's not don't no never who".split())  # noqa: SIM905
_LATIN = re.compile(r"[a-z]+(?:'[a-z]+)?")


class Bag(NamedTuple):
    """`needs`: one word of each is said; `allows`: all that may be said beside. `rest`: the words for the command."""

    command: str
    needs: tuple[frozenset[str], ...]
    allows: frozenset[str]
    rest: str = ""

    def holds(self, words: frozenset[str]) -> bool:
        return all(need & words for need in self.needs)


def bag(command: str, needs: Iterable[str], allows: str, rest: str = "") -> Bag:
    """A bag whose words are written with blanks between them. Fillers are allowed in each."""
    allowed = frozenset(allows.split()) | passed_over(command)
    return Bag(command, tuple(frozenset(need.split()) for need in needs), allowed, rest)


def loosely(shape: str, bags: tuple[Bag, ...]) -> Iterator[Bag]:
    """The bags that hold the whole shape (see `sentence`), in order."""
    for one in bags:
        if not all(any(word in shape for word in need) for need in one.needs):
            continue
        words = _words(shape, *_vocabulary(one))
        if words is not None and len(words) <= MOST_WORDS and one.holds(frozenset(words)):
            yield one


def nearly(shape: str, bags: tuple[Bag, ...]) -> Iterator[Bag]:
    """Like `loosely` where one word is unknown, for what only shows something."""
    for one in bags:
        if one.command not in ASKED or not all(any(word in shape for word in need) for need in one.needs):
            continue
        words = _words(shape, *_vocabulary(one), strange=STRANGE)
        if words is not None and len(words) <= MOST_WORDS and one.holds(frozenset(words)):
            yield one


@cache
def _vocabulary(one: Bag) -> tuple[frozenset[str], int]:
    words = one.allows.union(*one.needs)
    return words, max(map(len, words))


def _words(shape: str, known: frozenset[str], longest: int, strange: int = 0) -> list[str] | None:
    """The words of a bag in the shape: Latin ones whole, Chinese by the longest; None when more are unknown than
    `strange` letters of Chinese, of which a Latin word weighs as much as all."""
    found: list[str] = []
    at = 0
    while at < len(shape):
        if shape[at] in _SKIPPED:
            at += 1
            continue
        latin = _LATIN.match(shape, at)
        sizes = [latin.end() - at] if latin else range(min(longest, len(shape) - at), 0, -1)
        size = next((size for size in sizes if shape[at : at + size] in known), None)
        if size is None:
            strange -= STRANGE if latin else 1
            if strange < 0 or shape[at] in _SOMEBODY or (latin and latin.group() in _SOMEBODY_EN):
                return None
            at = latin.end() if latin else at + 1
            continue
        found.append(shape[at : at + size])
        at += size
    return found
