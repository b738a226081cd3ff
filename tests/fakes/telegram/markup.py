"""HTML as Telegram reads it: tags to entities, and its own complaints about what is wrong.

The order of the checks and their words follow the parser of tdlib. Markdown is not read here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.fakes.telegram.entities import utf16_length
from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.refusals import Refused, bad_request

KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler",
    "span": "spoiler", "a": "text_link", "code": "code", "pre": "pre", "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}  # fmt: skip
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
CHARACTER = re.compile(r"&(?:#x(?P<hex>[0-9a-fA-F]{1,8})|#(?P<dec>[0-9]{1,9})|(?P<name>[a-zA-Z]+));?")


@dataclass(slots=True)
class _Open:
    tag: str
    start: int
    attributes: dict[str, str]


@dataclass(slots=True)
class _Reader:
    source: str
    at: int = 0
    plain: list[str] = field(default_factory=list)
    length: int = 0
    open: list[_Open] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)

    def complain(self, what: str, position: int, detail: str = "") -> Refused:
        offset = len(self.source[:position].encode())
        return bad_request(f"can't parse entities: {what} at byte offset {offset}{detail}")

    def add(self, text: str) -> None:
        self.plain.append(text)
        self.length += utf16_length(text)

    def peek(self) -> str:
        return self.source[self.at] if self.at < len(self.source) else ""

    def skip_spaces(self) -> None:
        while self.peek().isspace():
            self.at += 1

    def word(self, stops: str) -> str:
        start = self.at
        while self.peek() and not self.peek().isspace() and self.peek() not in stops:
            self.at += 1
        return self.source[start : self.at]


def parse_html(source: str) -> tuple[str, list[Json]]:
    """Plain text and its entities (offsets in UTF-16 units). Raises Refused "can't parse entities: …"."""
    reader = _Reader(source)
    while reader.peek():
        if reader.peek() == "&":
            reader.add(_character(reader))
        elif source.startswith("</", reader.at):
            _end_tag(reader)
        elif reader.peek() == "<":
            _start_tag(reader)
        else:
            reader.add(reader.peek())
            reader.at += 1
    if reader.open:
        tag = reader.open[-1].tag
        raise bad_request(f"can't parse entities: Can't find end tag corresponding to start tag \"{tag}\"")
    return "".join(reader.plain), reader.entities


def _character(reader: _Reader) -> str:
    match = CHARACTER.match(reader.source, reader.at)
    decoded = ""
    if match:
        code = int(match["hex"] or "0", 16) or int(match["dec"] or "0")
        decoded = chr(code) if 0 < code < 0x10FFFF else NAMED.get(match["name"] or "", "")
    if not match or not decoded:
        reader.at += 1
        return "&"
    reader.at = match.end()
    return decoded


def _start_tag(reader: _Reader) -> None:
    begin = reader.at
    reader.at += 1
    tag = reader.word(">").lower()
    if not reader.peek():
        raise reader.complain("Unclosed start tag", begin)
    if tag not in KINDS:
        raise reader.complain(f'Unsupported start tag "{tag}"', begin)
    attributes: dict[str, str] = {}
    reader.skip_spaces()
    while reader.peek() != ">":
        name, value = _attribute(reader, tag, begin)
        attributes[name] = value
        reader.skip_spaces()
    reader.at += 1
    if tag == "span" and attributes.get("class") != "tg-spoiler":
        raise reader.complain('Tag "span" must have class "tg-spoiler"', begin)
    reader.open.append(_Open(tag, reader.length, attributes))


def _attribute(reader: _Reader, tag: str, begin: int) -> tuple[str, str]:
    start = reader.at
    name = reader.word("=>").lower()
    if not name:
        if not reader.peek():
            raise reader.complain("Unclosed start tag", begin)
        raise reader.complain(f'Empty attribute name in the tag "{tag}"', start)
    reader.skip_spaces()
    if reader.peek() != "=":
        if tag == "blockquote" and name == "expandable":
            return name, ""
        raise reader.complain(f'Expected equal sign in declaration of an attribute of the tag "{tag}"', start)
    reader.at += 1
    reader.skip_spaces()
    quote = reader.peek()
    value = _quoted(reader, quote) if quote in ('"', "'") else reader.word(">").lower()
    if not reader.peek():
        raise reader.complain("Unclosed start tag", begin)
    return name, value


def _quoted(reader: _Reader, quote: str) -> str:
    pieces: list[str] = []
    if not quote:
        return ""
    reader.at += 1
    while reader.peek() and reader.peek() != quote:
        if reader.peek() == "&":
            pieces.append(_character(reader))
        else:
            pieces.append(reader.peek())
            reader.at += 1
    reader.at += 1
    return "".join(pieces)


def _end_tag(reader: _Reader) -> None:
    begin = reader.at
    if not reader.open:
        raise reader.complain("Unexpected end tag", begin)
    reader.at += 2
    name = reader.word(">").lower()
    reader.skip_spaces()
    if reader.peek() != ">":
        raise reader.complain("Unclosed end tag", begin)
    opened = reader.open.pop()
    if name and name != opened.tag:
        raise reader.complain("Unmatched end tag", begin, f', expected "</{opened.tag}>", found "</{name}>"')
    reader.at += 1
    length = reader.length - opened.start
    if length and (entity := _entity(opened, reader.open[-1] if reader.open else None)) is not None:
        reader.entities.append(entity | {"offset": opened.start, "length": length})


def _entity(opened: _Open, inside: _Open | None) -> Json | None:
    kind = KINDS[opened.tag]
    if kind == "text_link":
        url = opened.attributes.get("href", "")
        return {"type": kind, "url": url} if re.match(r"(https?|tg|ton)://\S", url) else None
    language = opened.attributes.get("class", "").partition("language-")[2]
    if kind == "code" and language and inside and inside.tag == "pre" and inside.start == opened.start:
        inside.attributes["language"] = language
        return None
    if kind == "pre" and "language" in opened.attributes:
        return {"type": kind, "language": opened.attributes["language"]}
    if kind == "custom_emoji":
        return {"type": kind, "custom_emoji_id": opened.attributes.get("emoji-id", "")}
    if kind == "blockquote" and "expandable" in opened.attributes:
        return {"type": "expandable_blockquote"}
    return {"type": kind}
