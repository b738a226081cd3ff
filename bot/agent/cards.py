"""Reads each card through NVML's getters, field by field. A field that cannot be read spoils no other.

No setter is ever called from here.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from bot.agent.library import OK, Unread, ask
from bot.wire.sample import CardReading

# What a card as a whole is in, when any of its answers says so.
CARD_STATES = ("lost", "reset_required")
HANDLE_STATES = (*CARD_STATES, "no_permission", "unknown")
# nvml.h, nvmlClocksEventReasons. Bit 1 (idle) is left out: an idle card is not throttled.
THROTTLE_BITS = {
    0x002: "application_clocks",
    0x004: "power_cap",
    0x008: "hardware_slowdown",
    0x010: "sync_boost",
    0x020: "software_thermal",
    0x040: "hardware_thermal",
    0x080: "power_brake",
    0x100: "display_clocks",
    0x200: "board_limit",
    0x400: "reliability",
}
IDLE_BIT = 0x001
PROCESSES_NOT_READ = "not_read_in_this_version"


def read_cards(nvml: ModuleType) -> tuple[CardReading, ...]:
    """All cards in NVML's order.

    Raises:
        Unread: not even their number could be read.
    """
    count = ask(nvml, nvml.nvmlDeviceGetCount)
    return tuple(_read_card(nvml, index) for index in range(count))


def _read_card(nvml: ModuleType, index: int) -> CardReading:
    try:
        handle = ask(nvml, nvml.nvmlDeviceGetHandleByIndex, index)
    except Unread as fault:
        state = fault.reason if fault.reason in HANDLE_STATES else "error"
        return CardReading(index, state, missing=dict.fromkeys((*FIELDS, "processes"), fault.reason))
    values: dict[str, Any] = {}
    missing: dict[str, str] = {}
    for name, read in FIELDS.items():
        try:
            values[name] = read(nvml, handle)
        except Unread as fault:
            missing[name] = fault.reason
    state = next((reason for reason in missing.values() if reason in CARD_STATES), OK)
    missing["processes"] = state if state in CARD_STATES else PROCESSES_NOT_READ
    return CardReading(index, state, **values, missing=missing)


def _uuid(nvml: ModuleType, handle: Any) -> str:
    return str(ask(nvml, nvml.nvmlDeviceGetUUID, handle))


def _name(nvml: ModuleType, handle: Any) -> str:
    return str(ask(nvml, nvml.nvmlDeviceGetName, handle))


def _memory_total(nvml: ModuleType, handle: Any) -> int:
    return int(ask(nvml, nvml.nvmlDeviceGetMemoryInfo, handle).total)


def _memory_used(nvml: ModuleType, handle: Any) -> int:
    """Version 2 only: since driver R510 the `used` of version 1 counts memory that nobody uses."""
    return int(ask(nvml, nvml.nvmlDeviceGetMemoryInfo, handle, nvml.nvmlMemory_v2).used)


def _util(nvml: ModuleType, handle: Any) -> int:
    return int(ask(nvml, nvml.nvmlDeviceGetUtilizationRates, handle).gpu)


def _watts(getter: str) -> Callable[[ModuleType, Any], float]:
    def read(nvml: ModuleType, handle: Any) -> float:
        return float(ask(nvml, getattr(nvml, getter), handle)) / 1000

    return read


def _temperature(nvml: ModuleType, handle: Any) -> int:
    return int(_newer_or_older(nvml, "TemperatureV", "Temperature", handle, nvml.NVML_TEMPERATURE_GPU))


def _throttle(nvml: ModuleType, handle: Any) -> tuple[str, ...]:
    mask = int(_newer_or_older(nvml, "CurrentClocksEventReasons", "CurrentClocksThrottleReasons", handle))
    bits = (1 << place for place in range(mask.bit_length()))
    return tuple(THROTTLE_BITS.get(bit, hex(bit)) for bit in bits if mask & bit and bit != IDLE_BIT)


def _newer_or_older(nvml: ModuleType, newer: str, older: str, *arguments: Any) -> Any:
    """NVIDIA renames getters and drops the old name: a driver may have one, the other or both."""
    try:
        return ask(nvml, getattr(nvml, f"nvmlDeviceGet{newer}"), *arguments)
    except Unread as fault:
        if fault.reason != "driver_too_old":
            raise
    return ask(nvml, getattr(nvml, f"nvmlDeviceGet{older}"), *arguments)


FIELDS: dict[str, Callable[[ModuleType, Any], Any]] = {
    "uuid": _uuid,
    "name": _name,
    "memory_total": _memory_total,
    "memory_used": _memory_used,
    "util": _util,
    "power_w": _watts("nvmlDeviceGetPowerUsage"),
    "power_limit_w": _watts("nvmlDeviceGetEnforcedPowerLimit"),
    "power_default_w": _watts("nvmlDeviceGetPowerManagementDefaultLimit"),
    "temperature_c": _temperature,
    "throttle": _throttle,
}
