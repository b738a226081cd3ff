"""The text while it is read: what one reader has understood is blanked, so that no other reads it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..normal import normalise
from ..numerals import chinese_number
from .figures import in_figures, in_total


def rule(pattern: str) -> re.Pattern[str]:
    """A pattern whose words end where Chinese begins: lora微调."""
    return re.compile(pattern, re.ASCII)


def said(pattern: str, text: str) -> re.Match[str] | None:
    """The first place where a text says so."""
    return re.search(pattern, text, re.ASCII)


LONGEST_TEXT = 4_000
BLANK = "\u0000"
NUMBER = r"(?<!\d)(?<!\d\.)((?>\d+(?:\.\d+)?))"
"""A whole one: 18 is never read as 1 and 8."""
SCALE = (
    r"\s*(十亿|千万|百万|万亿|亿|万|[wkmbt](?![a-z])|[kg](?=\s?tok)|千|百|million\b|billion\b|trillion\b|thousand\b)?"
)
SCALES = {
    "": 1, "百": 1e2, "千": 1e3, "k": 1e3, "thousand": 1e3, "万": 1e4, "w": 1e4, "百万": 1e6, "m": 1e6, "million": 1e6,
    "千万": 1e7, "亿": 1e8, "b": 1e9, "g": 1e9, "billion": 1e9, "十亿": 1e9, "万亿": 1e12, "t": 1e12, "trillion": 1e12,
}  # fmt: skip
_HAN_DIGITS = "零〇一二三四五六七八九十百千两俩仨"
_HAN_NUMBER = rule(
    rf"(?<!第)(?<![{_HAN_DIGITS}])([{_HAN_DIGITS}]{{1,7}})(?:点([一二三四五六七八九零]+))?"
    r"(?=\s*(?:张|卡|块|个|天|周|星期|月|万|亿|组|次|遍|步|轮|条|小时|钟头|分钟|秒|人|台|倍|元|机|epoch|"
    r"ep\b|卡时|gpu|[kwb]\b|节点"
    r"|的?预算|以内|之内|封顶|tok|词元|a\d|v\d|h\d|[345]0[6789]0|2080|t4|l\d{2}))"
)
_SCALED_HAN = rule(r"(?<!\d )(?<![\d一二三四五六七八九十两几])(百|千|十)(?=(?:万|亿))")
_APART = rule(r"(?<=\d)(?=[一二两三四五六七八九十](?:张|块|卡|台|个|天|周|小时|组|条|轮))")
"""4090两张 is not 40902."""
_HALVES = (
    (rule(r"(?:1|一)个半小时"), "1.5小时"),
    (rule(r"(?<!\d)(?<!个)半个?(?:小时|钟头)|half an hour"), "30分钟"),
    (rule(r"(?<!\d)(?<!大)(?<!老)半天(?!才)"), "12小时"),
)
_AND_HALF = rule(
    r"(?<![\d.])(\d{1,3})\s*个半\s*(小时|钟头|天|月|星期)|(?<![\d.])(\d{1,3})\s*(分(?=钟?半)|"
    r"小时(?=半)|天(?=半)|周(?=半)|星期(?=半))钟?半"
)
_HOURS_MINUTES = rule(
    r"(?<![\d.])(\d{1,3})\s*(?:h|hours?|hrs?|个?小时|个?钟头?)\s*(?:and\s*)?(\d{1,2})\s*(?:m|min|mins|minutes|"
    r"分钟?)(?![a-z\d])"
)
_AND_A_DIGIT = rule(
    r"(?<![\d.])(\d+)(万|千|百|块)(?:钱)?(\d)(?![\d.a-z张卡台块个]|万|千|百|\s*(?:张|"
    r"卡|台|个|小时|天|h\b|epoch(?!s?\s*[=:设])|轮(?!数)))"
)
"""4 万 8 is 48,000; 2 块 2 is 2.2."""
_MANY = rule(rf"(?<![\d{_HAN_DIGITS}])万亿(?=\s*个?(?:tok|词元))")
_HAN_FUNDS = rule(
    rf"((?:预算|经费|资金)(?:大概|大约|约|是|有|只有|就|还|剩)*)([{_HAN_DIGITS}]*[十百千])(?![{_HAN_DIGITS}万亿])"
)
_HAN_WAN_QIAN = rule(
    rf"(?<![{_HAN_DIGITS}])([一二两三四五六七八九十百]{{1,4}})万([一二两三四五六七八九])千(?![{_HAN_DIGITS}])"
)
_WAN_QIAN = rule(r"(?<![\d.])(\d+)\s*万\s*(\d)\s*千(?!\d)")
_HAN_AND_A_DIGIT = rule(
    rf"(?<![{_HAN_DIGITS}\d])([一二两三四五六七八九])(万|千)([一二三四五六七八九])(?![{_HAN_DIGITS}万亿]|"
    rf"\s*(?:张|卡|台|个|天|轮))"
)
_QIANWEN = rule(r"(?:通义)?千问(?=\d(?:\.\d)?(?![\d.]*\s*b))")
_ENGLISH = {
    "a single": 1,
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "fifteen": 15, "sixteen": 16, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "eighty": 80, "half a": 0.5,
}  # fmt: skip
_ENGLISH_NUMBER = rule(
    r"\b(half a|a single(?= epoch)|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"twelve|fifteen|sixteen|twenty|thirty|forty|fifty|sixty|eighty)(?=[ -]+"
    r"(?:[ahvlpt]\d+s?|rtx|\d{4}s?|\d+ ?gb?|gpus?|cards?|days?|weeks?|months?|hours?|epochs?|runs?|people|"
    r"students|of us|of (?:our|my|the|those|these)|"
    r"million|billion|thousand|nodes?|machines?|nvidia|of them|times|seeds|members|pieces?|units?|"
    r"way|pcs|sets? of|passes|yuan|rmb)\b)"
)
_TYPOS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (rule(r"(?<![a-z])(q?)(?:lroa|loar|lroa|laro|l0ra)(?![a-z])"), r"\1lora"),
    (rule(r"(?<![a-z])(?:epcoh|epohc|eopch|ecpoh|epoh|epoc|epcho|epooch)s?(?![a-z])"), "epoch"),
    (rule(r"(?<![a-z])(?:qwne|qewn|qwwn|qwn|gwen)(?=[\d\s.-])"), "qwen"),
    (rule(r"(?<![a-z])(?:llma|lamma|llamma|lllama|lama)(?=[\d\s.-])"), "llama"),
    (rule(r"(?<![a-z])(?:deepsek|deepseak|depseek)(?![a-z])"), "deepseek"),
    (rule(r"显村|显寸|显从|先存|(?:现存|限存)(?=[够要占多不会大吗])|显卡的?内存"), "显存"),
    (rule(r"多就(?=[\s?!。]*$)|多酒|夺久|多玖"), "多久"),
    (rule(r"(?<![a-z])a1[o0]o|(?<![a-z])a1o[o0]"), "a100"),
    (rule(r"(?<!\d)([345])o90|(?<!\d)([345])09o"), lambda found: f"{found[1] or found[2]}090"),
    (rule(r"够不勾|勾不够|够不购"), "够不够"),
    (rule(r"全餐(?=微调|数|训)|全残"), "全参"),
)
"""Slips of the keyboard that are seen again and again."""
_SPELLED_CARD = rule(r"([三四五])[零〇]九[零〇]")
_DIGITS = {"三": 3, "四": 4, "五": 5}
_GIGS = rule(r"(?<=\d)\s*gigs?\b")
_NO_NUMBER = rule(r"\d{16,}")
_THOUSANDS = rule(r"(?<=\d),(?=\d{3}(?!\d))")


def simplified(text: str) -> str:
    """One spelling: small letters, half-width signs, number words as figures."""
    plain = normalise(text[:LONGEST_TEXT].replace("，", "， ")).text.replace(BLANK, " ")
    for typo, meant in _TYPOS:
        plain = typo.sub(meant, plain)
    plain = _SPELLED_CARD.sub(lambda found: f"{_DIGITS[found[1]]}090", plain)
    plain = _GIGS.sub("gb", plain.replace("礼拜", "星期"))
    plain = in_figures(_NO_NUMBER.sub(" ", _THOUSANDS.sub("", plain)))
    for words, figure in _HALVES:
        plain = words.sub(figure, plain)
    plain = _MANY.sub("1万亿", plain)
    plain = _HAN_FUNDS.sub(lambda found: f"{found[1]}{chinese_number(found[2]) or found[2]}", plain)
    plain = _HAN_WAN_QIAN.sub(lambda found: f" {chinese_number(found[1])}.{chinese_number(found[2])}万", plain)
    plain = _WAN_QIAN.sub(lambda found: f"{found[1]}.{found[2]}万", plain)
    plain = _HAN_AND_A_DIGIT.sub(lambda found: f"{chinese_number(found[1])}{found[2]}{chinese_number(found[3])}", plain)
    plain = _AND_A_DIGIT.sub(lambda found: f"{found[1]}.{found[3]}{found[2]}", plain)
    plain = _SCALED_HAN.sub(lambda found: {"十": "10", "百": "100", "千": "1000"}[found[1]], plain)
    plain = _HAN_NUMBER.sub(_figure, _APART.sub(" ", plain))
    plain = _QIANWEN.sub(" qwen", plain)
    plain = _AND_HALF.sub(lambda found: f"{found[1] or found[3]}.5{found[2] or found[4]}", plain)
    plain = _HOURS_MINUTES.sub(lambda found: f"{int(found[1]) + int(found[2]) / 60:.3g}小时", plain)
    return in_total(_ENGLISH_NUMBER.sub(lambda found: f"{_ENGLISH[found[1]]:g}", plain))


def _figure(found: re.Match[str]) -> str:
    whole = chinese_number(found[1])
    if whole is None:
        return found[0]
    digits = "".join(str(chinese_number(digit)) for digit in found[2] or "")
    glued = (
        found.start() > 0 and found.string[found.start() - 1].isascii() and found.string[found.start() - 1].isalnum()
    )
    after = " " if found.string[found.end() : found.end() + 1].isdigit() else ""  # 俩4090 is not 24090
    return (" " if glued else "") + (f"{whole}.{digits}" if digits else str(whole)) + after  # qwen2.5-7b 三轮: not 7b3


def amount(number: str, scale: str | None) -> float:
    """20 and w: 200000."""
    return float(number) * SCALES[(scale or "").strip()]


class Scan:
    """`text` as far as it has not been understood; `whole` as it was."""

    __slots__ = ("text", "whole")

    def __init__(self, text: str) -> None:
        self.whole = text
        self.text = text

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first match, which nobody will see again."""
        found = pattern.search(self.text)
        if found is not None:
            self.blank(*found.span())
        return found

    def take_all(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Every match in turn, each blanked when it was yielded."""
        for found in list(pattern.finditer(self.text)):
            self.blank(*found.span())
            yield found

    def has(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.whole) is not None

    def blank(self, start: int, end: int) -> None:
        self.text = self.text[:start] + BLANK * (end - start) + self.text[end:]
