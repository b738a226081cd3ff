"""Choosing cards without a store: the first window in many bookings, and the nearest cards of a very big machine."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from time import perf_counter

from bot.booking.rules.placement import Seen, place
from bot.booking.rules.shapes import Busy, Card, Need
from bot.booking.rules.windows import earliest_window
from tests.bench.figures import Figure, percentile

HOUR = 3_600


def measure(bookings: int, rounds: int) -> list[Figure]:
    """Medians in milliseconds; with a free window only behind the last of so many bookings."""
    return [_searched(bookings, rounds), *(_placed(count, rounds) for count in (2, 8, 32))]


def _cards(count: int) -> list[Card]:
    return [Card(100 + number, number, 1, "A100", 80) for number in range(count)]


def _searched(bookings: int, rounds: int) -> Figure:
    random, cards = Random(3), _cards(8)
    ends = dict.fromkeys(range(8), 0)
    busy: list[Busy] = []
    for booking in range(bookings):
        card = booking % 8
        starts = ends[card] + random.choice((0, HOUR // 6, HOUR))
        ends[card] = starts + random.randrange(HOUR, 12 * HOUR)
        busy.append(Busy(100 + card, starts, ends[card], booking, "li"))
    random.shuffle(busy)
    need = Need(8, seconds=24 * HOUR)
    taken = [_timed(lambda: earliest_window(cards, busy, need, 0, 10**10)) for _ in range(rounds)]
    return Figure(f"first window behind {bookings} bookings", 1000 * percentile(taken, 0.5), "ms", 20)


def _placed(count: int, rounds: int) -> Figure:
    cards = _cards(64)
    near = Seen(topology={frozenset((a, b)): int(a % 8 == b % 8) for a, b in combinations(range(100, 164), 2)})
    taken = [
        _timed(lambda: place(cards, [], Need(count), 0, 60, now=0, horizon_end=1_000, seen=near)) for _ in range(rounds)
    ]
    return Figure(f"the nearest {count} of 64 cards", 1000 * percentile(taken, 0.5), "ms", 300)


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began
