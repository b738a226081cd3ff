"""The booked time of each card, sorted once so that one wish can ask it many questions."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.booking.rules.shapes import Busy

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Calendar:
    """Per card its busy stretches: sorted, apart from each other. `calendar_of` makes it."""

    stretches: Mapping[int, Sequence[Stretch]]

    def is_free(self, gpu_id: int, start: int, end: int) -> bool:
        """Whether nothing is booked on the card at any second of `[start, end)`."""
        taken = self.stretches.get(gpu_id, ())
        before = bisect_left(taken, (end, end))
        return before == 0 or taken[before - 1][1] <= start

    def free_since(self, gpu_id: int, start: int, *, otherwise: int) -> int:
        """When the booking before `start` ended (the card is free at `start`); `otherwise` without one."""
        taken = self.stretches.get(gpu_id, ())
        after = bisect_right(taken, (start, start))
        return taken[after - 1][1] if after else otherwise

    def free_until(self, gpu_id: int, start: int, *, otherwise: int) -> int:
        """When the next booking at or after `start` begins; `otherwise` when there is none."""
        taken = self.stretches.get(gpu_id, ())
        after = bisect_left(taken, (start, start))
        return taken[after][0] if after < len(taken) else otherwise

    def gaps(self, gpu_id: int, start: int) -> Iterator[tuple[int, int | None]]:
        """The free stretches from `start` on, the first cut at `start`; the last has no end (None)."""
        taken = self.stretches.get(gpu_id, ())
        at = bisect_right(taken, (start, start))
        opens = max(start, taken[at - 1][1]) if at else start
        while at < len(taken):
            begins, ends = taken[at]
            if opens < begins:
                yield opens, begins
            opens = ends
            at += 1
        yield opens, None


def calendar_of(busy: "Iterable[Busy] | Calendar") -> Calendar:
    """Sorts live booked cards by card; what touches or overlaps becomes one stretch."""
    if isinstance(busy, Calendar):
        return busy
    loose: dict[int, list[Stretch]] = {}
    for row in busy:
        if row.starts_at < row.ends_at:
            loose.setdefault(row.gpu_id, []).append((row.starts_at, row.ends_at))
    return Calendar({gpu_id: _joined(stretches) for gpu_id, stretches in loose.items()})


def _joined(stretches: list[Stretch]) -> list[Stretch]:
    stretches.sort()
    joined = [stretches[0]]
    for begins, ends in stretches:
        last_begins, last_ends = joined[-1]
        if begins > last_ends:
            joined.append((begins, ends))
        elif ends > last_ends:
            joined[-1] = (last_begins, ends)
    return joined
