"""Intervals without readings of a node. A gap is a fact with a name, neither use nor idleness."""

from collections.abc import Sequence
from itertools import pairwise

from bot.usage.rules.uses import BRIDGE


def gaps_between(times: Sequence[int], period: int) -> list[tuple[int, int]]:
    """`[start, end)` of each stretch between sorted reading times that is longer than the bridge.

    A reading speaks for one period; the gap begins after it.
    """
    return [(before + period, after) for before, after in pairwise(times) if after - before > BRIDGE]
