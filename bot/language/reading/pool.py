"""Reads the declaration of a node's cards: 4xA100-80G 4x4090-24G, 8卡A100 80G, add node2: 4x4090-24G."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .kinds import BRANDS, MEMORY_GB, plain_kind
from .normal import normalise
from .numerals import CHINESE, ENGLISH, chinese_number

LONGEST_TEXT = 500
MOST_CARDS = 64
MOST_MEMORY = 1024
MOST_NAME = 32

_COUNT = re.compile(
    r"(?P<count>-?[0-9.]{1,12}|[零一二两俩三四五六七八九十]{1,3}|[a-z]{3,6}(?= )) ?"
    r"(?:[x张块卡片个]卡?|cards?|gpus?|)? ?(?:的 ?)?"
)
_KIND = re.compile(r"(?:(?:" + "|".join(BRANDS) + r")[ -]?)*(?P<kind>[a-z0-9]{1,24})")
_MEMORY = re.compile(r"(?: ?[-/(] ?| )(?P<memory>\d{1,9}) ?(?:gib|gb|g)\)?(?![a-z0-9])")
_NODE = re.compile(r"(?:(?:add|加|添加|新增|增加) ?)?(?P<node>[^\s:,;]{1,200}) ?: ?")
_BEHIND_COUNT = re.compile(r"(?P<kind>[a-z][a-z0-9]{1,23}) ?x ?(?P<count>[0-9]{1,9})(?![0-9a-z])")
_BREAK = re.compile(r"[ ,;、+&/和]*")


class Unreadable(ValueError):
    """A pool that cannot be read: `code` (empty, bad_count, bad_memory, memory_missing, too_many, too_long, bad_name,
    not_cards) and the facts for its text."""

    def __init__(self, code: str, facts: Mapping[str, object] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.facts = dict(facts or {})


@dataclass(frozen=True, slots=True)
class DeclaredCards:
    """`count` cards of one kind on one node; `node` is None unless it was named."""

    count: int
    kind: str
    memory_gb: int
    node: str | None = None


def read_pool(text: str) -> tuple[DeclaredCards, ...]:
    """The cards of one node as declared. Raises Unreadable."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable("too_long", {"allowed": LONGEST_TEXT})
    normal = normalise(text)
    node, at = _node(normal.text)
    declared: list[DeclaredCards] = []
    at = _skip(normal.text, at)
    while at < len(normal.text):
        cards, at = _cards(normal.text, at, node)
        declared.append(cards)
        at = _skip(normal.text, at)
    if not declared:
        raise Unreadable("empty")
    total = sum(cards.count for cards in declared)
    if total > MOST_CARDS:
        raise Unreadable("too_many", {"count": total, "allowed": MOST_CARDS})
    return tuple(declared)


def _skip(text: str, at: int) -> int:
    found = _BREAK.match(text, at)
    return found.end() if found else at


def is_machine_name(name: str) -> bool:
    """Letters of any script, digits and -_. make a machine's name, with at least one that is no mark."""
    marks_aside = [c for c in name if c not in "-_."]
    return len(name) <= MOST_NAME and bool(marks_aside) and all(c.isalnum() for c in marks_aside)


def _node(text: str) -> tuple[str | None, int]:
    found = _NODE.match(text)
    if found is None:
        return None, 0
    name = found["node"]
    if not is_machine_name(name):
        raise Unreadable("bad_name", {"name": name[:MOST_NAME]})
    return name, found.end()


def _cards(text: str, at: int, node: str | None) -> tuple[DeclaredCards, int]:
    behind = _BEHIND_COUNT.match(text, at)
    if behind is not None:
        count, kind, end = int(behind["count"]), behind["kind"], behind.end()
    else:
        counted = _COUNT.match(text, at)
        if counted is None:
            raise Unreadable("not_cards", {"text": text[at : at + 40]})
        count = _count(counted["count"], text[at : at + 40])
        named = _KIND.match(text, counted.end())
        if named is None or counted.end() == counted.end("count"):
            raise Unreadable("not_cards", {"text": text[at : at + 40]})
        kind, end = named["kind"], named.end()
    if not 1 <= count <= MOST_CARDS:
        raise Unreadable("bad_count" if count < 1 else "too_many", {"count": count, "allowed": MOST_CARDS})
    sized = _MEMORY.match(text, end)
    if sized is not None:
        end = sized.end()
    return DeclaredCards(count, _spelled(kind), _memory(kind, sized["memory"] if sized else None), node), end


def _count(said: str, near: str) -> int:
    if said.isascii() and said.isdigit():
        return int(said)
    number = chinese_number(said) if said[0] in CHINESE else ENGLISH.get(said)
    if number is None:
        raise Unreadable("bad_count" if said[:1] in "-.0123456789" else "not_cards", {"text": near})
    return number


def _spelled(kind: str) -> str:
    """The kind as people write it: A100, 4090, 3090Ti; brands are dropped."""
    capitals = plain_kind(kind).upper()
    return capitals.replace("TI", "Ti") if capitals[:1].isdigit() else capitals


def _memory(kind: str, said: str | None) -> int:
    if said is None:
        common = MEMORY_GB.get(plain_kind(kind))
        if common is None:
            raise Unreadable("memory_missing", {"kind": _spelled(kind)})
        return common
    if not 1 <= int(said) <= MOST_MEMORY:
        raise Unreadable("bad_memory", {"memory_gb": int(said), "allowed": MOST_MEMORY})
    return int(said)
