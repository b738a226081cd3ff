"""Sentences that would give back or call off what others hold: 把别人的卡都放了, release everybody's cards.

They are never about one's own bookings, however near their words come to it.
"""

from __future__ import annotations

import re

_WHO = (
    r"(?:别人|其他(?:所有)?人|他人|别的人|旁人|所有人|每个人|全部人|大家|全组(?:人)?|全员|人家|他们|她们|所有同学|"
    r"其他同学)"
)
_HOLD = r"(?:所有|全部)?(?:的|占的|占着的|订的|用的|在用的)(?:所有|全部)?(?:的)?"
_WHAT = r"(?:显卡|gpu|卡|预约|预订|订单)s?"
_END = r"(?:放|释放|取消|退|退掉|收|收回|停|停掉|清|清掉|清空|清理|撤|撤掉|撤销|删|删掉|删除|踢|踢掉|结束|干掉|抢)"
_ZH = re.compile(
    rf"(?:请|帮我|麻烦|给我|你|直接|现在|马上|快){{0,3}}(?:把|将)?{_WHO}{_HOLD}{_WHAT}(?:都|全|全部|统统|给我|先|给|也|通通){{0,3}}"
    rf"{_END}(?:了|掉|掉了|过来|一下)?"
    rf"|(?:请|帮我|麻烦|给我|你|直接|现在|马上|快|我要){{0,3}}{_END}(?:了|掉)?{_WHO}{_HOLD}{_WHAT}(?:吧|了)?"
)
_PEOPLE = (
    r"(?:(?:every|any|some)(?:body|one)(?: else)?|(?:all )?(?:the )?others?"
    r"|(?:all )?(?:the )?other (?:people|users|members)"
    r"|(?:all )?(?:the )?(?:users|members|people|students)|other people)"
)
_THINGS = r"(?:cards?|gpus?|bookings?|reservations?|slots?)"
_ENDS = (
    r"(?:release|free|free up|give back|cancel|drop|call off|end|kill|stop|remove|delete|clear|wipe|return|undo|take)"
)
_EN = re.compile(
    rf"(?:please |can you |could you |just |now |pls ){{0,3}}{_ENDS} (?:all )?(?:of )?{_PEOPLE}(?:'s|s'|')? "
    rf"(?:all )?{_THINGS}(?: now| please)?"
    rf"|(?:please |can you |could you |just |now |pls ){{0,3}}{_ENDS} (?:all )?(?:of )?(?:the )?{_THINGS} "
    rf"(?:of|from|held by|by|that belong to) {_PEOPLE}(?: now| please)?"
)


_AROUND = re.compile(r"^[\s.!。?~]+|[\s.!。?~]+$")


def about_everybody(normal: str) -> bool:
    """Whether a normal text wants others' bookings ended, nobody being named."""
    said = _AROUND.sub("", normal)
    return _ZH.fullmatch(said.replace(" ", "")) is not None or _EN.fullmatch(said) is not None
