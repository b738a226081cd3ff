"""Figures as people type them, in one spelling, before anything else is read: 1w2 千, 十来万, half a million."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..numerals import chinese_number

_PIECES = r"samples|examples|rows|records|images|docs|tokens|条|个?样本|张图"
_NEW = str | Callable[[re.Match[str]], str]


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


_FIGURES: tuple[tuple[re.Pattern[str], _NEW], ...] = (
    # 1w2 and 1w2 千 are 12,000; 3w4 卡 is 30,000 on four cards
    (_rule(r"(?<![\da-z.])(\d{1,3})\s?kw(?=\s*(?:条|个|张|token|数据|样本))"), r"\g<1>千万"),
    (_rule(r"(?<![\da-z.])(\d{1,3})\s?w\s?(\d)[千k](?![a-z\d])"), r"\1.\2w"),
    (_rule(r"(?<![\da-z.])(\d{1,3})w(\d)(?![\d.a-z]|\s*(?:张(?!图)|卡|台|个|x|轮|遍|epoch|天|小时|周))"), r"\1.\2w"),
    (_rule(r"(?<![\da-z.])(\d)k(\d)(?=条|个样本|元|块钱)"), r"\1.\2k"),
    (_rule(rf"(?<![\d.,])(\d{{1,3}}) (000)(?=\s*(?:{_PIECES}|rmb|yuan))"), r"\1\2"),
    # a round number that is said to be about so much
    (_rule(r"小(?=一[万千百])"), ""),
    (_rule(r"([一二三四五六七八九两]?十|[\d百])(?:来|多|几)(?=[万亿])"), r"\1"),
    (_rule(r"(?<![一二两三四五六七八九十百千\d几上])百万(?=条|个?样本|级|张图)"), "100万"),
    (_rule(r"(?<![一二两三四五六七八九十百千\d几上])十万(?=条|个?样本|级|张图)"), "10万"),
    (_rule(r"\bhalf (?:a )?million\b"), "500k"),
    (_rule(r"\b(?:a|one) quarter (?:of a )?million\b|\ba quarter million\b"), "250k"),
    (_rule(r"\b(?:a|one) hundred thousand\b|\bhundred thousand\b"), "100k"),
    (_rule(r"\b(?:a|one) hundred million\b"), "100 million"),
    (_rule(r"\ba (million|billion|thousand)\b"), r"1 \1"),
    (_rule(r"\ba dozen\b"), "12"),
    (_rule(r"(?<=[十百千万])(?:来|多)(?=[条张个份篇])"), ""),
    (_rule(rf"(?<![\d.a-z])(\d(?:\.\d+)?)e(\d{{1,2}})(?=\s*个?(?:{_PIECES}|token))"),
        lambda found: f"{float(found[1]) * 10 ** int(found[2]):.0f}"),
    (_rule(rf"(?<![\d.a-z])10\s?(?:\^|xx)\s?(\d{{1,2}})(?=\s*个?(?:{_PIECES}|token))"),
        lambda found: str(10 ** int(found[1]))),
    (_rule(r"(?<![\d.])(\d+) ?万 ?(\d)(?=\s*(?:[,。;?!]|$|元))"), r"\1.\2万"),
    (_rule(r"(?<![\d.])(\d) ?千 ?(\d) ?百(?=[\s条张个份元块])"), r"\1.\2千"),
    (_rule(r"(?<![\d.])(\d) ?亿 ?(\d) ?千万"), r"\1.\2亿"),
    (_rule(r"(?<![一二三四五六七八九十百千])([一二两三四五六七八九])亿([一二两三四五六七八九])千万"),
        lambda found: f" {chinese_number(found[1])}.{chinese_number(found[2])}亿"),
    # words that stick together
    (_rule(r"(?<![a-z])(q?lora)(?=\d+(?:\.\d+)?b)"), r"\1 "),
    (_rule(r"(?<=\db)(?=[2345]0[6789]0(?!\d)|[ahv]\d00(?!\d))"), " "),
    # one arrow
    (_rule(r"\s*(?:[-=]{1,2}>|[➡➔➜⟶⟹]\ufe0f?)\s*"), " ~ "),
    # a name that says which version it is
    (_rule(r"满血版?的?\s*(?:deepseek|ds)(?![\s-]*(?:[vr]\d|coder|math))"), "满血deepseek-r1"),
    (_rule(r"(?<![a-z])ds[\s-]?(?=(?:r1|v3|v2)(?![\d]))"), "deepseek-"),
    (_rule(r"(?<=batch)(\s*(?:size)?\s*(?:of|to|is|=|:)\s*)(one|two|four|eight)\b"),
        lambda found: found[1] + {"one": "1", "two": "2", "four": "4", "eight": "8"}[found[2]]),
)  # fmt: skip


_MACHINES = _rule(
    r"(?<![\d.])([2-9]|1[0-6]|32)\s*(?:台|个?节点|机(?!\d)|nodes?\b|machines?\b|"
    r"servers?\b)(?:机器|服务器|的|,|每台|每个?节点|"
    r"都是|各|each|with|of|x|\s)*(8|4)\s*(?:x|卡|张|块|-?\s*(?:gpus?|cards?)(?:\s+of)?|(?=\s*(?:nvidia\s*)?[ahvl]\d))"
)
_EACH = _rule(
    r"每(?:台|个?节点)(?:机器|服务器)?\s*(\d{1,2})\s*(?:张|卡|块)([^。;?!]{0,24}?)(?<!\d)([2-9]|"
    r"1[0-6]|32)\s*(?:台|个?节点)"
)
_TIMES = _rule(
    r"(?<![\d.x])([2-9]|1[0-6])\s*x\s*(8)\s*(?:x|卡|张|块)?(?=\s*(?:nvidia\s*|rtx\s*)?(?:[ahvl]\d|[345]090))"
)


def in_total(text: str) -> str:
    """Machines and the cards of each as so many cards: 2 台 8 卡 is 16 卡."""
    text = _EACH.sub(lambda found: f"{int(found[1]) * int(found[3])}张{found[2]}", text)
    for pattern in (_MACHINES, _TIMES):
        text = pattern.sub(lambda found: f" {int(found[1]) * int(found[2])}卡", text)
    return text


def in_figures(text: str) -> str:
    """The text, in small half-width letters already, with such figures as digits."""
    for pattern, new in _FIGURES:
        text = pattern.sub(new, text)
    return text
