"""What a plain sentence asks of the bot: 还有卡吗, 我不用了, 把我那个延2小时, cancel my booking tomorrow night.

Whole sentences are matched and nothing is guessed: what says not to, asks, or speaks of others is no command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache

from . import plain_en, plain_zh
from .booking import read_booking
from .calendar import Calendar
from .command import read_command
from .kinds import spellings
from .pointing import around_of, day_of, ends_of
from .reading import Card
from .sentence import Sentence, read_sentence
from .shared import shared_with

LONGEST_TEXT = 300
LONGEST_SHAPE = 80
DESTRUCTIVE = frozenset(["release", "cancel", "undo"])
DAYS = frozenset(["free", "week"])
# In a group everyday words too: without more they are as likely said to somebody else.
_EVERYDAY = "help start again undo cancel week status my free lang 谁在用 取消 怎么用 本周 我的 撤销 再来一次"
EVERYDAY = frozenset(_EVERYDAY.split())
_CARD = re.compile(r"卡|预约|订单|\b(?:gpus?|cards?|bookings?|reservation)\b")
_BOOKS = re.compile(r"订|约|占|预定|借|\b(?:book(?:ed)?|reserved?)\b")
_ORDERS = re.compile(r"把|取消|退掉|退订|cancel|extend|prolong|shorten|cut|end")
_POLITE_ASKING = re.compile(r"可以|能不能|能否|可否|行不|给我|帮我|\b(?:can|could|may|please)\b")
_OTHERS_WORDS = re.compile(
    r"放|还卡|取消|退|续|延长|谁|别|归还|缩短|撤|(?<![至最])少(?:用|要)?[一两二三四五六七八1-9]张"
    r"|\b(?:releas|cancel|extend|shorten|giv(?:e|ing) back|return|drop|who|undo|don'?t)"
)
_ONLY_CARDS = re.compile(r"[KGS ]+")
_THAT_ONE = re.compile(r"S的?(?:那|这|预约|订单)|S(?:'s)? ?(?:booking|one|reservation|slot)|(?:booking|one|slot) S")
_SAID_MORE = re.compile(r"\bmore\b|\banother\b|\badd\b")
# Wrong enough to be told, when it is clear that somebody means to book.
CLEAR = frozenset(["past", "no_such_card", "no_such_kind", "too_many", "half_card", "bad_count", "bad_duration"])


@dataclass(frozen=True, slots=True)
class Intent:
    """`command` is a registered one; `target` the number of a booking, `gpus` cards named.

    For extend: `by_minutes` (negative: shorter) or `until`, with `or_until` where the hour is open. `at` and `around`
    point at one of the asker's bookings, at the hour that was said or within the half-open window. `day`: which day to
    show. `rest`: the words for the command. `sure`: also in a group's talk nothing else can be meant.
    """

    command: str
    target: int | None = None
    gpus: tuple[int, ...] = ()
    by_minutes: int | None = None
    until: datetime | None = None
    or_until: tuple[datetime, ...] = ()
    at: datetime | None = None
    around: tuple[datetime, datetime] | None = None
    day: date | None = None
    rest: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class _Rule:
    command: str
    certain: str
    rest: str
    pattern: re.Pattern[str]


def _rules(lines: Iterable[tuple[str, str, str]]) -> tuple[_Rule, ...]:
    split = ((command, *certain.partition(":")[::2], pattern) for command, certain, pattern in lines)
    return tuple(_Rule(command, certain, rest, _bounded(pattern)) for command, certain, rest, pattern in split)


def _bounded(pattern: str) -> re.Pattern[str]:
    """No group repeats without end: nobody says so much, and no text can keep the matching busy."""
    return re.compile(pattern.replace(")*", "){0,5}").replace(")+", "){1,5}"))


@cache
def _all_rules() -> tuple[_Rule, ...]:
    """Compiled when the first sentence is read: whoever only reads bookings need not wait for it."""
    return _rules((*plain_zh.PATTERNS, *plain_en.PATTERNS))


def read_intent(text: str, now: datetime, cards: Sequence[Card], names: Mapping[str, str]) -> Intent | None:
    """What `text` asks, or None. `names` maps every alias to its command; no other command is ever answered."""
    if len(text) > LONGEST_TEXT or not text.strip():
        return None
    zone = now.tzinfo
    assert zone is not None, "now must be aware"
    calendar = Calendar(int(now.timestamp()), zone)
    known = set(names.values())
    sentence = read_sentence(text, spellings(card.kind for card in cards))
    if len(sentence.shape) > LONGEST_SHAPE:
        return _book(text, now, cards, names) if "book" in known else None
    alias = names.get(sentence.shape)
    if alias is not None and not sentence.asks:
        return Intent(alias, sure=sentence.shape not in EVERYDAY)
    if "share" in known and not sentence.asks and (rest := shared_with(text)) is not None:
        return Intent("share", rest=rest)
    for rule in _all_rules():
        found = rule.pattern.fullmatch(sentence.shape)
        if found is not None and (intent := _intent(rule, found, sentence, calendar)) is not None:
            intent = replace(intent, rest=text.strip()) if intent.command == "book" else intent
            return intent if intent.command in known else None
    return _book(text, now, cards, names) if "book" in known else None


def _intent(rule: _Rule, found: re.Match[str], sentence: Sentence, calendar: Calendar) -> Intent | None:
    command = "extend" if rule.command == "shorten" else rule.command
    if command in DESTRUCTIVE | {"extend"} and ((sentence.asks and rule.certain != "more") or not sentence.one_each):
        return None
    if rule.certain == "more" and not _SAID_MORE.search(sentence.plain):
        return None
    if command == "free" and sentence.counts and _ONLY_CARDS.fullmatch(sentence.shape) and not sentence.asks:
        return None  # 2卡 明天 is a wish
    if command == "cancel" and not (sentence.own or _points(sentence) or _CARD.search(sentence.plain)):
        return None
    gpus = sentence.gpus
    if command in ("release", "who", "extend") and not gpus and sentence.maybe_gpu is not None:
        gpus = (sentence.maybe_gpu,)
    pointed = sentence.start if command == "cancel" or _points_at_one(command, sentence) else None
    around = around_of(pointed, calendar) if pointed else None
    if pointed is not None and around is None:
        return None
    end = (sentence.end or (None if pointed else sentence.start)) if command == "extend" else None
    ends = ends_of(end, calendar, around) if end else ()
    minutes = round(sentence.length.minutes) if sentence.length and command == "extend" else None
    if command == "extend" and end is not None and not ends:
        return None
    return Intent(
        command=command,
        target=sentence.target or (sentence.number if command in ("release", "cancel", "extend") else None),
        gpus=gpus,
        by_minutes=-minutes if minutes is not None and rule.command == "shorten" else minutes,
        until=ends[0] if ends else None,
        or_until=ends[1:],
        at=around.at if around else None,
        around=(around.start, around.end) if around else None,
        day=day_of(sentence.start, calendar) if command in DAYS and sentence.start else None,
        rest=rule.rest or _language(found),
        sure=_sure(rule.certain, sentence),
    )


def _points_at_one(command: str, sentence: Sentence) -> bool:
    """把明晚那个延1小时: beside the length or the end, the time says which booking."""
    return command == "extend" and bool(sentence.length or sentence.end) and bool(_THAT_ONE.search(sentence.shape))


def _points(sentence: Sentence) -> bool:
    return any(x is not None for x in (sentence.target, sentence.start, sentence.number)) or bool(sentence.gpus)


def _language(found: re.Match[str]) -> str:
    said = found.groupdict().get("lang")
    return "" if said is None else "zh" if said in ("中文", "汉语", "chinese", "mandarin") else "en"


def _sure(certain: str, sentence: Sentence) -> bool:
    cards = bool(_CARD.search(sentence.plain)) or bool(sentence.gpus)
    named = bool(sentence.gpus) or sentence.target is not None
    if certain in ("own", "more"):
        asked = sentence.own or _ORDERS.match(sentence.shape) is not None
        return named or (cards and asked) or (certain == "own" and sentence.own and sentence.length is not None)
    if certain == "mine":
        return cards or bool(_BOOKS.search(sentence.plain))
    if certain == "owned":
        return bool(sentence.gpus) or (sentence.own and cards)
    if certain == "book":
        return bool(_BOOKS.search(sentence.plain))
    return certain == "always" or (certain == "card" and cards)


def _asks(text: str) -> bool:
    return re.search(r"[吗么没不?？][\s?？!！。~]*$", text) is not None


def _book(text: str, now: datetime, cards: Sequence[Card], names: Mapping[str, str]) -> Intent | None:
    """A booking: cards are named or counted, and nothing in it belongs to something else."""
    found = read_command(text, names)
    if found is not None and found.name != "book":
        return None
    if found is None and _OTHERS_WORDS.search(text.lower()):
        return None
    rest = found.args if found else text.strip()
    reading = read_booking(rest, now, cards)
    said = bool(_CARD.search(text.lower())) or reading.kind is not None or bool(reading.gpus)
    books = found is not None or bool(_BOOKS.search(text.lower()))
    if reading.outcome == "refuse":
        return Intent("book", rest=rest, sure=said and books) if books and said and reading.reason in CLEAR else None
    if _asks(text) and reading.outcome != "ok" and not _POLITE_ASKING.search(text.lower()):
        return None
    if reading.outcome == "help" or (reading.assumed_count and not reading.gpus and reading.kind is None):
        return None
    counted = said or books or "张" in text
    return Intent("book", rest=rest, sure=reading.outcome == "ok" and (said or books)) if counted else None
