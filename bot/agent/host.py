"""Reads the machine around the cards from the system itself; nothing here asks NVML."""

import os
import platform
from pathlib import Path

from bot import __version__
from bot.wire.sample import HostReading

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def read_host(boot_id_file: Path = BOOT_ID) -> HostReading:
    """What this process can be certain of; the rest is None and named in `missing`."""
    facts: dict[str, str | int | None] = {
        "hostname": platform.node() or None,
        "boot_id": _text(boot_id_file),
        "kernel": platform.release() or None,
        "cpus": os.cpu_count(),
    }
    missing = {name: "not_readable" for name, fact in facts.items() if fact is None}
    return HostReading(**facts, agent=__version__, missing=missing)  # type: ignore[arg-type]


def _text(file: Path) -> str | None:
    try:
        return file.read_text("ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None
