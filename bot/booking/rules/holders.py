"""Who holds a booking when: its seconds cut where a holder came, went or got another weight.

What was used before a change stays divided as it was agreed then.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Held:
    """A booking's holder, their weight unless a `Holding` of their own says another, and the time `[start, end)`."""

    member_id: int
    weight: int
    starts_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class Holding:
    """A weight that a member has in a booking from `added_at` until `removed_at` (None: to the end)."""

    member_id: int
    weight: int
    added_at: int
    removed_at: int | None = None


@dataclass(frozen=True, slots=True)
class HeldSpan:
    """Seconds that are divided among `weights` (by member id, never empty)."""

    starts_at: int
    ends_at: int
    weights: Mapping[int, int]

    @property
    def seconds(self) -> int:
        return self.ends_at - self.starts_at


def spans(held: Held, holdings: Iterable[Holding]) -> list[HeldSpan]:
    """The whole of the booking in order, without a gap, each part with all who hold it then.

    What was agreed before the booking begins is in force from its first second.
    """
    rows = list(holdings)
    inner = {at for row in rows for at in (row.added_at, row.removed_at) if at is not None}
    edges = [held.starts_at, *sorted(at for at in inner if held.starts_at < at < held.ends_at), held.ends_at]
    found: list[HeldSpan] = []
    for start, end in pairwise(edges):
        weights = {held.member_id: held.weight}
        weights |= {row.member_id: row.weight for row in rows if _in_force(row, start)}
        if found and dict(found[-1].weights) == weights:
            found[-1] = HeldSpan(found[-1].starts_at, end, weights)
        else:
            found.append(HeldSpan(start, end, weights))
    return found


def _in_force(row: Holding, at: int) -> bool:
    return row.added_at <= at and (row.removed_at is None or at < row.removed_at)
