"""Which of NVML's getters gives which fields, and how often each is worth its price. No setter is ever called.

A getter that fails leaves its own fields unread and no others.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.agent.library import NO_SYMBOL, REASONS, Driver, Unread
from bot.agent.throttle import throttle_chinese, throttle_names

SM, MEMORY = 1, 2  # NVML_CLOCK_SM, NVML_CLOCK_MEM
MEMORY_TEMPERATURE, RECOVERY_ACTION = 82, 230  # NVML_FI_DEV_MEMORY_TEMP, NVML_FI_DEV_GET_GPU_RECOVERY_ACTION
RECOVERY_ACTIONS = ("none", "reset", "reboot", "drain_p2p", "drain_and_reset", "recover_imex", "bus_reset", "reboot")
VIRTUALIZATION = ("none", "passthrough", "vgpu", "host_vgpu", "host_vsga")
UNKNOWN_PSTATE = 32
# Some interposed libraries answer with terabytes that no card has.
PLAUSIBLE = 1.001

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that one question answers. `read` may give some of them None with a reason in the second dict."""

    fields: tuple[str, ...]
    read: Callable[[Driver, Any], tuple[Values, dict[str, str]]]


def read_groups(driver: Driver, handle: Any, groups: tuple[Group, ...]) -> tuple[Values, dict[str, str]]:
    """The values, and for each field without one the reason."""
    values: Values = {}
    missing: dict[str, str] = {}
    for group in groups:
        try:
            found, unread = group.read(driver, handle)
        except Unread as fault:
            missing.update(dict.fromkeys(group.fields, fault.reason))
        else:
            values.update(found)
            missing.update(unread)
    return values, missing


def _one(name: str, getter: str, *arguments: Any, turn: Callable[[Any], Any] = int) -> Group:
    return Group((name,), lambda driver, handle: ({name: turn(driver.ask(getter, handle, *arguments))}, {}))


def _watts(milliwatts: int) -> float:
    return milliwatts / 1000


def _memory(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    """Version 2, which tells the reserved memory apart. Before it came, version 1 counted only what was used;
    since then it counts the reserved as used, so that its figure is not used.
    """
    try:
        memory = driver.ask("DeviceGetMemoryInfo", handle, driver.nvml.nvmlMemory_v2)
    except Unread as fault:
        return _memory_of_version_1(driver, handle, fault)
    return _plausible(
        {
            "memory_total": int(memory.total),
            "memory_used": int(memory.used),
            "memory_free": int(memory.free),
            "memory_reserved": int(memory.reserved),
        }
    )


def _memory_of_version_1(driver: Driver, handle: Any, fault: Unread) -> tuple[Values, dict[str, str]]:
    memory = driver.ask("DeviceGetMemoryInfo", handle)
    values = {"memory_total": int(memory.total), "memory_free": int(memory.free)}
    missing = {"memory_reserved": fault.reason}
    if fault.code == NO_SYMBOL:
        values["memory_used"] = int(memory.used)
    else:
        missing["memory_used"] = fault.reason
    found, unread = _plausible(values)
    return found, missing | unread


def _plausible(values: Values) -> tuple[Values, dict[str, str]]:
    most = values["memory_total"] * PLAUSIBLE
    absurd = [name for name, value in values.items() if value > most]
    return {name: value for name, value in values.items() if name not in absurd}, dict.fromkeys(absurd, "implausible")


def _throttle(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    names = ("DeviceGetCurrentClocksEventReasons", "DeviceGetCurrentClocksThrottleReasons")
    mask = int(driver.ask_first(names, handle))
    return {"throttle_mask": mask, "throttle": throttle_names(mask), "throttle_zh": throttle_chinese(mask)}, {}


def _temperature(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    degrees = driver.ask_first(("DeviceGetTemperatureV", "DeviceGetTemperature"), handle, 0)
    return {"temperature_c": int(degrees)}, {}


def _pstate(number: int) -> str:
    if number == UNKNOWN_PSTATE:
        raise Unread("unknown")
    return f"P{number}"


def _constraints(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    low, high = driver.ask("DeviceGetPowerManagementLimitConstraints", handle)
    return {"power_min_w": _watts(low), "power_max_w": _watts(high)}, {}


def _field_values(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    heat, action = driver.ask("DeviceGetFieldValues", handle, [MEMORY_TEMPERATURE, RECOVERY_ACTION])
    values: Values = {}
    missing: dict[str, str] = {}
    for name, field in (("memory_temperature_c", heat), ("recovery_action", action)):
        if field.nvmlReturn:
            missing[name] = REASONS.get(field.nvmlReturn, f"nvml_{field.nvmlReturn}")
        else:
            values[name] = int(field.value.uiVal)
    if "recovery_action" in values:
        number = values["recovery_action"]
        values["recovery_action"] = RECOVERY_ACTIONS[number] if number < len(RECOVERY_ACTIONS) else f"action_{number}"
    return values, missing


def _remapped(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    fixed, lost, pending, failed = driver.ask("DeviceGetRemappedRows", handle)
    return {
        "remapped_corrected": int(fixed),
        "remapped_uncorrected": int(lost),
        "remap_pending": bool(pending),
        "remap_failed": bool(failed),
    }, {}


def _retired(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    """Both causes: several single-bit errors, one double-bit error."""
    pages = sum(len(driver.ask("DeviceGetRetiredPages", handle, cause)) for cause in (0, 1))
    return {"retired_pages": pages}, {}


def _mig_mode(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    now, _ = driver.ask("DeviceGetMigMode", handle)
    return {"mig_mode": "on" if now else "off"}, {}


def _bus_id(driver: Driver, handle: Any) -> tuple[Values, dict[str, str]]:
    told = driver.ask("DeviceGetPciInfo_v3", handle).busId
    return {"bus_id": told.decode(errors="replace") if isinstance(told, bytes) else str(told)}, {}


def _virtualization(number: int) -> str:
    return VIRTUALIZATION[number] if number < len(VIRTUALIZATION) else f"mode_{number}"


ONCE = (
    _one("uuid", "DeviceGetUUID", turn=str),
    _one("name", "DeviceGetName", turn=str),
    Group(("bus_id",), _bus_id),
    _one("max_sm_clock_mhz", "DeviceGetMaxClockInfo", SM),
    _one("max_memory_clock_mhz", "DeviceGetMaxClockInfo", MEMORY),
    _one("pcie_gen_max", "DeviceGetMaxPcieLinkGeneration"),
    _one("pcie_width_max", "DeviceGetMaxPcieLinkWidth"),
    _one("virtualization", "DeviceGetVirtualizationMode", turn=_virtualization),
)
FAST = (
    Group(("memory_total", "memory_used", "memory_free", "memory_reserved"), _memory),
    _one("util", "DeviceGetUtilizationRates", turn=lambda rates: int(rates.gpu)),
    _one("power_w", "DeviceGetPowerUsage", turn=_watts),
    Group(("temperature_c",), _temperature),
    Group(("throttle_mask", "throttle", "throttle_zh"), _throttle),
    _one("pstate", "DeviceGetPerformanceState", turn=_pstate),
    _one("sm_clock_mhz", "DeviceGetClockInfo", SM),
    _one("memory_clock_mhz", "DeviceGetClockInfo", MEMORY),
)
SLOW = (
    _one("power_limit_w", "DeviceGetEnforcedPowerLimit", turn=_watts),
    _one("power_set_w", "DeviceGetPowerManagementLimit", turn=_watts),
    _one("power_default_w", "DeviceGetPowerManagementDefaultLimit", turn=_watts),
    Group(("power_min_w", "power_max_w"), _constraints),
    _one("energy_mj", "DeviceGetTotalEnergyConsumption"),
    Group(("memory_temperature_c", "recovery_action"), _field_values),
    _one("ecc_corrected", "DeviceGetTotalEccErrors", 0, 0),
    _one("ecc_uncorrected", "DeviceGetTotalEccErrors", 1, 0),
    _one("pcie_gen", "DeviceGetCurrPcieLinkGeneration"),
    _one("pcie_width", "DeviceGetCurrPcieLinkWidth"),
    Group(("mig_mode",), _mig_mode),
)
RARE = (
    Group(("remapped_corrected", "remapped_uncorrected", "remap_pending", "remap_failed"), _remapped),
    Group(("retired_pages",), _retired),
    _one("retire_pending", "DeviceGetRetiredPagesPendingStatus", turn=bool),
)
