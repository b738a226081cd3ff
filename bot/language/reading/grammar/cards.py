"""Which cards: kinds, memory, named cards and cards that are not wanted. How many is in `counts`."""

from __future__ import annotations

from ..items import All, Cards, Item, Kind, Memory, Node, Without, Wrong
from ..tokens import T
from .look import Tokens, day_number, number, numbers, skip, tag, text_of, whole

Found = tuple[Item, int] | None
REST = ("除了", "除", "除开", "不算", "except", "except for", "other than", "apart from")
OTHERS = ("都", "全", "其他", "其余", "其它", "别的", "剩下", "剩下的", "其他的", "其余的")
OR = frozenset(["or", "nor", "或", "或者"])
MOST_OR = 8  # tokens from the first number on in which another one may follow
OPENS = frozenset([":", "[", "(", "{"])
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
    found = numbers(_none_of(tokens, first), first, days_glued=True)
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


def _none_of(tokens: Tokens, at: int) -> Tokens:
    """not 0 or 1: neither of them."""
    said = [token._replace(tag=T.LIST) if token.text in OR else token for token in tokens[at : at + MOST_OR]]
    return [*tokens[:at], *said, *tokens[at + MOST_OR :]]


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
    return (Wrong("card_or_day", text_of(tokens, at, end)), end) if ranged else (Cards(found[0]), end)


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
