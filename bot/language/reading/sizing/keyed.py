"""Amounts that stand after their names, as logs, configs and tables write them: Num examples = 52,002."""

from __future__ import annotations

from typing import Any

from .scan import NUMBER, SCALE, Scan, amount, rule

_IS = r"(?:=|:|是|为|有|共|总共|一共|大概|约|大约|of|is|has|\s)*"
_NO_PIECES = (
    r"(?!\s*(?:个?\s*(?:tokens?|toks?|词元)|[gmtk]i?b\b|b\b|epochs?\b(?!\s*[=:设])|"
    r"轮(?!数)|遍|步|steps?|小时|hours?|天|days?|块|元|yuan|rmb|%|/|x\s?\d"
    r"|张|幅|卡|gpus?\b|年|月|seq|长度))"
)
_SET = (
    r"num(?:ber)?[ _-]?(?:of[ _])?(?:train(?:ing)?[ _-])?(?:examples|samples|rows|instances)|"
    r"(?:train(?:ing)?[ _-]?)(?:set|data|samples|examples|rows)(?:[ _-]?size)?|"
    r"(?:dataset|data)(?:[ _-]?(?:size|of))?|"
    r"(?<![kw万] )(?<![\dkw万])(?:samples|examples|rows|instances|train)"
    r"(?=\s*[=:]|\s+[\d.]+[kwm]?\s*(?:[,;。]|$))"
)
_SAMPLES = rule(
    rf"(?:(?:训练)?样本(?:总?数量?|总?量|规模)?|(?:训练)?数据(?:条数|总?数|总?量|"
    rf"集?大小|集?规模)|(?:总)?条数|训练集(?:大小|规模|数量)?|"
    rf"(?<![a-z])(?:{_SET}))\s*{_IS}(?=\d{{3}}|[\d.]+\s*(?:[万wkm千百](?![a-z])|"
    rf"million))(?![2345]0[6789]0(?!\d|条)){NUMBER}(?!\d|\.\d){SCALE}{_NO_PIECES}"
)
_TOKENS = rule(
    rf"(?:(?<![a-z_])(?:tokens?|语料|corpus)\s*(?:=|:|是|为)\s*|(?<![万亿wmbkt百千])(?<![万亿] )(?:(?:(?:总|"
    rf"训练)?(?:tokens?|词元)(?:总?数量?|总?量|规模)|"
    rf"(?:total|train(?:ing)?|num)[ _](?:tokens?|toks?))\s*(?:=|:|是|为|约|大概|共|\s)*))"
    rf"(?![\d.]+\s*b\s*(?:model\b(?!\s*[:=])|params|参数))"
    rf"(?=\d{{6}}|[\d.]+\s*(?:百万|千万|十亿|亿|万|[wmbt](?![a-z])|million|billion|trillion))"
    rf"{NUMBER}(?!\d|\.\d){SCALE}"
)
_CARDS = rule(
    r"(?:nproc[_-]per[_-]node|n(?:um)?[_-]?gpus?(?:[_-]per[_-]node)?|gpus?[_-]per[_-]node|world[_-]?size|"
    r"num[_-]processes|num[_-]devices|n[_-]?devices|number of (?:gpus|cards)|(?:gpu|card) (?:count|num(?:ber)?)|"
    r"gpu(?:数量?|个数|张数)|显?卡(?:的)?(?:数量?|张数)|(?<![a-z])(?:count|qty)(?=\s*[=:])|"
    r"(?<![\u4e00-\u9fff])数量(?=\s*[=:])|gres\s*[=:]\s*gpu(?::[a-z\d]+(?=:\d))?)\s*(?:=|"
    r":|是|为|\s)\s*(\d{1,4})"
    r"(?![\d.]|\s*[gk]b?\b)"
)
_VISIBLE = rule(r"cuda_visible_devices\s*=?\s*[\"']?((?:\d+\s*,\s*)*\d+)(?!\d)")


def read_logged(scan: Scan, facts: dict[str, Any]) -> None:
    """Cards, tokens and samples so written; before models are read, for tokens: 3B is no size of one."""
    if found := scan.take(_VISIBLE):
        facts["gpus"] = found[1].count(",") + 1
    elif (found := scan.take(_CARDS)) and int(found[1]):
        facts["gpus"] = int(found[1])
    if found := scan.take(_TOKENS):
        facts["tokens"] = amount(found[1], found[2])
    if found := scan.take(_SAMPLES):
        facts["samples"] = round(amount(found[1], found[2]))
