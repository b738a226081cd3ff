"""From tokens to pieces of meaning, left to right, and the words that are left over."""

from __future__ import annotations

from .grammar import borders, cards, lengths
from .grammar.look import Tokens, number, tag
from .items import Bare, Flexible, Item, Length, Moment, OpenEnd, Purpose, Start, Wrong
from .tokens import Day, T

RULES = (
    cards.without,
    cards.named,
    cards.count,
    borders.finish,
    borders.start,
    lengths.length,
    cards.everything,
    cards.memory,
    cards.kind,
    cards.node,
)
SOFT = frozenset(
    {
        T.FILLER,
        T.FLEXIBLE,
        T.COMMA,
        T.MARK,
        T.LIST,
        T.DASH,
        T.AT,
        T.FROM,
        T.UNTIL,
        T.CARD,
        T.GE,
        T.BEGIN,
        T.IN,
        T.A,
        T.OF,
        T.CLASSIFIER,
        T.BRAND,
        T.TIMES,
        T.HASH,
        T.SHARP,
        T.NOT,
        T.AFTER,
        T.BEFORE,
        T.AGO,
        T.LATER,
        T.BETWEEN,
        T.WHOLE,
        T.MINUTE,
    }
)
VERBS = frozenset(["跑", "用", "做", "占", "训", "干", "练", "run", "running"])
REFUSED = {
    "half": "half_card", "half_of_all": "bad_count", "alternative": "contradiction", "recurring": "recurring",
    "bound": "bad_count", "cancel": "other_command", "extend": "other_command", "release": "other_command",
    "question": "question",
}  # fmt: skip


def read_phrases(tokens: Tokens) -> tuple[list[Item], list[Purpose]]:
    """Every piece of meaning in order, and the stretches of words that mean no count and no time."""
    items: list[Item] = []
    purposes: list[Purpose] = []
    left: list[int] = []
    at, begun = 0, -1
    while at < len(tokens):
        found = _find(tokens, at, begun == at)
        if found is None:
            left.append(at)
            at += 1
            continue
        item, end = found
        purposes += _purpose(tokens, left)
        left = []
        items.append(item)
        at = max(end, at + 1)
        begun = at if isinstance(item, Start) else -1
    return items, purposes + _purpose(tokens, left)


def _find(tokens: Tokens, at: int, behind_start: bool) -> tuple[Item, int] | None:
    if behind_start and (found := borders.finish_after_start(tokens, at)) is not None:
        return found
    for rule in RULES:
        if (found := rule(tokens, at)) is not None:
            return found
    return _flag(tokens, at) or _stray_number(tokens, at)


def _flag(tokens: Tokens, at: int) -> tuple[Item, int] | None:
    token = tokens[at]
    if token.tag == T.FLEXIBLE:
        any_cards = token.text == "随便" and tag(tokens, at + 2) in (T.CLASSIFIER, T.CARD)
        return None if any_cards else (Flexible(), at + 1)
    if token.tag == T.OPEN:
        return OpenEnd(), at + 1
    if token.value == "next_week":
        return Start(Moment(day=Day(weekday=0, week=1), loose=True)), at + 1
    if token.tag == T.VAGUE:
        return (Flexible() if token.value in ("week", "month") else OpenEnd()), at + 1
    if token.tag == T.OTHER:
        reason = REFUSED.get(str(token.value))
        return (Wrong(reason, token.text) if reason else Flexible()), at + 1
    if token.text.startswith("@") and tag(tokens, at - 1) == T.FILLER and tokens[at - 1].text in ("给", "帮", "for"):
        return Wrong("for_somebody", token.text), at + 1
    if token.tag == T.BAD:
        return Wrong("unread_number", token.text), at + 1
    if token.tag == T.DASH and not token.glued and number(tokens, at + 1) is not None and tokens[at + 1].glued:
        what = "bad_duration" if lengths.length(tokens, at + 1) else "bad_count"
        return Wrong(what, token.text + tokens[at + 1].text), at + 2
    return None


def _stray_number(tokens: Tokens, at: int) -> tuple[Item, int] | None:
    value = number(tokens, at)
    if value is None or _in_a_word(tokens, at):
        return None
    return Bare(value, tokens[at].text), at + 1


def _in_a_word(tokens: Tokens, at: int) -> bool:
    """A Chinese numeral glued to characters that are no word of ours counts nothing: 统一, 六自由度."""
    if at > 0 and tokens[at - 1].text == "第":
        return True
    if tokens[at].text.isascii():
        return False
    after = tag(tokens, at + 1) == T.WORD and tokens[at + 1].glued
    return after or (at > 0 and tokens[at].glued and tag(tokens, at - 1) == T.WORD)


def _purpose(tokens: Tokens, left: list[int]) -> list[Purpose]:
    """The left-over words without the polite ones around them."""
    while left and (tokens[left[0]].tag in SOFT):
        left = left[1:]
    while left and (tokens[left[-1]].tag in SOFT):
        left = left[:-1]
    if not left or all(tokens[place].text in VERBS or tokens[place].tag in SOFT for place in left):
        return []
    return [Purpose(tokens[left[0]].start, tokens[left[-1]].end)]


def has_length(items: list[Item]) -> bool:
    return any(isinstance(item, Length) for item in items)
