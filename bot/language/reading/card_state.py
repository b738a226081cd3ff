"""Reads what an owner reports of cards: broken 3, 3号卡坏了, ok 2、3."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .normal import normalise

BROKEN = ("broken", "down", "坏", "坏了", "坏掉", "坏掉了")
WORKING = ("ok", "fixed", "好", "好了", "修好", "修好了")
MOST_NAMED = 64

_WORDS = "|".join(sorted((*BROKEN, *WORKING), key=len, reverse=True))
_CARDS = r"(?P<cards>(?:(?:gpus?|cards?|卡) ?)?#?[0-9]{1,6}(?:(?: ?[,、和] ?| )#?[0-9]{1,6})*)(?: ?号?卡| ?号)?"
_SAID = (
    re.compile(rf"(?P<word>{_WORDS}) ?:? ?{_CARDS}"),
    re.compile(rf"{_CARDS} ?(?:is |are )?(?P<word>{_WORDS})"),
)


@dataclass(frozen=True, slots=True)
class CardState:
    """These cards are broken, or work again."""

    numbers: tuple[int, ...]
    broken: bool


def read_card_state(text: str) -> CardState | None:
    """The report, if the whole text is one."""
    normal = normalise(text).text.strip(" 。.!,")
    for said in _SAID:
        found = said.fullmatch(normal)
        if found is not None:
            numbers = tuple(sorted({int(number) for number in re.findall("[0-9]+", found["cards"])}))
            return CardState(numbers, found["word"] in BROKEN) if len(numbers) <= MOST_NAMED else None
    return None
