"""The emptiest windows of the coming days: parts of the local day, of two to six hours, by what is free in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from fractions import Fraction

from bot.booking.rules.calendar import Calendar, calendar_of
from bot.booking.rules.shapes import Busy, Card, Span
from bot.booking.rules.week_share import local_day
from bot.booking.rules.windows import free_cards, free_spans

PARTS = (5, 8, 11, 13, 18)
"""The hours at which, after midnight, another part of the day begins: 清晨, 上午, 中午, 下午, 晚上."""
SHORTEST = 3600


@dataclass(frozen=True, slots=True)
class QuietWindow:
    """A part of a day: the share of its card-seconds that is free, and how many cards are free all along."""

    starts_at: int
    ends_at: int
    free: Fraction
    throughout: int


def emptiest(
    cards: Sequence[Card],
    busy: Iterable[Busy] | Calendar,
    need_count: int,
    span: Span,
    zone: tzinfo,
    most: int = 3,
) -> tuple[QuietWindow, ...]:
    """The windows that begin in `span` with the largest free share, the earlier of two alike first.

    Only those in which `need_count` cards of one machine are free all along. The part of the day that runs counts
    from the start of `span` on, and not at all when less than an hour of it is left.
    """
    calendar = calendar_of(busy)
    working = [card for card in cards if not card.broken]
    windows = [
        _window(working, calendar, part)
        for part in parts_of_days(span, zone)
        if working and _most_on_a_node(working, calendar, part) >= need_count
    ]
    return tuple(sorted(windows, key=lambda window: (-window.free, window.starts_at))[:most])


def parts_of_days(span: Span, zone: tzinfo) -> Iterator[Span]:
    """The parts of the local days that begin in `span`, and what is left of the first."""
    at = span.starts_at
    while at < span.ends_at:
        ends = _end_of_part(at, zone)
        if at > span.starts_at or ends - at >= SHORTEST:
            yield Span(at, ends)
        at = ends


def _end_of_part(at: int, zone: tzinfo) -> int:
    """When the next part begins. Where clocks skip that hour it is the first instant behind the gap."""
    day = local_day(at, zone)
    local = datetime.fromtimestamp(at, zone)
    for hour in PARTS:
        border = int(local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0).timestamp())
        if at < border < day.ends_at:
            return border
    return day.ends_at


def _window(cards: Sequence[Card], calendar: Calendar, part: Span) -> QuietWindow:
    spans = (span for card in cards for span in free_spans(card, calendar, part.starts_at, part.ends_at))
    free = sum(span.seconds for span in spans)
    throughout = free_cards(cards, calendar, part.starts_at, part.ends_at)
    share = Fraction(free, len(cards) * part.seconds)
    return QuietWindow(part.starts_at, part.ends_at, share, len(throughout))


def _most_on_a_node(cards: Sequence[Card], calendar: Calendar, part: Span) -> int:
    free = Counter(card.node_id for card in free_cards(cards, calendar, part.starts_at, part.ends_at))
    return max(free.values(), default=0)
