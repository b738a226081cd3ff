"""Reads what people type in Chinese and English: bookings, commands, pools, booking ids.

Own lexer and grammar, standard library only. A text is understood, asked about or refused; only `read_pool`
raises (`Unreadable`).
"""

from .. import Lang
from .booking import read_booking
from .command import CommandText, read_command
from .language import which_language
from .pool import DeclaredCards, Unreadable, read_pool
from .reading import Card, Outcome, Reading, as_json
from .target import read_target

__all__ = [
    "Card",
    "CommandText",
    "DeclaredCards",
    "Lang",
    "Outcome",
    "Reading",
    "Unreadable",
    "as_json",
    "read_booking",
    "read_command",
    "read_pool",
    "read_target",
    "which_language",
]
