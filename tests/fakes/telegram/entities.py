"""Entities that Telegram finds by itself in a text, and lengths as it counts them: in UTF-16 units."""

from __future__ import annotations

import re

from tests.fakes.telegram.objects import Json

FOUND = re.compile(
    r"(?<![\w/<>])(?P<bot_command>/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?)(?![\w/<>])"
    r"|(?P<url>https?://[^\s<>]+)"
    r"|(?<!\w)(?P<mention>@[A-Za-z][A-Za-z0-9_]{3,31})",
)
MOST_ENTITIES = 100


def utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def found_entities(text: str) -> list[Json]:
    """Commands, links and mentions that Telegram marks by itself. Full-width signs are none of these."""
    return [
        {
            "type": str(match.lastgroup),
            "offset": utf16_length(text[: match.start()]),
            "length": utf16_length(match.group()),
        }
        for match in FOUND.finditer(text)
    ]
