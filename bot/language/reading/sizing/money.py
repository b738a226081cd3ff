"""Prices, budgets, spans of time, sizes of data and rates of transfer."""

from __future__ import annotations

import re
from typing import Any

from .scan import NUMBER, Scan, amount, rule, said

_YUAN = r"(?:元|圆|块(?:大洋|钱)?(?!卡)|大洋|软妹币|kuai\b|rmb|cny|yuan|人民币|¥)"
_HOURLY = r"(?:/|每|一|per|an|a)?\s*(?:个?(?:小时|钟头|卡时)|张?卡时|h\b|hr\b|hour|card[- ]hour|gpu[- ]hour)"
PRICE_HOUR = rule(
    rf"(?<![\da-z.])(\d+(?:\.\d+)?)\s*{_YUAN}?\s*(?:/|每|[一1](?=个?小时)|per|an|a)"
    rf"\s*(?:张?卡?\s*)?(?:个?(?:小时|钟头|卡时)|张?卡时|h\b|hr\b|hour|card[- ]hour|gpu[- ]hour|时)"
    rf"|(?<![几少\d])(?<!\d )(?:(?:每(?:张?卡?)?(?:每)?)?(?:个小时|卡时)|每(?:张?卡)?小时|时租|按时租?|按小时|小时价|"
    rf"单价|[一1]小时|hourly(?: rate| price)?|"
    rf"per hour|一(?:个)?小时|by the hour)\s*(?:是|只要|也?就|只|才|要|大概|约|价|at|:|=|为|of|"
    rf"for)*\s*¥?\s*{NUMBER}\s*{_YUAN}?(?!\s*(?:天|小时|h\b|张|卡(?!时)|台|条|[万wk]))"
    rf"|{NUMBER}\s*{_YUAN}\s*(?:的)?(?:时租|每小时|小时)|{NUMBER}\s*{_YUAN}\s*(?:/|每)\s*(?:张)?卡"
)
_HOURLY_AFTER = r"(?:/|每|一|1|per|an?\b)\s*[张台]?卡?\s*个?(?:小时|卡时|h\b|hr|hour|card|gpu)"
_MONTHS_SCALE = r"(万|[kw](?![a-z])|千)"
PRICE_MONTH = rule(
    rf"(?:包月|包1?个月(?:的)?[\x00 ]*|按?月租|月付|按月|每个?月|[一1]个?月|monthly(?: price| rate| rent)?|"
    rf"(?:per|a) month)\s*(?:价|是|要|大概|约|:|=|只要|at|for|of|is|租|费)*\s*¥?\s*{NUMBER}"
    rf"\s*(?:\s*{_MONTHS_SCALE})?+(?:\s*{_YUAN})?+(?!\s*(?:天|小时|h\b|张|卡|台|个月|条|组|轮|步|{_HOURLY_AFTER}))"
    rf"|(?=\d{{3}}|[\d.]+\s*(?:万|k|w|千|{_YUAN}|/)){NUMBER}\s*{_MONTHS_SCALE}?\s*{_YUAN}?"
    rf"\s*(?:/|每|[一1](?=个?月)|per|a)\s*(?:个?月|month|mo\b)|(?=\d{{3}}|\d\.?\d*k){NUMBER}\s*{_MONTHS_SCALE}?\s*(?:a\s*)?monthly|"
    rf"{NUMBER}\s*{_MONTHS_SCALE}?\s*{_YUAN}"
    rf"\s*(?:包月|月租|monthly)(?!\s*(?:价|是|要)*\s*¥?\d)"
)
_NO_MONEY = r"(?!\s*(?:天|个?小时|周|星期|月|h\b|hours?|hrs?|days?|weeks?|张|卡|gpus?|cards?|g|条|台|步|b\b|个|min))"
_FUNDS = r"(?:预算|经费|补贴|资金|余额|报销|budget|funding|funds|balance|wallet|my account)"
_GIVERS = r"(?:老板|导师|老师|组里|实验室|学院|学校|公司|项目|boss|advisor|supervisor|professor)"
_HAD = (
    r"(?:钱(?=[就只才还一共]*[有剩])|(?<![a-z])(?:cap|limit|ceiling)(?= (?:is|of))|"
    r"手[上头里]|兜里|口袋里?|钱包里?|账[上户](?:里|上)?|卡里|余额宝里?)"
)
_ABOUT = (
    r"(?:只|就|也|才|还|仅|一共|总共|共|大概|大约|约|有|剩|下|余|是|给|批|了|我们?|"
    r"of|is|has|are|about|only|left|around|roughly|approx\.?|:|=|~|≈|\s)*"
)
_SUM = rf"(?:¥|rmb|cny)?\s*{NUMBER}\s*(万|[kw](?![a-z])|千|百)?"
_TO_SPEND = (
    rf"(?:only\s+|just\s+)?(?:have|has|got|had|spend|afford|pay)(?:\s*(?:only|just|"
    rf"about|around|a budget of))?|(?<![a-z])only|"
    rf"(?:只|就|还|仅|才|{_GIVERS}|一共|总共|我们?)*(?:有|剩下?|批了?|给了?我?|拨了?|凑了?|充了?|攒了?)"
)
_MOST = (
    r"(?:不|别)(?:能|要|得)?超过?|最多(?:花|出|能出|只能花)?|至多|顶多|上限|控制在|"
    r"封顶|no more than|capped at|limited to|limit(?: of| is|:)?|"
    r"at most|up to|max(?:imum)?|less than|under|within|for|with"
)
_NOT_A_RATE = r"(?!\s*(?:(?:/|每|[一1]|per|an?\b)\s*(?:张|个|台|块)?\s*(?:卡|月|小时|天|month|day|week|card|gpu|h)))"
BUDGETS = (
    rule(rf"(?:{_FUNDS}|{_HAD}){_ABOUT}{_SUM}\s*{_YUAN}?{_NO_MONEY}"),
    rule(rf"(?:{_GIVERS}{_ABOUT}(?:给|批|拨|出|gave|has given)[^\d,。;?]{{0,6}}){_SUM}\s*{_YUAN}?{_NO_MONEY}"),
    rule(rf"{_SUM}\s*{_YUAN}?\s*(?:的)?\s*{_FUNDS}(?![要得是大概约需估]*(?:多少|几|够))"),
    rule(rf"(?:{_TO_SPEND})\s*{_SUM}\s*{_YUAN}{_NOT_A_RATE}"),
    rule(rf"{_SUM}\s*{_YUAN}?\s*封顶"),
    rule(rf"(?:rmb|cny|yuan)\s*{NUMBER}\s*([kw](?![a-z]))?\s*(?:in )?(?:total|left|available|max)"),
    rule(rf"(?:[还就只]剩|剩下){_SUM}(?=\s*(?:[,。;]|$))"),
    rule(rf"[花用]{_SUM}\s*{_YUAN}?\s*[以之]内"),
    rule(rf"(?:{_MOST})\s*{_SUM}\s*{_YUAN}{_NOT_A_RATE}"),
    rule(rf"(?:只有|就有|就|拿|用)\s*{_SUM}\s*{_YUAN}{_NOT_A_RATE}{_NO_MONEY}"),
    rule(
        rf"{_SUM}\s*{_YUAN}\s*(?:够|能|以内|之内|内|be (?:enough|ok|sufficient)|enough|"
        rf"suffic|cover|buy|last|left|in (?:total|my)|to (?:spend|burn))"
    ),
    rule(
        rf"(?:is|are|will|would|if|can)\s+¥\s*{NUMBER}\s*(k|w)?(?=\s*(?:be\s+)?(?:enough|"
        rf"suffic|ok|cover|do\b|buy))"
    ),
)  # fmt: skip
LEAST_BUDGET = 10
"""Yuan; what is less counts cards: 手里就一块二手 3090."""
_NAMED = 3
"""So many of the first ones name what the sum is."""
_PRICED = rule(
    r"(?:小时|卡时|每卡|每张|包月|月租|[一1每]个?月|单价|时租|价格?|price|rate|"
    r"hourly|month|每天|[一1]天)[^,。;?!]{0,8}$"
)
"""Just before a sum it makes it a price: 一小时就 3 块."""
EACH_PRICE = rule(
    rf"^\s*(?:(?:1|一|每)个?(?:小时|卡时)|[^\d\x00]{{0,6}})\s*{NUMBER}\s*(?:{_YUAN}|"
    rf"(?=\s*(?:/|一|1个?小时|每|per|an)))"
)

_WHOLE = rule(r"(?:1台|整台|整机|整个?机器|machine|node|server|8卡机)[^,。]{0,24}(?:每|一|/|per|an|a)")
_A_CARD = rule(r"每张?卡|卡时|/卡|每卡|per (?:card|gpu)|(?:card|gpu)[- ]hour|a card|each card")

_DAYS = (
    (rule(r"(?:一|1)个?半月"), 45.0),
    (rule(r"半个?月"), 15.0),
    (rule(r"(?:half a day|半天)"), 0.5),
    (rule(r"(?:(?:一|1)个?整?晚上?|通宵|一夜|overnight)"), 0.5),
    (rule(r"(?:a|the|this|one|每个?|整个|这|1个|一个)?\s*(?:周末|weekend)"), 2.0),
    (rule(r"\b(?:a|one) week\b|(?:这|一个?)(?:周|星期)(?!末)"), 7.0),
    (rule(r"\b(?:a|one) month\b|一个?月|1个?月"), 30.0),
    (rule(r"\b(?:a|one) day\b"), 1.0),
    (rule(r"\bfortnight\b"), 14.0),
    (rule(r"大后天"), 3.0),
    (rule(r"后天(?=.{0,3}(?:交|要|前|ddl|截止|就|之前|汇报|组会|deadline))"), 2.0),
    (
        rule(
            r"明(?:天|晚|早)(?=.{0,3}(?:交|要|前|ddl|截止|就|之前|汇报|组会|deadline))|"
            r"(?:by|before|due) tomorrow"
        ),
        1.0,
    ),
    (
        rule(
            r"下(?:周|星期)(?=.{0,3}(?:交|要|前|ddl|截止|就|之前|汇报|组会|deadline))|"
            r"(?:by|before|due) next week"
        ),
        7.0,
    ),
)
_SPAN = rule(
    rf"{NUMBER}\s*-?\s*(?:个\s*)?(天|日(?!元)|days?\b|周(?!末)|个?星期|weeks?\b|wks?\b|个?月|months?\b|小时|钟头|"
    rf"hours?\b|hrs?\b|h\b|d\b)(内|之内|以内)?(?!的?\s*(?:语音|音频|录音|视频)|\s*of (?:audio|speech|video))"
)
_PAST = rule(r"(?:(?:^|[\s,。;!?是我])前|过去(?:的)?|\blast|\bpast|\bprevious)\s*$")
"""前两天 is over."""
_A_PRICE = rule(r"1\s*(?:天|个?月|周|day|week|month)\s*(?:是|要|约|大概)?\s*¥?\s*\d{2,}(?!\s*(?:个?小时|h\b|hours?))")
"""一天 500 is what a day costs."""
_SPAN_UNITS = {
    "天": 1.0,
    "日": 1.0,
    "d": 1.0,
    "周": 7.0,
    "星": 7.0,
    "个": 7.0,
    "w": 7.0,
    "月": 30.0,
    "m": 30.0,
    "小": 1 / 24,
    "钟": 1 / 24,
    "h": 1 / 24,
}
_A_DAY = rule(
    rf"(?:每天|[一1]天|天天|每日|a day|per day|daily)\s*(?:大概|约|只|跑|用|开|about|only|平均|实际|"
    rf"也就)*\s*{NUMBER}\s*(?:个)?(?:小时|h\b|hours?|hrs?)"
    rf"|{NUMBER}\s*(?:个)?(?:小时|h|hours?|hrs?)\s*(?:a|per|/|每|一)\s*(?:day|天)|(24)\s*小时(?=\s*(?:跑|"
    rf"不停|开|连续))|24/7"
)
_TIMES_A_DAY = rule(r"(?:(?<=天)|(?<=days)|(?<=d))\s*x\s*(\d{1,2})\s*(?:个?小时|h\b|hours?|hrs?)")
"""25 天 * 24 h."""
_DATA = rule(r"(?<![\d.a-z])(\d+(?:\.\d+)?)\s*(tib|gib|tb|gb|pb|mb|t|g)(?![a-z\d/])(?!\s*(?:/|每)\s*s)")
_RATE = rule(
    r"(\d+(?:\.\d+)?)\s*(gbps|mbps|kbps|gb/s|gib/s|mb/s|mib/s|gbit(?:/s)?|mbit(?:/s)?|g\s*bps|m\s*bps|mb每秒|m/s)"
    r"|(?:每秒|一秒)\s*(\d+(?:\.\d+)?)\s*(mb|gb|m|g|兆)|(\d+(?:\.\d+)?)\s*(兆|m|g)(?:b)?\s*(?:每秒|"
    r"的?(?:带宽|宽带|上行|下行|网络?|光纤|专线|校园网|link|uplink|line|宽带|网速|internet|connection|"
    r"upload))(?!\s*(?:速度|大概|只有|约|是|有|为)*\s*\d)"
    r"|(?:带宽|上行|下行|上传(?=\s*(?:速度|大概|只有|约|带宽))|网速|速度|宽带|bandwidth|uplink|"
    r"upload(?= (?:speed|rate|is)))\s*(?:速度|大概|只有|约|是|有|为|speed|of|is|:|=|about|就|"
    r"才)*\s*(\d+(?:\.\d+)?)\s*(兆|mb?|gb?)(?![a-z\d/]|\s*每秒)|(\d+(?:\.\d+)?)\s*(兆)"
    r"|(千兆|百兆|万兆|gigabit)(?:网|带宽|口|宽带)?"
)
_HANDED = {"千兆": 1000.0, "gigabit": 1000.0, "百兆": 100.0, "万兆": 10_000.0}


def read_prices(scan: Scan, facts: dict[str, Any]) -> None:
    if found := scan.take(_TIMES_A_DAY):
        facts["hours_a_day"] = float(found[1])
    elif found := scan.take(_A_DAY):
        facts["hours_a_day"] = float(next((one for one in found.groups() if one), 24))
    if found := scan.take(PRICE_MONTH):
        number, scale = _pair(found)
        facts["price_month_minor"] = round(amount(number, scale) * 100)
        facts["price_whole"] = False if _A_CARD.search(scan.whole) else None
    _read_budget(scan, facts)
    if found := scan.take(PRICE_HOUR):
        facts["price_hour_minor"] = round(float(next(one for one in found.groups() if one)) * 100)
        facts["price_whole"] = True if _WHOLE.search(scan.whole) and not _A_CARD.search(scan.whole) else None


def _read_budget(scan: Scan, facts: dict[str, Any]) -> None:
    """The money there is, if it is no price."""
    for at, pattern in enumerate(BUDGETS):
        for found in pattern.finditer(scan.text):
            sum_said = round(amount(found[1], found[2]))
            priced = at >= _NAMED and _PRICED.search(scan.whole[max(0, found.start() - 16) : found.start()])
            if sum_said >= LEAST_BUDGET and not priced:
                scan.blank(*found.span())
                facts["budget_cny"] = sum_said
                return


def _pair(found: re.Match[str]) -> tuple[str, str | None]:
    groups = found.groups()
    at = next(i for i in range(0, len(groups), 2) if groups[i])
    return groups[at], groups[at + 1]


def read_transfer(scan: Scan, facts: dict[str, Any]) -> None:
    """What is to be moved and how fast. A 兆 or bare M may mean megabytes: megabits are meant first."""
    if found := scan.take(_RATE):
        facts["mbps"], unclear = _rate([one for one in found.groups() if one], found[0])
        if unclear:
            facts["mbps_unclear"] = True
    sizes = [float(found[1]) * _gigabytes(found[2]) for found in scan.take_all(_DATA)]
    if sizes:
        facts["data_gb"] = sizes[0]
    facts["aliyun"] = True if said(r"阿里云?|aliyun|\boss\b|alibaba", scan.whole) else None


def _gigabytes(unit: str) -> float:
    return {"p": 1e6, "t": 1e3, "g": 1.0, "m": 1e-3}[unit[0]] * (
        1.1 if unit == "tib" else 1.074 if unit == "gib" else 1
    )


def _rate(groups: list[str], whole: str) -> tuple[float, bool]:
    if groups[0] in _HANDED:
        return _HANDED[groups[0]], False
    number, unit = float(groups[0]), groups[1].replace(" ", "")
    each = {"g": 1000.0, "m": 1.0, "k": 0.001, "兆": 1.0}[unit[0]]
    if unit in ("gb/s", "gib/s", "mb/s", "mib/s", "m/s", "mb每秒") or "每秒" in whole or "一秒" in whole:
        return number * each * 8, False
    return number * each, "bps" not in unit and "bit" not in unit and unit[0] != "g"


def read_spans(scan: Scan, facts: dict[str, Any]) -> list[tuple[float, int, bool]]:
    """Every span of time in days, with where it stands, and whether it is told in hours."""
    found: list[tuple[float, int, bool]] = []
    counted = [
        one
        for one in scan.take_all(_SPAN)
        if not _PAST.search(scan.whole[: one.start()]) and not _A_PRICE.match(scan.whole[one.start() :])
    ]
    if not counted:
        found = [(days, one.start(), False) for pattern, days in _DAYS for one in scan.take_all(pattern)]
    for one in counted:
        unit = "月" if one[2].startswith("个月") else one[2][0]
        found.append((float(one[1]) * _SPAN_UNITS[unit], one.start(), unit in "小钟h"))
    return sorted(found, key=lambda one: one[1])


def written(days: float) -> str:
    """5d, or 12h where it is no whole number of days."""
    if abs(days - round(days)) < 1e-9 and days >= 1:
        return f"{round(days)}d"
    hours = days * 24
    return f"{hours:g}h"


def hours_of(deadline: str) -> float:
    """Of what `written` wrote."""
    return float(deadline[:-1]) * (24 if deadline.endswith("d") else 1)
