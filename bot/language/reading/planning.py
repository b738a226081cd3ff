"""Reads budgets (5000, 我的 500, off), needs (2卡 120小时, 2 cards 40h a week) and what a paper is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from .bill_words import read_month
from .money import Amount, NoAmount, read_amount
from .normal import normalise
from .preferences import is_off

_OWN = re.compile(r"(?:我的?|自己的?|mine|my|own)(?![a-z])\s*:?\s*(?:预算)?\s*")
_RESERVE = re.compile(r"(?:预留|备用|余量|reserve)\s*:?\s*(\d{1,3})\s*%")
_NONE = re.compile(r"(?:不用|不需要|没有|没需求|用不着|none|nothing|no|0|零)(?:了|卡|cards?)?")
_NEXT = re.compile(r"(?:下个?月|next month)\s*")
_MONTH = re.compile(r"(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月份?\s*(?=[\da-z一二两三四五六七八九十])(?!\d{1,2}[日号])")
_CARDS = re.compile(r"(\d{1,3}|[一二两三四五六七八九十])\s*(?:张卡?|块卡?|卡(?!时)|x|cards?\b|gpus?\b)")
_HOURS = re.compile(r"(?<![\d.])(\d{1,5})\s*(?:个)?(卡时|小时|钟头|card-?hours?\b|hours?\b|hrs?\b|h\b|天|days?\b)")
_WEEKLY = re.compile(r"每周|一周|每个?星期|/\s*(?:周|week)|(?:a|per|each) week|weekly")
_DAILY = re.compile(r"每天|每日|一天|/\s*(?:天|day)|(?:a|per|each) day|daily")
_COUNTS = {word: number for number, word in enumerate("一二三四五六七八九十", 1)} | {"两": 2}
_DATE = r"(?:(?P<{0}y>\d{{4}})\s*[-/.年]\s*)?(?P<{0}m>\d{{1,2}})\s*[-/.月]\s*(?P<{0}d>\d{{1,2}})(?!\d)\s*[日号]?"
_DATES = re.compile(rf"(?:从|自|from)?\s*{_DATE.format('a')}\s*(?:-|~|到|至|to|until)\s*{_DATE.format('b')}\s*")
MOST_HOURS = 744
MOST_CARDS = 64


@dataclass(frozen=True, slots=True)
class BudgetText:
    """`amount` None = none was named; `off`: no budget any more. `reserve_permille` None = as it is."""

    own: bool
    amount: Amount | NoAmount | None = None
    off: bool = False
    reserve_permille: int | None = None


def read_budget(text: str, currency: str) -> BudgetText:
    """What follows `/budget`."""
    plain = normalise(text).text
    reserve = _RESERVE.search(plain)
    if reserve is not None:
        plain = (plain[: reserve.start()] + " " + plain[reserve.end() :]).strip(" ,;")
    mine = _OWN.match(plain)
    rest = plain[mine.end() :].strip() if mine else plain
    permille = None if reserve is None else int(reserve[1]) * 10
    if is_off(rest):
        return BudgetText(mine is not None, None, True, permille)
    return BudgetText(mine is not None, read_amount(rest, currency) if rest else None, False, permille)


@dataclass(frozen=True, slots=True)
class NeedText:
    """A need of `month` (YYYY-MM; None = the next): cards at once for hours, `per` week, day or month. `unread`: it
    could not be read. `cards` None = nothing was said but perhaps the month."""

    month: str | None = None
    cards: int | None = None
    hours: int = 0
    per: str = "month"
    kind: str | None = None
    unread: bool = False


def read_need(text: str, kinds: Iterable[str], today: date) -> NeedText:
    """What follows `/plan`. A month without a year is the next of that name."""
    plain = normalise(text).text
    month, rest = _month(plain, today)
    if not rest:
        return NeedText(month)
    if _NONE.fullmatch(rest):
        return NeedText(month, 0)
    kind, rest = _kind(rest, kinds)
    cards, hours = _CARDS.search(rest), _HOURS.search(rest)
    left = rest
    for found in (_WEEKLY, _DAILY, _CARDS, _HOURS):
        left = found.sub(" ", left, count=1)
    if hours is None or re.sub(r"[\s,;、x*用各共需要]+|need|for|each|the|with", "", left):
        return NeedText(month, unread=True)
    long = int(hours[1]) * (24 if hours[2].startswith(("天", "day")) else 1)
    together = hours[2].startswith(("卡时", "card"))
    if cards is None and not together:
        return NeedText(month, unread=True)
    count = 1 if cards is None else _COUNTS.get(cards[1]) or int(cards[1])
    if together:
        long = -(-long // max(count, 1))
    per = "week" if _WEEKLY.search(rest) else "day" if _DAILY.search(rest) else "month"
    if not 1 <= count <= MOST_CARDS or not 1 <= long <= MOST_HOURS * (MOST_CARDS if together else 1):
        return NeedText(month, unread=True)
    return NeedText(month, count, long, per, kind)


def _month(plain: str, today: date) -> tuple[str | None, str]:
    following = _NEXT.match(plain)
    if following is not None:
        return None, plain[following.end() :].strip()
    before = _MONTH.match(plain)
    found = read_month(plain if before is None else f"{before[0].strip()} ", today)
    if found is None:
        return None, plain
    month, rest = found if before is None else (found[0], plain[before.end() :])
    named = re.match(r"\d{4}", plain)
    if named is None and month < f"{today.year:04}-{today.month:02}":
        month = f"{int(month[:4]) + 1:04}{month[4:]}"
    return month, normalise(rest).text


def _kind(text: str, kinds: Iterable[str]) -> tuple[str | None, str]:
    for kind in sorted(kinds, key=len, reverse=True):
        found = re.search(rf"(?<![a-z0-9]){re.escape(kind.lower())}(?![a-z0-9])", text)
        if found is not None:
            return kind, text[: found.start()] + " " + text[found.end() :]
    return None, text


@dataclass(frozen=True, slots=True)
class PaperText:
    """`purpose`: a part of what bookings were for; None = all. From `since` to `until`, both days included."""

    purpose: str | None = None
    month: str | None = None
    since: date | None = None
    until: date | None = None


_PAPER = re.compile(r"\s*(?:paper|论文|致谢|算力说明)(?![a-z])[\s:：]*", re.IGNORECASE)


def read_paper(text: str, today: date) -> PaperText | None:
    """paper, 论文 PurposeX, paper 10月 llama, paper 2026-10-01 到 2026-11-15 llama; None when it is about no paper."""
    begins = _PAPER.match(text)
    if begins is None:
        return None
    rest = text[begins.end() :].strip()
    plain = normalise(rest)
    dates = _DATES.match(plain.text)
    if dates is not None:
        since, until = _day(dates, "a", today), _day(dates, "b", today)
        if since is not None and until is not None:
            return PaperText(plain.quote(dates.end(), len(plain.text)).strip() or None, None, since, until)
    month = read_month(rest, today)
    if month is not None:
        return PaperText(month[1] or None, month[0])
    return PaperText(rest or None)


def _day(found: re.Match[str], side: str, today: date) -> date | None:
    """Without a year the latest that has come."""
    try:
        if found[f"{side}y"]:
            return date(int(found[f"{side}y"]), int(found[f"{side}m"]), int(found[f"{side}d"]))
        one = date(today.year, int(found[f"{side}m"]), int(found[f"{side}d"]))
        return one if one <= today else one.replace(year=today.year - 1)
    except ValueError:
        return None
