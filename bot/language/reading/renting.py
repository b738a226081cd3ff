"""Reads rentals: 到 12-31 自动续, 按小时 关机收磁盘, balance 1200; and prices to compare: 12/小时 40000/月."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import TypeVar

from .bill_words import with_numbered_days
from .money import Amount, NoAmount, read_amount
from .normal import normalise

_DATE = (
    r"(?:(?P<{0}y>\d{{4}})\s*[-/.年]\s*)?(?P<{0}m>\d{{1,2}})\s*[-/.月]\s*(?P<{0}d>\d{{1,2}})(?!\d)\s*[日号]?"
    r"(?:\s*(?P<{0}h>\d{{1,2}}):(?P<{0}n>\d{{2}}))?"
)
_FROM, _TO = _DATE.format("a"), _DATE.format("b")
_UNTIL = r"(?:已?经?续费?到|到期日?是?|到|至|截止|(?:renewed\s+)?until|till|to|ends?(?: on)?|renews?(?: on)?)"
_RANGE = re.compile(rf"(?:从|自|from)?\s*{_FROM}\s*(?:起|开始)?\s*(?:-|~|{_UNTIL})\s*{_TO}")
_END = re.compile(rf"{_UNTIL}\s*{_TO}|{_TO.replace('<b', '<c')}\s*(?:到期|为止|止|续费|截止)")
_START = re.compile(
    rf"(?:从|自|from|starts?(?: on)?)\s*{_FROM}\s*(?:起租?|开始)?|{_FROM.replace('<a', '<c')}\s*(?:起租?|开始)"
)
_MONEY = r"([-+]?[¥$€£]?\s?\d(?:[\d.,]*\d)?(?:\s?[万千wk])?(?:\s?(?:元|块钱|块))?(?![a-z0-9])|\bnan\b|\d\S*)"
_AMOUNTS = {
    "min_topup": re.compile(rf"(?:最低充值|最少充值?|min(?:imum)? top-?up)\s*:?\s*{_MONEY}"),
    "min_charge": re.compile(rf"(?:最低消费|最低收费|起步价?|min(?:imum)? charge)\s*:?\s*{_MONEY}"),
    "balance": re.compile(rf"(?:机房余额|余额|机房还?剩?|还剩|balance|left)\s*:?\s*{_MONEY}"),
}
_GRANULARITY = (
    (1, r"按秒(?:计费)?|(?:per|by the) second"),
    (60, r"按分钟?(?:计费)?|(?:per|by the) minute"),
    (3_600, r"按小?时(?:计费)?|(?:per|by the) hour"),
    (86_400, r"按[天日](?:计费)?|(?:per|by the) day"),
)
_OFF = (
    ("none", r"关机(?:不收费?|不计费|免费|不要钱)|(?:free|nothing(?: billed)?) while off|off none"),
    ("disk", r"关机(?:只|还)?收?(?:数据|硬|磁)盘(?:费|钱)?|disks? (?:only )?while off|off disk"),
    ("all", r"关机(?:也|照|还)?(?:照?收费?|计费|要钱)|billed while off|off all"),
)
_RENEW = ((False, r"不自动续费?|不续|手动续费?|no(?:t)? auto-?renew\w*"), (True, r"自动续费?|auto-?renew\w*"))
_EXPIRY = re.compile(r"(?:到期(?:后|就|时)?|(?:at|on|after) (?:expiry|the end))\s*:?\s*(?P<words>\S[^;]*)$")
V = TypeVar("V")
_NOISE = re.compile(r"[\s,;、。.]+")


@dataclass(frozen=True, slots=True)
class RentalText:
    """What was said; None = nothing of it. `ends` without an hour is the end of its day. `unread`: the rest."""

    node: str | None = None
    starts: datetime | None = None
    ends: datetime | None = None
    auto_renew: bool | None = None
    granularity: int | None = None
    off: str | None = None
    at_expiry: str | None = None
    amounts: dict[str, Amount | NoAmount] = field(default_factory=dict)
    unread: str = ""


def read_rental(text: str, currency: str, nodes: Iterable[str], today: date) -> RentalText:
    """What follows `/rent`. Times are local; a date without a year is the next one (a start: the nearest)."""
    rest = normalise(with_numbered_days(text)).text
    node, rest = _named(rest, nodes)
    starts, ends, rest = _dates(rest, today)
    expiry = _EXPIRY.search(rest)
    if expiry is not None:
        rest = rest[: expiry.start()]
    amounts: dict[str, Amount | NoAmount] = {}
    for name, pattern in _AMOUNTS.items():
        found = pattern.search(rest)
        if found is not None:
            amounts[name] = read_amount(found[1], currency)
            rest = rest[: found.start()] + " " + rest[found.end() :]
    off, rest = _one(_OFF, rest)
    renews, rest = _one(_RENEW, rest)
    granularity, rest = _one(_GRANULARITY, rest)
    words = expiry["words"].strip(" ,;") if expiry is not None else None
    unread = _NOISE.sub(" ", rest).strip()
    return RentalText(node, starts, ends, renews, granularity, off, words or None, amounts, unread)


def _one(cases: Iterable[tuple[V, str]], text: str) -> tuple[V | None, str]:
    for value, pattern in cases:
        found = re.search(pattern, text)
        if found is not None:
            return value, text[: found.start()] + " " + text[found.end() :]
    return None, text


def _named(text: str, names: Iterable[str]) -> tuple[str | None, str]:
    for name in sorted(names, key=len, reverse=True):
        plain = re.escape(normalise(name).text)
        found = re.search(rf"(?<![a-z0-9]){plain}(?![a-z0-9])", text)
        if found is not None:
            return name, text[: found.start()] + " " + text[found.end() :]
    return None, text


def _dates(text: str, today: date) -> tuple[datetime | None, datetime | None, str]:
    """Start, end, and the text without them. What is no date of the calendar stays in the text."""
    both = _RANGE.search(text)
    if both is not None:
        starts = _instant(both, "a", today, end=False)
        ends = _instant(both, "b", starts.date() if starts else today, end=True)
        if starts is not None and ends is not None:
            return starts, ends, text[: both.start()] + " " + text[both.end() :]
    found: list[datetime | None] = []
    for pattern, side, end in ((_START, "a", False), (_END, "b", True)):
        one = pattern.search(text)
        at = None if one is None else _instant(one, side if one[f"{side}m"] else "c", today, end=end)
        if one is not None and at is not None:
            text = text[: one.start()] + " " + text[one.end() :]
        found.append(at)
    return found[0], found[1], text


def _instant(found: re.Match[str], side: str, today: date, *, end: bool) -> datetime | None:
    """The local time; the end of a day is the midnight after it."""
    day = _day(found[f"{side}y"], int(found[f"{side}m"]), int(found[f"{side}d"]), today, ahead=end)
    if day is None:
        return None
    if found[f"{side}h"] is not None:
        hour, minute = int(found[f"{side}h"]), int(found[f"{side}n"])
        if hour == 24 and minute == 0:
            return datetime.combine(day + timedelta(days=1), time())
        return datetime.combine(day, time(hour, minute)) if hour < 24 and minute < 60 else None
    return datetime.combine(day + timedelta(days=1) if end else day, time())


def _day(year: str | None, month: int, day: int, today: date, *, ahead: bool) -> date | None:
    try:
        if year is not None:
            return date(int(year), month, day) if 2000 <= int(year) <= 2200 else None
        near = [date(today.year + step, month, day) for step in ((0, 1) if ahead else (-1, 0, 1))]
    except ValueError:
        return None
    if ahead:
        return next((one for one in near if one >= today), near[-1])
    return min(near, key=lambda one: abs(one.toordinal() - today.toordinal()))


_COMPARE = re.compile(
    r"\s*(?:怎么租(?:划算|合算)?|划算吗?|合算吗?|建议|比价|advi[cs]e|compare|what is cheaper)[\s:?？]*"
)
_UNITS = {
    "hour": r"卡时|小时|钟头|时租|hourly|hours?\b|hrs?\b|h\b",
    "day": r"[天日](?!租)|[天日]租|包天|daily|days?\b",
    "week": r"(?:周|星期)租?|包周|weekly|weeks?\b",
    "month": r"月租?|包月|monthly|months?\b",
}
_UNIT = "|".join(f"(?P<{name}>{words})" for name, words in _UNITS.items())
_AMOUNT_THEN = re.compile(rf"(?P<money>{_MONEY})(?P<between>[^\d]*?)(?:{_UNIT})")
_UNIT_THEN = re.compile(rf"(?:{_UNIT})(?P<between>[^\d¥$]*)(?P<money>{_MONEY})")
_PER_CARD = re.compile(r"每张?卡|单卡|/张?卡|卡时|card")
_WHOLE = re.compile(r"整机|整组|全部|一共|总共|\ball\b|whole|total")


@dataclass(frozen=True, slots=True)
class PriceSaid:
    """A provider's price a unit: hour, day, week, month. `per_card`: of one card, else of everything."""

    unit: str
    amount: Amount | NoAmount
    per_card: bool


def read_compare(text: str, currency: str) -> tuple[PriceSaid, ...] | None:
    """划算吗, advice 12/hour 40000/month: the prices that are named; None when nothing is asked to be compared.

    An hour is a card's, a longer unit everything's, unless the words say otherwise.
    """
    plain = normalise(text).text
    begins = _COMPARE.match(plain)
    return None if begins is None else tuple(_said(plain[begins.end() :], currency))


def _said(text: str, currency: str) -> Iterator[PriceSaid]:
    amount_first = re.match(r"[-+\s¥$]*\d", text) is not None
    found = list((_AMOUNT_THEN if amount_first else _UNIT_THEN).finditer(text))
    for at, one in enumerate(found):
        if amount_first:
            words = text[one.start() : found[at + 1].start() if at + 1 < len(found) else len(text)]
        else:
            words = text[found[at - 1].end() if at else 0 : one.end()]
        unit = next(name for name in _UNITS if one[name])
        per_card = _PER_CARD.search(words) is not None or (unit == "hour" and _WHOLE.search(words) is None)
        yield PriceSaid(unit, read_amount(one["money"], currency), per_card)
