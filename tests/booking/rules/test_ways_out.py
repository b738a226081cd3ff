from dataclasses import replace

from hypothesis import given, settings

from bot.booking.rules.limits import LimitsInForce, check_half_ahead, check_limits, half_of
from bot.booking.rules.placement import Seen, place
from bot.booking.rules.shapes import Need
from bot.booking.rules.ways_out import Blocker, WayOut, blocking, ways_out
from tests.booking.rules.calendars import (
    END,
    booked,
    could_mean,
    enough,
    free_by_node,
    pool,
    random_busy,
    random_need,
    random_pool,
    randoms,
    wanted,
)

STEP = 300
LIMITS = LimitsInForce(2 * STEP, 40 * STEP, 50 * STEP)


def offers(cards, busy, need, start, end, *, now=0, limits=LIMITS, **more):
    found = ways_out(cards, busy, need, start, end, now=now, limits=limits, **more)
    assert len({way.kind for way in found}) == len(found)
    return {way.kind: way.window for way in found}


def random_wish(random):
    """A calendar, a wish and limits, all in whole steps of 100 seconds, so that rounding to 300 matters."""
    cards = random_pool(random)
    busy = random_busy(random, cards, scale=100)
    now = random.randrange(END) * 100
    start = now + random.randrange(20) * 100
    length = random.randint(6, 40) * 100
    need = random_need(random, cards, length)
    half = random.choice((None, random.randrange(30) * 100))
    limits = LimitsInForce(600, 100 * random.randint(20, 40), 100 * random.randint(1, 60), half)
    return cards, busy, need, start, start + length, now, limits


def allowed(cards, limits, gpu_ids, start, now):
    """The half rule, written down once more."""
    if limits.half_ahead_seconds is None or start <= now + limits.half_ahead_seconds:
        return True
    kinds = [card.kind for card in cards]
    taken = [card.kind for card in cards if card.gpu_id in gpu_ids]
    return all(taken.count(kind) <= max(1, kinds.count(kind) // 2) for kind in taken)


@settings(max_examples=1_000, deadline=None)
@given(randoms)
def test_every_offer_can_be_booked_by_the_same_rules_and_none_is_another(random):
    cards, busy, need, start, end, now, limits = random_wish(random)
    last = now + limits.horizon_seconds - random.choice((0, 500))
    found = ways_out(cards, busy, need, start, end, now=now, limits=limits, horizon_end=last)
    for way in found:
        window = way.window
        assert now <= window.starts_at <= last
        assert check_limits(limits, window.starts_at, window.ends_at, now) is None
        assert check_half_ahead(limits, cards, window.gpu_ids, window.starts_at, now) is None
        assert allowed(cards, limits, window.gpu_ids, window.starts_at, now)
        exactly = Need(len(window.numbers), numbers=window.numbers)
        span = (window.starts_at, window.ends_at)
        assert place(cards, busy, exactly, *span, now=now, horizon_end=last) == window
        assert enough(cards, busy, exactly, *span)
        assert all(could_mean(card, need) for card in cards if card.number in window.numbers)
    assert len({way.window for way in found}) == len(found)


@settings(max_examples=1_000, deadline=None)
@given(randoms)
def test_the_offers_are_the_best_there_are(random):
    cards, busy, need, start, end, now, limits = random_wish(random)
    cards = [replace(card, kind="A100") for card in cards]
    most = half_of(len(cards))
    found = offers(cards, busy, need, start, end, now=now, limits=limits)
    too_many_ahead = limits.half_ahead_seconds is not None and wanted(need) > most

    def in_limits(at):
        ahead = too_many_ahead and at > now + limits.half_ahead_seconds
        return at <= now + limits.horizon_seconds and not ahead

    within = end - start <= limits.max_seconds
    starts = sorted({start, *(row.ends_at for row in busy if row.ends_at > start)})
    earliest = [at for at in starts if enough(cards, busy, need, at, at + end - start) and in_limits(at)]
    assert ("earliest" in found) == (within and bool(earliest))
    if "earliest" in found:
        assert found["earliest"].starts_at == earliest[0]
        assert found["earliest"].seconds == end - start
        assert len(found["earliest"].numbers) == wanted(need)

    free = max(map(len, free_by_node(cards, busy, need, start, end).values()), default=0)
    if limits.half_ahead_seconds is not None and start > now + limits.half_ahead_seconds:
        free = min(free, most)
    fewer = min(free, wanted(need) - 1) if within and start <= now + limits.horizon_seconds else 0
    assert len(found["fewer"].numbers if "fewer" in found else ()) == max(0, fewer)
    if "fewer" in found:
        assert (found["fewer"].starts_at, found["fewer"].ends_at) == (start, end)

    lengths = [
        length
        for length in range(STEP, min(end - start, limits.max_seconds + 1), STEP)
        if length >= limits.min_seconds and enough(cards, busy, need, start, start + length) and in_limits(start)
    ]
    assert (found["shorter"].seconds if "shorter" in found else None) == max(lengths, default=None)
    if "shorter" in found:
        assert found["shorter"].starts_at == start
        assert len(found["shorter"].numbers) == wanted(need)


@settings(max_examples=500, deadline=None)
@given(randoms)
def test_whatever_is_in_the_way_is_named_once_and_nothing_else_is(random):
    cards, busy, need, start, end, _, _ = random_wish(random)
    busy = [replace(row, booking_id=row.booking_id // 3) for row in busy]
    if enough(cards, busy, need, start, end) or wanted(need) < 1:
        return
    found = blocking(cards, busy, need, start, end)
    assert len({blocker.booking_id for blocker in found}) == len(found)
    for blocker in found:
        rows = [row for row in busy if row.booking_id == blocker.booking_id]
        assert blocker.starts_at < end and start < blocker.ends_at
        assert {row.gpu_id for row in rows} >= {100 + number for number in blocker.numbers}
        assert all(could_mean(card, need) for card in cards if card.number in blocker.numbers)
    # Without the named bookings the wish fits, if the pool has enough cards at all.
    left = [row for row in busy if row.booking_id not in {blocker.booking_id for blocker in found}]
    assert enough(cards, left, need, start, end) == enough(cards, [], need, start, end)


def test_a_full_machine_offers_the_earliest_time_fewer_cards_and_a_shorter_time():
    busy = [booked(n, 0, 9_000, 1) for n in (0, 1, 2)] + [booked(3, 5_000, 9_000, 2)]
    found = offers(pool([5]), busy, Need(2), 0, 7_200)
    assert (found["earliest"].starts_at, found["earliest"].ends_at) == (9_000, 16_200)
    assert found["fewer"].numbers == (4,)
    assert found["shorter"].numbers == (3, 4)
    assert found["shorter"].seconds == 4_800  # 5,000 s, rounded down to five minutes


def test_a_pool_that_is_booked_beyond_the_horizon_offers_nothing():
    busy = [booked(n, 0, 10**6) for n in range(4)]
    assert ways_out(pool([4]), busy, Need(2), 0, 3_600, now=0, limits=LIMITS) == []


def test_a_free_time_shorter_than_the_minimum_is_not_offered():
    busy = [booked(0, 2 * STEP - 1, 9_000), booked(1, 0, 9_000)]
    assert "shorter" not in offers(pool([2]), busy, Need(1), 0, 3_600)
    busy = [booked(0, 2 * STEP, 9_000), booked(1, 0, 9_000)]
    assert offers(pool([2]), busy, Need(1), 0, 3_600)["shorter"].seconds == 2 * STEP


def test_fewer_explicit_cards_are_some_of_those_that_were_named():
    busy = [booked(3, 0, 9_000)]
    assert offers(pool([8]), busy, Need(3, numbers=(2, 3, 6)), 0, 3_600)["fewer"].numbers == (2, 6)


def test_a_single_card_is_never_offered_as_none():
    assert "fewer" not in offers(pool([1]), [booked(0, 0, 900)], Need(1), 0, 3_600)


def test_the_earliest_offer_keeps_to_half_of_a_kind_when_it_lies_far_ahead():
    limits = replace(LIMITS, half_ahead_seconds=1_800)
    busy = [booked(n, 0, 1_801) for n in range(4)]
    assert "earliest" not in offers(pool([4]), busy, Need(3), 0, 3_600, limits=limits)
    assert offers(pool([4]), busy, Need(2), 0, 3_600, limits=limits)["earliest"].starts_at == 1_801
    just = [booked(n, 0, 1_800) for n in range(4)]
    assert offers(pool([4]), just, Need(3), 0, 3_600, limits=limits)["earliest"].starts_at == 1_800


def test_offers_avoid_cards_with_warnings():
    busy = [booked(0, 0, 900), booked(1, 0, 900)]
    found = ways_out(pool([4]), busy, Need(3), 0, 3_600, now=0, limits=LIMITS, seen=Seen(warned=frozenset({100})))
    assert found[0] == WayOut("earliest", place(pool([4]), [], Need(3, exclude=(0,)), 900, 4_500, now=0, horizon_end=9))


def test_blockers_are_whole_bookings_the_first_to_end_first():
    busy = [
        booked(0, 0, 500, 7, "li"),
        booked(1, 0, 500, 7, "li"),
        booked(2, 100, 300, 8, "张伟"),
        booked(3, 600, 900, 9, "wang"),
    ]
    assert blocking(pool([4]), busy, Need(4), 0, 600) == [
        Blocker(8, "张伟", (2,), 100, 300),
        Blocker(7, "li", (0, 1), 0, 500),
    ]


def test_bookings_of_a_machine_too_small_for_the_wish_are_not_in_the_way():
    busy = [booked(0, 0, 500, 1), booked(4, 0, 500, 2)]
    assert [blocker.booking_id for blocker in blocking(pool([4, 2]), busy, Need(4), 0, 600)] == [1]


def test_only_the_cards_that_were_asked_for_are_named():
    busy = [booked(n, 0, 500, 1) for n in range(4)]
    assert blocking(pool([4]), busy, Need(2, numbers=(1, 3)), 0, 600)[0].numbers == (1, 3)
