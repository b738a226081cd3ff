"""Small random pools with booked time, and the slow, obvious answers to compare with."""

from collections.abc import Iterable, Sequence
from random import Random

from hypothesis import strategies as st

from bot.booking.rules.shapes import Busy, Card, Need

END = 60
"""The random calendars live in the seconds 0 to 59."""


def pool(nodes: Sequence[int], kind: str = "A100", memory_gb: int = 80) -> list[Card]:
    """Cards numbered from 0 over nodes 1, 2, …; gpu ids are 100 more, so that the two are never mixed up."""
    spread = [node for node, count in enumerate(nodes, start=1) for _ in range(count)]
    return [Card(100 + number, number, node, kind, memory_gb) for number, node in enumerate(spread)]


def booked(number: int, starts_at: int, ends_at: int, booking_id: int = 1, holder: str = "li") -> Busy:
    return Busy(100 + number, starts_at, ends_at, booking_id, holder)


def random_busy(random: Random, cards: Sequence[Card], scale: int = 1) -> list[Busy]:
    """Stretches that never overlap on one card, some of them touching, in no order."""
    busy: list[Busy] = []
    for card in cards:
        at = random.randrange(10)
        while at < END and random.random() < 0.85:
            ends = at + random.randint(1, 15)
            busy.append(Busy(card.gpu_id, at * scale, ends * scale, len(busy) + 1, random.choice("abc")))
            at = ends + random.choice((0, 0, 1, 2, 5, 12))
    random.shuffle(busy)
    return busy


def random_pool(random: Random) -> list[Card]:
    """One to three nodes; two kinds; sometimes a broken card."""
    kinds = random.choice((["A100"], ["A100", "4090"]))
    return [
        Card(card.gpu_id, card.number, card.node_id, random.choice(kinds), 80, random.random() < 0.1)
        for card in pool([random.randint(1, 4) for _ in range(random.randint(1, 3))])
    ]


def random_need(random: Random, cards: Sequence[Card], seconds: int) -> Need:
    """A count, now and then a kind, explicit numbers of one node, or cards to leave out."""
    kind = random.choice((None, None, "A100"))
    exclude = tuple(card.number for card in cards if random.random() < 0.1)
    numbers: tuple[int, ...] = ()
    if random.random() < 0.2:
        node = random.choice(cards).node_id
        numbers = tuple(card.number for card in cards if card.node_id == node and random.random() < 0.6)
    return Need(random.randint(1, 4), kind, None, numbers, exclude, seconds)


randoms = st.integers(0, 2**32).map(Random)


def seconds_taken(card: Card, busy: Iterable[Busy]) -> set[int]:
    return {s for row in busy if row.gpu_id == card.gpu_id for s in range(row.starts_at, row.ends_at)}


def could_mean(card: Card, need: Need) -> bool:
    return (
        not card.broken
        and need.kind in (None, card.kind)
        and card.number not in need.exclude
        and (not need.numbers or card.number in need.numbers)
    )


def wanted(need: Need) -> int:
    return len(set(need.numbers) - set(need.exclude)) if need.numbers else need.count


def free_by_node(
    cards: Sequence[Card], busy: Sequence[Busy], need: Need, start: int, end: int
) -> dict[int, list[Card]]:
    """The cards the wish could mean that no booking touches in `[start, end)`, by node."""
    touched = {row.gpu_id for row in busy if row.starts_at < end and start < row.ends_at}
    nodes: dict[int, list[Card]] = {}
    for card in cards:
        if could_mean(card, need) and card.gpu_id not in touched:
            nodes.setdefault(card.node_id, []).append(card)
    return nodes


def enough(cards: Sequence[Card], busy: Sequence[Busy], need: Need, start: int, end: int) -> bool:
    found = free_by_node(cards, busy, need, start, end).values()
    return wanted(need) > 0 and any(len(free) >= wanted(need) for free in found)
