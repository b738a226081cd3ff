"""Reads prices and rents: 8元/卡时, A100 8, 租金 40000 每月, rent 6 per card hour from 12-01."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from .bill_words import read_from_day, with_numbered_days
from .money import Amount, NoAmount, read_amount
from .normal import normalise

_UNITS = {
    "hour": r"(?:每|一|/|per |an? )?\s*(?:个?小时|钟头|(?<![a-z])(?:hours?|hrs?|h)\b)|hourly|按小时|时租|"
    r"卡时|card-?hours?",
    "day": r"(?:每|一|/|per |an? )\s*(?:天|日|day)|daily|日租|按天|包天",
    "week": r"(?:每|一|/|per |an? )\s*(?:周|个?星期|week)|weekly|周租|按周|包周",
    "month": r"(?:每|一|/|per |an? )\s*(?:个?月|month)|monthly|月租|按月|包月",
}
_PER_CARD = re.compile(r"(?:每|一|/|per |an? )\s*(?:张?卡|张|card|gpu)|单卡|卡时|card-?hours?")
_RENT = re.compile(r"租金|房租|租|\brent(?:al)?\b")
_NOISE = re.compile(
    r"^(?:是|为|涨到|降到|改成|改为|to|is|costs?|per|an?|the|for|price|yuan|rmb|元|块|的|，|,|/|卡|起|从)+$"
)


@dataclass(frozen=True, slots=True)
class PriceText:
    """`rent`: what is paid to the provider, else the reference price of a card-hour. `unit`: hour, day, week, month.

    `day` None = none was named. `unread`: words that nobody understood.
    """

    rent: bool
    amount: Amount | NoAmount | None = None
    unit: str | None = None
    per_card: bool = False
    kind: str | None = None
    node: str | None = None
    day: date | None = None
    unread: str = ""


def read_price(text: str, currency: str, kinds: Iterable[str], nodes: Iterable[str], today: date) -> PriceText:
    """What follows `/price`. `kinds` and `nodes` are those of the pool."""
    text = with_numbered_days(text)
    dated = read_from_day(text, today)
    rest = dated[1] if dated is not None else normalise(text).text
    kind, rest = _named(rest, kinds)
    node, rest = _named(rest, nodes)
    rent = _RENT.search(rest) is not None
    amount, rest = _amount(rest, currency)
    unit = next((name for name, pattern in _UNITS.items() if re.search(pattern, rest)), None)
    per_card = _PER_CARD.search(rest) is not None
    for pattern in (*_UNITS.values(), _PER_CARD.pattern, _RENT.pattern):
        rest = re.sub(pattern, " ", rest)
    unread = " ".join(word for word in rest.split() if not _NOISE.fullmatch(word))
    day = dated[0] if dated is not None else None
    rent = rent or (unit is not None and unit != "hour")
    return PriceText(rent, amount, unit, per_card, kind, node, day, unread)


def _named(text: str, names: Iterable[str]) -> tuple[str | None, str]:
    """One of these names as a word of its own, and the text without it."""
    for name in sorted(names, key=len, reverse=True):
        plain = re.escape(normalise(name).text)
        found = re.search(rf"(?<![a-z0-9]){plain}(?![a-z0-9])", text)
        if found is not None:
            return name, text[: found.start()] + " " + text[found.end() :]
    return None, text


def _amount(text: str, currency: str) -> tuple[Amount | NoAmount | None, str]:
    """The first thing that begins like a number. A unit that is glued on by a slash stays behind."""
    found = re.search(r"[-+]?[¥$€£]?\s?\d[\d.,]*(?:\s?[万千wk])?(?:\s?(?:元|块钱|块))?(?![a-z])|\bnan\b|\d\S*", text)
    if found is None:
        return None, text
    return read_amount(found[0], currency), text[: found.start()] + " " + text[found.end() :]
