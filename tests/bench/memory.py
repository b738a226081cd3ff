"""A process with all that `pinka run` imports, that books so often: prints its resident bytes before and after."""

import asyncio
import json
import sys
from pathlib import Path

import psutil

from bot.service_cli import serve
from tests.bench.lab import SPEAKER, furnished
from tests.bench.seeding import MEMBERS


async def main(folder: Path, bookings: int) -> None:
    assert serve
    lab = await furnished(folder, 0)
    before = psutil.Process().memory_info().rss
    for turn in range(bookings):
        lab.clock.set(lab.clock.now() + 3660)
        await lab.expect("booked", "/book 2xA100 1h", SPEAKER + turn % MEMBERS)
    await lab.house.close()
    print(json.dumps([before, psutil.Process().memory_info().rss]))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
