from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings

from bot.booking.rules.placement import Seen, place
from bot.booking.rules.shapes import Need
from bot.errors import Refusal
from tests.booking.rules.calendars import (
    END,
    booked,
    enough,
    free_by_node,
    pool,
    random_busy,
    random_need,
    random_pool,
    randoms,
    wanted,
)

NOON = {"now": 0, "horizon_end": 1_000}


def rank(cards, busy, start, end, *, now, horizon_end, warned, occupied, topology):
    """The tuple of the design, written down once more in the plainest way."""
    leftover = 0
    for card in cards:
        rows = [row for row in busy if row.gpu_id == card.gpu_id]
        before = max([now, *(row.ends_at for row in rows if row.ends_at <= start)])
        after = min([horizon_end, *(row.starts_at for row in rows if row.starts_at >= end)])
        leftover += max(0, start - before) + max(0, after - end)
    ids = {card.gpu_id for card in cards}
    return (
        len(ids & warned),
        len(ids & occupied) if start <= now else 0,
        -sum(topology.get(frozenset(pair), 0) for pair in combinations(ids, 2)),
        leftover,
        tuple(sorted(card.number for card in cards)),
    )


@settings(max_examples=1_500, deadline=None)
@given(randoms)
def test_the_chosen_set_is_the_least_of_all_sets(random):
    cards = random_pool(random)
    busy = random_busy(random, cards)
    need = random_need(random, cards, 0)
    now = random.randrange(END)
    start = now + random.choice((0, random.randrange(20)))
    end = start + random.randint(1, 12)
    ids = [card.gpu_id for card in cards]
    when = {"now": now, "horizon_end": now + random.randint(1, 40)}
    known = {
        "warned": frozenset(i for i in ids if random.random() < 0.3),
        "occupied": frozenset(i for i in ids if random.random() < 0.3),
        "topology": {frozenset(pair): random.randrange(3) for pair in combinations(ids, 2)}
        if random.random() < 0.5
        else {},
    }
    window = place(cards, busy, need, start, end, **when, seen=Seen(**known))
    sets = [
        chosen
        for free in free_by_node(cards, busy, need, start, end).values()
        for chosen in combinations(free, wanted(need))
        if chosen
    ]
    assert (window is not None) == enough(cards, busy, need, start, end) == bool(sets)
    if window is not None:
        best = min(sets, key=lambda chosen: rank(chosen, busy, start, end, **when, **known))
        assert window.numbers == tuple(sorted(card.number for card in best))
        assert (window.starts_at, window.ends_at, window.node_id) == (start, end, best[0].node_id)


def test_an_empty_node_of_eight_gives_0_and_1_for_two():
    assert place(pool([8]), [], Need(2), 0, 60, **NOON).numbers == (0, 1)


def test_a_card_with_warnings_is_taken_last_but_it_is_taken():
    assert place(pool([3]), [], Need(2), 0, 60, seen=Seen(warned=frozenset({100})), **NOON).numbers == (1, 2)
    assert place(pool([3]), [], Need(3), 0, 60, seen=Seen(warned=frozenset({100})), **NOON).numbers == (0, 1, 2)


def test_a_strangers_process_matters_for_a_booking_that_starts_now_and_not_for_a_later_one():
    occupied = frozenset({100, 101})
    assert place(pool([4]), [], Need(2), 0, 60, seen=Seen(occupied=occupied), **NOON).numbers == (2, 3)
    assert place(pool([4]), [], Need(2), 1, 60, seen=Seen(occupied=occupied), **NOON).numbers == (0, 1)


def test_a_warning_weighs_more_than_any_number_of_strangers():
    chosen = place(
        pool([3]), [], Need(2), 0, 60, seen=Seen(warned=frozenset({102}), occupied=frozenset({100, 101})), **NOON
    )
    assert chosen.numbers == (0, 1)


def test_near_cards_are_taken_together():
    linked = {frozenset({101, 103}): 4, frozenset({100, 102}): 2}
    assert place(pool([4]), [], Need(2), 0, 60, seen=Seen(topology=linked), **NOON).numbers == (1, 3)


def test_the_booking_goes_where_it_leaves_the_smallest_gaps():
    # Card 2 is free for exactly the hour that is wanted; taking it keeps the empty cards whole.
    busy = [booked(2, 0, 100), booked(2, 160, 1_000)]
    assert place(pool([4]), busy, Need(1), 100, 160, **NOON).numbers == (2,)


def test_gaps_beyond_the_horizon_and_before_now_count_nothing():
    busy = [booked(1, 0, 40), booked(0, 500, 600)]
    # Card 1 has been free since 40 and card 0 for ever, which is the same at 50. What follows at 500 is the
    # same as nothing while the horizon is 400.
    assert place(pool([2]), busy, Need(1), 50, 100, now=50, horizon_end=400).numbers == (0,)


def test_the_better_of_two_nodes_is_taken():
    cards = pool([2, 2])
    assert place(cards, [], Need(2), 0, 60, seen=Seen(warned=frozenset({101})), **NOON).numbers == (2, 3)


def test_cards_of_two_nodes_are_never_put_together():
    busy = [booked(0, 0, 60), booked(2, 0, 60)]
    assert place(pool([2, 2]), busy, Need(2), 0, 60, **NOON) is None


def test_explicit_numbers_get_exactly_those_cards_or_nothing():
    cards = pool([8])
    assert place(cards, [], Need(2, numbers=(5, 3)), 0, 60, **NOON).numbers == (3, 5)
    assert place(cards, [booked(5, 59, 70)], Need(2, numbers=(5, 3)), 0, 60, **NOON) is None
    assert place(cards, [booked(5, 60, 70)], Need(2, numbers=(5, 3)), 0, 60, **NOON).numbers == (3, 5)


def test_explicit_numbers_on_two_nodes_are_refused():
    with pytest.raises(Refusal) as refused:
        place(pool([2, 2]), [], Need(2, numbers=(2, 1)), 0, 60, **NOON)
    assert refused.value.code == "not_one_node"
    assert refused.value.facts == {"numbers": [1, 2], "nodes": [[1], [2]]}


def test_excluded_and_broken_cards_are_left_out():
    cards = [replace(card, broken=card.number == 1) for card in pool([5])]
    assert place(cards, [], Need(2, exclude=(0, 3)), 0, 60, **NOON).numbers == (2, 4)


@pytest.mark.parametrize("count", [1, 2, 3, 8, 31, 32, 63, 64])
def test_64_cards_are_placed_near_each_other(count):
    cards = pool([64])
    topology = {frozenset((a, b)): int(a % 8 == b % 8) for a, b in combinations(range(100, 164), 2)}
    window = place(cards, [], Need(count), 0, 60, seen=Seen(topology=topology), **NOON)
    assert len(set(window.numbers)) == count
    assert len({number % 8 for number in window.numbers}) == -(-count // 8)


def test_without_a_topology_64_cards_get_the_exact_best_set():
    random = Random(5)
    cards = pool([64])
    busy = [booked(n, 100 + random.randrange(50), 200, n) for n in range(64)]
    window = place(cards, busy, Need(20), 0, 60, **NOON)
    by_gap = sorted(busy, key=lambda row: (row.starts_at, row.gpu_id))
    assert window.gpu_ids == tuple(sorted(row.gpu_id for row in by_gap[:20]))
