"""One caller at a time: from the text of a `/book` to its committed effect, at growing numbers of bookings."""

import gc
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.figures import Figure, ratio, spread
from tests.bench.floor import Floor
from tests.bench.lab import SPEAKER, Lab, Took, furnished
from tests.bench.seeding import MEMBERS

BLOCK = 25
WARM_UP = 15
STEP = 3660
BOOK = "/book 2xA100 1h"
TAKEN = "/book gpu 6,7 6h"
TOO_LONG = "/book 1xA100 5d"


@dataclass(slots=True)
class Size:
    """A lab with so many bookings, the same bookings without any of our code, and what was measured there."""

    bookings: int
    lab: Lab
    floor: Floor
    booked: list[Took] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    limit: list[float] = field(default_factory=list)
    guard: list[float] = field(default_factory=list)
    commit: list[float] = field(default_factory=list)

    @property
    def effects(self) -> list[float]:
        return [one.effect for one in self.booked]


async def measure(folder: Path, sizes: Sequence[int], count: int) -> list[Figure]:
    """Takes turns among the sizes, so that a noisy moment of the machine hits them all."""
    labs = [Size(n, await furnished(folder, n), Floor.over(folder, n)) for n in sizes]
    gc.collect()
    gc.freeze()  # what the seeding left
    for size in labs:
        await _block(size, WARM_UP)
        for warm in (size.booked, size.guard, size.commit):
            warm.clear()
    for begun in range(0, count, BLOCK):
        for size in labs:
            await _block(size, min(BLOCK, count - begun))
    for size in labs:
        await _refusals(size, max(count // 2, 10))
        await size.lab.house.close()
        size.floor.close()
    return _figures(labs)


async def _block(size: Size, count: int) -> None:
    """Each time another member books, so that nobody comes near the weekly share."""
    for turn in range(count):
        size.lab.clock.set(size.lab.clock.now() + STEP)
        size.booked.append(await size.lab.expect("booked", BOOK, SPEAKER + turn % MEMBERS))
        size.guard.append(size.floor.guarded())
        size.commit.append(size.floor.one_row())


async def _refusals(size: Size, count: int) -> None:
    size.lab.clock.set(size.lab.clock.now() + STEP)
    await size.lab.expect("booked", "/book gpu 6,7 12h")
    for turn in range(-WARM_UP // 3, count):
        taken = await size.lab.expect("taken", TAKEN)
        assert size.lab.hand.data["blocking"] and size.lab.hand.data["offers"]
        limit = await size.lab.expect("limit", TOO_LONG)
        if turn >= 0:
            size.taken.append(taken.effect)
            size.limit.append(limit.effect)


def _figures(labs: list[Size]) -> list[Figure]:
    empty = labs[0]
    found: list[Figure] = []
    for size in labs:
        of = f"{size.bookings} bookings"
        found += spread(f"{of}: /book to committed effect", size.effects, 5, 12)
        found += spread(f"{of}: the sends after it", [one.sends for one in size.booked])
        found += spread(f"{of}: the guard alone", size.guard)
        found += spread(f"{of}: a raw one-row commit", size.commit)
        found.append(ratio(f"{of}: /book by the guard alone", size.effects, size.guard))
        found.append(ratio(f"{of}: /book by a raw one-row commit", size.effects, size.commit))
        found += spread(f"{of}: refusal taken, with ways out", size.taken, 3)
        found += spread(f"{of}: refusal limit", size.limit, 3)
        if size is not empty:
            found.append(ratio(f"{of}: /book by /book in an empty store", size.effects, empty.effects, 1.5))
    return found
