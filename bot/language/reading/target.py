"""Reads which booking is meant: 42, #42, 42号预约. Nothing else in the text, or it is nothing."""

from __future__ import annotations

import re

from .normal import normalise

_TARGET = re.compile(
    r"(?:booking|预约|订单|编号|号码|no\.?)? ?#? ?(\d{1,9}) ?(?:号)? ?(?:的)?(?:预约|订单|booking)?[。.!]?"
)


def read_target(text: str) -> int | None:
    """The number of a booking, or None when the text is not exactly one."""
    if len(text) > 100:
        return None
    found = _TARGET.fullmatch(normalise(text).text)
    number = int(found[1]) if found else 0
    return number or None
