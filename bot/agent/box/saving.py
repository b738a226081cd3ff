"""The save signal: to those of the caller's own processes that wait for it, and to no other.

Whoever does not catch such a signal dies of it. So it goes to the topmost processes of the command that catch it: a
shell around the program and a loader's workers below it get nothing.
"""

import contextlib
import os
import signal
from pathlib import Path


class NoSuchSignal(ValueError):
    """A signal that is none, or one that no program can catch."""


def number_of(name: str) -> int:
    """`USR1`, `SIGUSR1` or `10`. Raises NoSuchSignal."""
    text = name.strip().upper()
    try:
        found = signal.Signals(int(text)) if text.isdigit() else signal.Signals[f"SIG{text.removeprefix('SIG')}"]
    except (KeyError, ValueError):
        raise NoSuchSignal(name) from None
    if found in (signal.SIGKILL, signal.SIGSTOP):
        raise NoSuchSignal(name)
    return int(found)


def send(pid: int, number: int, proc: Path = Path("/proc")) -> int:
    """Send it to whoever waits for it at or below `pid`; returns to how many."""
    sent = 0
    for one in waiting(pid, number, proc):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(one, number)
            sent += 1
    return sent


def waiting(pid: int, number: int, proc: Path = Path("/proc")) -> list[int]:
    """The topmost processes at or below `pid` that catch the signal."""
    if _catches(pid, number, proc):
        return [pid]
    return [found for child in _children(pid, proc) for found in waiting(child, number, proc)]


def _catches(pid: int, number: int, proc: Path) -> bool:
    for line in _lines(proc / str(pid) / "status"):
        name, _, value = line.partition(":")
        if name == "SigCgt":
            return bool(int(value, 16) >> (number - 1) & 1)
    return False


def _children(pid: int, proc: Path) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in sorted((proc / str(pid) / "task").iterdir()):
            found += [int(word) for line in _lines(task / "children") for word in line.split()]
    return found


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("ascii", "replace").splitlines()
    except OSError:
        return []
