"""What words that match no rule are likeliest to ask, with what they point at. Never sure, and nothing is done on it:
what there is is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from .calendar import Calendar
from .fillers import ASKED
from .guess import guess
from .intended import Intent, Rule, intended
from .no_wish import why_no_wish
from .sentence import read_sentence

ENDS = frozenset(["release", "cancel", "extend"])
"""What changes a booking: one's own are shown in its place, each with its buttons."""
SHOWS = ASKED | ENDS | {"pay"}
LEAD, OVER_NOTHING, CLEAR_LEAD, ENDS_OVER_NOTHING = 0.15, 0.25, 0.5, 0.8
_TURNED_ROUND = re.compile(
    r"[他她它你您谁别勿甭吗么?]|不[要许能会]|不用(?!了)|先不|还没|没[放取退续延释撤]|小[㐀-鿿]|老[㐀-鿿]|"
    r"\b(?:he|she|they|you|your|his|her|their|who|don'?t|not|never|should|did|why|how|nobody|someone|somebody)\b"
)


def _is_told(plain: str) -> bool:
    """Said of somebody else, asked, or turned round: nobody wants to end anything."""
    return _TURNED_ROUND.search(plain) is not None or why_no_wish(plain) is not None


def guessed(text: str, kinds: Mapping[str, str], calendar: Calendar, *, clearly: bool = False) -> Intent | None:
    """The likeliest of what can be shown, None where nothing is likely enough. `clearly`: where a rule said another."""
    sentence = read_sentence(text, kinds)
    found = guess(sentence.shape)
    if found.command not in SHOWS or why_no_wish(sentence.plain) == "other_command":
        return None
    if found.lead < (CLEAR_LEAD if clearly else LEAD) or found.over_nothing < OVER_NOTHING:
        return None
    if found.command in ENDS and (found.over_nothing < ENDS_OVER_NOTHING or _is_told(sentence.plain)):
        return None
    intent = intended(Rule(found.command, "never", "", re.compile("")), {}, sentence, calendar)
    if intent is None:
        return None
    return Intent("my") if found.command in ENDS else replace(intent, sure=False)
