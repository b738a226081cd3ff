"""From a sentence that was matched to what it asks: which booking, which end, and whether nothing else can be meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from .bill_words import month_in
from .calendar import Calendar
from .choices import is_today
from .items import Moment
from .pointing import around_of, day_of, ends_of
from .preferences import quiet_hours
from .sentence import Sentence
from .whom import is_name

DESTRUCTIVE = frozenset(["release", "cancel", "undo"])
DAYS = frozenset(["free", "week"])
EVERYBODY = "*"
"""No name: the bookings of all others are meant."""
_CARD = re.compile(r"卡|预约|订单|\b(?:gpus?|cards?|bookings?|reservation)\b")
_BOOKS = re.compile(r"订|约|占|预定|借|\b(?:book(?:ed)?|reserved?)\b")
_ORDERS = re.compile(r"把|取消|退掉|退订|cancel|extend|prolong|shorten|cut|end")
_WISHES = re.compile(r"想|要|订|约|借|申请|给我|来点|来个|占")
_ONLY_CARDS = re.compile(r"[KGSC ]+")
_THAT_ONE = re.compile(
    r"S的?(?:那|这|预约|订单)|S(?:'s)? ?(?:booking|one|reservation|slot)|(?:booking|one|N|slot)(?: for| on| at| "
    r"from)? S"
)
# 再给我两小时 is said of anything; these are said of bookings.
_FORMAL = re.compile(r"续|延|加时|缩短|extend|prolong|lengthen|shorten")
_CHANGES = re.compile(
    r"续|延|加|多|再|还[要得需差]|缩|提前|提早|早点|少|改|推|减|保留|留到|宽限|撑|拖|结束"
    r"|\b(?:extend|prolong|length|long|more|another|keep|add|push|bump|short|less|earl|cut|end|finish|stop|mov|stay|hold|"
    r"stretch|later|change|need it)"
)
_OWN, _FOR_ME = re.compile(r"我|\b(?:i|i'm|im|my|mine)\b"), re.compile(r"[给帮]我|can i|could i|may i")
_ASKS_WHETHER = re.compile(r"有没有|吗|(?<!什)么|没有?$|能不能|够不够|\b(?:is|are|any|when|what|which)\b")
_LOOKS = re.compile(r"看|瞅|查|\b(?:look|show|check)")
_SAID_MORE = re.compile(r"\bmore\b|\banother\b|\badd\b")


@dataclass(frozen=True, slots=True)
class Intent:
    """`command` is a registered one; `target` the number of a booking, `gpus` cards named.

    For extend: `by_minutes` (negative: shorter) or `until`, with `or_until` where the hour is open. `at` and `around`
    point at one of the asker's bookings, at the hour that was said or within the half-open window. `day`: which day to
    show. `whom`: somebody else whose bookings are meant, or EVERYBODY. `rest`: the words for the command. `sure`: also
    in a group's talk nothing else can be meant. `count`: how many cards are to be given back, where no card is named.
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
    whom: str | None = None
    sure: bool = False
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    command: str
    certain: str
    rest: str
    pattern: re.Pattern[str]


def intended(rule: Rule, named: Mapping[str, str | None], sentence: Sentence, calendar: Calendar) -> Intent | None:
    command = "extend" if rule.command == "shorten" else rule.command
    polite = rule.certain == "more" or named.get("asked") is not None
    if command in DESTRUCTIVE | {"extend"} and ((sentence.asks and not polite) or not sentence.one_each):
        return None
    whom = named.get("whom")
    if any(said is not None and not is_name(said) for said in (whom, named.get("name"))):
        return None
    if rule.certain == "wish" and (sentence.asks or not _WISHES.search(sentence.plain)):
        return None
    if rule.certain == "look" and not _LOOKS.search(sentence.plain):
        return None
    if rule.certain == "more" and not _SAID_MORE.search(sentence.plain):
        return None
    if (
        command == "free"
        and (sentence.counts or sentence.gpus)
        and _ONLY_CARDS.fullmatch(sentence.shape)
        and not sentence.asks
    ):
        return None  # 2卡 明天 is a wish
    if command == "cancel" and whom is None and not (sentence.own or _points(sentence) or _CARD.search(sentence.plain)):
        return None
    gpus = sentence.gpus
    if command in ("release", "who", "extend", "gpu") and not gpus and sentence.maybe_gpu is not None:
        gpus = (sentence.maybe_gpu,)
    pointed = sentence.start if command == "cancel" or _points_at_one(command, sentence) else None
    if command == "release" and sentence.start is not None and _is_to_come(sentence.start):
        return None
    if command == "extend" and _is_a_wish(sentence):
        return None
    if command == "free" and _is_a_wish_for_any_time(sentence):
        return None
    if command == "gpu" and len(gpus) != 1:
        return None
    around = around_of(pointed, calendar) if pointed else None
    if pointed is not None and around is None:
        return None
    end = (sentence.end or (None if pointed else sentence.start)) if command == "extend" else None
    ends = ends_of(end, calendar, around) if end else ()
    minutes = round(sentence.length.minutes) if sentence.length and command == "extend" else None
    if command == "extend" and end is not None and not ends:
        return None
    shown = sentence.start or sentence.end  # 明晚还剩几张 reads like an end
    return Intent(
        command=command,
        target=sentence.target or (sentence.number if command in ("release", "cancel", "extend") else None),
        gpus=gpus,
        by_minutes=-minutes if minutes is not None and rule.command == "shorten" else minutes,
        until=ends[0] if ends else None,
        or_until=ends[1:],
        at=around.at if around else None,
        around=(around.start, around.end) if around else None,
        day=day_of(shown, calendar) if command in DAYS and shown else None,
        rest=rule.rest or _language(named) or _rest(command, gpus, sentence.plain),
        whom=whom,
        sure=_sure(rule.certain, sentence),
        count=_count(command, gpus, sentence),
    )


def _count(command: str, gpus: tuple[int, ...], sentence: Sentence) -> int | None:
    """放2张: so many cards, whichever they are."""
    counts = set(sentence.counts)
    if command not in ("release", "cancel") or gpus or len(counts) != 1:
        return None
    number = counts.pop()
    return int(number) if number.denominator == 1 else None


def _is_a_wish(sentence: Sentence) -> bool:
    """2号和5号卡，今晚10点到早上6点: cards or a beginning, and no word of change."""
    if _CHANGES.search(sentence.plain):
        return False
    begins = sentence.start is not None and sentence.start.has_hour and sentence.end is not None
    return begins or _OWN.search(_FOR_ME.sub("", sentence.plain)) is None


def _is_a_wish_for_any_time(sentence: Sentence) -> bool:
    """最早什么时候能有4张连着用8小时: windows are offered, as for any flexible wish."""
    says_all = sentence.length is not None and bool(sentence.counts)
    return says_all and not sentence.asks and _ASKS_WHETHER.search(sentence.plain) is None


def _is_to_come(moment: Moment) -> bool:
    """Tomorrow and later: nothing runs yet that could be released."""
    return moment.day is not None and not is_today(moment.day)


def _rest(command: str, gpus: tuple[int, ...], plain: str) -> str:
    """What the command is told beside its name."""
    if command == "gpu":
        return " ".join(map(str, gpus))
    if command in ("split", "why", "settle", "export"):
        return month_in(plain)
    return quiet_hours(plain) if command == "quiet" else ""


def _points_at_one(command: str, sentence: Sentence) -> bool:
    """把明晚那个延1小时: beside the length or the end, the time says which booking."""
    return command == "extend" and bool(sentence.length or sentence.end) and bool(_THAT_ONE.search(sentence.shape))


def _points(sentence: Sentence) -> bool:
    return any(x is not None for x in (sentence.target, sentence.start, sentence.number)) or bool(sentence.gpus)


def _language(named: Mapping[str, str | None]) -> str:
    said = named.get("lang")
    return "" if said is None else "zh" if said in ("中文", "汉语", "chinese", "mandarin") else "en"


def _sure(certain: str, sentence: Sentence) -> bool:
    cards = bool(_CARD.search(sentence.plain)) or bool(sentence.gpus)
    named = bool(sentence.gpus) or sentence.target is not None
    if certain in ("own", "more"):
        asked = sentence.own or _ORDERS.match(sentence.shape) is not None
        formal = sentence.length is not None and _FORMAL.search(sentence.shape) is not None
        return named or (cards and asked) or (certain == "own" and sentence.own and formal)
    if certain == "mine":
        return cards or bool(_BOOKS.search(sentence.plain))
    if certain == "told":
        return sentence.own and cards
    if certain == "owned":
        return bool(sentence.gpus) or (sentence.own and cards)
    if certain == "book":
        return bool(_BOOKS.search(sentence.plain))
    return certain == "always" or (certain == "card" and cards)
