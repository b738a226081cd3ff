"""`python -m tests.bench.booking [--quick] [--json]`: every figure of booking, each beside its goal."""

import argparse
import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.bench import choosing, crowd, decoding, one_caller, starting
from tests.bench.figures import Figure, as_json, load, table


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    sizes: tuple[int, ...]
    count: int
    seconds: float
    updates: int
    starts: int
    bookings: int


WHOLE = Scale((0, 10_000, 100_000), count=400, seconds=20, updates=5000, starts=5, bookings=1000)
QUICK = Scale((0, 1000), count=8, seconds=0.5, updates=200, starts=1, bookings=20)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.bench.booking", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it runs, not how fast it is")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--folder", type=Path, help="where the files go: a disk, not memory")
    options = parser.parse_args()
    began = load()
    with tempfile.TemporaryDirectory(prefix="pinka-bench-", dir=options.folder) as folder:
        figures = measured(Path(folder), QUICK if options.quick else WHOLE)
    loads = [began, load()]
    if options.json:
        print(as_json(figures, loads))
    else:
        print(f"before: {loads[0]}\n{table(figures)}\nafter: {loads[1]}")


def measured(folder: Path, scale: Scale) -> list[Figure]:
    return [
        *asyncio.run(one_caller.measure(folder, scale.sizes, scale.count)),
        *asyncio.run(crowd.measure(folder / "crowd", scale.seconds)),
        *decoding.measure(scale.updates),
        *choosing.measure(scale.bookings * 10, 9 if scale is WHOLE else 1),
        *starting.measure(folder / "start", scale.starts, scale.bookings),
    ]


if __name__ == "__main__":
    main()
