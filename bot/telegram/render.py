"""Lines and buttons as Telegram wants them: HTML in pieces it accepts, and an inline keyboard."""

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from telegram import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup

from bot.chat.message import Button
from bot.language.texts.shape import Code, Pre

# Counted in UTF-16 units after the markup is taken out.
MESSAGE_UNITS = 4096
CAPTION_UNITS = 1024
ALERT_UNITS = 200
CALLBACK_BYTES = 64
COPY_UNITS = 256
# Further ones would be shown as plain text.
MOST_ENTITIES = 100


@dataclass(frozen=True, slots=True)
class Piece:
    """One message: with markup, and in plain words for when the markup is not understood."""

    html: str
    plain: str


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the result. `block` tells adjoining preformatted blocks apart."""

    text: str
    kind: type[str]
    block: int


def units(text: str) -> int:
    """Length as Telegram counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def pieces(lines: Sequence[str], limit: int = MESSAGE_UNITS) -> list[Piece]:
    """As few messages as the limit allows, broken between lines; a longer line is broken too.

    Raises ValueError when there is nothing to see.
    """
    shown = [piece for rows in _fill(_rows(lines, limit), limit) if (piece := _piece(rows)).plain.strip()]
    if not shown:
        raise ValueError("an empty message")
    return shown


def keyboard(rows: Sequence[Sequence[Button]], bot: str | None = None) -> InlineKeyboardMarkup | None:
    """Raises ValueError for a token that Telegram would refuse. A text too long to copy gets no button.

    `bot` is the bot's name, for links to its private chat.
    """
    built = [[button for each in row if (button := _button(each, bot))] for row in rows]
    filled = [row for row in built if row]
    return InlineKeyboardMarkup(filled) if filled else None


def _button(button: Button, bot: str | None) -> InlineKeyboardButton | None:
    if button.link:
        return InlineKeyboardButton(button.label, url=f"https://t.me/{bot}?start=1") if bot else None
    if button.copy is not None:
        fits = 0 < units(button.copy) <= COPY_UNITS
        return InlineKeyboardButton(button.label, copy_text=CopyTextButton(button.copy)) if fits else None
    size = len((button.token or "").encode())
    if not 0 < size <= CALLBACK_BYTES:
        raise ValueError(f"a button with {size} bytes of callback data")
    return InlineKeyboardButton(button.label, callback_data=button.token)


def _rows(lines: Iterable[str], limit: int) -> Iterator[_Row]:
    for block, line in enumerate(lines):
        kind = type(line) if isinstance(line, (Code, Pre)) else str
        clean = line.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
        for text in clean.split("\n"):
            for part in _broken(text, limit):
                yield _Row(part, kind, block)


def _broken(text: str, limit: int) -> Iterator[str]:
    """A line in parts, broken at a space where one is near the end; two neighbours never fit together."""
    while units(text) > limit:
        end = _prefix(text, limit)
        space = text.rfind(" ", end * 3 // 4, end)
        cut = space + 1 if space > 0 else end
        yield text[:cut]
        text = text[cut:]
    yield text


def _prefix(text: str, limit: int) -> int:
    """How many characters fit; never half of one."""
    size = 0
    for at, character in enumerate(text):
        size += 2 if ord(character) > 0xFFFF else 1
        if size > limit:
            return at
    return len(text)


def _fill(rows: Iterable[_Row], limit: int) -> Iterator[list[_Row]]:
    current: list[_Row] = []
    size = marked = 0
    for row in rows:
        needed = units(row.text) + 1
        marks = row.kind is Code or (row.kind is Pre and (not current or current[-1].block != row.block))
        if current and (size + needed - 1 > limit or marked + marks > MOST_ENTITIES):
            yield current
            current, size, marked = [], 0, 0
        current.append(row)
        size += needed
        marked += marks
    yield current


def _piece(rows: list[_Row]) -> Piece:
    written: list[str] = []
    for at, row in enumerate(rows):
        text = html.escape(row.text, quote=False)
        if row.kind is Code and text:
            text = f"<code>{text}</code>"
        if row.kind is Pre:
            before, after = rows[at - 1] if at else None, rows[at + 1] if at + 1 < len(rows) else None
            opens = before is None or before.block != row.block
            closes = after is None or after.block != row.block
            text = f"{'<pre>' if opens else ''}{text}{'</pre>' if closes else ''}"
        written.append(text)
    return Piece("\n".join(written), "\n".join(row.text for row in rows))
