"""From readings to intervals of use: a process used its card from the first reading that saw it to the last plus one
period. Readings may come late and out of order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.usage.rules.whose import Whose

BRIDGE = 180
"""Seconds between two readings of a node up to which what both saw went on in between; beyond it is a gap."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """An interval of use of one process on one card, `[starts_at, ends_at)`; `id` None = not stored yet."""

    id: int | None
    gpu_id: int
    boot: str
    process: str
    starts_at: int
    ends_at: int
    whose: Whose
    command: str | None = None
    memory_max: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A process on a card in a reading at `at`."""

    gpu_id: int
    boot: str
    process: str
    at: int
    whose: Whose
    command: str | None = None
    memory: int | None = None

    @property
    def key(self) -> tuple[int, str, str]:
        return self.gpu_id, self.boot, self.process


class Uses:
    """The stretches around a batch of readings; `changed()` are those to be stored."""

    def __init__(self, known: Iterable[Stretch], period: int) -> None:
        self._period = period
        self._by_key: dict[tuple[int, str, str], list[Stretch]] = {}
        self._before: dict[int, Stretch] = {}
        self.swallowed: list[int] = []
        """Ids of stored stretches that became part of another."""
        for one in known:
            self._by_key.setdefault((one.gpu_id, one.boot, one.process), []).append(one)
            if one.id is not None:
                self._before[one.id] = one

    def see(self, seen: Seen) -> None:
        """Take in one process of one reading."""
        stretches = self._by_key.setdefault(seen.key, [])
        others = [one for one in stretches if one.whose != seen.whose]
        own = [one for one in stretches if one.whose == seen.whose and self._reaches(one, seen.at, others)]
        if own:
            merged = self._joined(own, seen)
        else:
            merged = Stretch(
                None,
                *seen.key,
                seen.at,
                seen.at + self._period,
                seen.whose,
                seen.command,
                seen.memory,
            )
        kept = [part for one in stretches if one not in own for part in self._cut(one, seen)]
        self._by_key[seen.key] = [*kept, self._within(merged, kept, seen)]

    def changed(self) -> list[Stretch]:
        """What is new or longer or shorter than it was stored."""
        return [
            one
            for stretches in self._by_key.values()
            for one in stretches
            if one.id is None or self._before[one.id] != one
        ]

    def _reaches(self, one: Stretch, at: int, others: Sequence[Stretch]) -> bool:
        """Near enough to go on, and nobody else had the process in between."""
        if not one.starts_at - BRIDGE <= at <= one.ends_at - self._period + BRIDGE:
            return False
        begin, end = min(one.starts_at, at), max(one.ends_at, at)
        return not any(other.starts_at < end and begin < other.ends_at for other in others)

    def _joined(self, own: Sequence[Stretch], seen: Seen) -> Stretch:
        first, *others = sorted(own, key=lambda one: (one.id is None, one.starts_at))
        self.swallowed += [one.id for one in others if one.id is not None]
        memories = [one.memory_max for one in own if one.memory_max is not None]
        memories += [] if seen.memory is None else [seen.memory]
        return replace(
            first,
            starts_at=min([seen.at, *(one.starts_at for one in own)]),
            ends_at=max([seen.at + self._period, *(one.ends_at for one in own)]),
            command=first.command or seen.command,
            memory_max=max(memories, default=None),
        )

    def _cut(self, one: Stretch, seen: Seen) -> list[Stretch]:
        """Somebody else's stretch of the same process makes room for this reading; what was later stays theirs."""
        if not one.starts_at <= seen.at < one.ends_at:
            return [one]
        parts = [replace(one, ends_at=seen.at), replace(one, starts_at=seen.at + self._period)]
        left = [part for part in parts if part.starts_at < part.ends_at]
        if not left and one.id is not None:
            self.swallowed.append(one.id)
        return [part if place == 0 else replace(part, id=None) for place, part in enumerate(left)]

    @staticmethod
    def _within(merged: Stretch, others: Sequence[Stretch], seen: Seen) -> Stretch:
        """The same process is never counted twice: another's stretch that begins later is the border."""
        later = [one.starts_at for one in others if seen.at < one.starts_at < merged.ends_at]
        return replace(merged, ends_at=min(later)) if later else merged
