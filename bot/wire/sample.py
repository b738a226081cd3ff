"""One look at a machine: what NVML said of each card at one instant. Unknown is None with a reason, never 0.

Bytes, watts, percent, degrees Celsius, MHz, millijoules; ages in whole seconds; moments are ISO 8601 in UTC.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

VERSION = 1


@dataclass(frozen=True, slots=True)
class ProcessReading:
    """A compute process on a card. `(pid, start_ticks)` names it for life: the system reuses numbers.

    `user` is who runs it by the evidence named; `unix_user` is whom the system shows. `mig` is its GPU instance.
    `util` is None where NVML did not say, 0 where it said that the process did nothing.
    """

    pid: int
    user: str | None = None
    command: str | None = None
    memory: int | None = None
    grade: str = "unknown"
    evidence: str | None = None
    unix_user: str | None = None
    start_ticks: int | None = None
    started_at: int | None = None
    job: str | None = None
    util: int | None = None
    mig: int | None = None


@dataclass(frozen=True, slots=True)
class XidCount:
    """How often the driver reported this error of a card since the agent started, and when last (UTC seconds)."""

    xid: int
    count: int
    last_at: int


@dataclass(frozen=True, slots=True)
class MigReading:
    """One slice of a card whose MIG mode is on."""

    uuid: str | None
    gpu_instance: int | None
    compute_instance: int | None
    memory_total: int | None
    memory_used: int | None


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card. Each field that is None is named in `missing` with the reason.

    `throttle` names what holds the clocks down as `nvidia-smi -q -d PERFORMANCE` does, `throttle_zh` says each in
    Chinese, `throttle_mask` is NVML's own number (bit 1, idle, included). `age_s` is how long ago this card was
    read when the sample was handed out; its processes were listed `processes_age_s` before that. `pcie_narrow` is
    judged under load only.
    `memory_unexplained` is what is used beyond the listed processes: an empty list does not make a card idle.
    """

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
    processes: tuple[ProcessReading, ...] | None = None
    missing: dict[str, str] = field(default_factory=dict)
    age_s: int = 0
    processes_age_s: int | None = None
    bus_id: str | None = None
    memory_free: int | None = None
    memory_reserved: int | None = None
    memory_unexplained: int | None = None
    throttle_zh: tuple[str, ...] | None = None
    throttle_mask: int | None = None
    pstate: str | None = None
    sm_clock_mhz: int | None = None
    memory_clock_mhz: int | None = None
    max_sm_clock_mhz: int | None = None
    max_memory_clock_mhz: int | None = None
    power_set_w: float | None = None
    power_min_w: float | None = None
    power_max_w: float | None = None
    energy_mj: int | None = None
    memory_temperature_c: int | None = None
    ecc_corrected: int | None = None
    ecc_uncorrected: int | None = None
    remapped_corrected: int | None = None
    remapped_uncorrected: int | None = None
    remap_pending: bool | None = None
    remap_failed: bool | None = None
    retired_pages: int | None = None
    retire_pending: bool | None = None
    recovery_action: str | None = None
    xids: tuple[XidCount, ...] | None = None
    pcie_gen: int | None = None
    pcie_width: int | None = None
    pcie_gen_max: int | None = None
    pcie_width_max: int | None = None
    pcie_narrow: bool | None = None
    mig_mode: str | None = None
    migs: tuple[MigReading, ...] | None = None
    virtualization: str | None = None


@dataclass(frozen=True, slots=True)
class LinkReading:
    """How two cards reach each other: `path` as `nvidia-smi topo -m` writes it, `nvlink` whether by NVLink."""

    a: int
    b: int
    path: str | None
    nvlink: bool | None


@dataclass(frozen=True, slots=True)
class DiskReading:
    """A named folder's file system. `free` is what an ordinary user may still write. State: ok, absent, stuck, ..."""

    path: str
    state: str
    total: int | None = None
    free: int | None = None
    inodes: int | None = None
    inodes_free: int | None = None


@dataclass(frozen=True, slots=True)
class MountReading:
    """Whether something is mounted at a named path."""

    path: str
    there: bool | None


@dataclass(frozen=True, slots=True)
class HostReading:
    """The machine around the cards, as far as a process inside it can be certain.

    `memory_limit` and `cpu_quota` (in cores) are the container's, None when it has none; `iowait` is the percentage
    of processor time since the last look; `pids_visible` whether the numbers that NVML gives are processes here.
    """

    hostname: str | None
    boot_id: str | None
    kernel: str | None
    cpus: int | None
    agent: str
    missing: dict[str, str] = field(default_factory=dict)
    container: str | None = None
    cpu_quota: float | None = None
    load_1m: float | None = None
    iowait: float | None = None
    memory_total: int | None = None
    memory_available: int | None = None
    memory_limit: int | None = None
    shm_total: int | None = None
    shm_free: int | None = None
    disks: tuple[DiskReading, ...] = ()
    mounts: tuple[MountReading, ...] = ()
    pids_visible: bool | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """The whole look; `reason` says in NVML's words why `state` is not ok.

    `at` is when the cards were read, `age_s` how long ago that was when this was handed out. `absent` are the
    uuids of cards that this agent has seen and NVML lists no more.
    """

    at: str
    state: str
    driver: str | None
    gpus: tuple[CardReading, ...]
    host: HostReading
    reason: str | None = None
    missing: dict[str, str] = field(default_factory=dict)
    version: int = VERSION
    age_s: int = 0
    cuda: str | None = None
    stuck_s: int | None = None
    absent: tuple[str, ...] = ()
    topology: tuple[LinkReading, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """The plain values that json.dumps writes."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened between two looks, told unasked. `at` is UTC seconds; `uuid` is the card's.

    Kinds: `state` {from, to}, `card_state` {index, from, to}, `xid` {xid}, `cards` {absent, back},
    `process_started` and `process_ended` {pid, start_ticks, user, grade, command}.
    """

    at: int
    kind: str
    uuid: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The plain values that json.dumps writes."""
        return asdict(self)
