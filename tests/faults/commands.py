"""The command `pinka` as a process of its own, with files for its streams."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from tests.faults.services import Nursery

Json = dict[str, Any]
_numbers = count()


@dataclass
class Command:
    """One run of `pinka`."""

    nursery: Nursery
    pid: int
    stdout: Path
    stderr: Path

    def wait(self, timeout: float = 30) -> int:
        try:
            return self.nursery.wait(self.pid, timeout)
        except TimeoutError:
            os.kill(self.pid, signal.SIGKILL)
            raise AssertionError(f"it did not end\n{self.out[-2000:]}\n{self.told[-2000:]}") from None

    @property
    def out(self) -> str:
        return self.stdout.read_text() if self.stdout.exists() else ""

    @property
    def told(self) -> str:
        """Standard error."""
        return self.stderr.read_text() if self.stderr.exists() else ""

    @property
    def lines(self) -> list[Json]:
        """Every whole line of JSON that came out."""
        return [json.loads(line) for line in self.out.splitlines(keepends=True) if line.endswith("\n")]

    def until(self, text: str, times: int = 1, seconds: float = 30) -> None:
        """Wait until `text` has been written often enough to either stream."""
        deadline = time.monotonic() + seconds
        while (self.out + self.told).count(text) < times:
            assert time.monotonic() < deadline and self.nursery.status(self.pid) is None, self.out + self.told
            time.sleep(0.005)

    def kill(self, number: int = signal.SIGKILL) -> None:
        os.kill(self.pid, number)


def run(
    nursery: Nursery,
    folder: Path,
    words: Sequence[str],
    stdin: bytes | Path = b"",
    env: dict[str, str] | None = None,
    stdout: Path | None = None,
) -> Command:
    """Start it in `folder`. Its streams are files; those that are given may be named pipes."""
    number = next(_numbers)
    out, told = stdout or folder / f"{number}.stdout", folder / f"{number}.stderr"
    source = stdin if isinstance(stdin, Path) else folder / f"{number}.stdin"
    if isinstance(stdin, bytes):
        source.write_bytes(stdin)
    streams = {"stdin": str(source), "stdout": str(out), "stderr": str(told)}
    pid = nursery.start(pinka=list(words), cwd=str(folder), env=env or {}, **streams)
    return Command(nursery, pid, out, told)


def bridge(
    nursery: Nursery, folder: Path, url: str, lines: Iterable[Json] | bytes, pool: str = "8xA100-80G"
) -> Command:
    """`pinka chat --jsonl` with these lines."""
    raw = lines if isinstance(lines, bytes) else "".join(json.dumps(one) + "\n" for one in lines).encode()
    return run(nursery, folder, ["chat", "--jsonl", "--db", url, "--pool", pool], raw)
