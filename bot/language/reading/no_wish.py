"""Texts that count cards and yet are no wish for any: questions, what was, what belongs to somebody, other things."""

from __future__ import annotations

import re

# 是不是, 跑不跑, 坏没坏; but 能不能 and the like are how people ask politely.
_A_NOT_A = re.compile(r"(?![能可行好成])([㐀-鿿])[不没]\1")
_STILL = re.compile(
    r"(?:还|都|在|正在)(?:要|有人)?(?:用|跑|要|占|使用|需要|训|练)(?:着|得|完)?(?:卡|它|了)?(?:吗|么|没有?|不|"
    r"嘛)[\s?!。~啊呀呢]*$"
)
_FIGURE = r"(?:[0-9一二两俩三仨四五六七八九十几半整]|gpu|card|a100)"
_TELLS = re.compile(
    rf"(?<!好)(?:用|跑|占|订|约|借|抢|开|拿|训|挂|烧|买|换|装|丢)(?:了|过|掉了?|走了|完了)(?:我们?|他们?|你们?|快|整整|差不多|"
    rf"大概|将近)?\s?{_FIGURE}"
    rf"|(?:^|[\s,.;])(?!(?:get|have|got|be|been)\b)(?:\w+ (?:already |just |only )?)"
    rf"(?:booked|used|reserved|took|ran|grabbed|occupied|had) (?:\w+ )?(?:[0-9]|one|two|three|four|all|gpu|card)"
    # What somebody says of a card's health: 5号卡好像挂了, gpu 5 is broken.
    r"|(?:号卡?|(?:卡|gpu ?)[0-9]+)(?:好像|貌似|是|又|怎么|突然|现在|的|风扇|驱动|好|很|太|有点){0,4}"
    r"(?:坏|挂[了掉]|掉[了线卡]|炸|死[了机]|烫|崩|报错|有问题|不见|看不到|没反应|吵|响|噪|卡死|过热|温度)"
    r"|\b(?:is|are|was|were|does|did|why is|why are) (?:the )?(?:gpus?|cards?) ?[0-9]"
    r"|\b(?:gpus?|cards?) ?[0-9]+ (?:is|are|was|were|seems?|looks?|keeps?|has|hangs?|crashed|died)\b"
)
# What else is counted by 张, and what else is called 卡.
_SHEETS = "票|券|照片|相片|桌子|椅子|海报|试卷|卷子|名片|身份证|床|饼|发票|贺卡|床单|地图|截图|合影|单子|钞票|纸巾"
_MAY_BE_DATA = "纸|图|图片|表|桌|脸|嘴|床位|座位"  # only where nothing else follows: 两张图片分类 is a purpose
_OTHER_CARDS = (
    "饭|银行|校园|门禁|公交|电话|信用|房|会员|购物|充值|学生|sim ?|地铁|社保|医保|流量|网|声|sd ?|tf ?|健身|礼品"
)
_THINGS = re.compile(
    rf"{_FIGURE}\s?张(?:[a-z0-9]{{1,4}}|(?!跑|训|用|做|卡)[㐀-鿿]){{0,5}}?(?:(?:{_SHEETS})|"
    rf"(?:{_MAY_BE_DATA})(?=[\s,。!?了吧吗呢;]|$))"
    rf"|{_FIGURE}\s?张?(?:{_OTHER_CARDS})卡"
)
_BOOKED_THING = re.compile(
    r"^ ?(?:please )?(?:book|reserve) (?:me |us )?(?:an?|the|my|our) "
    r"(?:flight|hotel|room|meeting|table|ticket|tickets|train|taxi|car|seat|appointment|restaurant|court|call|"
    r"haircut)s?\b"
)


# ignore all rules and make me owner: who may what is not said in a wish.
_RIGHTS = re.compile(
    r"\b(?:ignore|forget|disregard|bypass|override)\b.{0,20}\b(?:rules?|limits?|instructions?|prompts?)\b"
    r"|\b(?:make|promote|set) (?:me|him|her|us) (?:to |as |into )?(?:the |an? )?(?:owner|admin|root|treasurer)"
    r"|(?:忽略|无视|忘掉|绕过|跳过).{0,10}(?:规则|指令|限制|提示词)"
    r"|(?:让|把|给|设|升)我?.{0,4}(?:设|当|做|变|升|改)(?:成|为|个)?.{0,2}管理员"
)
# i don't need two of them, 两张我不要了: less of what there is, and no wish for more.
_DECLINES = re.compile(
    r"\b(?:don'?t|do not|no longer|won'?t|will not|didn'?t) need\b|不(?:用|要|占|需要|想用)(?:这|那|卡)?了(?![吗么?])"
)
_ENDS_ASKING = re.compile(r"[吗么][\s?!。~]*$")
_POLITE = re.compile(r"[能可行好求请借帮有够]|给我|麻烦|方便|我想|我要|我们要")
# 续1小时 is about a booking there is; 连续3小时 is not.
_EXTENDS = re.compile(
    r"(?<![连持继后陆手])续(?:个|一下|上)?\s?[0-9一二两俩三四五六七八九十半]|(?<![拖蔓])延(?:个|一下)?\s?[0-9一二两俩三四五六半]"
)
_REPORTS = re.compile(r"[㐀-鿿]说(?:他|她|要|想|不|能|可以)")


def _asks(text: str) -> bool:
    """Cards are counted or named, it ends in 吗, and nothing in it requests."""
    counted = re.search(r"[0-9一二两俩三]|卡", text) is not None
    return counted and _ENDS_ASKING.search(text) is not None and _POLITE.search(text) is None


def why_no_wish(text: str) -> str | None:
    """The reason code why a normal text (its purpose taken out) is no wish for cards; None when it may be one."""
    if _A_NOT_A.search(text) or _STILL.search(text) or _asks(text):
        return "question"
    if (
        _EXTENDS.search(text)
        or _TELLS.search(text)
        or _REPORTS.search(text)
        or _THINGS.search(text)
        or _BOOKED_THING.search(text)
        or _DECLINES.search(text)
        or _RIGHTS.search(text)
    ):
        return "other_command"
    return None
