"""With whom one's booking is to be shared: 和小李合用, 预约42和小李共用, use it together with bob."""

from __future__ import annotations

import re

from .normal import normalise

_NUMBER = r"(?:(?:预约|订单|booking ?|#) ?#?(?P<number>[0-9]{1,9}) ?)?"
_WHO = r"@?(?P<who>[^\s@,;:!?()，。、]{1,32}?)"
_TOGETHER = (
    re.compile(
        rf"(?:我(?:想|要)?)?{_NUMBER}(?:和|跟|与|同) ?{_WHO} ?(?:一起|一块)?(?:合用|共用|一起用|一块用|共享|拼着用)"
        r"(?:这个|这张|一下|卡|吧|了){0,2}[\s.!~]{0,3}"
    ),
    re.compile(
        r"(?:please )?(?:i (?:want to |will )?|i'll |let me )?(?:share|use) (?:it |my cards? |my gpus? |my booking )?"
        rf"{_NUMBER}(?:together )?with {_WHO}[\s.!~]{{0,3}}(?:please)?"
    ),
)
# In none of these is one name: ourselves, everybody, somebody who was not named.
_NOBODY = re.compile(r"[我你您他她它谁们咱和跟与不别没]|大家|别人|有人|同学|老师|朋友")
_NOBODY_EITHER = frozenset("me you him her us them it everyone everybody anyone someone others who the my".split())  # noqa: SIM905


def shared_with(text: str) -> str | None:
    """The words for the command: the booking's number, if it was said, and the name as typed. None: no such wish."""
    normal = normalise(text)
    start = len(normal.text) - len(normal.text.lstrip())
    for pattern in _TOGETHER:
        found = pattern.fullmatch(normal.text, start)
        if found is None or _NOBODY.search(found["who"]) or found["who"] in _NOBODY_EITHER:
            continue
        who = normal.quote(*found.span("who"))
        return f"{found['number']} {who}" if found["number"] else who
    return None
