"""How many cards: 2张, 俩卡, 8 cards, 2x before a kind and x2 behind one; and what looks like a count and is none."""

from __future__ import annotations

from fractions import Fraction

from ..items import Count, Item, Wrong
from ..tokens import T
from .cards import named
from .look import Tokens, number, skip, tag, text_of

Found = tuple[Item, int] | None
COUPLE = frozenset(["a couple of", "couple of"])
FEW = frozenset(["a few", "several", "some", "a bunch of", "multiple", "many", "few"])


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
        return Wrong("bad_count", text_of(tokens, at, at + 2)), at + 2
    if _counted_from_an_end(tokens, at):
        said = tokens[at - 1].text + tokens[at].text
        return (Wrong("unread_number", said), at + 1) if after in (T.CLASSIFIER, T.CARD) else None
    if (
        after in (T.DASH, T.UNTIL, T.LIST)
        and number(tokens, at + 2) is not None
        and tag(tokens, at + 3) in (T.CLASSIFIER, T.CARD)
    ):
        return Wrong("bad_count", text_of(tokens, at, at + 4)), at + 4
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
            else (Wrong("bad_count", text_of(tokens, at, at + 3)), at + 2)
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
        return (Wrong("half_card", text_of(tokens, at, after + 1)), after + 1) if half else None
    if tag(tokens, at + 1) == T.CARD:
        return Count(Fraction(1)), at + 2
    return (Count(Fraction(1)), at + 1) if tag(tokens, at + 1) in (T.KIND, T.BRAND) else None


def _text_count(tokens: Tokens, at: int) -> Found:
    many = tag(tokens, at + 1) in (T.CARD, T.KIND) and not tokens[at + 1].text.endswith(("gpu", "card"))
    unknown = tag(tokens, at) == T.WORD and tokens[at].text.isascii() and len(tokens[at].text) == 1
    if unknown and tag(tokens, at + 1) == T.CLASSIFIER and tokens[at + 1].glued:
        return Wrong("bad_count", text_of(tokens, at, at + 2)), at + 2
    if tokens[at].text in COUPLE and many:
        return Count(Fraction(2)), at + 1 + (tag(tokens, at + 1) == T.CARD)
    if tokens[at].text in FEW and many:
        return Wrong("bad_count", text_of(tokens, at, at + 2)), at + 2
    if tag(tokens, at) == T.BAD and tag(tokens, at + 1) in (T.CLASSIFIER, T.CARD):
        return Wrong("bad_count", text_of(tokens, at, at + 2)), at + 2
    return None


def _classified(tokens: Tokens, at: int, value: Fraction) -> Found:
    if tag(tokens, at + 2) == T.HALF and tokens[at + 2].glued and tag(tokens, at + 3) not in (T.UNIT, T.GE):
        return Wrong("half_card", text_of(tokens, at, at + 3)), at + 3
    names_cards = tag(tokens, at + 2) == T.CARD and not tokens[at + 2].glued and named(tokens, at + 2) is not None
    return Count(value), at + 2 + (tag(tokens, at + 2) == T.CARD and not names_cards)
