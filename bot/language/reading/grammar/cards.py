"""Which cards and how many: counts, kinds, memory, named cards and cards that are not wanted."""

from __future__ import annotations

from fractions import Fraction

from ..items import All, Cards, Count, Item, Kind, Memory, Node, Without, Wrong
from ..tokens import T
from .look import Tokens, day_number, number, numbers, skip, tag, whole

Found = tuple[Item, int] | None
REST = ("除了", "除", "除开", "不算", "except", "except for", "other than", "apart from")
OTHERS = ("都", "全", "其他", "其余", "其它", "别的", "剩下", "剩下的", "其他的", "其余的")
OPENS = frozenset([":", "[", "(", "{"])
FEW = frozenset(["a couple of", "couple of", "a few", "several", "some", "a bunch of", "multiple", "many", "few"])
ALL_BUT = (
    "all but",
    "anything but",
    "all gpus but",
    "all cards but",
    "everything but",
    "all the cards but",
    "all the gpus but",
)


def without(tokens: Tokens, at: int) -> Found:
    """不要0号, 除了3号卡, except gpu 0, not 2 and 3."""
    if tag(tokens, at) != T.NOT:
        return None
    first = skip(tokens, at + 1, T.CARD, T.HASH, T.AT, T.NUMBER_WORD, T.UNTIL)
    found = numbers(tokens, first, days_glued=True)
    if found is None:
        unwanted = tag(tokens, at + 1) in (T.NUM, T.KIND, T.ALL, T.CARD)
        return (Wrong("contradiction", tokens[at].text), at + 1) if unwanted else None
    end = found[1] + (tag(tokens, found[1]) == T.CARD)
    if end < len(tokens) and tokens[end].text == "but":
        return Wrong("contradiction", tokens[at].text), end
    end += end < len(tokens) and tokens[end].text in ("外", "之外", "以外")
    said = tokens[at].text
    others = skip(tokens, end, T.COMMA)
    takes_rest = said in REST and others < len(tokens) and tokens[others].text in OTHERS
    return Without(found[0], said in REST, said in ALL_BUT or takes_rest), others + 1 if takes_rest else end


def named(tokens: Tokens, at: int) -> Found:
    """gpu0-3, 卡3, 2、3号卡, 0号卡和1号卡, #2."""
    if tag(tokens, at) in (T.CARD, T.HASH):
        colon = tag(tokens, at + 1) == T.MARK and tokens[at + 1].text in OPENS
        first = skip(tokens, at + 1 + colon, T.HASH)
        found = None if day_number(tokens, first) else numbers(tokens, first)
        return (Cards(found[0]), found[1]) if found else None
    if tag(tokens, at + 1) == T.HASH and tokens[at + 1].glued and (hashed := whole(tokens, at)) is not None:
        return Cards((hashed,)), at + 2 + (tag(tokens, at + 2) == T.CARD)
    found = numbers(tokens, at)
    if found is None:
        return None
    end = found[1]
    words = [token.tag for token in tokens[at:end]]
    if words[-1] != T.CARD and T.NUMBER_WORD in words and tag(tokens, end) in (T.CARD, T.KIND):
        end += tag(tokens, end) == T.CARD
        return Cards(found[0]), end
    if T.NUMBER_WORD not in words:
        return None
    if T.CARD in words or 0 in found[0]:
        return Cards(found[0]), end
    ranged = T.DASH in words or T.UNTIL in words
    if len(found[0]) == 1 or (ranged and words.count(T.NUMBER_WORD) > 1):
        return None
    return (Wrong("card_or_day", _text(tokens, at, end)), end) if ranged else (Cards(found[0]), end)


def count(tokens: Tokens, at: int) -> Found:
    """2张, 俩卡, 8 cards, 2x (before a kind), x2 (behind one), 两个A100, one A100, a card."""
    if (
        tag(tokens, at) == T.TIMES
        and (times := number(tokens, at + 1)) is not None
        and tag(tokens, at + 2) not in (T.UNIT, T.HOUR)
    ):
        return Count(times), at + 2 + (tag(tokens, at + 2) in (T.CARD, T.CLASSIFIER))
    if tag(tokens, at) in (T.A, T.HALF):
        return _one(tokens, at)
    if tag(tokens, at) == T.COUNTED:
        return Count(Fraction(str(tokens[at].value))), at + 1 + (tag(tokens, at + 1) == T.CARD)
    value = number(tokens, at)
    if value is None:
        return _text_count(tokens, at)
    after = tag(tokens, at + 1)
    if after == T.MACHINE:
        return Wrong("bad_count", _text(tokens, at, at + 2)), at + 2
    if _counted_from_an_end(tokens, at):
        said = tokens[at - 1].text + tokens[at].text
        return (Wrong("unread_number", said), at + 1) if after in (T.CLASSIFIER, T.CARD) else None
    if (
        after in (T.DASH, T.UNTIL, T.LIST)
        and number(tokens, at + 2) is not None
        and tag(tokens, at + 3) in (T.CLASSIFIER, T.CARD)
    ):
        return Wrong("bad_count", _text(tokens, at, at + 4)), at + 4
    if after == T.CLASSIFIER or (after == T.SLIP and tokens[at + 1].glued):
        return _classified(tokens, at, value)
    if after == T.CARD:
        return Count(value), at + 2
    if after == T.TIMES:
        then = tag(tokens, at + 2)
        fits = then in (T.KIND, T.CARD, T.BRAND) or (then == T.NUM and tag(tokens, at + 3) == T.MEMORY)
        if then == T.UNKIND:
            return Wrong("no_such_kind", tokens[at + 2].text), at + 3
        return (
            (Count(value), at + 2 + (then == T.CARD))
            if fits
            else (Wrong("bad_count", _text(tokens, at, at + 3)), at + 2)
        )
    if after == T.GE and tag(tokens, at + 2) not in (T.UNIT, T.HALF, T.VAGUE) and not _more(tokens, at + 2):
        return Count(value), at + 2 + (tag(tokens, at + 2) == T.CARD)
    if after in (T.KIND, T.BRAND) or (after == T.FILLER and tag(tokens, at + 2) == T.KIND):
        return Count(value), at + 1
    if after == T.NUM and tag(tokens, at + 2) == T.MEMORY and tag(tokens, at + 3) in (T.KIND, T.CARD, T.BRAND):
        return Count(value), at + 1
    return None


def _more(tokens: Tokens, at: int) -> bool:
    """6个多小时"""
    return at < len(tokens) and tokens[at].text in ("多", "来", "几")


def _counted_from_an_end(tokens: Tokens, at: int) -> bool:
    """第3张, 前四张, the last two cards: which ones, nobody said."""
    before = tokens[at - 1] if at > 0 else None
    if before is None or before.text not in ("第", "前", "后", "first", "last"):
        return False
    return before.text in ("第", "first", "last") or not before.glued


def _one(tokens: Tokens, at: int) -> Found:
    after = skip(tokens, at + 1, T.GE)
    if tag(tokens, at) == T.HALF:
        half = tag(tokens, after) in (T.CARD, T.KIND, T.CLASSIFIER)
        return (Wrong("half_card", _text(tokens, at, after + 1)), after + 1) if half else None
    if tag(tokens, at + 1) == T.CARD:
        return Count(Fraction(1)), at + 2
    return (Count(Fraction(1)), at + 1) if tag(tokens, at + 1) in (T.KIND, T.BRAND) else None


def _text_count(tokens: Tokens, at: int) -> Found:
    many = tag(tokens, at + 1) in (T.CARD, T.KIND) and not tokens[at + 1].text.endswith(("gpu", "card"))
    if tokens[at].text in FEW and many:
        return Wrong("bad_count", _text(tokens, at, at + 2)), at + 2
    if tag(tokens, at) == T.BAD and tag(tokens, at + 1) in (T.CLASSIFIER, T.CARD):
        return Wrong("bad_count", _text(tokens, at, at + 2)), at + 2
    return None


def _classified(tokens: Tokens, at: int, value: Fraction) -> Found:
    if tag(tokens, at + 2) == T.HALF and tokens[at + 2].glued and tag(tokens, at + 3) not in (T.UNIT, T.GE):
        return Wrong("half_card", _text(tokens, at, at + 3)), at + 3
    names_cards = tag(tokens, at + 2) == T.CARD and not tokens[at + 2].glued and named(tokens, at + 2) is not None
    return Count(value), at + 2 + (tag(tokens, at + 2) == T.CARD and not names_cards)


def everything(tokens: Tokens, at: int) -> Found:
    """整机, all; 整 only before a count of cards: 整8卡."""
    if tag(tokens, at) == T.ALL:
        return All(), at + 1
    if tag(tokens, at) == T.SHARP and tokens[at].text == "整" and tag(tokens, at + 2) in (T.CARD, T.CLASSIFIER):
        return All(), at + 1
    return None


def kind(tokens: Tokens, at: int) -> Found:
    at = skip(tokens, at, T.BRAND)
    if tag(tokens, at) == T.KIND:
        return Kind(str(tokens[at].value)), at + 1
    if tag(tokens, at) == T.UNKIND:
        in_a_word = at > 0 and tokens[at].glued and tokens[at - 1].tag == T.WORD
        return None if in_a_word else (Wrong("no_such_kind", tokens[at].text), at + 1)
    return None


def memory(tokens: Tokens, at: int) -> Found:
    """80G, -80GB straight behind a kind."""
    first = at + (tag(tokens, at) == T.DASH and tag(tokens, at - 1) == T.KIND)
    size = number(tokens, first)
    return (Memory(size), first + 2) if size is not None and tag(tokens, first + 1) == T.MEMORY else None


def node(tokens: Tokens, at: int) -> Found:
    return (Node(str(tokens[at].value)), at + 1) if tag(tokens, at) == T.NODE else None


def _text(tokens: Tokens, at: int, end: int) -> str:
    return " ".join(token.text for token in tokens[at:end])
