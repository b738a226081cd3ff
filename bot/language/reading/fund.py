"""Reads what is said of a fund: 新建 某某大学 税号 12100000X 负责人 张老师 项目 测试费; 加入 1 小李; 退出; 关闭 1."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 400
_VERBS = {
    "add": ("add", "new", "create", "新建", "新增", "添加", "建"),
    "set": ("set", "change", "改", "修改", "设"),
    "join": ("join", "加入", "加人", "加"),
    "leave": ("leave", "退出", "移出", "退"),
    "close": ("close", "关闭", "结题", "停用"),
}
_VERB_OF = {alias: verb for verb, aliases in _VERBS.items() for alias in aliases}
_LABELS = {
    "tax_number": ("税号", "纳税人识别号", "tax number", "tax id", "tax"),
    "in_charge": ("负责人", "in charge", "by"),
    "item": ("项目名称", "项目", "内容", "item"),
    "title": ("抬头", "名称", "title"),
}
_LABEL_OF = {alias: name for name, aliases in _LABELS.items() for alias in aliases}
_LABEL = re.compile(
    r"(?:^|(?<=\s))(" + "|".join(sorted(map(re.escape, _LABEL_OF), key=len, reverse=True)) + r")\s*[:：=]?\s*(?=\S)",
    re.IGNORECASE,
)
TAX_NUMBER = re.compile(r"[0-9A-Z]{15,20}", re.ASCII)
"""A Chinese 纳税人识别号: 15, 17, 18 or 20 digits and capital letters."""


@dataclass(frozen=True, slots=True)
class FundWords:
    """`verb`: add, set, join, leave, close; None = only to be shown. `words`: what stands before any label."""

    verb: str | None
    words: str = ""
    title: str | None = None
    tax_number: str | None = None
    in_charge: str | None = None
    item: str | None = None

    @property
    def bad_tax_number(self) -> bool:
        return self.tax_number is not None and TAX_NUMBER.fullmatch(self.tax_number) is None


def read_fund(text: str) -> FundWords | None:
    """What follows `/fund`; None where it begins with no word of ours."""
    rest = text.strip()[:LONGEST]
    if not rest:
        return FundWords(None)
    first, _, behind = rest.partition(" ")
    verb = _VERB_OF.get(first.lower())
    if verb is None:
        return None
    found = list(_LABEL.finditer(behind))
    words = behind[: found[0].start()].strip(" ,，;；") if found else behind.strip()
    said: dict[str, str] = {}
    for at, label in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(behind)
        said[_LABEL_OF[label[1].lower()]] = behind[label.end() : end].strip(" ,，;；")
    tax = said.get("tax_number")
    return FundWords(
        verb,
        words,
        said.get("title"),
        "".join(tax.split()).upper() if tax is not None else None,
        said.get("in_charge"),
        said.get("item"),
    )
