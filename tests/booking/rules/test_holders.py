"""Who holds a booking when: every second once, time already used never divided anew."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.booking.rules.holders import Held, HeldSpan, Holding, spans

ALICE, BOB, CAROL = 1, 2, 3
BOOKING = Held(ALICE, 1, 100, 200)


def told(held: Held, *rows: Holding) -> list[tuple[int, int, dict[int, int]]]:
    return [(one.starts_at, one.ends_at, dict(one.weights)) for one in spans(held, rows)]


def test_alone_it_is_the_holders_from_the_first_second_to_the_last():
    assert told(BOOKING) == [(100, 200, {ALICE: 1})]


def test_who_joins_before_it_begins_holds_all_of_it():
    assert told(BOOKING, Holding(BOB, 1, 50)) == [(100, 200, {ALICE: 1, BOB: 1})]


def test_who_joins_later_counts_from_then_on():
    assert told(BOOKING, Holding(BOB, 2, 130)) == [(100, 130, {ALICE: 1}), (130, 200, {ALICE: 1, BOB: 2})]


def test_who_goes_keeps_a_part_of_what_was_used_with_them():
    assert told(BOOKING, Holding(BOB, 1, 50, 150)) == [(100, 150, {ALICE: 1, BOB: 1}), (150, 200, {ALICE: 1})]


def test_another_weight_counts_from_when_it_was_agreed():
    rows = (Holding(BOB, 1, 50, 150), Holding(BOB, 3, 150))
    assert told(BOOKING, *rows) == [(100, 150, {ALICE: 1, BOB: 1}), (150, 200, {ALICE: 1, BOB: 3})]


def test_another_weight_of_the_holder_counts_from_then_too():
    rows = (Holding(BOB, 1, 50), Holding(ALICE, 2, 150))
    assert told(BOOKING, *rows) == [(100, 150, {ALICE: 1, BOB: 1}), (150, 200, {ALICE: 2, BOB: 1})]


def test_what_was_over_before_it_begins_or_agreed_after_its_end_changes_nothing():
    assert told(BOOKING, Holding(BOB, 1, 10, 100), Holding(CAROL, 1, 200)) == [(100, 200, {ALICE: 1})]


def test_a_slip_put_right_in_the_same_second_leaves_no_trace():
    assert told(BOOKING, Holding(BOB, 5, 150, 150), Holding(BOB, 1, 150)) == [
        (100, 150, {ALICE: 1}),
        (150, 200, {ALICE: 1, BOB: 1}),
    ]


@st.composite
def holdings(draw: st.DrawFn) -> list[Holding]:
    """For each member stretches that do not overlap, as the store keeps them."""
    rows = []
    for member in (ALICE, BOB, CAROL):
        edges = draw(st.lists(st.integers(0, 30), max_size=6).map(sorted))
        for added, removed in zip(edges[::2], [*edges[1::2], None], strict=False):
            rows.append(Holding(member, draw(st.integers(1, 4)), added, removed))
    return rows


@settings(max_examples=100)
@given(holdings())
def test_each_second_is_held_by_who_is_there_then(rows: list[Holding]):
    held = Held(ALICE, 1, 5, 25)
    found = spans(held, rows)
    seconds = {at: dict(one.weights) for one in found for at in range(one.starts_at, one.ends_at)}
    assert sum(one.seconds for one in found) == 20 == len(seconds)
    for at, weights in seconds.items():
        there = {
            one.member_id: one.weight
            for one in rows
            if one.added_at <= at < (99 if one.removed_at is None else one.removed_at)
        }
        assert weights == {ALICE: 1} | there
    assert all(one.weights != other.weights for one, other in pairwise(found))
    assert isinstance(found[0], HeldSpan)
