"""When cards are free: the earliest window for a wish, the free stretches of a card, the cards free now.

The earliest window is a sweep: a gap of at least the wanted length becomes the interval of starts it
allows, and the first instant at which enough cards of one node are open is the answer. Counting free
cards would not do: the cards could change inside the window.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush, merge

from bot.booking.rules.calendar import Calendar, calendar_of
from bot.booking.rules.shapes import Busy, Card, Need, Span, Window, candidates_by_node, window_of


def earliest_window(
    cards: Sequence[Card], busy: Iterable[Busy] | Calendar, need: Need, after: int, until: int
) -> Window | None:
    """The first window of `need.seconds` that starts in `[after, until]`, both included.

    Takes the lowest numbers; `placement.place` chooses better ones for the same start.
    """
    calendar = calendar_of(busy)
    start = earliest_start(cards, calendar, need, after, until)
    if start is None:
        return None
    end = start + need.seconds
    sets = (free_cards(node, calendar, start, end) for node in candidates_by_node(cards, need))
    windows = [window_of(free[: need.size], start, end) for free in sets if len(free) >= need.size]
    return min(windows, key=lambda window: window.numbers)


def earliest_start(
    cards: Sequence[Card], busy: Iterable[Busy] | Calendar, need: Need, after: int, until: int
) -> int | None:
    """The first second in `[after, until]` from which enough cards of a node are free for `need.seconds`."""
    if need.size < 1:
        return None
    calendar = calendar_of(busy)
    starts = [
        _feasible_starts(calendar, card, need.seconds, after, until)
        for node in candidates_by_node(cards, need)
        if len(node) >= need.size
        for card in node
    ]
    open_until: dict[int, list[int]] = {}
    for opens, closes, node_id in merge(*starts):
        closing = open_until.setdefault(node_id, [])
        heappush(closing, closes)
        while closing[0] < opens:
            heappop(closing)
        if len(closing) >= need.size:
            return opens
    return None


def free_spans(card: Card, busy: Iterable[Busy] | Calendar, start: int, end: int) -> tuple[Span, ...]:
    """The stretches of `[start, end)` in which the card is free. A broken card has none."""
    spans: list[Span] = []
    if card.broken:
        return ()
    for opens, closes in calendar_of(busy).gaps(card.gpu_id, start):
        if opens >= end:
            break
        spans.append(Span(opens, end if closes is None else min(closes, end)))
    return tuple(spans)


def free_cards(cards: Iterable[Card], busy: Iterable[Busy] | Calendar, start: int, end: int) -> list[Card]:
    """The unbroken cards that are free for the whole of `[start, end)`, in the order of their numbers."""
    calendar = calendar_of(busy)
    free = [card for card in cards if not card.broken and calendar.is_free(card.gpu_id, start, end)]
    return sorted(free, key=lambda card: card.number)


def _feasible_starts(
    calendar: Calendar, card: Card, seconds: int, after: int, until: int
) -> Iterator[tuple[int, int, int]]:
    """First and last start that each long enough gap of the card allows, with the card's node."""
    for opens, closes in calendar.gaps(card.gpu_id, after):
        if opens > until:
            return
        last = until if closes is None else min(until, closes - seconds)
        if opens <= last:
            yield opens, last, card.node_id
