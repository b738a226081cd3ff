"""What a plain sentence asks of the bot: 还有卡吗, 我不用了, 把我那个延2小时, cancel my booking tomorrow night.

Whole sentences are matched and nothing is guessed: what says not to, asks, or speaks of others is no command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

from . import loose_en, loose_pool, loose_zh, plain_en, plain_zh, plain_zh_asking
from .booking import read_booking
from .calendar import Calendar
from .clauses import clauses_of, is_reason, is_talk, stays, takes_back
from .command import read_command
from .everybody import about_everybody
from .guessed import guessed
from .intended import DESTRUCTIVE, EVERYBODY, Intent, Rule, intended
from .kinds import spellings
from .loose import Bag, loosely, nearly
from .mixed import in_chinese
from .no_wish import why_no_wish
from .normal import normalise
from .reading import Card
from .sentence import numbers_a_booking, read_sentence
from .shared import shared_with

LONGEST_TEXT = 300
LONGEST_SHAPE = 80
# What may be said in several clauses.
TOGETHER = frozenset(["release", "cancel", "undo", "extend", "again"])
# In a group everyday words too: without more they are as likely said to somebody else.
_EVERYDAY = "help start again undo cancel week status my free lang 谁在用 取消 怎么用 本周 我的 撤销 再来一次"
EVERYDAY = frozenset(_EVERYDAY.split())
_CARD = re.compile(r"卡|预约|订单|\b(?:gpus?|cards?|bookings?|reservation)\b")
# What is said of none of these may be about anything.
_OURS = re.compile(
    r"卡|显存|机器|服务器|预约|账单|日报|\b(?:gpus?|cards?|bookings?|slots?|machine|server|box|ssh|bill)\b"
)
_BOOKS = re.compile(r"订|约|占|预定|借|\b(?:book(?:ed)?|reserved?)\b")
_OWN = re.compile(r"我|\b(?:i|i'm|im|my|mine)\b")
_SAID_ONCE = ("target", "count", "by_minutes", "until", "or_until", "at", "around", "day", "rest", "whom")
_NOTHING = {None, (), ""}
_POLITE_ASKING = re.compile(r"可以|能不能|能否|可否|行不|给我|帮我|\b(?:can|could|may|please)\b")
_OTHERS_WORDS = re.compile(
    r"放|不(?:占|用|要|跑|需要)了|还卡|取消|退|续|延长|谁|别|归还|缩短|撤|(?<![至最])少(?:用|要)?[一两二三四五六七八1-9]张"
    r"|\b(?:releas|cancel|extend|shorten|giv(?:e|ing) back|hand(?:ed|ing)? (?:back|over|in)|return|drop|who|undo|don'?t"
    r"|won'?t need|no longer need|not need|yours|(?:done|finished) (?:here|with|now))"
)
# Wrong enough to be told, when it is clear that somebody means to book.
CLEAR = frozenset(["past", "no_such_card", "no_such_kind", "too_many", "half_card", "bad_count", "bad_duration"])


def _rules(lines: Iterable[tuple[str, str, str]]) -> tuple[Rule, ...]:
    split = ((command, *certain.partition(":")[::2], pattern) for command, certain, pattern in lines)
    return tuple(Rule(command, certain, rest, _bounded(pattern)) for command, certain, rest, pattern in split)


def _bounded(pattern: str) -> re.Pattern[str]:
    """No group repeats without end: nobody says so much, and no text can keep the matching busy."""
    return re.compile(pattern.replace(")*", "){0,5}").replace(")+", "){1,5}"))


@cache
def _all_rules() -> tuple[Rule, ...]:
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
    if about_everybody(normal) and "release" in known:
        return Intent("release", whom=EVERYBODY)
    found = _whole(text, kinds, calendar, names) or _of_clauses(normal, kinds, calendar, names)
    found = found or _loosely(text, kinds, calendar) or _mixed(normal, kinds, calendar, names)
    if found is None and "book" in known:
        found = _book(text, now, cards, names)
    if found is None or (found.command == "book" and not found.sure):
        found = _likely(text, kinds, calendar, names, found)
    return found if found is not None and found.command in known else None


def _likely(
    text: str, kinds: Mapping[str, str], calendar: Calendar, names: Mapping[str, str], wish: Intent | None
) -> Intent | None:
    """Where no rule fits: nearly the words of a command, or what is likeliest; else the `wish` for cards, if any. A
    command's name at the beginning says more."""
    named = read_command(text, names)
    close = _loosely(text, kinds, calendar, nearly) if wish is None and _OURS.search(normalise(text).text) else None
    told = wish or close
    likely = guessed(text, kinds, calendar, clearly=told is not None) or told
    fits = named is None or named.name == "gpu" or (likely is not None and named.name == likely.command)
    return likely if fits else wish


def _mixed(normal: str, kinds: Mapping[str, str], calendar: Calendar, names: Mapping[str, str]) -> Intent | None:
    """What is said with the bot's English words in a Chinese sentence."""
    chinese = in_chinese(normal)
    if chinese == normal:
        return None
    found = _whole(chinese, kinds, calendar, names) or _of_clauses(chinese, kinds, calendar, names)
    found = found or _loosely(chinese, kinds, calendar)
    return found if found is not None and found.command != "book" else None


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
        if found is not None and (intent := intended(rule, found.groupdict(), sentence, calendar)) is not None:
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
        rule = Rule(held.command, "never", held.rest, re.compile(""))
        intent = intended(rule, {"asked": polite and polite.group()}, sentence, calendar)
        if intent is not None:
            return replace(intent, rest=text.strip()) if intent.command == "book" else intent
        refused = refused or sentence.asks
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
    talk = [
        c
        for c in clauses[:-1]
        if c not in told and intents[c] is None and is_talk(c, ends=ends) and not _says_when(c, kinds)
    ]
    last = clauses[-1] if clauses and (intents[clauses[-1]] is not None or takes_back(clauses[-1])) else None
    wishes = [intents[clause] for clause in clauses if clause == last or clause not in (*told, *talk)]
    joined = next((intent for intent in wishes if intent is not None), None)
    for intent in wishes:
        joined = None if joined is None or intent is None else _joined(joined, intent)
    if joined is None or joined.command not in TOGETHER:
        return None
    about_cards = _OWN.search(normal) is not None and _CARD.search(normal) is not None
    return replace(joined, sure=not talk and (joined.sure or (joined.command == "release" and about_cards)))


def _says_when(clause: str, kinds: Mapping[str, str]) -> bool:
    """今晚不跑了，取消吧: the time says which; 两张，周五到周日 is a wish."""
    sentence = read_sentence(clause, kinds)
    times = (sentence.start, sentence.end, sentence.length)
    return any(said is not None for said in times) or bool(sentence.counts or sentence.gpus)


def _joined(one: Intent, other: Intent) -> Intent | None:
    """Both as one: what only one of them says, and the cards of both; None when they disagree."""
    said: dict[str, Any] = {name: getattr(one, name) or getattr(other, name) for name in _SAID_ONCE}
    if one.command != other.command or any(
        getattr(two, name) not in _NOTHING | {what} for two in (one, other) for name, what in said.items()
    ):
        return None
    gpus = tuple(sorted({*one.gpus, *other.gpus}))
    return replace(one, **said, gpus=gpus, sure=one.sure or other.sure)


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
