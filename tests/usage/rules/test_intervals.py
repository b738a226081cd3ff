"""Sets of seconds, against Python's sets."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.usage.rules.intervals import Interval, clipped, common, seconds, touching, union, without

spans = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=8)


def as_set(intervals: list[Interval]) -> set[int]:
    return {second for start, end in intervals for second in range(start, end)}


@given(spans, spans)
def test_they_are_what_sets_of_seconds_are(a: list[Interval], b: list[Interval]) -> None:
    left, right = union(a), union(b)
    assert as_set(left) == as_set(a)
    assert as_set(common(left, right)) == as_set(a) & as_set(b)
    assert as_set(without(left, right)) == as_set(a) - as_set(b)
    assert seconds(left) == len(as_set(a))
    assert as_set(clipped(left, 10, 30)) == as_set(a) & set(range(10, 30))
    assert list(touching(left, 10, 30)) == [one for one in left if one[0] < 30 and one[1] > 10]


@given(spans)
def test_a_union_has_no_touching_and_no_empty_parts(a: list[Interval]) -> None:
    merged = union(a)
    assert all(one[1] < two[0] for one, two in pairwise(merged))
    assert all(start < end for start, end in merged)
