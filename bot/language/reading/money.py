"""Amounts of money as people type them, strictly: what could be meant two ways is refused with how it would be read.

"1,234.50", ¥1234.5, １２３４．５, 120元, 12块5, 3万, 六百, 一万二 are read; "1,5" and "1.234,56" are not. Whole minor
units.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from ..writing.amounts import DIGITS
from .normal import SAME
from .numerals import chinese_money

MOST_MINOR = 10**15
"""Nothing larger is taken from a chat: ten trillion yuan is a slip of the finger."""
LONGEST = 40


class MoneyFault(StrEnum):
    """Why an amount was not read, or not taken: where something has to be paid, nothing and less is none."""

    EMPTY = "empty"
    NOT_AN_AMOUNT = "not_an_amount"
    AMBIGUOUS = "ambiguous"
    TOO_FINE = "too_fine"
    TOO_LARGE = "too_large"
    OTHER_CURRENCY = "other_currency"
    NOT_POSITIVE = "not_positive"


@dataclass(frozen=True, slots=True)
class Amount:
    """Whole minor units of the currency asked for."""

    minor: int


@dataclass(frozen=True, slots=True)
class NoAmount:
    """`reading`: how the text was taken, in plain figures, to be said back; empty when there is none."""

    fault: MoneyFault
    reading: str = ""


class _Parts(NamedTuple):
    sign: str
    number: str
    scale: int


SIGNS = {"¥": "CNY", "￥": "CNY", "$": "USD", "€": "EUR", "£": "GBP"}
WORDS = {"元": "", "块": "", "块钱": "", "圆": "", "人民币": "CNY", "rmb": "CNY", "yuan": "CNY"}
SCALES = {"万": 10_000, "w": 10_000, "千": 1_000, "k": 1_000, "亿": 100_000_000}
PLAIN = re.compile(r"\d+(\.\d+)?|\.\d+", re.ASCII)
GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?", re.ASCII)
SCALED_AND_TENTHS = re.compile(r"(\d+)([万千])(\d)千?(?:\s*(?:元整|元|块钱|块|圆))?", re.ASCII)
"""3万5, 3万5千, 2千5: the last figure counts tenths of the word before it."""
WHOLE_AND_TENTHS = re.compile(r"(\d+)\s*[元块]\s*(\d)(?:\s*角|\s*毛)?", re.ASCII)
IN_WORDS = re.compile(r"([零〇一二两三四五六七八九十百千万亿]+)\s*(元整|元|块钱|块|圆|人民币)?(?:整)?")
FRAME = re.compile(
    r"(?P<before>[¥$€£]|rmb|人民币|[a-z]{3})?\s*(?P<sign>[-+]?)\s*(?P<again>[¥$€£])?\s*"
    r"(?P<number>[\d.,]+)\s*(?P<scale>[万千亿wk])?\s*(?P<after>元整|元|块钱|块|圆|人民币|rmb|yuan|[a-z]{3})?",
    re.ASCII,
)


def read_amount(text: str, currency: str = "CNY") -> Amount | NoAmount:
    """The amount a text says, or why it says none. Zero is an amount; -0 is zero."""
    if len(text) > LONGEST:
        return NoAmount(MoneyFault.TOO_LARGE if text.strip().isdigit() else MoneyFault.NOT_AN_AMOUNT)
    plain = _plain(text)
    if not plain:
        return NoAmount(MoneyFault.EMPTY)
    tenths = WHOLE_AND_TENTHS.fullmatch(plain)
    if tenths:
        return _minor(_Parts("", f"{tenths[1]}.{tenths[2]}", 1), currency)
    scaled = SCALED_AND_TENTHS.fullmatch(plain)
    if scaled:
        tenths_of = SCALES[scaled[2]] // 10
        return _minor(_Parts("", str(int(scaled[1]) * 10 * tenths_of + int(scaled[3]) * tenths_of), 1), currency)
    worded = IN_WORDS.fullmatch(plain)
    if worded is not None and (whole := chinese_money(worded[1], alone=worded[2] is None)) is not None:
        return _minor(_Parts("", str(whole), 1), currency)
    sign = ""
    if plain[0] in "+-":
        sign, plain = plain[0], plain[1:].lstrip()
    found = FRAME.fullmatch(plain)
    if found is None or (sign and found["sign"]):
        return NoAmount(MoneyFault.NOT_AN_AMOUNT)
    for named in (found["before"], found["again"], found["after"]):
        said = _currency(named)
        if said is None:
            return NoAmount(MoneyFault.NOT_AN_AMOUNT)
        if said and said != currency.upper():
            return NoAmount(MoneyFault.OTHER_CURRENCY, said)
    return _number(_Parts(sign or found["sign"], found["number"], SCALES.get(found["scale"] or "", 1)), currency)


def _plain(text: str) -> str:
    """Half-width, small letters, one spelling for each dash. A full-width comma stays a comma: it separates."""
    small = {"．": ".", "。": ".", "，": ",", "､": ",", "、": ",", "￥": "¥", "＄": "$", "＋": "+"}
    out = []
    for character in text.strip():
        character = small.get(character, character)
        if SAME.get(character) == "-":
            character = "-"
        elif "０" <= character <= "９" or "Ａ" <= character <= "ｚ":
            character = chr(ord(character) - 0xFEE0)
        out.append(character)
    return "".join(out).lower()


def _currency(named: str | None) -> str | None:
    """The code a sign or word stands for, "" for none in particular, None for no currency at all."""
    if not named or named in ("元整",):
        return ""
    if named in SIGNS:
        return SIGNS[named]
    if named in WORDS:
        return WORDS[named]
    code = named.upper()
    return code if code in DIGITS or code in KNOWN else None


KNOWN = frozenset({"CNY", "USD", "EUR", "GBP", "HKD", "TWD", "SGD", "AUD", "CAD", "CHF", "MOP", "INR"})


def _number(parts: _Parts, currency: str) -> Amount | NoAmount:
    number = parts.number
    if PLAIN.fullmatch(number):
        return _minor(parts, currency)
    if GROUPED.fullmatch(number):
        return _minor(parts._replace(number=number.replace(",", "")), currency)
    if re.fullmatch(r"\d+,\d{1,2}|\d{1,3}(\.\d{3})+(,\d+)?|\d+,\d{3,}", number):
        return NoAmount(MoneyFault.AMBIGUOUS, _minus(parts) + _continental(number))
    return NoAmount(MoneyFault.NOT_AN_AMOUNT)


def _continental(number: str) -> str:
    """What it would be with the comma as decimal point."""
    return number.replace(".", "").replace(",", ".")


def _minus(parts: _Parts) -> str:
    return "-" if parts.sign == "-" else ""


def _minor(parts: _Parts, currency: str) -> Amount | NoAmount:
    digits = DIGITS.get(currency.upper(), 2)
    exact = Fraction(parts.number) * parts.scale * 10**digits
    if exact > MOST_MINOR:
        return NoAmount(MoneyFault.TOO_LARGE, _minus(parts) + parts.number)
    if exact.denominator != 1:
        return NoAmount(MoneyFault.TOO_FINE, _minus(parts) + parts.number)
    return Amount(-int(exact) if parts.sign == "-" else int(exact))
