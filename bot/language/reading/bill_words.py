"""Months, days and split policies as people type them after `/bill`, `/split`, `/price`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from .days_en import MONTHS
from .normal import normalise

_NAMED = {
    name: number
    for number, names in enumerate(MONTHS.split("|"), 1)
    for name in names.split()
}  # fmt: skip
_RELATIVE = {
    "上个月": -1, "上月": -1, "last month": -1, "last": -1, "前一个月": -1, "上上个月": -2, "上上月": -2,
    "本月": 0, "这个月": 0, "这月": 0, "当月": 0, "this month": 0, "now": 0,
}  # fmt: skip
_MONTH = re.compile(
    r"(?P<iso>\d{4})[-/.](?P<isomonth>\d{1,2})(?![-/.\d])|"
    r"(?:(?P<year>\d{4})\s*年\s*)?(?P<month>\d{1,2})\s*月(?:份)?(?!\s*\d)"
)
_MENTIONED = re.compile(
    r"上上?个?月|(?<!\w)last month|(?:\d{4}\s*年\s*)?\d{1,2}\s*月(?!\d)|十[一二]月|[一二三四五六七八九十]月"
    rf"|\b(?:{'|'.join(name for name in _NAMED if len(name) > 3)})\b"
)
_POLICIES = {
    "charged": ("charged", "按卡时", "卡时", "按charged", "card-hours", "card hours", "cardhours", "默认"),
    "equal": ("equal", "equally", "平摊", "均摊", "平分", "全员平摊", "一人一份", "aa"),
    "presence": ("presence", "按天数", "按天", "按在组天数", "by days", "days"),
    "booked": ("booked", "按预约", "按预约卡时", "预约"),
    "used": ("used", "按实际", "按实际用", "按用量", "按实际卡时", "实际"),
    "two_part": ("two_part", "two-part", "two part", "两段", "两部", "人头加卡时", "人头+卡时", "底价加卡时"),
    "pledge": ("pledge", "pledges", "按认购", "认购"),
    "direct_idle": ("direct_idle", "direct-idle", "direct", "空闲另摊", "空闲分开", "用多少付多少"),
}
_BY_NAME = {alias: name for name, aliases in _POLICIES.items() for alias in aliases}
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\s*%")
_DAY = re.compile(r"(?:(?P<year>\d{4})\s*[-/.年]\s*)?(?P<month>\d{1,2})\s*[-/.月]\s*(?P<day>\d{1,2})\s*[日号]?(?!\d)")


@dataclass(frozen=True, slots=True)
class PolicyText:
    """`name` of a policy; `part` in (0, 1]: the fixed part of two_part, the rate of pledge; `idle` of direct_idle."""

    name: str
    part: Fraction | None = None
    idle: str | None = None


_NAMES = "|".join(sorted(_NAMED, key=len, reverse=True))
_NAMED_DAY = re.compile(
    rf"\b(?P<month>{_NAMES})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.\d])|"
    rf"\b(?P<first>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<behind>{_NAMES})\b",
    re.IGNORECASE,
)


def with_numbered_days(text: str) -> str:
    """The text with dec 31, 31 December as 12-31."""
    return _NAMED_DAY.sub(
        lambda found: f"{_NAMED[(found['month'] or found['behind']).lower()]}-{int(found['day'] or found['first'])}",
        text,
    )


def read_month(text: str, today: date) -> tuple[str, str] | None:
    """The month (`YYYY-MM`) that a text begins with, and what follows; None when it begins with none.

    A month without a year is the latest of that name that has begun.
    """
    plain = normalise(text)
    for words, step in sorted(_RELATIVE.items(), key=lambda one: -len(one[0])):
        if _begins(plain.text, words):
            at = today.year * 12 + today.month - 1 + step
            return f"{at // 12:04}-{at % 12 + 1:02}", _rest(text, plain.source, len(words))
    for name, number in sorted(_NAMED.items(), key=lambda one: -len(one[0])):
        if _begins(plain.text, name):
            return _written(None, number, today), _rest(text, plain.source, len(name))
    found = _MONTH.match(plain.text)
    if found is None:
        return None
    year, number = found["iso"] or found["year"], int(found["isomonth"] or found["month"])
    if not 1 <= number <= 12 or (year and not 2000 <= int(year) <= 2200):
        return None
    return _written(int(year) if year else None, number, today), _rest(text, plain.source, found.end())


def month_in(text: str) -> str:
    """The month that is named somewhere in a sentence, for `read_month`; empty when none is."""
    found = _MENTIONED.search(normalise(text).text)
    return found.group() if found else ""


def _begins(text: str, words: str) -> bool:
    return text.startswith(words) and not (words[-1].isascii() and text[len(words) : len(words) + 1].isalnum())


def _rest(text: str, source: tuple[int, ...], end: int) -> str:
    return text[source[end - 1] + 1 :].strip() if end else text.strip()


def _written(year: int | None, month: int, today: date) -> str:
    if year is None:
        year = today.year if month <= today.month else today.year - 1
    return f"{year:04}-{month:02}"


def read_from_day(text: str, today: date) -> tuple[date, str] | None:
    """从12月1日起, from 2026-12-01, 下个月起, from tomorrow: the day, and the text without it. None = none is named.

    A day without a year is the nearest one.
    """
    plain = normalise(text).text
    framed = re.search(r"(?:从|自|from|since|starting)\s*(.+)|(\S+?)\s*(?:起|开始)", plain)
    said = (framed[1] or framed[2]) if framed else None
    if framed is None or said is None:
        return None
    day = _day(said.strip(), today)
    if day is None:
        return None
    return day, (plain[: framed.start()] + " " + plain[framed.end() :]).strip()


_UNTIL = re.compile(
    r"(?:有效期)?(?:到|至|截至|截止|\buntil|\btill|\bexpires?(?:\s+on)?)\s*(\S+?)\s*(?:前|止|过期|到期|有效)?(?=\s|$)"
)


def read_until_day(text: str, today: date) -> tuple[date | None, str] | None:
    """到 12-31, 到年底, until 2026-12-31: the last day, and the text without it. None = none is named.

    The day is None where what is named is no day; a day without a year is the next one.
    """
    plain = normalise(text)
    found = _UNTIL.search(plain.text)
    if found is None:
        return None
    rest = f"{text[: plain.source[found.start()]]} {_rest(text, plain.source, found.end())}".strip()
    return _last_day(found[1], today), rest


def _last_day(said: str, today: date) -> date | None:
    if said in ("年底", "今年底"):
        return date(today.year, 12, 31)
    if said in ("月底", "这个月底", "本月底"):
        return date(today.year + today.month // 12, today.month % 12 + 1, 1) - timedelta(days=1)
    day = _day(said, today)
    if day is None or day >= today or re.match(r"\d{4}\D", said):
        return day
    return day.replace(year=day.year + 1) if (day.month, day.day) != (2, 29) else None


def _day(said: str, today: date) -> date | None:
    said = said.rstrip("起 ").removesuffix("开始").strip()
    if said in ("今天", "today", "now", "现在"):
        return today
    if said in ("明天", "tomorrow"):
        return date.fromordinal(today.toordinal() + 1)
    at = today.year * 12 + today.month - 1
    if said in ("下个月", "下月", "next month", "下个月1号", "下月1号", "下个月1日"):
        return date((at + 1) // 12, (at + 1) % 12 + 1, 1)
    if said in ("这个月", "本月", "this month"):
        return today.replace(day=1)
    found = _DAY.fullmatch(said)
    if found is None:
        return _first_of_a_month(said, today)
    try:
        if found["year"]:
            return date(int(found["year"]), int(found["month"]), int(found["day"]))
        years = [date(today.year + step, int(found["month"]), int(found["day"])) for step in (-1, 0, 1)]
    except ValueError:
        return None
    return min(years, key=lambda one: abs(one.toordinal() - today.toordinal()))


def _first_of_a_month(said: str, today: date) -> date | None:
    """11月, November: the first of the nearest month of that name."""
    named = _MONTH.fullmatch(said)
    number = int(named["month"]) if named is not None and named["month"] else _NAMED.get(said)
    if number is None or not 1 <= number <= 12:
        return None
    year = named["year"] if named is not None else None
    years = [int(year)] if year else [today.year - 1, today.year, today.year + 1]
    return min((date(one, number, 1) for one in years), key=lambda day: abs(day.toordinal() - today.toordinal()))


def read_policy(text: str) -> PolicyText | None:
    """A policy by its name in either language, perhaps with its part: two_part 30%, 认购 50%, 空闲另摊 平摊."""
    plain = " ".join(normalise(text).text.split())
    percent = _PERCENT.search(plain)
    part = Fraction(percent[1]) / 100 if percent else None
    words = _PERCENT.sub(" ", plain).strip()
    if part is not None and not 0 < part <= 1:
        return None
    if words in _BY_NAME:
        name = _BY_NAME[words]
        return PolicyText(name, part) if part is None or name in ("two_part", "pledge") else None
    head, _, tail = words.rpartition(" ")
    if _BY_NAME.get(head) == "direct_idle" and part is None:
        idle = {"payer": "payer", "付款人": "payer"}.get(tail) or _BY_NAME.get(tail)
        return PolicyText("direct_idle", None, idle) if idle not in (None, "two_part", "direct_idle") else None
    return None
