"""Reads who paid whom how much: @li 120.5, 付给李雷 120.5, 机房 40000 11月, 收到 小王 300, 作废 12.

Who is named is left to whoever knows the members; what cannot be read is said back, never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from .bill_words import read_month
from .money import Amount, MoneyFault, NoAmount, read_amount
from .normal import normalise

LONGEST = 200
_VOID = re.compile(
    r"(?:void|undo|delete|remove|cancel|作废|撤销|撤回|删除|取消)\s*(?:第|#|no\.?\s*)?\s*(\d{1,9})\s*(?:号|笔)?",
    re.ASCII,
)
_LIST = ("list", "all", "记录", "明细", "流水", "列表")
# Which one is not said: the list has a button for each.
_VOID_ONE = ("void", "undo", "delete", "remove", "cancel", "作废", "撤销", "撤回", "删除", "取消")
_FROM = re.compile(r"(?:收到了?|收了|from\b)\s*", re.IGNORECASE)
_TO = re.compile(r"(?:付给|转给|交给|给|to\b)\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:->|→|=>|付给|转给|交给)\s*")
_PROVIDER = re.compile(
    r"(?:provider|vendor|cloud|机房|云厂商|厂商|平台|服务商|供应商|商家|租卡平台)(?![\w一-鿿])\s*", re.IGNORECASE
)
_GLUED_PROVIDER = re.compile(r"(机房|云厂商|厂商|平台|服务商|供应商|商家)([¥￥]?[\d０-９].*)")
_GLUED = re.compile(r"(.*[^\s\d０-９.,，．¥￥$€£+\-－])([¥￥$€£]?[-+－＋]?[\d０-９][^\s]*)", re.DOTALL)
_PICTURES = re.compile(
    r"[/／]?(?:收款码|收据|发票|记账|payee\b|receipt\b|invoice\b|bill\b|导出|export\b)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class PayText:
    """`void`: the number of a payment to take back. `who`: the name of the other side, empty for the provider.

    `received`: the money came from `who`. `giver`: a third person who paid. `amount` None = none was typed.
    """

    who: str = ""
    amount: Amount | NoAmount | None = None
    provider: bool = False
    received: bool = False
    giver: str = ""
    month: str | None = None
    void: int | None = None
    listed: bool = False


def says_what_it_is(text: str) -> bool:
    """Whether the words beside a picture say what it is for."""
    return _PICTURES.match(text.strip()) is not None


def read_pay(text: str, currency: str, today: date) -> PayText:
    """What follows `/pay`. Nothing is refused here: `amount` carries why it was not read."""
    plain = normalise(text[:LONGEST]).text
    voids = _VOID.fullmatch(plain)
    if voids is not None:
        return PayText(void=int(voids[1]))
    if plain in (*_LIST, *_VOID_ONE):
        return PayText(listed=True)
    rest = text[:LONGEST].strip()
    glued = _GLUED_PROVIDER.fullmatch(rest)
    rest = f"{glued[1]} {glued[2]}" if glued is not None else rest
    received = _FROM.match(rest)
    if received is not None:
        rest = rest[received.end() :]
    elif (to := _TO.match(rest)) is not None:
        rest = rest[to.end() :]
    provider = _PROVIDER.match(rest)
    if provider is not None:
        month, rest = _month(rest[provider.end() :], today)
        who, amount = _cut(rest, currency)
        return PayText("", amount or (_unread(who) if who else None), True, received is not None, "", month)
    sides = _BETWEEN.split(rest, maxsplit=1)
    if len(sides) == 2 and sides[0].strip():
        return replace(read_pay(sides[1], currency, today), giver=sides[0].strip())
    who, amount = _cut(sides[-1].strip(), currency)
    return PayText(who, amount, False, received is not None)


def _unread(text: str) -> NoAmount:
    return NoAmount(MoneyFault.NOT_AN_AMOUNT, "")


def _month(text: str, today: date) -> tuple[str | None, str]:
    """The month among the words, and the others."""
    words = text.split()
    for at, word in enumerate(words):
        found = read_month(word, today)
        if found is not None and not found[1]:
            return found[0], " ".join(words[:at] + words[at + 1 :])
    return None, text.strip()


def _cut(text: str, currency: str) -> tuple[str, Amount | NoAmount | None]:
    """The name, and the amount behind, before or glued to it."""
    words = text.split()
    for size in (2, 1):
        for tail in (True, False):
            piece = " ".join(words[-size:] if tail else words[:size])
            rest = " ".join(words[:-size] if tail else words[size:])
            read = _amount(piece, currency) if len(words) >= size else None
            if read is not None and (
                size == 1 or isinstance(read, Amount) or read.fault is not MoneyFault.NOT_AN_AMOUNT
            ):
                return rest, read
    glued = _GLUED.fullmatch(text.strip())
    if glued is not None and not glued[1].lstrip().startswith(("@", "＠")):
        read = _amount(glued[2], currency)
        if isinstance(read, Amount) and not glued[1].strip()[-1:].isascii():
            return glued[1].strip(), read
    return text.strip(), None


def _amount(word: str, currency: str) -> Amount | NoAmount | None:
    """None for a word that is no amount at all; `nan` and `1e5` are amounts that cannot be read."""
    read = read_amount(word, currency)
    if isinstance(read, Amount):
        return read
    begins = normalise(word).text.lstrip("+-¥$€£")[:1]
    if begins.isdigit() or normalise(word).text.lstrip("+-") in ("nan", "inf", "infinity"):
        return read if read.fault is not MoneyFault.EMPTY else None
    return None
