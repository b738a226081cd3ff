"""When a wish cannot be granted: who is in the way, and what would work instead."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.booking.rules.calendar import Calendar, calendar_of
from bot.booking.rules.limits import LimitsInForce, check_half_ahead, check_limits
from bot.booking.rules.placement import NOTHING_SEEN, Seen, place
from bot.booking.rules.shapes import Busy, Card, Need, Window, candidates_by_node
from bot.booking.rules.windows import earliest_start, free_cards
from bot.errors import Refusal

STEP_SECONDS = 300
"""A shorter booking is offered in whole steps of five minutes."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """A booking in the way, with those of its cards that the wish could have meant."""

    booking_id: int
    holder: str
    numbers: tuple[int, ...]
    starts_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class WayOut:
    """A window that would work: the same shape later, or fewer cards or a shorter time when it was wanted."""

    kind: Literal["earliest", "fewer", "shorter"]
    window: Window


def blocking(cards: Sequence[Card], busy: Iterable[Busy], need: Need, start: int, end: int) -> list[Blocker]:
    """Every booking that holds a card of the wish in `[start, end)`, each once, the first to end first."""
    nodes = candidates_by_node(cards, need)
    large_enough = [node for node in nodes if len(node) >= need.size]
    numbers = {card.gpu_id: card.number for node in large_enough or nodes for card in node}
    rows: dict[int, list[Busy]] = {}
    for row in busy:
        if row.gpu_id in numbers and row.starts_at < end and start < row.ends_at:
            rows.setdefault(row.booking_id, []).append(row)
    blockers = [
        Blocker(
            booking_id=booking_id,
            holder=held[0].holder,
            numbers=tuple(sorted({numbers[row.gpu_id] for row in held})),
            starts_at=min(row.starts_at for row in held),
            ends_at=max(row.ends_at for row in held),
        )
        for booking_id, held in rows.items()
    ]
    return sorted(blockers, key=lambda blocker: (blocker.ends_at, blocker.booking_id))


def ways_out(
    cards: Sequence[Card],
    busy: Iterable[Busy] | Calendar,
    need: Need,
    start: int,
    end: int,
    *,
    now: int,
    limits: LimitsInForce,
    horizon_end: int | None = None,
    seen: Seen = NOTHING_SEEN,
) -> list[WayOut]:
    """What would work for a wish that `place` could not grant: each can be booked as it is within the limits.

    No offer starts after `horizon_end` (by default the latest start that the limits allow). The week's
    share is the caller's to check.
    """
    last_start = now + limits.horizon_seconds
    search = _Search(
        cards=cards,
        calendar=calendar_of(busy),
        need=replace(need, seconds=end - start),
        start=start,
        now=now,
        limits=limits,
        last_start=last_start if horizon_end is None else min(last_start, horizon_end),
        seen=seen,
    )
    found: list[tuple[Literal["earliest", "fewer", "shorter"], Window | None]] = [
        ("earliest", search.earliest()),
        ("fewer", search.fewer()),
        ("shorter", search.shorter()),
    ]
    return [WayOut(kind, window) for kind, window in found if window is not None]


def window_at(
    cards: Sequence[Card],
    busy: Iterable[Busy] | Calendar,
    need: Need,
    start: int,
    *,
    now: int,
    limits: LimitsInForce,
    or_later: bool = False,
    seen: Seen = NOTHING_SEEN,
) -> Window | None:
    """The window of `need.seconds` from `start`, or (`or_later`) the first one from then on, that may be booked within
    the limits of one booking. None when there is none."""
    search = _Search(
        cards=cards,
        calendar=calendar_of(busy),
        need=need,
        start=start,
        now=now,
        limits=limits,
        last_start=now + limits.horizon_seconds,
        seen=seen,
    )
    return search.earliest() if or_later else search.at_start()


@dataclass(frozen=True, slots=True)
class _Search:
    """One wish and all it is measured by; each question gets a window that may be booked, or None."""

    cards: Sequence[Card]
    calendar: Calendar
    need: Need
    start: int
    now: int
    limits: LimitsInForce
    last_start: int
    seen: Seen

    def at_start(self) -> Window | None:
        """The wish as it is."""
        return self._window(self.cards, self.need, self.start, self.start + self.need.seconds)

    def earliest(self) -> Window | None:
        """The same cards and length, at the wanted start or the first one after it."""
        first = max(self.start, self.now)
        at = earliest_start(self.cards, self.calendar, self.need, first, self.last_start)
        return None if at is None else self._window(self.cards, self.need, at, at + self.need.seconds)

    def fewer(self) -> Window | None:
        """The most cards, fewer than wanted, that are free for the whole time that was wanted."""
        end = self.start + self.need.seconds
        nodes = candidates_by_node(self.cards, self.need)
        most = max((len(free_cards(node, self.calendar, self.start, end)) for node in nodes), default=0)
        meant = [card for node in nodes for card in node]
        for count in range(min(most, self.need.size - 1), 0, -1):
            window = self._window(meant, replace(self.need, numbers=(), count=count), self.start, end)
            if window is not None:
                return window
        return None

    def shorter(self) -> Window | None:
        """The longest time from the wanted start for which as many cards as wanted are free."""
        seconds = max((self._longest(node) for node in candidates_by_node(self.cards, self.need)), default=0)
        seconds = min(seconds, self.need.seconds - 1, self.limits.max_seconds)
        seconds -= seconds % STEP_SECONDS
        return self._window(self.cards, self.need, self.start, self.start + seconds)

    def _longest(self, node: list[Card]) -> int:
        """For how long from the wanted start enough cards of the node stay free; 0 when they are not."""
        until = [
            self.calendar.free_until(card.gpu_id, self.start, otherwise=self.start + self.need.seconds)
            for card in free_cards(node, self.calendar, self.start, self.start + 1)
        ]
        size = self.need.size
        return sorted(until, reverse=True)[size - 1] - self.start if 0 < size <= len(until) else 0

    def _window(self, cards: Sequence[Card], need: Need, start: int, end: int) -> Window | None:
        try:
            check_limits(self.limits, start, end, self.now)
            window = place(
                cards,
                self.calendar,
                need,
                start,
                end,
                now=self.now,
                horizon_end=self.last_start,
                seen=self.seen,
            )
            if window is not None and start <= self.last_start:
                check_half_ahead(self.limits, self.cards, window.gpu_ids, start, self.now)
                return window
        except Refusal:
            return None
        return None
