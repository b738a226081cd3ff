"""Reads a line of the bill as people type it: 租金 40000, 存储 600 按 小李 2 小王 5, -500 退款, 上个月 税 2300.

Who is named is left to whoever knows the members; what cannot be read is said back, never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from .bill_words import PolicyText, read_month, read_policy, read_until_day, with_numbered_days
from .money import Amount, MoneyFault, NoAmount, read_amount
from .normal import normalise

LONGEST_NOTE = 60
_KINDS = {
    "rent": ("rent", "租金", "房租", "机器租金", "机租", "租"),
    "storage": ("storage", "disk", "存储", "硬盘", "云盘", "网盘", "数据盘", "存储费"),
    "bandwidth": ("bandwidth", "traffic", "egress", "带宽", "流量", "流量费", "带宽费"),
    "image": ("image", "license", "licence", "镜像", "授权", "许可", "软件"),
    "tax": ("tax", "vat", "税", "税费", "发票税", "税点"),
    "deposit": ("deposit", "押金", "保证金"),
    "refund": ("refund", "退款", "退费", "赔付", "赔偿"),
    "voucher": ("voucher", "算力券"),
    "coupon": ("coupon", "discount", "优惠券", "代金券", "优惠", "折扣", "抵扣"),
    "other": ("other", "misc", "其他", "其它", "杂费", "别的"),
}
_KIND_OF = {alias: kind for kind, aliases in _KINDS.items() for alias in aliases}
_GLUED = re.compile(r"([一-鿿]{1,5})([-+¥￥]?[\d０-９].*)", re.DOTALL)
_VOID = re.compile(
    r"(?:void|undo|delete|remove|作废|撤销|删除|删掉|删|去掉)\s*(?:第|#|no\.?\s*)?\s*(\d{1,9})\s*(?:号|笔)?", re.ASCII
)
_VOID_VOUCHER = re.compile(
    r"(?:void|undo|delete|remove|作废|撤销|删除|删掉|删|去掉)\s*(?:voucher|算力券|券)\s*(?:第|#|no\.?\s*)?\s*(\d{1,9})\s*(?:号|张)?",
    re.ASCII,
)
_EVERYBODY = ("大家", "所有人", "全员", "全组", "everybody", "everyone", "all")
_OUTAGE = re.compile(r"(?:停机|outage)\s*(?:#|第)?\s*(\d{1,9})\s*(?:号|次)?", re.IGNORECASE)
_SHARED = re.compile(r"(?:^|\s)(按|by\b|只算|只|only\b|给|for\b)\s*", re.IGNORECASE)
_RECURS = re.compile(
    r"按月|每个?月|包月|月租|[/／] ?月|\bper month\b|\bmonthly\b|\b(?:a|every|each) month\b|[/／] ?month\b|"
    r"按周|每周|包周|周租|[/／] ?周|\bweekly\b|\bper week\b|[/／] ?week\b"
)
_SUBTOTAL = ("按小计", "小计", "subtotal", "by subtotal")


@dataclass(frozen=True, slots=True)
class BillText:
    """`void`: the number of a line to take back, `void_voucher` of a voucher. `amount` None = none was typed at all.

    `recurs`: it is said to come again and again, and a line is written once.
    `until`: the last day of a voucher; `bad_until`: something was named that is no day.
    `policy` and `subtotal` say how the line is shared; else `shared` holds the names (with weights when `weighted`).
    """

    void: int | None = None
    month: str | None = None
    kind: str | None = None
    amount: Amount | NoAmount | None = None
    policy: PolicyText | None = None
    subtotal: bool = False
    shared: str = ""
    weighted: bool = False
    outage: int | None = None
    note: str | None = None
    until: date | None = None
    bad_until: bool = False
    void_voucher: int | None = None
    recurs: bool = False


def read_bill(text: str, currency: str, today: date) -> BillText:
    """What follows `/bill`. Nothing is refused here: `amount` carries why it was not read."""
    voids = _VOID.fullmatch(normalise(text).text)
    if voids is not None:
        return BillText(void=int(voids[1]))
    voids = _VOID_VOUCHER.fullmatch(normalise(text).text)
    if voids is not None:
        return BillText(void_voucher=int(voids[1]))
    if any(word in normalise(text).text for word in _KINDS["voucher"]):
        return _voucher(text, currency, today)
    if _RECURS.search(normalise(text).text):
        kind, amount, _ = _words(_RECURS.sub(" ", normalise(text).text), currency)
        return BillText(kind=kind, amount=amount, recurs=amount is not None)
    month, rest = read_month(text, today) or (None, text.strip())
    rest, policy, subtotal, shared, weighted = _sharing(rest)
    outage = _OUTAGE.search(rest)
    if outage is not None:
        rest = (rest[: outage.start()] + " " + rest[outage.end() :]).strip()
    kind, amount, note = _words(rest, currency)
    number = int(outage[1]) if outage is not None else None
    return BillText(None, month, kind, amount, policy, subtotal, shared, weighted, number, note)


def _voucher(text: str, currency: str, today: date) -> BillText:
    """算力券 500 给 小李 到 12-31: for whom, until when."""
    text = with_numbered_days(text)
    dated = read_until_day(text, today)
    last, rest = dated if dated is not None else (None, text)
    found = _SHARED.search(rest)
    named = rest[found.end() :].strip() if found is not None else ""
    kind, amount, note = _words(rest[: found.start()] if found is not None else rest, currency)
    shared = "" if normalise(named).text in _EVERYBODY else named
    return BillText(
        kind=kind, amount=amount, shared=shared, note=note, until=last, bad_until=dated is not None and last is None
    )


def _sharing(text: str) -> tuple[str, PolicyText | None, bool, str, bool]:
    """The text without how it is shared; a policy, whether by the subtotal, the names, whether they have weights."""
    words = text.split()
    for size in (2, 1):
        tail = " ".join(words[-size:])
        if len(words) > size and normalise(tail).text in _SUBTOTAL:
            return " ".join(words[:-size]), None, True, "", False
        policy = read_policy(tail) if len(words) > size else None
        if policy is not None:
            return " ".join(words[:-size]), policy, False, "", False
    found = _SHARED.search(text)
    if found is None or not text[found.end() :].strip():
        return text, None, False, "", False
    named = text[found.end() :].strip()
    return text[: found.start()].strip(), None, False, named, found[1].lower() in ("按", "by")


def _words(text: str, currency: str) -> tuple[str | None, Amount | NoAmount | None, str | None]:
    """Kind, amount and note, in any order: the first word that looks like an amount is it."""
    kind: str | None = None
    amount: Amount | NoAmount | None = None
    notes: list[str] = []
    for word in _pieces(text):
        plain = normalise(word).text
        if kind is None and plain in _KIND_OF:
            kind = _KIND_OF[plain]
        elif amount is None and (read := _amount(word, currency)) is not None:
            amount = read
        else:
            notes.append(word)
    return kind, amount, " ".join(notes)[:LONGEST_NOTE] or None


def _pieces(text: str) -> list[str]:
    """Words, with a kind glued to its amount (租金40000) cut in two."""
    found: list[str] = []
    for word in text.split():
        glued = _GLUED.fullmatch(word)
        found += [glued[1], glued[2]] if glued is not None and glued[1] in _KIND_OF else [word]
    return found


def _amount(word: str, currency: str) -> Amount | NoAmount | None:
    """None for a word without a digit, and for a name with one in it; `nan`, `1e5` are amounts that cannot be read."""
    read = read_amount(word, currency)
    if isinstance(read, Amount):
        return read
    begins = normalise(word).text.lstrip("+-¥$€£")[:1]
    if begins.isdigit() or normalise(word).text.lstrip("+-") in ("nan", "inf", "infinity"):
        return read if read.fault is not MoneyFault.EMPTY else None
    return None
