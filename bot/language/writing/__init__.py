"""Writes times, spans, amounts, cards and names as people say them, in Chinese and English.

Standard library only; what it prints of times, lengths and cards, `reading` reads back to the same.
"""

from .amounts import write_amount, write_whole
from .cards import write_cards
from .people import display_width, plain_name
from .times import write_minutes, write_point, write_span

__all__ = [
    "display_width",
    "plain_name",
    "write_amount",
    "write_cards",
    "write_minutes",
    "write_point",
    "write_span",
    "write_whole",
]
