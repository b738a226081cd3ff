from itertools import pairwise
from random import Random

from hypothesis import given, settings

from bot.booking.rules.calendar import calendar_of
from bot.booking.rules.shapes import Busy, Card, Need, Span, Window
from bot.booking.rules.windows import earliest_window, free_cards, free_spans
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
    seconds_taken,
    wanted,
)


def brute_force(cards, busy, need, after, until):
    for start in range(after, until + 1):
        end = start + need.seconds
        if enough(cards, busy, need, start, end):
            nodes = free_by_node(cards, busy, need, start, end)
            sets = [
                sorted(card.number for card in free)[: wanted(need)]
                for free in nodes.values()
                if len(free) >= wanted(need)
            ]
            return start, tuple(min(sets))
    return None


def agrees_with_brute_force(random):
    cards = random_pool(random)
    busy = random_busy(random, cards)
    need = random_need(random, cards, random.randint(1, 12))
    after, until = random.randrange(END), random.randrange(END + 20)
    window = earliest_window(cards, busy, need, after, until)
    expected = brute_force(cards, busy, need, after, until)
    assert (window and (window.starts_at, window.numbers)) == expected
    if window:
        assert window.ends_at - window.starts_at == need.seconds
        assert window.gpu_ids == tuple(100 + number for number in window.numbers)
        assert {card.node_id for card in cards if card.number in window.numbers} == {window.node_id}


def test_the_earliest_window_is_what_trying_every_second_finds_in_thousands_of_calendars():
    for seed in range(8_000):
        agrees_with_brute_force(Random(seed))


@settings(max_examples=300, deadline=None)
@given(randoms)
def test_the_earliest_window_is_what_trying_every_second_finds(random):
    agrees_with_brute_force(random)


def test_a_window_never_changes_its_cards_half_way():
    # One card is always free, but never the same one for six seconds.
    busy = [booked(0, 3, 9), booked(1, 0, 3), booked(1, 9, 12)]
    assert earliest_window(pool([2]), busy, Need(1, seconds=6), 0, 100).starts_at == 3
    assert earliest_window(pool([2]), busy, Need(1, seconds=7), 0, 100).starts_at == 9


def test_a_window_lies_on_one_node():
    busy = [booked(0, 0, 50), booked(2, 0, 40)]
    cards = pool([2, 2])
    assert earliest_window(cards, busy, Need(2, seconds=5), 0, 100) == Window(
        gpu_ids=(102, 103), numbers=(2, 3), node_id=2, starts_at=40, ends_at=45
    )


def test_a_booking_may_begin_in_the_second_another_ends_and_end_in_the_second_another_begins():
    busy = [booked(0, 0, 10), booked(0, 20, 30)]
    window = earliest_window(pool([1]), busy, Need(1, seconds=10), 0, 100)
    assert (window.starts_at, window.ends_at) == (10, 20)


def test_the_last_allowed_start_is_allowed_and_the_second_after_it_is_not():
    busy = [booked(0, 0, 10)]
    assert earliest_window(pool([1]), busy, Need(1, seconds=5), 0, 10).starts_at == 10
    assert earliest_window(pool([1]), busy, Need(1, seconds=5), 0, 9) is None


def test_more_cards_than_a_node_has_never_fit():
    assert earliest_window(pool([4, 4]), [], Need(5, seconds=5), 0, 100) is None


def test_kind_and_memory_decide_which_cards_are_looked_at():
    cards = pool([2])[:1] + pool([2], kind="4090", memory_gb=24)[1:]
    assert earliest_window(cards, [], Need(1, kind="4090", seconds=5), 0, 0).numbers == (1,)
    assert earliest_window(cards, [], Need(1, kind="a100", seconds=5), 0, 0).numbers == (0,)
    assert earliest_window(cards, [], Need(1, memory_gb=24, seconds=5), 0, 0).numbers == (1,)
    assert earliest_window(cards, [], Need(1, kind="4090", memory_gb=80, seconds=5), 0, 0) is None


@settings(max_examples=300, deadline=None)
@given(randoms)
def test_free_spans_are_exactly_the_seconds_nobody_has_booked(random):
    card = pool([1])[0]
    busy = random_busy(random, [card])
    start = random.randrange(END)
    end = start + random.randrange(END)
    spans = free_spans(card, busy, start, end)
    seconds = [second for span in spans for second in range(span.starts_at, span.ends_at)]
    assert seconds == sorted(set(range(start, end)) - seconds_taken(card, busy))
    assert all(span.seconds > 0 for span in spans)
    assert all(one.ends_at < other.starts_at for one, other in pairwise(spans))


@settings(max_examples=300, deadline=None)
@given(randoms)
def test_free_cards_are_those_with_no_booked_second_in_the_window(random):
    cards = random_pool(random)
    busy = random_busy(random, cards)
    start = random.randrange(END)
    end = start + random.randint(1, 20)
    expected = [card for card in cards if not card.broken and not seconds_taken(card, busy) & set(range(start, end))]
    assert free_cards(reversed(cards), busy, start, end) == expected


def test_a_broken_card_is_never_free():
    broken = Card(100, 0, 1, "A100", 80, broken=True)
    assert free_spans(broken, [], 0, 10) == ()
    assert free_cards([broken], [], 0, 10) == []
    assert earliest_window([broken], [], Need(1, seconds=5), 0, 10) is None


def test_overlapping_rows_of_one_card_are_read_as_one_stretch():
    busy = [booked(0, 5, 9), booked(0, 2, 6), booked(0, 3, 4), booked(0, 9, 12), booked(0, 20, 20)]
    assert free_spans(pool([1])[0], busy, 0, 30) == (Span(0, 2), Span(12, 30))
    assert calendar_of(busy).is_free(100, 12, 30)
    assert not calendar_of(busy).is_free(100, 11, 30)


def test_ten_thousand_future_bookings_are_searched_to_the_end():
    cards = pool([8])
    random = Random(3)
    ends = dict.fromkeys(range(8), 0)
    busy = []
    for booking in range(10_000):
        number = booking % 8
        starts = ends[number] + random.choice((0, 600, 3_600))
        ends[number] = starts + random.randrange(3_600, 43_200)
        busy.append(Busy(100 + number, starts, ends[number], booking, "li"))
    random.shuffle(busy)
    window = earliest_window(cards, busy, Need(8, seconds=86_400), 0, 10**10)
    assert window.starts_at == max(ends.values())
