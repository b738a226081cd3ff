"""Reads what people type in Chinese and English: bookings, commands, pools, booking ids.

Own lexer and grammar, standard library only. A text is understood, asked about or refused; only `read_pool`
raises (`Unreadable`).
"""

from .. import Lang
from .booking import read_booking
from .change import Change, read_change
from .command import CommandText, read_command
from .intended import Intent
from .intent import read_intent
from .language import which_language
from .pool import DeclaredCards, Unreadable, read_pool
from .reading import Card, Outcome, Reading, as_json
from .target import read_target

__all__ = [
    "Card",
    "Change",
    "CommandText",
    "DeclaredCards",
    "Intent",
    "Lang",
    "Outcome",
    "Reading",
    "Unreadable",
    "as_json",
    "read_booking",
    "read_change",
    "read_command",
    "read_intent",
    "read_pool",
    "read_target",
    "which_language",
]
