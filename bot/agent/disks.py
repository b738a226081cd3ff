"""How full the named folders' file systems are and whether the named mounts are there. A network disk may hang."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from bot.agent.patience import Patience
from bot.wire.sample import DiskReading, MountReading

WAIT_S = 0.2
EVERY_S = 30.0
STATES = {errno.ENOENT: "absent", errno.EACCES: "no_permission", errno.ESTALE: "stale", errno.EIO: "io_error"}
ESCAPES = {r"\040": " ", r"\011": "\t", r"\012": "\n", r"\134": "\\"}


class Disks:
    """Each path is asked in a thread of its own: one that hangs is `stuck` and spoils no other."""

    def __init__(self, paths: Sequence[str], root: Path = Path("/")) -> None:
        self._questions = {path: Patience(_Look(path, root / path.lstrip("/")), f"disk {path}") for path in paths}

        self._last: tuple[DiskReading, ...] = ()
        self._read_at = -EVERY_S

    def read(self, now: float) -> tuple[DiskReading, ...]:
        """In the order in which they were named; at most every half minute by `now`, a monotonic clock."""
        if now - self._read_at < EVERY_S:
            return self._last
        self._read_at = now
        found = ((path, question.ask(WAIT_S)) for path, question in self._questions.items())
        self._last = tuple(reading or DiskReading(path, "stuck") for path, reading in found)
        return self._last


class _Look:
    def __init__(self, name: str, path: Path) -> None:
        self._name, self._path = name, path

    def __call__(self) -> DiskReading:
        try:
            told = os.statvfs(self._path)
        except OSError as error:
            return DiskReading(self._name, STATES.get(error.errno or 0, "unreadable"))
        unit = told.f_frsize
        return DiskReading(self._name, "ok", unit * told.f_blocks, unit * told.f_bavail, told.f_files, told.f_favail)


def read_mounts(paths: Sequence[str], table: str | None) -> tuple[MountReading, ...]:
    """`table` is the text of /proc/self/mounts; without it nothing is known."""
    if table is None:
        return tuple(MountReading(path, None) for path in paths)
    there = {_plain(words[1]) for line in table.splitlines() if len(words := line.split(" ")) > 1}
    return tuple(MountReading(path, (path.rstrip("/") or "/") in there) for path in paths)


def _plain(path: str) -> str:
    for escape, sign in ESCAPES.items():
        path = path.replace(escape, sign)
    return path
