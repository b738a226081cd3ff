"""A message as the pieces that are sent one after the other, and what is taken from a piece that fails."""

import html
from dataclasses import dataclass, replace

from telegram import InlineKeyboardMarkup

from bot.chat.message import Attached, Outgoing
from bot.telegram.attached import fits
from bot.telegram.quirks import Quirk
from bot.telegram.render import CAPTION_UNITS, MESSAGE_UNITS, Piece, keyboard, pieces
from bot.telegram.whispers import Whisper


@dataclass(frozen=True, slots=True)
class Shot:
    """One piece on its way. Every amendment takes something away, so there is an end to them."""

    code: str
    chat: int
    piece: Piece
    thread: int | None = None
    reply_to: int | None = None
    edit_of: int | None = None
    markup: InlineKeyboardMarkup | None = None
    plain: bool = False
    moved: bool = False
    silent: bool = False
    whisper: Whisper | None = None
    attached: Attached | None = None


def amended(shot: Shot, quirk: Quirk | None) -> Shot | None:
    """The shot without what Telegram did not take; None when there is no cure.

    A file goes first of all that may be wrong, and is said to be missing.
    """
    if quirk is Quirk.VANISHED and shot.edit_of:
        return replace(shot, edit_of=None)
    if quirk is Quirk.UNREADABLE and not shot.plain:
        return replace(shot, plain=True)
    if quirk is Quirk.NO_TOPIC and shot.thread:
        return replace(shot, thread=None)
    if quirk is Quirk.NO_REPLY and shot.reply_to:
        return replace(shot, reply_to=None)
    if quirk in (Quirk.NO_FILE, None) and shot.attached:
        return replace(shot, attached=None, piece=_saying(shot.piece, shot.attached.instead))
    return None


def _saying(piece: Piece, more: str) -> Piece:
    """The same words with a line behind them; a caption has room for it once it is none."""
    return Piece(f"{piece.html}\n{html.escape(more, quote=False)}", f"{piece.plain}\n{more}") if more else piece


def shots_of(message: Outgoing, whisper: Whisper | None, bot: str | None) -> list[Shot]:
    """The first piece answers or edits, the last one carries the buttons. Raises ValueError.

    A file comes with the first piece, as its caption; Telegram turns no text into a file, so it edits nothing.
    """
    attached = message.attached if fits(message.attached) else None
    missing = message.attached.instead if message.attached is not None and attached is None else ""
    lines = (*message.lines, missing) if missing else message.lines
    written = pieces(lines, CAPTION_UNITS if attached else MESSAGE_UNITS)
    markup = keyboard(message.buttons, bot)
    place = message.place
    shots = [
        Shot(message.code, int(place.chat), piece, number(place.topic), silent=message.silent, whisper=whisper)
        for piece in written
    ]
    edited = None if attached else number(message.edit_of)
    shots[0] = replace(shots[0], reply_to=number(message.reply_to), edit_of=edited, attached=attached)
    shots[-1] = replace(shots[-1], markup=markup)
    return shots


def landed_like(shot: Shot, landed: Shot) -> Shot:
    """A later piece goes where the first one could go."""
    return replace(shot, chat=landed.chat, thread=landed.thread, moved=landed.moved, whisper=landed.whisper)


def number(text: str | None) -> int | None:
    """Quirk: an ephemeral message has the id 0 and can be neither answered nor edited."""
    return int(text) if text and text.isascii() and text.isdigit() and int(text) else None
