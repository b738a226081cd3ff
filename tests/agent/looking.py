"""A reader whose clock stands still until the test moves it, and which looks only when told to."""

from pathlib import Path
from typing import Any

from bot.agent.pace import ONLY_THE_ROOT, USUAL_PACE, Pace, Watched
from bot.agent.reader import Reader
from bot.wire.sample import CardReading

GIB = 1024**3
NOT_SUPPORTED, NO_PERMISSION, NOT_FOUND, NO_DATA, LOST, RESET_REQUIRED, MISMATCH, UNKNOWN = 3, 4, 6, 21, 15, 16, 18, 999


def reader(
    hands: Any,
    pace: Pace = USUAL_PACE,
    watched: Watched = ONLY_THE_ROOT,
    *,
    root: Path = Path("/"),
    listen: bool = False,
) -> Reader:
    return Reader(watched, pace, clock=lambda: hands.wall, monotonic=lambda: hands.monotonic, root=root, listen=listen)


def only_card(hands: Any, root: Path = Path("/")) -> CardReading:
    (card,) = reader(hands, root=root).step().gpus
    return card
