"""What a plain sentence asks of the bot: 还有卡吗, 我不用了, 把我那个延2小时, cancel my booking tomorrow night.

Whole sentences are matched and nothing is guessed: what says not to, asks, or speaks of others is no command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache
from typing import Any

from . import loose_en, loose_pool, loose_zh, plain_en, plain_zh, plain_zh_asking
from .booking import read_booking
from .calendar import Calendar
from .clauses import clauses_of, is_reason, stays
from .command import read_command
from .kinds import spellings
from .loose import Bag, loosely, nearly
from .no_wish import why_no_wish
from .normal import normalise
from .pointing import around_of, day_of, ends_of
from .preferences import quiet_hours
from .reading import Card
from .sentence import Sentence, numbers_a_booking, read_sentence
from .shared import shared_with
from .whom import is_name

LONGEST_TEXT = 300
LONGEST_SHAPE = 80
DESTRUCTIVE = frozenset(["release", "cancel", "undo"])
DAYS = frozenset(["free", "week"])
# What may be said in several clauses.
TOGETHER = frozenset(["release", "cancel", "undo", "extend", "again"])
# In a group everyday words too: without more they are as likely said to somebody else.
_EVERYDAY = "help start again undo cancel week status my free lang 谁在用 取消 怎么用 本周 我的 撤销 再来一次"
EVERYDAY = frozenset(_EVERYDAY.split())
_CARD = re.compile(r"卡|预约|订单|\b(?:gpus?|cards?|bookings?|reservation)\b")
# What is said of none of these may be about anything.
_OURS = re.compile(r"卡|显存|机器|服务器|预约|账单|日报|\b(?:gpus?|cards?|bookings?|slots?|machine|server|box|ssh|bill)\b")
_BOOKS = re.compile(r"订|约|占|预定|借|\b(?:book(?:ed)?|reserved?)\b")
_ORDERS = re.compile(r"把|取消|退掉|退订|cancel|extend|prolong|shorten|cut|end")
_WISHES = re.compile(r"想|要|订|约|借|申请|给我|来点|来个|占")
_OWN = re.compile(r"我|\b(?:i|i'm|im|my|mine)\b")
_SAID_ONCE = ("target", "by_minutes", "until", "or_until", "at", "around", "day", "rest", "whom")
_NOTHING = {None, (), ""}
_POLITE_ASKING = re.compile(r"可以|能不能|能否|可否|行不|给我|帮我|\b(?:can|could|may|please)\b")
_OTHERS_WORDS = re.compile(
    r"放|还卡|取消|退|续|延长|谁|别|归还|缩短|撤|(?<![至最])少(?:用|要)?[一两二三四五六七八1-9]张"
    r"|\b(?:releas|cancel|extend|shorten|giv(?:e|ing) back|return|drop|who|undo|don'?t)"
)
_ONLY_CARDS = re.compile(r"[KGSC ]+")
_THAT_ONE = re.compile(
    r"S的?(?:那|这|预约|订单)|S(?:'s)? ?(?:booking|one|reservation|slot)|(?:booking|one|N|slot)(?: for| on| at| "
    r"from)? S"
)
# 再给我两小时 is said of anything; these are said of bookings.
_FORMAL = re.compile(r"续|延|加时|缩短|extend|prolong|lengthen|shorten")
_LOOKS = re.compile(r"看|瞅|查|\b(?:look|show|check)")
_SAID_MORE = re.compile(r"\bmore\b|\banother\b|\badd\b")
# Wrong enough to be told, when it is clear that somebody means to book.
CLEAR = frozenset(["past", "no_such_card", "no_such_kind", "too_many", "half_card", "bad_count", "bad_duration"])


@dataclass(frozen=True, slots=True)
class Intent:
    """`command` is a registered one; `target` the number of a booking, `gpus` cards named.

    For extend: `by_minutes` (negative: shorter) or `until`, with `or_until` where the hour is open. `at` and `around`
    point at one of the asker's bookings, at the hour that was said or within the half-open window. `day`: which day to
    show. `whom`: somebody else whose bookings are meant. `rest`: the words for the command. `sure`: also in a group's
    talk nothing else can be meant.
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
    return _rules((*plain_zh.PATTERNS, *plain_zh_asking.PATTERNS, *plain_en.PATTERNS))


def read_intent(text: str, now: datetime, cards: Sequence[Card], names: Mapping[str, str]) -> Intent | None:
    """What `text` asks, or None. `names` maps every alias to its command; no other command is ever answered."""
    if len(text) > LONGEST_TEXT or not text.strip():
        return None
    zone = now.tzinfo
    assert zone is not None, "now must be aware"
    calendar = Calendar(int(now.timestamp()), zone)
    known = set(names.values())
    kinds = spellings(card.kind for card in cards)
    normal = normalise(text).text
    found = _whole(text, kinds, calendar, names) or _of_clauses(normal, kinds, calendar, names)
    found = found or _loosely(text, kinds, calendar)
    if found is None and "book" in known:
        found = _book(text, now, cards, names)
    if found is None and _OURS.search(normal):
        found = _loosely(text, kinds, calendar, nearly)
    return found if found is not None and found.command in known else None


def _whole(text: str, kinds: Mapping[str, str], calendar: Calendar, names: Mapping[str, str]) -> Intent | None:
    """What the text asks as one sentence."""
    sentence = read_sentence(text, kinds)
    if len(sentence.shape) > LONGEST_SHAPE:
        return None
    alias = names.get(sentence.shape)
    if alias is not None and not sentence.asks:
        return Intent(alias, sure=sentence.shape not in EVERYDAY)
    if not sentence.asks and (shared := shared_with(text)) is not None:
        return Intent("share", gpus=shared.gpus, rest=shared.words)
    for rule in _all_rules():
        found = rule.pattern.fullmatch(sentence.shape)
        if found is not None and (intent := _intent(rule, found.groupdict(), sentence, calendar)) is not None:
            return replace(intent, rest=text.strip()) if intent.command == "book" else intent
    return None


def _loosely(
    text: str, kinds: Mapping[str, str], calendar: Calendar, how: Callable[..., Iterator[Bag]] = loosely
) -> Intent | None:
    """The words of one command in another order than we know. A request put as a question has to be polite."""
    sentence = read_sentence(text, kinds)
    if len(sentence.shape) > LONGEST_SHAPE:
        return None
    polite = _POLITE_ASKING.search(sentence.plain)
    refused = False
    for held in how(sentence.shape + "?" * sentence.asks, (*loose_zh.BAGS, *loose_en.BAGS, *loose_pool.BAGS)):
        if refused and held.command in DESTRUCTIVE:
            continue
        rule = _Rule(held.command, "never", held.rest, re.compile(""))
        intent = _intent(rule, {"asked": polite and polite.group()}, sentence, calendar)
        if intent is not None:
            return replace(intent, rest=text.strip()) if intent.command == "book" else intent
        refused = True
    return None


def _of_clauses(normal: str, kinds: Mapping[str, str], calendar: Calendar, names: Mapping[str, str]) -> Intent | None:
    """What all clauses ask together; those that give a reason ask for nothing."""
    clauses = clauses_of(normal)
    intents = {
        clause: _whole(clause, kinds, calendar, names) or _loosely(clause, kinds, calendar) for clause in clauses
    }
    asked = [intent for intent in intents.values() if intent is not None and intent.command in TOGETHER]
    if not asked:
        return None
    ends = asked[-1].command in DESTRUCTIVE
    clauses = [clause for clause in clauses if not (ends and stays(clause))]
    told = [clause for clause in clauses if is_reason(clause, ends=ends)]
    wishes = [intents[clause] for clause in clauses if clause not in told or clause == clauses[-1]]
    joined = next((intent for intent in wishes if intent is not None), None)
    for intent in wishes:
        joined = None if joined is None or intent is None else _joined(joined, intent)
    if joined is None or joined.command not in TOGETHER:
        return None
    about_cards = _OWN.search(normal) is not None and _CARD.search(normal) is not None
    return replace(joined, sure=joined.sure or (joined.command == "release" and about_cards))


def _joined(one: Intent, other: Intent) -> Intent | None:
    """Both as one: what only one of them says, and the cards of both; None when they disagree."""
    said: dict[str, Any] = {name: getattr(one, name) or getattr(other, name) for name in _SAID_ONCE}
    if one.command != other.command or any(
        getattr(two, name) not in _NOTHING | {what} for two in (one, other) for name, what in said.items()
    ):
        return None
    gpus = tuple(sorted({*one.gpus, *other.gpus}))
    return replace(one, **said, gpus=gpus, sure=one.sure or other.sure)


def _intent(rule: _Rule, named: Mapping[str, str | None], sentence: Sentence, calendar: Calendar) -> Intent | None:
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
    if command == "free" and (sentence.counts or sentence.gpus) and _ONLY_CARDS.fullmatch(sentence.shape) and not sentence.asks:
        return None  # 2卡 明天 is a wish
    if command == "cancel" and whom is None and not (sentence.own or _points(sentence) or _CARD.search(sentence.plain)):
        return None
    gpus = sentence.gpus
    if command in ("release", "who", "extend", "gpu") and not gpus and sentence.maybe_gpu is not None:
        gpus = (sentence.maybe_gpu,)
    pointed = sentence.start if command == "cancel" or _points_at_one(command, sentence) else None
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
        rest=rule.rest or _language(named) or _rest(command, gpus, sentence.plain),
        whom=whom,
        sure=_sure(rule.certain, sentence),
    )


def _rest(command: str, gpus: tuple[int, ...], plain: str) -> str:
    """What the command is told beside its name."""
    if command == "gpu":
        return " ".join(map(str, gpus))
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


def _asks(text: str) -> bool:
    return re.search(r"[吗么没不?？][\s?？!！。~]*$", text) is not None


def _book(text: str, now: datetime, cards: Sequence[Card], names: Mapping[str, str]) -> Intent | None:
    """A booking: cards are named or counted, and nothing in it belongs to something else."""
    found = read_command(text, names)
    if found is not None and found.name == "gpu":
        found = None  # gpu 2,3 6h begins with a word of ours that is a command's name too
    if found is not None and found.name != "book":
        return None
    if found is None and _OTHERS_WORDS.search(text.lower()):
        return None
    if why_no_wish(normalise(text).text) is not None or numbers_a_booking(text):
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
