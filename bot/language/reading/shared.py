"""With whom one's booking is to be shared: 和小李合用3号卡, 让小王也用我的卡, use it together with bob."""

from __future__ import annotations

import re
from typing import NamedTuple

from .normal import normalise

_NUMBER = r"(?:(?:预约|订单|booking ?|#) ?#?(?P<number>[0-9]{1,9}) ?|(?P<before>[0-9]{1,9}) ?号(?:预约|订单) ?)?"
_CARD = r"(?:(?:gpu ?|卡|card ?)?(?P<card>[0-9]{1,3}) ?号?(?:卡)?)"
_WHO = r"@?(?P<who>[^\s@,;:!?()，。、]{1,32}?)"
_SHARE = r"(?:合用|共用|一起用|一块用|一起使用|共享|拼着用|拼|分着用|共同使用|一起跑)"
_END = r"(?:吧|了|哈|啊|呀)?[\s.!~]{0,3}"
_TOGETHER = (
    re.compile(
        rf"(?:我(?:想|要)?)?(?:把)?(?:我的|我那个?|我这个?)?(?:卡|显卡|"
        rf"预约(?! ?#?[0-9]))?(?:想)?{_NUMBER}{_CARD}?(?:和|跟|与|同) ?{_WHO} ?(?:一起|一块)?{_SHARE}"
        rf"(?:这个|这张|一下|我的|我这张|我那张|这个预约|卡|预约){{0,2}}{_END}"
    ),
    re.compile(rf"(?:我(?:想|要)?)?(?:和|跟|与|同) ?{_WHO} ?(?:一起|一块)?{_SHARE} ?(?:一下)?{_CARD}{_END}"),
    re.compile(
        rf"(?:让|给|加上|叫) ?{_WHO} ?(?:也|一起|一块|跟我|和我|能|可以){{1,3}}(?:用|使用|跑|合用|共用)(?:一下)?"
        rf"(?:我的|我那张|我那个){{0,1}}(?:卡|显卡|预约|{_CARD})?{_END}"
    ),
    re.compile(
        r"(?:please )?(?:i (?:want to |will )?|i'll |let me )?(?:share|use) (?:it |my cards? |my gpus? |my booking )?"
        rf"{_NUMBER}(?:(?:gpu|card) ?(?P<card>[0-9]{{1,3}}) )?(?:together )?with {_WHO}[\s.!~]{{0,3}}(?:please)?"
    ),
    re.compile(
        rf"(?:我(?:想|要)?)?把(?:我的|我那个?|我这个?)?{_NUMBER}(?:卡|显卡|预约|那个|这个)?{_CARD}?"
        rf"(?:也)?(?:分享|共享|合用|分|开放|借)给 ?{_WHO} ?(?:一起|一块|也|用|合用|跑)*{_END}"
    ),
    re.compile(
        rf"(?:我(?:想|要)?)?(?:拉|带|叫|喊)(?:上|着)? ?{_WHO} ?(?:一起|一块|来)?{_SHARE}{_CARD}?(?:我的卡|卡)?{_END}"
    ),
    re.compile(
        rf"(?:please )?(?:let|add) {_WHO} (?:use|onto|to) (?:my (?:cards?|gpus?|booking)|it)(?: too| as well)?{_END}"
    ),
)
# In none of these is one name: ourselves, everybody, somebody who was not named.
_NOBODY = re.compile(r"^[0-9]|[我你您他她它谁们咱和跟与不别没]|大家|别人|有人|同学|老师|朋友")
_NOBODY_EITHER = frozenset("me you him her us them it everyone everybody anyone someone others who the my".split())  # noqa: SIM905


class Shared(NamedTuple):
    """`words` for the command: the booking's number, if it was said, and the name as typed; `gpus` the card."""

    words: str
    gpus: tuple[int, ...]


def shared_with(text: str) -> Shared | None:
    """With whom, and which booking or card; None: no such wish."""
    normal = normalise(text)
    start = len(normal.text) - len(normal.text.lstrip())
    for pattern in _TOGETHER:
        found = pattern.fullmatch(normal.text, start)
        if found is None or _NOBODY.search(found["who"]) or found["who"] in _NOBODY_EITHER:
            continue
        said = found.groupdict()
        number = said.get("number") or said.get("before")
        who, card = normal.quote(*found.span("who")), said.get("card")
        return Shared(f"{number} {who}" if number else who, (int(card),) if card else ())
    return None
