"""Which cards of the pool a wish means: how many, of which kind and memory, or why there are none such."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from .kinds import plain_kind
from .reading import NO_FACTS, Card
from .wish import Wish


@dataclass(frozen=True, slots=True)
class Wanted:
    """`refuse` is a reason code with `facts`; else all the rest is set as a `Reading` has it."""

    count: int = 1
    assumed_count: bool = False
    kind: str | None = None
    memory_gb: int | None = None
    gpus: tuple[int, ...] = ()
    exclude: tuple[int, ...] = ()
    refuse: str | None = None
    facts: Mapping[str, object] = field(default_factory=lambda: NO_FACTS, hash=False)


def refused(reason: str, **facts: object) -> Wanted:
    return Wanted(refuse=reason, facts=facts)


def which_cards(wish: Wish, cards: Sequence[Card]) -> Wanted:
    kinds = sorted({card.kind for card in cards})
    if len(wish.kinds) > 1 or len(wish.memories) > 1 or len(wish.nodes) > 1:
        return refused("contradiction", about="kind")
    kind = next((k for k in kinds if wish.kinds and plain_kind(k) == plain_kind(wish.kinds[0])), None)
    if wish.kinds and kind is None:
        return refused("no_such_kind", kind=wish.kinds[0], kinds=kinds)
    memory = wish.memories[0] if wish.memories else None
    suitable = [c for c in cards if kind in (None, c.kind) and memory in (None, c.memory_gb)]
    if not suitable:
        return refused("no_such_kind", kind=kind, memory_gb=_plain(memory), kinds=kinds)
    numbers = {card.number for card in cards}
    unknown = [n for n in (*wish.gpus, *wish.exclude) if n not in numbers]
    if unknown:
        return refused("no_such_card", gpus=unknown, numbers=sorted(numbers))
    if wish.rest and set(wish.exclude) < set(wish.gpus):
        wish = replace(wish, gpus=tuple(n for n in wish.gpus if n not in wish.exclude), exclude=())
    if set(wish.gpus) & set(wish.exclude):
        return refused("contradiction", about="cards")
    if not set(wish.gpus) <= {card.number for card in suitable}:
        return refused("no_such_card", gpus=list(wish.gpus), kind=kind, memory_gb=_plain(memory))
    left = [card for card in suitable if card.number not in wish.exclude]
    return _counted(wish, left, kind, memory)


def _plain(memory: Fraction | None) -> int | None:
    return None if memory is None else round(memory)


def _counted(wish: Wish, left: Sequence[Card], kind: str | None, memory: Fraction | None) -> Wanted:
    for typed in wish.counts:
        if typed.denominator == 2:
            return refused("half_card", count=float(typed))
        if typed.denominator != 1 or typed < 1:
            return refused("bad_count", count=float(typed))
    said = {int(typed) for typed in wish.counts}
    if wish.gpus:
        said.add(len(wish.gpus))
    if len(said) > 1:
        return refused("contradiction", about="count", counts=sorted(said))
    count = said.pop() if said else None
    if count is not None and count > len(left):
        return refused("too_many", count=count, available=len(left), kind=kind)
    if wish.everything or (wish.rest and count is None):
        if count not in (None, len(left)):
            return refused("contradiction", about="count", counts=[count, len(left)])
        if not wish.everything:
            return refused("bad_count", exclude=list(wish.exclude))
        count = len(left)
    if not left:
        return refused("too_many", count=1, available=0, kind=kind)
    return Wanted(count or 1, count is None, kind, _plain(memory), wish.gpus, wish.exclude)
