"""A plain sentence with what it points at taken out: 把3号卡放了 -> 把C放了, with cards (3,).

The letters stand for C cards, K a count of cards, L a length, U an end, S a day or time, W next week, D 3号 (a card
or a day), G a kind, N a bare number, T a booking named as one; the rest is as typed, polite words cut off its ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .items import Bare, Cards, Count, DayOrCard, End, Item, Kind, Length, Moment, Start, Wrong
from .lexer import cut
from .normal import is_chinese, normalise
from .phrases import find
from .tokens import T, Token

_BOOKING = re.compile(
    r"(?:预约|订单|单号|编号|booking|reservation) ?#? ?(\d{1,9})(?![\d:.])"
    r"(?! ?(?:[张块个卡x号天周分]|小时|点|h\b|hours?|hrs?|m\b|mins?\b|minutes?|days?|am\b|pm\b|a100|gpu|card))"
    r"|(?<![卡ud] )(?<![卡ud])#(\d{1,9})(?!\d)(?! ?号?卡)|(\d{1,9})号(?:预约|订单)"
)
_POLITE = (
    r"请问|请|看看|看一下|看下|看一眼|瞅瞅|瞅一眼|瞄一眼|查一下|查下|问一下|问下|想问下|想问一下|哎呀|哎哟|唉|"
    r"麻烦(?:你|您|了)?|帮我|帮忙|给我|"
    r"你好|您好|嗨|那个|嗯|额|诶|哦|谢谢(?:你|您|啦|大佬)?|谢了|谢啦|多谢|感谢|拜托(?:了)?"
    r"|辛苦(?:了)?|呗|咯|嘞|哇|吧|呀|啊|哈|呢|啦|哟|噢|哒|喽|please|pls|plz|thanks|thank you|thx|ty|for me|hi|hey|"
    r"hello|oops"
    r"|can you|could you|just|now please|bot|ok|okay|好的|好|@[^ ]{1,64}"
)
# A reason before the request: 跑完了，把3号卡放了.
_REASON = re.compile(
    r"^(?:我|实验|程序|任务|代码|这边|已经|都|刚)*(?:跑完|不跑|不用|用完|弄完|训完|做完|结束|点错|订错|按错|手滑|"
    r"有事)(?:了|啦)+[,。!;]?(?=.)"
    r"|^(?:不好意思|抱歉|对不起|sorry|oops)[,。!;]?\s?(?=.)"
)
_PUT_OFF = re.compile(r"(?:往后|向后|往后面)(?:延|推|挪|移|拖)")
_A_GLANCE = re.compile(r"(?<=[看瞅瞄])一眼")
_TIMETABLE = re.compile(r"周(?=日程|日历)")  # 这周日程 is no Sunday
_LIKE_A_WEEK = re.compile(r"(上|这|本)周(?=一样)")  # nor is 上周一样 a Monday
_EDGE = r"[^\w#+]"
_BEFORE = re.compile(rf"^(?:(?:{_POLITE})(?![a-z])|{_EDGE})+")
_BEHIND = re.compile(rf"(?:(?<![a-z])(?:{_POLITE})|{_EDGE})+$")
# I'll release gpu 3: said of oneself, and now.
_WILL = re.compile(
    r"^(?:i'?ll|i will|i'?m (?:gonna|going to)|i (?:want|need|have|would like) to|i'?d like to|i gotta|let me|"
    r"lemme|gonna"
    r"|going to|time to|wanna) (?=[a-z])(?:just |now |go ahead and )?"
)
# Two and more bare numbers behind these are cards: freeing up 2 and 3, who's on 6 and 7.
_BARE_CARDS = re.compile(
    r"\b((?:releas(?:e|ing)|free(?:ing)? up|giv(?:e|ing) (?:back|up)|hand(?:ing)? (?:back|over|in)|return(?:ing)?|"
    r"drop(?:ping)?|(?:done|finished|through) with|(?:don'?t|do not|no longer|won'?t) need|who(?:'s| is| "
    r"has)(?: on| using)?) )"
    r"(?=\d{1,2}(?: ?(?:,|and|&) ?\d{1,2})+\b(?! ?(?:h|hours?|hrs?|min|mins|minutes|days?|am|pm)\b|:))"
)
# I don't need two of them: so many cards.
_SO_MANY = re.compile(
    r"\b(\d{1,2}|one|two|three|four|five|six|seven|eight) of (?:them|those|these|(?:my|the|our) (?:cards?|gpus?))\b"
)
_EARLIER = re.compile(r"\b(hours?|hrs?|h|minutes?|mins?) (?:earlier|sooner)\b")  # else it is a time that is past
# The 9am one tomorrow: the day and the hour side by side.
_HOUR_THEN_DAY = re.compile(
    r"\b(\d{1,2}(?::\d\d)? ?(?:am|pm)) ((?:one|slot|booking|reservation)) (?:for |on )?"
    r"(today|tonight|tomorrow|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
FIGURES = ("bad_duration", "bad_count", "unread_number", "bad_time", "past", "half_card")
_SAYS_NOTHING = "把 加 延 续 放 那 单 份 长 多 改 缩 短 减 少 到 我们 不 s"
SAYS_NOTHING = frozenset(_SAYS_NOTHING.split())


@dataclass(frozen=True, slots=True)
class Sentence:
    """`shape` is the sentence with letters for what it points at; `own`: its writer speaks of himself; `asks`: it ends
    in a question mark; `one_each`: nothing is said twice; `unread` is what nobody can place."""

    shape: str
    plain: str
    gpus: tuple[int, ...] = ()
    maybe_gpu: int | None = None
    length: Length | None = None
    start: Moment | None = None
    end: Moment | None = None
    number: int | None = None
    target: int | None = None
    counts: tuple[Fraction, ...] = ()
    one_each: bool = True
    asks: bool = False
    unread: str = ""

    @property
    def own(self) -> bool:
        return "我" in self.plain or re.search(r"\b(?:my|mine|i|i'm|im)\b", self.plain) is not None


def numbers_a_booking(text: str) -> bool:
    """预约33 names a booking; 预约2张 does not."""
    return _BOOKING.search(normalise(text).text) is not None


def read_sentence(text: str, kinds: Mapping[str, str]) -> Sentence:
    normal = normalise(text).text.replace("啦", "了")
    normal = _LIKE_A_WEEK.sub(r"\1次", _TIMETABLE.sub("周 ", normal))
    normal = _HOUR_THEN_DAY.sub(r"\3 \1 \2", _BARE_CARDS.sub(r"\1gpus ", _SO_MANY.sub(r"\1 cards", normal)))
    normal = _EARLIER.sub(r"\1 early", normal)
    named = _BOOKING.search(normal)
    target = int(next(number for number in named.groups() if number)) if named else None
    if named is not None:
        normal = normal[: named.start()] + "\n" * (named.end() - named.start()) + normal[named.end() :]
    normal = _A_GLANCE.sub("一下", _PUT_OFF.sub("延", normal))
    tokens = cut(normal, kinds)
    items, shape, unread = _shape(normal, tokens)
    if any(is_chinese(character) for character in shape):
        shape = shape.replace(" ", "")
    shape = _WILL.sub("", _BEFORE.sub("", _REASON.sub("", _BEFORE.sub("", _BEHIND.sub("", shape)))))
    return _sentence(shape, normal.replace("\n", ""), items, target, unread)


def _shape(text: str, tokens: list[Token]) -> tuple[list[Item], str, str]:
    """The pieces of meaning, the shape, and what nobody can place."""
    read: set[int] = set()
    wrong: list[str] = []
    items: list[Item] = []
    out: list[str] = []
    at, begun, told = 0, -1, 0
    while at < len(tokens):
        found = find(tokens, at, begun == at)
        if found and isinstance(found[0], Wrong) and found[0].reason in FIGURES:
            wrong.append(found[0].text)
            at = max(found[1], at + 1)
            continue
        letter = _letter(found[0], tokens[at]) if found else _stray(tokens[at])
        end = max(found[1], at + 1) if found and letter else at + 1
        if letter:
            out += [text[told : tokens[at].start], letter]
            told = tokens[end - 1].end
            read |= set(range(at, end))
            items.append(found[0] if found else Bare(Fraction(str(tokens[at].value)), tokens[at].text))
        at = end
        begun = at if found and isinstance(found[0], Start) else -1
    out.append(text[told:])
    unread = " ".join(wrong) or _unread(tokens, read)
    return items, re.sub(r"\n+", "T", "".join(out)), unread


def _unread(tokens: list[Token], at_hand: set[int]) -> str:
    """Words and figures that say nothing about a change."""
    strange = (T.WORD, T.NAME, T.BAD, T.UNKIND)
    return " ".join(
        token.text
        for at, token in enumerate(tokens)
        if at not in at_hand and token.tag in strange and token.text not in SAYS_NOTHING
    )


def _letter(item: Item, token: Token) -> str:
    if isinstance(item, Start):
        return "W" if token.value == "next_week" else "S"
    if isinstance(item, End):
        return "U"
    letters = ((Cards, "C"), (Count, "K"), (Length, "L"), (DayOrCard, "D"), (Kind, "G"), (Bare, "N"))
    return next((letter for kind, letter in letters if isinstance(item, kind)), "")


def _stray(token: Token) -> str:
    return "N" if token.tag == T.NUM and isinstance(token.value, Fraction) else ""


def _sentence(shape: str, plain: str, items: list[Item], target: int | None, unread: str) -> Sentence:
    gpus = sorted({number for item in items if isinstance(item, Cards) for number in item.numbers})
    lengths = [item for item in items if isinstance(item, Length)]
    starts = [item.moment for item in items if isinstance(item, Start)]
    ends = [item.moment for item in items if isinstance(item, End)]
    maybe = [item.number for item in items if isinstance(item, DayOrCard)]
    numbers = [item.number for item in items if isinstance(item, Bare) and item.text.isdigit()]
    number = int(numbers[0]) if numbers and numbers[0].denominator == 1 and numbers[0] > 0 else None
    return Sentence(
        shape=shape,
        plain=plain,
        gpus=tuple(gpus),
        maybe_gpu=maybe[0] if maybe else None,
        length=lengths[0] if lengths else None,
        start=starts[0] if starts else None,
        end=ends[0] if ends else None,
        number=number,
        target=target,
        counts=tuple(item.number for item in items if isinstance(item, Count)),
        unread=unread,
        asks=plain.rstrip().endswith("?"),
        one_each=all(len(said) <= 1 for said in (lengths, starts, ends, maybe, numbers)),
    )
