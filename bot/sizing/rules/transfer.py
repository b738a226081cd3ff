"""How long data takes through a line, at full rate and at what lines really give."""

from dataclasses import dataclass
from math import isfinite

from bot.errors import Refusal

REAL = 0.75
"""What a line gives in the long run: protocol, other traffic, small files."""
DISK_FROM_HOURS = 72
"""From here on a disk in the post is faster."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Seconds at full rate and at 75 %; `mb_per_s` is what a download window shows (兆 a second)."""

    full_s: float
    real_s: float
    mb_per_s: float
    send_a_disk: bool


def transfer_time(size: float, bits_per_s: float) -> Transfer:
    """Bytes × 8 ÷ rate. Raises `size_bad` for nothing to send or no line."""
    for field, value in (("size", size), ("bits_per_s", bits_per_s)):
        if not (isfinite(value) and 0 < value <= 1e21):
            raise Refusal("size_bad", field=field, value=value, least=1, most=10**21)
    full = size * 8 / bits_per_s
    real = full / REAL
    return Transfer(full, real, bits_per_s / 8 / 1e6, real >= DISK_FROM_HOURS * 3600)
