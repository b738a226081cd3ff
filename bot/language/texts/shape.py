"""The little markup that texts need: a line is a plain string, a line to copy, or a preformatted block."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo


class Code(str):
    """A line in monospace that people copy as a whole."""

    __slots__ = ()


class Pre(str):
    """A preformatted block, e.g. a text grid."""

    __slots__ = ()


Line = str | Code | Pre


class Facts(dict[str, Any]):
    """A reply's data as a text sees it: an unknown fact is an error, never an empty word."""

    def __missing__(self, key: str) -> Any:
        raise UnknownFact(key)


class UnknownFact(KeyError):
    """A text asked for a fact that its code does not carry."""


@dataclass(frozen=True, slots=True)
class Context:
    """For whom a text is written: language, the pool's zone, the time of sending, whether plain words are heard."""

    language: str
    zone: ZoneInfo
    now: int
    hears_all: bool = True


Text = Callable[[Facts, Context], list[Line]]
Label = Callable[[Facts, Context], str]
