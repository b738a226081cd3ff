"""Stands where the driver's library stands, behind the real `pynvml`: the bindings are tested too.

Faults are NVML's return codes, by function for the whole driver or for one card.
"""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pynvml
import pytest

GIB = 1024**3
ALL = "all"


@dataclass(frozen=True, slots=True)
class FakeCard:
    """A busy, healthy A100. `faults` maps a function, or ALL of them, to the code it fails with."""

    uuid: bytes = b"GPU-5a7e1f3c-0000-0000-0000-000000000002"
    name: bytes = b"NVIDIA A100-SXM4-80GB"
    total: int = 80 * GIB
    reserved: int = GIB
    used: int = 31 * GIB
    util: int = 97
    milliwatts: int = 312_450
    temperature: int = 64
    clocks: int = 0
    faults: dict[str, int] = field(default_factory=dict)


class FakeLibrary:
    """The C functions the agent calls; a symbol in `absent` is one that this driver does not have."""

    def __init__(
        self,
        *cards: FakeCard,
        faults: dict[str, int] | None = None,
        absent: tuple[str, ...] = (),
    ) -> None:
        self.cards = cards
        self.faults = faults or {}
        self.absent = absent
        self.called: list[str] = []

    def install(self, monkeypatch: pytest.MonkeyPatch) -> "FakeLibrary":
        monkeypatch.setattr(pynvml, "nvmlLib", self)
        monkeypatch.setattr(pynvml, "_nvmlGetFunctionPointer_cache", {})
        return self

    def __getattr__(self, symbol: str) -> Callable[..., int]:
        if symbol in self.absent or symbol not in DRIVER_FUNCTIONS | CARD_FUNCTIONS:
            raise AttributeError(symbol)
        return lambda *arguments: self._call(symbol, *arguments)

    def _call(self, symbol: str, *arguments: Any) -> int:
        self.called.append(symbol)
        if symbol in self.faults:
            return self.faults[symbol]
        if symbol in DRIVER_FUNCTIONS:
            return DRIVER_FUNCTIONS[symbol](self, *arguments)
        handle, *rest = arguments
        card = self.cards[(_address(handle).value or 0) - 1]
        fault = card.faults.get(symbol, card.faults.get(ALL, 0))
        if not fault:
            CARD_FUNCTIONS[symbol](card, *rest)
        return fault

    def succeed(self, *arguments: Any) -> int:
        return 0

    def driver(self, text: Any, size: Any) -> int:
        text.value = b"550.54.15"
        return 0

    def count(self, count: Any) -> int:
        count._obj.value = len(self.cards)
        return 0

    def handle(self, index: Any, handle: Any) -> int:
        place: int = index.value
        _address(handle._obj).value = place + 1
        return self.cards[place].faults.get("nvmlDeviceGetHandleByIndex_v2", 0)


def _address(handle: Any) -> ctypes.c_void_p:
    """A device handle is an opaque pointer: here the card's place, counted from 1."""
    return ctypes.c_void_p.from_buffer(handle)


def _text(attribute: str) -> Callable[..., None]:
    def write(card: FakeCard, buffer: Any, size: Any) -> None:
        buffer.value = getattr(card, attribute)

    return write


def _number(attribute: str) -> Callable[..., None]:
    def write(card: FakeCard, number: Any) -> None:
        number._obj.value = getattr(card, attribute)

    return write


def _memory(card: FakeCard, memory: Any) -> None:
    """Version 1 counts the reserved memory as used, as drivers since R510 do."""
    memory._obj.total, memory._obj.used = card.total, card.used + card.reserved


def _memory_v2(card: FakeCard, memory: Any) -> None:
    memory._obj.total, memory._obj.used, memory._obj.reserved = card.total, card.used, card.reserved


def _rates(card: FakeCard, rates: Any) -> None:
    rates._obj.gpu = card.util


def _temperature_v(card: FakeCard, reading: Any) -> None:
    reading._obj.temperature = card.temperature


def _temperature(card: FakeCard, sensor: Any, number: Any) -> None:
    number._obj.value = card.temperature


DRIVER_FUNCTIONS: dict[str, Callable[..., int]] = {
    "nvmlInitWithFlags": FakeLibrary.succeed,
    "nvmlShutdown": FakeLibrary.succeed,
    "nvmlSystemGetDriverVersion": FakeLibrary.driver,
    "nvmlDeviceGetCount_v2": FakeLibrary.count,
    "nvmlDeviceGetHandleByIndex_v2": FakeLibrary.handle,
}
CARD_FUNCTIONS: dict[str, Callable[..., None]] = {
    "nvmlDeviceGetUUID": _text("uuid"),
    "nvmlDeviceGetName": _text("name"),
    "nvmlDeviceGetMemoryInfo": _memory,
    "nvmlDeviceGetMemoryInfo_v2": _memory_v2,
    "nvmlDeviceGetUtilizationRates": _rates,
    "nvmlDeviceGetPowerUsage": _number("milliwatts"),
    "nvmlDeviceGetEnforcedPowerLimit": _number("milliwatts"),
    "nvmlDeviceGetPowerManagementDefaultLimit": _number("milliwatts"),
    "nvmlDeviceGetTemperatureV": _temperature_v,
    "nvmlDeviceGetTemperature": _temperature,
    "nvmlDeviceGetCurrentClocksEventReasons": _number("clocks"),
    "nvmlDeviceGetCurrentClocksThrottleReasons": _number("clocks"),
}
