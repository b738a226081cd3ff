"""The slices of a card whose MIG mode is on: memory and identity; NVML gives no load for them."""

from typing import Any

from bot.agent.library import Driver, Unread
from bot.wire.sample import MigReading


def read_migs(driver: Driver, handle: Any) -> tuple[MigReading, ...]:
    """By NVML's order.

    Raises:
        Unread: the card does not even say how many there could be.
    """
    most = int(driver.ask("DeviceGetMaxMigDeviceCount", handle))
    found = []
    for index in range(most):
        try:
            slice_handle = driver.ask("DeviceGetMigDeviceHandleByIndex", handle, index)
        except Unread:
            continue  # this place is empty
        found.append(_read(driver, slice_handle))
    return tuple(found)


def _read(driver: Driver, handle: Any) -> MigReading:
    memory = _or_none(driver, "DeviceGetMemoryInfo", handle)
    return MigReading(
        uuid=_or_none(driver, "DeviceGetUUID", handle),
        gpu_instance=_or_none(driver, "DeviceGetGpuInstanceId", handle),
        compute_instance=_or_none(driver, "DeviceGetComputeInstanceId", handle),
        memory_total=None if memory is None else int(memory.total),
        memory_used=None if memory is None else int(memory.used),
    )


def _or_none(driver: Driver, getter: str, handle: Any) -> Any:
    try:
        return driver.ask(getter, handle)
    except Unread:
        return None
