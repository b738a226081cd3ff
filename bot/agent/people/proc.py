"""Reads one process from /proc. Whatever cannot be read is None: gone, hidden, or somebody else's."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
UNSET = 4294967295  # loginuid of a process that no login began
OVERFLOW = 65534  # how the kernel shows a user of another user namespace
MOST_BYTES = 256 * 1024
PAGE = 1024  # the kernel hands out no less at once, if there is more
SIGNS_OF_A_GPU = (b"/dev/nvidia", b"libcuda.so", b"libnvidia-")


@dataclass(frozen=True, slots=True)
class Stat:
    """`start_ticks` counts from the machine's start; with the pid it names a process for life."""

    name: str
    state: str
    parent: int
    start_ticks: int


class Proc:
    """/proc below `root`, which tests replace."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._proc = str(root / "proc")
        self._booted_at: int | None = None

    def stat(self, pid: int) -> Stat | None:
        """None: no such process here. The name may itself hold brackets and blanks."""
        text = self._bytes(pid, "stat")
        if text is None:
            return None
        head, _, tail = text.rpartition(b")")
        words = tail.split(None, 20)
        try:
            name = head.partition(b"(")[2].decode(errors="replace")
            return Stat(name, words[0].decode(errors="replace"), int(words[1]), int(words[19]))
        except (IndexError, ValueError):
            return None

    def started_at(self, start_ticks: int) -> int | None:
        """UTC seconds."""
        if self._booted_at is None:
            self._booted_at = self._boot_second()
        return None if self._booted_at is None else self._booted_at + start_ticks // TICKS_A_SECOND

    def uid(self, pid: int) -> int | None:
        """The real user, not the effective one."""
        for line in (self._bytes(pid, "status") or b"").splitlines():
            if line.startswith(b"Uid:"):
                return _number(line.split()[1])
        return None

    def loginuid(self, pid: int) -> int | None:
        """Who logged in, whatever sudo or su did since; None when no login began this process."""
        number = _number(self._bytes(pid, "loginuid"))
        return None if number in (UNSET, OVERFLOW) else number

    def cgroup(self, pid: int | str) -> str | None:
        text = self._bytes(pid, "cgroup")
        return None if text is None else text.decode(errors="replace")

    def environ(self, pid: int) -> Mapping[str, str] | None:
        """As it was when the program began."""
        text = self._bytes(pid, "environ")
        if text is None:
            return None
        pairs = (entry.partition(b"=") for entry in text.split(b"\0") if b"=" in entry)
        return {name.decode(errors="replace"): value.decode(errors="replace") for name, _, value in pairs}

    def arguments(self, pid: int) -> tuple[str, ...]:
        """Empty for a zombie and for what cannot be read."""
        text = self._bytes(pid, "cmdline") or b""
        return tuple(word.decode(errors="replace") for word in text.rstrip(b"\0").split(b"\0") if text)

    def folder(self, pid: int) -> str | None:
        """Where it works."""
        try:
            return os.readlink(f"{self._proc}/{pid}/cwd")
        except OSError:
            return None

    def uses_a_gpu(self, pid: int) -> bool | None:
        """Whether it holds a card's device open or maps the driver; None when that cannot be read."""
        maps = self._bytes(pid, "maps", MOST_BYTES * 16)
        if maps and any(sign in maps for sign in SIGNS_OF_A_GPU):
            return True
        try:
            files = [os.readlink(file.path) for file in os.scandir(f"{self._proc}/{pid}/fd")]
        except OSError:
            return None if not maps else False
        return any(file.startswith("/dev/nvidia") for file in files)

    def _boot_second(self) -> int | None:
        for line in (self._read(f"{self._proc}/stat", MOST_BYTES) or b"").splitlines():
            if line.startswith(b"btime "):
                return _number(line.split()[1])
        return None

    def _bytes(self, pid: int | str, name: str, most: int = MOST_BYTES) -> bytes | None:
        return self._read(f"{self._proc}/{pid}/{name}", most)

    def _read(self, file: str, most: int) -> bytes | None:
        """Without Python's layers above the file: this is read for each process at each look."""
        try:
            opened = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            text = part = os.read(opened, most)
            while part and len(text) >= PAGE and len(text) < most:  # a shorter first part is all there is
                part = os.read(opened, most)
                text += part
        except OSError:
            return None
        finally:
            os.close(opened)
        return text


def _number(text: bytes | None) -> int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return None
