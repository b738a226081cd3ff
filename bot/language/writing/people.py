"""Names of people and other text from outside, made safe to stand inside a line of ours.

What turns the direction of a line, breaks it or is invisible is dropped; long names are cut by their width.
"""

from __future__ import annotations

import unicodedata

WIDEST_NAME = 24
MOST_MARKS = 2  # combining marks on one letter; more is a tower over the line above
JOINER = "\u200d"


def plain_name(name: str, widest: int = WIDEST_NAME) -> str:
    """`name` on one line without control and direction characters, at most `widest` columns; "" if none is left."""
    kept: list[str] = []
    marks = 0
    for character in name[: 50 * widest]:
        category = unicodedata.category(character)
        if category.startswith("Z"):
            if kept and kept[-1] != " ":
                kept.append(" ")
            continue
        if category.startswith("C") and not (character == JOINER and kept):
            kept += [" "] if character in "\n\r\t" and kept and kept[-1] != " " else []
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= MOST_MARKS and not (marks and not kept):
            kept.append(character)
    plain = "".join(kept).strip(" " + JOINER)
    return _cut(plain, widest)


def display_width(text: str) -> int:
    """Columns on screen: two for Chinese and emoji, none for marks and joiners."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if character == JOINER or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _cut(text: str, widest: int) -> str:
    if display_width(text) <= widest:
        return text
    width, end = 0, 0
    while end < len(text) and width + _columns(text[end]) <= widest - 1:
        width += _columns(text[end])
        end += 1
    return text[:end].rstrip(" " + JOINER) + "…"
