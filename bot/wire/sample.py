"""One look at a machine: what NVML said of each card at one instant. Unknown is None with a reason, never 0.

Memory is in bytes, power in watts, use in percent, temperature in degrees Celsius.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

VERSION = 1


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card. Each field that is None is named in `missing` with the reason."""

    index: int
    state: str
    uuid: str | None = None
    name: str | None = None
    memory_total: int | None = None
    memory_used: int | None = None
    util: int | None = None
    power_w: float | None = None
    power_limit_w: float | None = None
    power_default_w: float | None = None
    temperature_c: int | None = None
    throttle: tuple[str, ...] | None = None
    processes: None = None
    missing: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HostReading:
    """The machine around the cards, as far as a process inside it can be certain."""

    hostname: str | None
    boot_id: str | None
    kernel: str | None
    cpus: int | None
    agent: str
    missing: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sample:
    """The whole look; `at` is ISO 8601 in UTC, `reason` says in NVML's words why `state` is not ok."""

    at: str
    state: str
    driver: str | None
    gpus: tuple[CardReading, ...]
    host: HostReading
    reason: str | None = None
    missing: dict[str, str] = field(default_factory=dict)
    version: int = VERSION

    def as_json(self) -> dict[str, Any]:
        """The plain values that json.dumps writes."""
        return asdict(self)
