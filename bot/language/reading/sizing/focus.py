"""Which of several things a text speaks about: not what was before, what others have, or what it puts aside."""

from __future__ import annotations

import re

from .scan import rule

_OTHERS = rule(
    r"(?<![天周月日点号末会\d一二三四五六])(?:之前|以前)|原来|原本|本来|上次|上回|上一[次版轮]|曾经|昨[天晚]|前天|去年|上[周月](?!租)|"
    r"学长|学姐|师兄|师姐|师弟|师妹|室友|同桌|朋友|别人|别的组|其[他它]组|人家|隔壁|群里|有人[说用]|都说|网上|论文(?:里|中|上)?|官方|文档|"
    r"听说|已经(?:浪费|花|跑|用|过|训)|\bpreviously|\bused to\b|\boriginally|\b(?:the|their|this) paper|\bothers\b|"
    r"\bsomeone|\bmy (?:old|previous|last|friend|labmate|roommate)|\blast (?:time|week|month|year)|\byesterday|"
    r"\bpeople say|\balready (?:wasted|spent|used)"
)
_NOW = rule(
    r"现在|目前|这次|这回|这一[次版轮]|升级|今天|今年|我这|但我|如今|手[上里头]|只(?:有|剩|抢到|能)|还剩|剩下|抢到|借(?:我|到|了|给)|"
    r"换|干脆|打算|准备|想(?:在|用|要|把|拿)|扩到|加到|决定|改成|改用|我(?:们|这边|这里|这)?(?:有|就|只|用|的(?!室友|朋友|师)|想)|请问|如果|要是|"
    r"\bnow\b|\bcurrently|\bonly (?:have|got|get)|\bwe have|\bi have|\bi only|\bi'm\b|\bgot\b|\bswitch|\binstead|"
    r"\bwant|\bplan|\bif\b|\bso\b|\bthis time|\btoday|\bthis (?:week|month|year)"
)
_REACH = 48
"""Characters for which such a word holds, if nothing of now comes between."""
_PUT_ASIDE = rule(
    r"(?:(?:不行(?:的话)?我?[就再]|不够(?:的话)?我?[就再]|否则|不然)[^。;?!]{0,8}|不管|不考虑|不用|不搞|不再|而不是|不说|不谈|"
    r"不做|抛开|放弃|除了|不想(?:做|用)?|别(?:做|用)?|instead of|rather than|forget|skip)"
    r"\s*(?:跑|做|用|训)?\s*$"
)
_OUT = rule(
    r"^\S{0,2}\s*(?:fine-?tun\w*\s*|training\s*)?(?:is|are|was)?\s*(?:out of the question|not an option|"
    r"off the table|too (?:much|heavy))|"
    r"^(?:微调|训练)?(?:(?:试|跑)过了?[^,。]{0,8}(?:不行|不好|太差|太慢)|就算了|先不考虑|不考虑了?|肯定(?:不行|没戏|跑不动)|没戏了?|不现实)"
)


def of_others(text: str, at: int) -> bool:
    """Whether what is named there belongs to another time or to somebody else: 之前用3090, 学长是8卡A100."""
    before = text[max(0, at - _REACH) : at]
    before = before[max(before.rfind(mark) for mark in "。;!?\n") + 1 :]
    told = [found.end() for found in _OTHERS.finditer(before)]
    now = [found.end() for found in _NOW.finditer(before)]
    return bool(told) and (not now or max(now) < max(told))


def mine(text: str, found: list[re.Match[str]]) -> re.Match[str] | None:
    """The last of these that is not of others, for the last word counts; the last of all where each is."""
    return next((one for one in reversed(found) if not of_others(text, one.start())), found[-1] if found else None)


def put_aside(text: str, start: int, end: int) -> bool:
    """Whether what is named there is ruled out: 先不管 lora, full fine-tuning is out of the question."""
    return (
        _PUT_ASIDE.search(text[max(0, start - 14) : start]) is not None or _OUT.search(text[end : end + 40]) is not None
    )
