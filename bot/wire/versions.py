"""Which versions of the messages are spoken: this one and the one before it."""

from collections.abc import Sequence

VERSION = 1
SPOKEN = tuple(version for version in (VERSION, VERSION - 1) if version >= 1)
"""Version 1 is the first, so nothing comes before it yet."""


def agreed(theirs: Sequence[int], ours: Sequence[int] = SPOKEN) -> int | None:
    """The highest version that both speak; None when there is none."""
    return max(set(theirs) & set(ours), default=None)
