"""Which cards a booking gets: the set that disturbs least and leaves the fewest useless gaps."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import comb

from bot.booking.rules.calendar import Calendar, calendar_of
from bot.booking.rules.shapes import Busy, Card, Need, Window, candidates_by_node, window_of
from bot.booking.rules.windows import free_cards
from bot.booking.rules.wishes import check_one_node

Topology = Mapping[frozenset[int], int]
"""How near two cards are, by the pair of their gpu ids; a higher score is nearer, a missing pair scores 0."""

MOST_SETS_TRIED = comb(16, 8)
"""With at most 16 candidates there are never more sets than this, so all of them are tried."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the agents see of cards, by gpu id: those with a warning, those with somebody's process on them."""

    warned: frozenset[int] = frozenset()
    occupied: frozenset[int] = frozenset()
    topology: Topology = field(default_factory=dict)


NOTHING_SEEN = Seen()


@dataclass(frozen=True, slots=True)
class _Cost:
    """What taking one card costs: the parts of the rank that add up card by card."""

    card: Card
    trouble: tuple[int, int]
    gap: int


_Rank = tuple[int, int, int, int, tuple[int, ...]]
_Near = Mapping[tuple[int, int], int]


def place(
    cards: Sequence[Card],
    busy: Iterable[Busy] | Calendar,
    need: Need,
    start: int,
    end: int,
    *,
    now: int,
    horizon_end: int,
    seen: Seen = NOTHING_SEEN,
) -> Window | None:
    """The best set of cards for `[start, end)`, or None when too few of one node are free for all of it.

    Best is the least of: cards with warnings; cards with a stranger's process, if it starts now; the
    topology score, negated; seconds left between the window and its neighbours, counted from `now` to
    `horizon_end`; the numbers. Explicit numbers get exactly those cards; on two nodes they are refused
    (`not_one_node`).
    """
    check_one_node(cards, need)
    if need.size < 1:
        return None
    calendar = calendar_of(busy)
    strange = seen.occupied if start <= now else frozenset()

    def cost(card: Card) -> _Cost:
        before = start - max(now, calendar.free_since(card.gpu_id, start, otherwise=now))
        after = min(horizon_end, calendar.free_until(card.gpu_id, end, otherwise=horizon_end)) - end
        trouble = (int(card.gpu_id in seen.warned), int(card.gpu_id in strange))
        return _Cost(card, trouble, before + after)

    best = [
        _best_set([cost(card) for card in free], need.size, seen.topology)
        for node in candidates_by_node(cards, need)
        if len(free := free_cards(node, calendar, start, end)) >= need.size
    ]
    if not best:
        return None
    _, chosen = min(best, key=lambda ranked: ranked[0])
    return window_of((cost.card for cost in chosen), start, end)


def _best_set(costs: list[_Cost], size: int, topology: Topology) -> tuple[_Rank, list[_Cost]]:
    """Exact where all cards are equally near or up to `MOST_SETS_TRIED` sets; else grown from every first card."""
    costs = sorted(costs, key=lambda cost: (cost.trouble, cost.gap, cost.card.number))
    near = (
        {pair: topology.get(frozenset(pair), 0) for pair in permutations([cost.card.gpu_id for cost in costs], 2)}
        if topology and size > 1
        else {}
    )
    if len(set(near.values())) <= 1:
        # All that is ranked adds up card by card, so the cheapest cards are the cheapest set.
        return _rank(costs[:size], near), costs[:size]
    worst = costs[size - 1].trouble
    sure = [cost for cost in costs if cost.trouble < worst]
    equal = [cost for cost in costs if cost.trouble == worst]
    missing = size - len(sure)
    if comb(len(equal), missing) <= MOST_SETS_TRIED:
        sets = ([*sure, *some] for some in combinations(equal, missing))
    else:
        sets = (_grown([*sure, first], equal, size, near) for first in equal)
    return min(((_rank(chosen, near), chosen) for chosen in sets), key=lambda ranked: ranked[0])


def _grown(chosen: list[_Cost], others: list[_Cost], size: int, near: _Near) -> list[_Cost]:
    """Adds the card nearest to those already chosen until there are enough."""
    left = {cost.card.gpu_id: cost for cost in others if cost not in chosen}
    score = {gpu_id: sum(near[gpu_id, taken.card.gpu_id] for taken in chosen) for gpu_id in left}
    while len(chosen) < size:
        added = left.pop(min(left, key=lambda g: (-score[g], left[g].gap, left[g].card.number)))
        chosen.append(added)
        for gpu_id in left:
            score[gpu_id] += near[gpu_id, added.card.gpu_id]
    return chosen


def _rank(costs: Sequence[_Cost], near: _Near) -> _Rank:
    pairs = combinations([cost.card.gpu_id for cost in costs], 2)
    return (
        sum(cost.trouble[0] for cost in costs),
        sum(cost.trouble[1] for cost in costs),
        -sum(map(near.__getitem__, pairs)) if near else 0,
        sum(cost.gap for cost in costs),
        tuple(sorted(cost.card.number for cost in costs)),
    )
