"""体检: what is wrong with a machine, each finding with the guard that keeps it from being a false alarm."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.usage.rules.sheets import sheet_of

GB = 10**9
CAPPED = 0.95
LEAST_MEMORY, MOST_MEMORY = 0.92, 1.15
"""Of the label: cards show 1.00 (24 GB A10, 48 GB L40S with ECC) to 1.08 times it (labels are GiB)."""
HOT, HOT_MINUTES, THROTTLED_MINUTES = 85, 10, 5
ORPHAN, CONTEXT = 1 << 30, 500 << 20
"""Bytes: memory beyond what is explained; what a process takes of a card before it does anything."""
GRAVE_XIDS = frozenset({48, 62, 64, 74, 79, 95, 119, 120})
"""Xids that mean card or driver; 13, 31, 43, 45 are the program's and others mere information (NVIDIA's catalogue)."""
LOW_DISK, LOW_DISK_BYTES, LOW_INODES = 0.05, 10 * GB, 0.05
IOWAIT, BUSY = 20, 50


@dataclass(frozen=True, slots=True)
class Minute:
    """A minute of a card: readings, those with clocks held down, mean use in percent, mean temperature."""

    at: int
    readings: int
    throttled: int
    util: float | None
    temperature: float | None


@dataclass(frozen=True, slots=True)
class CardState:
    """A card as read last and through its last day. Bytes, watts; unknown is None."""

    number: int
    name: str | None
    state: str = "ok"
    memory_total: int | None = None
    memory_used: int | None = None
    memory_by_processes: int | None = None
    processes: int | None = None
    power_limit_w: float | None = None
    power_default_w: float | None = None
    recovery_action: str | None = None
    uncorrected: int | None = None
    remap_pending: bool | None = None
    remap_failed: bool | None = None
    retire_pending: bool | None = None
    pcie_narrow: bool | None = None
    virtualization: str | None = None
    xids: tuple[int, ...] = ()
    minutes: tuple[Minute, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomState:
    """A disk, or the memory. `there` False = a mount that is named and is not mounted."""

    path: str
    total: int | None = None
    free: int | None = None
    inodes: int | None = None
    inodes_free: int | None = None
    there: bool | None = True


@dataclass(frozen=True, slots=True)
class MachineState:
    """A machine as read last. `pids_visible` False = NVML's processes cannot be seen from here."""

    cards: tuple[CardState, ...]
    disks: tuple[RoomState, ...] = ()
    memory_total: int | None = None
    memory_available: int | None = None
    iowait: float | None = None
    pids_visible: bool | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """`what` is one word, `grave` = act now; `facts` are its figures."""

    what: str
    gpu: int | None = None
    grave: bool = False
    facts: dict[str, Any] = field(default_factory=dict)


def checkup(machine: MachineState) -> list[Finding]:
    """All that is wrong, the gravest first; empty when all is well."""
    found = [one for card in machine.cards for one in _card(card, machine.pids_visible)]
    found += [*_rooms(machine), *_waiting(machine)]
    return sorted(found, key=lambda one: (not one.grave, one.gpu is None, one.gpu or 0))


def _card(card: CardState, pids_visible: bool | None) -> Iterable[Finding]:
    if card.state != "ok":
        yield Finding(card.state, card.number, True)
        return
    if card.recovery_action not in (None, "none"):
        yield Finding("recovery", card.number, True, {"action": card.recovery_action})
    if card.remap_failed:
        yield Finding("remap_failed", card.number, True)
    elif card.remap_pending or card.retire_pending:
        yield Finding("remap_pending", card.number, True)
    if card.uncorrected:
        yield Finding("ecc", card.number, True, {"count": card.uncorrected})
    grave = [xid for xid in card.xids if xid in GRAVE_XIDS]
    if grave:
        yield Finding("xid", card.number, True, {"xids": sorted(set(grave)), "count": len(grave)})
    yield from _power(card)
    yield from _heat(card)
    if card.pcie_narrow:
        yield Finding("pcie", card.number)
    yield from _oddities(card, pids_visible)


def _power(card: CardState) -> Iterable[Finding]:
    """A limit below the default, or a default below the data sheet. A power cap at the stock limit is no finding."""
    limit, default = card.power_limit_w, card.power_default_w
    if limit is not None and default and limit < CAPPED * default:
        yield Finding("capped", card.number, False, {"limit": round(limit), "of": round(default)})
    sheet = sheet_of(card.name) if card.name else None
    if sheet is not None and default and default < CAPPED * sheet.power_w:
        yield Finding("default_low", card.number, False, {"limit": round(default), "of": sheet.power_w})


def _heat(card: CardState) -> Iterable[Finding]:
    slowed = _longest(card.minutes, lambda one: one.readings > 0 and 2 * one.throttled >= one.readings)
    if slowed >= THROTTLED_MINUTES:
        yield Finding("thermal", card.number, False, {"minutes": slowed})
    hot = _longest(card.minutes, lambda one: one.temperature is not None and one.temperature >= HOT)
    if hot >= HOT_MINUTES:
        yield Finding("hot", card.number, False, {"minutes": hot, "degrees": HOT})


def _longest(minutes: Sequence[Minute], wrong: Any) -> int:
    """The longest run of consecutive minutes of which something is true."""
    best = run = 0
    before = None
    for one in minutes:
        run = 0 if not wrong(one) else run + 1 if before is not None and one.at - before == 60 else 1
        best, before = max(best, run), one.at
    return best


def _oddities(card: CardState, pids_visible: bool | None) -> Iterable[Finding]:
    """Signs that a card is not what it is called, or that somebody else has part of it."""
    total, used = card.memory_total, card.memory_used
    sheet = sheet_of(card.name) if card.name else None
    if sheet is not None and total is not None and not LEAST_MEMORY < total / GB / sheet.memory_gb < MOST_MEMORY:
        yield Finding("memory_off", card.number, False, {"gb": round(total / GB), "of": sheet.memory_gb})
    if card.virtualization not in (None, "none", "passthrough") or (card.name or "").upper().startswith("GRID"):
        yield Finding("virtual", card.number, False, {"mode": card.virtualization or "vgpu"})
    if total is not None and used is not None and used > total:
        yield Finding("absurd", card.number)
    elif used is not None and pids_visible and card.processes is not None and card.memory_by_processes is not None:
        left = used - card.memory_by_processes - CONTEXT * card.processes
        if left > ORPHAN and card.processes == 0:
            yield Finding("orphan", card.number, False, {"bytes": left})


def _rooms(machine: MachineState) -> Iterable[Finding]:
    for disk in machine.disks:
        if disk.there is False:
            yield Finding("mount_gone", None, True, {"path": disk.path})
        elif disk.total and disk.free is not None and disk.free < min(LOW_DISK * disk.total, LOW_DISK_BYTES):
            yield Finding("disk_full", None, True, {"path": disk.path, "free": disk.free})
        elif disk.inodes and disk.inodes_free is not None and disk.inodes_free < LOW_INODES * disk.inodes:
            yield Finding("inodes", None, True, {"path": disk.path, "free": disk.inodes_free})
    free = machine.memory_available
    if machine.memory_total and free is not None and free < LOW_DISK * machine.memory_total:
        yield Finding("memory_full", None, True, {"free": free})


def _waiting(machine: MachineState) -> Iterable[Finding]:
    """Cards with a process that do little while the processors wait for the disk: the data is too slow."""
    if machine.iowait is None or machine.iowait < IOWAIT:
        return
    slow = [card.number for card in machine.cards if card.processes and _mean(card.minutes) < BUSY]
    if slow:
        yield Finding("iowait", None, False, {"percent": round(machine.iowait), "gpus": slow})


def _mean(minutes: Sequence[Minute]) -> float:
    """Mean use of the last ten minutes; 100 when nothing is known, which holds nothing against a card."""
    known = [one.util for one in minutes[-10:] if one.util is not None]
    return sum(known) / len(known) if len(known) >= 5 else 100.0
