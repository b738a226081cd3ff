"""Splits a message into the command it names and the command's arguments, as people type it on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .normal import normalise

LONGEST_TEXT = 20_000
SLASHES = "/／"
ATS = "@＠"
WEEKDAYS = "一二三四五六日天末"
_BETWEEN = " \u3000\t\r\n:：,，"


@dataclass(frozen=True, slots=True)
class CommandText:
    """`name` is canonical, `args` as typed; `slash`: one was typed; `bot`: whom /name@Bot was for, or None."""

    name: str
    args: str
    slash: bool
    bot: str | None


def read_command(text: str, names: Mapping[str, str]) -> CommandText | None:
    """The command a text begins with, or None. `names` maps every alias, in small letters, to its command."""
    stripped = (
        text[:LONGEST_TEXT]
        .strip()
        .lstrip("\ufeff\u200b\u200e\u200f\u2066\u2067\u2068\u202a\u202b\u202d\u202e")
        .lstrip()
    )
    slash = stripped[:1] in tuple(SLASHES)
    rest = stripped[1:] if slash else stripped
    if not rest or rest[0].isspace():
        return None
    normal = normalise(rest[:64])
    for size in range(min(len(normal.text), max(map(len, names), default=0)), 0, -1):
        alias = normal.text[:size]
        name = names.get(alias)
        end = normal.source[size - 1] + 1
        if name is None or not _ends_there(alias, rest, end):
            continue
        bot, end = _addressed(rest, end) if slash else (None, end)
        return CommandText(name, rest[end:].strip(_BETWEEN), slash, bot)
    return None


def _ends_there(alias: str, rest: str, end: int) -> bool:
    """A Latin name must be the whole word; a Chinese one may have its arguments glued on: 订2张. 本周五 is a day."""
    after = normalise(rest[end : end + 1]).text
    if alias[-1] == "周" and after and after in WEEKDAYS:
        return False
    if alias[-1].isascii():
        return not (after.isascii() and (after.isalnum() or after == "_")) if after else True
    return True


def _addressed(rest: str, end: int) -> tuple[str | None, int]:
    if rest[end : end + 1] not in tuple(ATS):
        return None, end
    stop = end + 1
    while stop < len(rest) and rest[stop].isascii() and (rest[stop].isalnum() or rest[stop] == "_"):
        stop += 1
    return (rest[end + 1 : stop] or None, stop)


__all__ = ["CommandText", "read_command"]
