"""Text as a cell of a sheet may hold it: nothing that a program takes for a formula, no control characters."""

import re

# What Excel, LibreOffice and WPS read as the start of a formula, also behind blanks; full-width signs as well.
FORMULA = re.compile(r"[\s\ufeff\u200b-\u200f\u2060]*[=+\-@＝＋－＠]|[\t\r\n]")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
LONGEST = 32_000


def clean(text: str) -> str:
    """Without characters that no sheet can store; no longer than a cell."""
    return CONTROL.sub("", text)[:LONGEST]


def guarded(text: str) -> str:
    """For CSV: with an apostrophe in front where a program would take the text for a formula."""
    plain = clean(text)
    return "'" + plain if FORMULA.match(plain) else plain
