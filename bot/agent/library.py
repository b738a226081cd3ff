"""The door to NVML: open it, close it, and turn each of its errors into a named state or reason.

The only module that sees `pynvml`'s exceptions: they cannot be hashed and compare badly, so none leaves here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import ModuleType
from typing import Any

OK = "ok"
INIT_STATES = {
    4: "no_permission",
    9: "no_driver",
    12: "no_library",
    13: "old_driver",
    15: "lost",
    18: "mismatch",
    28: "no_cards",
    999: "init_unknown",
}
REASONS = {
    1: "uninitialized",
    3: "not_supported",
    4: "no_permission",
    6: "not_found",
    8: "no_external_power",
    10: "timeout",
    11: "irq_issue",
    13: "driver_too_old",
    14: "corrupted_inforom",
    15: "lost",
    16: "reset_required",
    17: "blocked_by_system",
    18: "mismatch",
    21: "no_data",
    25: "driver_too_old",
    999: "unknown",
}
# Only NVIDIA's own module has these; the older packages that share its name do not.
SIGNS_OF_THE_OFFICIAL_MODULE = ("nvmlDeviceGetComputeRunningProcesses_v3", "nvmlMemory_v2")


class Unread(Exception):
    """A value that NVML did not give. `reason` is the word for `missing`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Opened:
    """What opening NVML came to. `nvml` is there exactly when the state is ok."""

    state: str
    reason: str | None = None
    nvml: ModuleType | None = None


@contextmanager
def opened() -> Iterator[Opened]:
    """Open NVML for one look and close it after. It raises nothing of NVML's own: a fault is a state."""
    result = _open()
    try:
        yield result
    finally:
        if result.nvml is not None:
            with suppress(result.nvml.NVMLError):
                result.nvml.nvmlShutdown()


def _open() -> Opened:
    try:
        import pynvml
    except ModuleNotFoundError:
        return Opened("no_bindings", "the Python package nvidia-ml-py is not installed")
    if not all(hasattr(pynvml, sign) for sign in SIGNS_OF_THE_OFFICIAL_MODULE):
        return Opened(
            "wrong_bindings",
            f"{getattr(pynvml, '__file__', 'pynvml')} is not NVIDIA's module: "
            "pip uninstall pynvml nvidia-ml-py3, then pip install --force-reinstall nvidia-ml-py",
        )
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError as error:
        return Opened(INIT_STATES.get(error.value, "init_failed"), str(error))
    return Opened(OK, nvml=pynvml)


def ask(nvml: ModuleType, call: Callable[..., Any], *arguments: Any) -> Any:
    """Call one NVML getter.

    Raises:
        Unread: NVML refused, or a sick card answered with bytes that are no text.
    """
    try:
        return call(*arguments)
    except nvml.NVMLError as error:
        raise Unread(REASONS.get(error.value, f"nvml_{error.value}")) from None
    except UnicodeDecodeError:
        raise Unread("not_text") from None
