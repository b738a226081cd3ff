"""Chinese words the reader knows, with tag and value. The longest match wins, so 一下 is never the number one."""

from __future__ import annotations

from .days_zh import day_words
from .tokens import T
from .words_zh import COUNT_NOTHING, OTHERS, UNITS
from .words_zh import WORDS as BY_TAG

Entry = tuple[T, object]


def _words() -> dict[str, Entry]:
    words: dict[str, Entry] = {}
    for tag, text in BY_TAG.items():
        words |= {word: (tag, word) for word in text.split()}
    for name, text in OTHERS.items():
        words |= dict.fromkeys(text.split(), (T.OTHER, name))
    words |= {word: (T.UNIT, minutes) for word, minutes in UNITS.items()}
    words |= day_words()
    words |= {"单卡": (T.COUNTED, 1), "双卡": (T.COUNTED, 2), "一对": (T.COUNTED, 2), "半": (T.HALF, "半")}
    return words | {word: (T.WORD, word) for word in COUNT_NOTHING.split()}


WORDS = _words()
LONGEST = max(map(len, WORDS))
