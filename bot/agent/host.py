"""Reads the machine around the cards from the system itself, without root; nothing here asks NVML."""

import os
import platform
import re
from pathlib import Path
from typing import Any

from bot import __version__
from bot.agent.disks import Disks, read_mounts
from bot.agent.pace import ONLY_THE_ROOT, Watched
from bot.wire.sample import HostReading

UNLIMITED = 1 << 60  # cgroup v1 writes a number near 2^63 for no limit
V2 = "sys/fs/cgroup"
V1_CPU, V1_MEMORY = f"{V2}/cpu", f"{V2}/memory"
SIGNS_OF_A_CONTAINER = {".dockerenv": "docker", "run/.containerenv": "podman"}
RUNTIME = re.compile(r"(docker|kubepods|libpod|containerd|lxc)")

Facts = dict[str, Any]


class Host:
    """The machine below `root`, which tests replace. Remembers the processor's time from look to look."""

    def __init__(self, watched: Watched = ONLY_THE_ROOT, root: Path = Path("/")) -> None:
        self._root, self._base = root, str(root).rstrip("/")
        self._watched = watched
        self._disks = Disks(watched.disks, root)
        self._processor: tuple[int, int] | None = None
        self._fixed = {
            "hostname": platform.node() or None,
            "boot_id": self._text("proc/sys/kernel/random/boot_id"),
            "kernel": platform.release() or None,
            "container": self._container(),
        }

    def read(self, now: float = 0.0) -> HostReading:
        """What this process can be certain of; the rest is None and named in `missing`. `now`: monotonic."""
        facts: Facts = {**self._fixed, "cpus": os.cpu_count(), "load_1m": self._load()}
        missing: dict[str, str] = {}
        self._memory(facts)
        self._limits(facts, missing)
        self._shared_memory(facts)
        self._iowait(facts, missing)
        if facts["container"] is None:
            missing["container"] = "none"
        named = ("memory_total", "memory_available", "shm_total", "shm_free")
        for name in (*facts, *named):
            if facts.get(name) is None:
                missing.setdefault(name, "not_readable")
        mounts = read_mounts(self._watched.mounts, self._text("proc/self/mounts"))
        return HostReading(**facts, agent=__version__, missing=missing, disks=self._disks.read(now), mounts=mounts)

    def _memory(self, facts: Facts) -> None:
        table = dict(line.split(":", 1) for line in (self._text("proc/meminfo") or "").splitlines() if ":" in line)
        for name, row in (("memory_total", "MemTotal"), ("memory_available", "MemAvailable")):
            kib = _number(table.get(row, "").removesuffix("kB"))
            facts[name] = None if kib is None else 1024 * kib

    def _limits(self, facts: Facts, missing: dict[str, str]) -> None:
        """A container's share. Read at the top of the cgroup tree, which on a bare machine names no limit."""
        facts["cpu_quota"] = self._quota()
        limit = _number(self._text(f"{V2}/memory.max") or self._text(f"{V1_MEMORY}/memory.limit_in_bytes"))
        facts["memory_limit"] = None if limit is None or limit >= UNLIMITED else limit
        missing |= {name: "no_limit" for name in ("cpu_quota", "memory_limit") if facts[name] is None}

    def _quota(self) -> float | None:
        words = (self._text(f"{V2}/cpu.max") or "").split()
        if len(words) != 2:
            words = [self._text(f"{V1_CPU}/cpu.cfs_{name}_us") or "" for name in ("quota", "period")]
        quota, period = _number(words[0]), _number(words[1])
        return quota / period if quota is not None and period and quota > 0 else None

    def _shared_memory(self, facts: Facts) -> None:
        try:
            found = os.statvfs(self._root / "dev/shm")
        except OSError:
            facts["shm_total"] = facts["shm_free"] = None
        else:
            facts["shm_total"], facts["shm_free"] = found.f_frsize * found.f_blocks, found.f_frsize * found.f_bavail

    def _load(self) -> float | None:
        words = (self._text("proc/loadavg") or "").split()
        try:
            return float(words[0])
        except (IndexError, ValueError):
            return None

    def _iowait(self, facts: Facts, missing: dict[str, str]) -> None:
        """Percent of all processors' time since the last look."""
        now, before = self._processor_time(), self._processor
        self._processor = now
        facts["iowait"] = None
        if now is not None and before is not None and now[1] > before[1]:
            facts["iowait"] = round(100 * max(0, now[0] - before[0]) / (now[1] - before[1]), 1)
        elif now is not None:
            missing["iowait"] = "needs_two_looks"

    def _processor_time(self) -> tuple[int, int] | None:
        """Time waited for disks, and all time."""
        for line in (self._text("proc/stat") or "").splitlines():
            if line.startswith("cpu "):
                ticks = [int(word) for word in line.split()[1:9]]
                return (ticks[4], sum(ticks)) if len(ticks) > 4 else None
        return None

    def _container(self) -> str | None:
        for sign, name in SIGNS_OF_A_CONTAINER.items():
            if (self._root / sign).exists():
                return name
        found = RUNTIME.search(self._text("proc/self/cgroup") or "")
        if found:
            return found[1]
        started_by = (self._text("proc/1/environ") or "").split("\0")
        return next((word.partition("=")[2] for word in started_by if word.startswith("container=")), None)

    def _text(self, path: str) -> str | None:
        try:
            with open(f"{self._base}/{path}", encoding="utf-8", errors="replace") as file:
                return file.read().strip() or None
        except OSError:
            return None


def _number(text: str | None) -> int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return None
