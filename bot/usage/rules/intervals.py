"""Sets of seconds as sorted, disjoint, half-open intervals."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

Interval = tuple[int, int]


def union(intervals: Iterable[Interval]) -> list[Interval]:
    """The same seconds as sorted intervals that neither overlap nor touch; empty ones are dropped."""
    found: list[Interval] = []
    for start, end in sorted(one for one in intervals if one[0] < one[1]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def common(left: Sequence[Interval], right: Sequence[Interval]) -> list[Interval]:
    """The seconds that are in both; each argument sorted and disjoint."""
    found: list[Interval] = []
    i = j = 0
    while i < len(left) and j < len(right):
        start, end = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if start < end:
            found.append((start, end))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return found


def without(left: Sequence[Interval], right: Sequence[Interval]) -> list[Interval]:
    """The seconds of the first that are not in the second; each argument sorted and disjoint."""
    found: list[Interval] = []
    j = 0
    for start, end in left:
        while j < len(right) and right[j][1] <= start:
            j += 1
        k, at = j, start
        while k < len(right) and right[k][0] < end:
            if at < right[k][0]:
                found.append((at, right[k][0]))
            at = max(at, right[k][1])
            k += 1
        if at < end:
            found.append((at, end))
    return found


def touching(intervals: Sequence[Interval], start: int, end: int) -> Sequence[Interval]:
    """Those of sorted, disjoint intervals that have a second in `[start, end)`; found without looking at the others."""
    first = bisect_right(intervals, start, key=lambda one: one[1])
    return intervals[first : bisect_left(intervals, end, lo=first, key=lambda one: one[0])]


def clipped(intervals: Iterable[Interval], start: int, end: int) -> list[Interval]:
    """What lies in `[start, end)`."""
    return [(max(a, start), min(b, end)) for a, b in intervals if max(a, start) < min(b, end)]


def seconds(intervals: Iterable[Interval]) -> int:
    """How many seconds there are in disjoint intervals."""
    return sum(end - start for start, end in intervals)
