"""The door to NVML: open it, close it, ask it, and turn each of its errors into a named state or reason.

The only module that sees `pynvml`'s exceptions: they cannot be hashed and compare badly, so none leaves here.
"""

from collections.abc import Callable
from contextlib import suppress
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
    7: "list_keeps_growing",
    8: "no_external_power",
    9: "no_driver",
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
NOT_FOUND, GROWN, NO_SYMBOL = 6, 7, 13
# After one of these every handle is dead: somebody shut NVML down, or the driver went away.
ENDS_EVERYTHING = (1, 9)
# Only NVIDIA's own module has these; the older packages that share its name do not.
SIGNS_OF_THE_OFFICIAL_MODULE = ("nvmlDeviceGetComputeRunningProcesses_v3", "nvmlMemory_v2")
IMPOSTORS = ("pynvml", "nvidia-ml-py3", "py3nvml")


class Unread(Exception):
    """A value that NVML did not give. `reason` is the word for `missing`, `code` NVML's number."""

    def __init__(self, reason: str, code: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code


class DriverGone(Exception):
    """NVML must be opened anew: every handle is dead."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Driver:
    """An opened NVML. `doing` names the call in flight, for the one who waits for it in another thread."""

    def __init__(self, nvml: ModuleType) -> None:
        self.nvml = nvml
        self.doing = ""
        # By the number of arguments too: the bindings give both versions of one getter the same name.
        self._absent: set[tuple[str, int]] = set()

    def ask(self, getter: str, *arguments: Any) -> Any:
        """What the getter `nvml<getter>` answers.

        Raises:
            Unread: NVML refused, or a sick card answered with bytes that are no text.
            DriverGone: no handle is good any more.
        """
        symbol = (getter, len(arguments))
        if symbol in self._absent:
            raise Unread(REASONS[NO_SYMBOL], NO_SYMBOL)
        call = getattr(self.nvml, f"nvml{getter}", None)
        if call is None:  # bindings older than this getter
            self._absent.add(symbol)
            raise Unread(REASONS[NO_SYMBOL], NO_SYMBOL)
        self.doing = getter
        try:
            return call(*arguments)
        except self.nvml.NVMLError as error:
            code = int(error.value)
        except UnicodeDecodeError:
            raise Unread("not_text") from None
        finally:
            self.doing = ""
        if code in ENDS_EVERYTHING:
            raise DriverGone(REASONS[code])
        if code == NO_SYMBOL:
            self._absent.add(symbol)
        raise Unread(REASONS.get(code, f"nvml_{code}"), code)

    def ask_first(self, getters: tuple[str, ...], *arguments: Any) -> Any:
        """NVIDIA renames getters and drops the old name: a driver may have one, the other or both. Newest first."""
        for getter in getters[:-1]:
            try:
                return self.ask(getter, *arguments)
            except Unread as fault:
                if fault.code != NO_SYMBOL:
                    raise
        return self.ask(getters[-1], *arguments)

    def close(self) -> None:
        """Only when a generation of handles has died: NVML does not like to be opened and closed all day."""
        with suppress(self.nvml.NVMLError):
            self.nvml.nvmlShutdown()


@dataclass(frozen=True, slots=True)
class Opened:
    """What opening NVML came to. `driver` is there exactly when the state is ok."""

    state: str
    reason: str | None = None
    driver: Driver | None = None


def open_library() -> Opened:
    """Open NVML. It raises nothing of NVML's own: a fault is a state. It may take half a minute, or hang."""
    try:
        import pynvml
    except ModuleNotFoundError:
        return Opened("no_bindings", "the Python package nvidia-ml-py is not installed")
    if not all(hasattr(pynvml, sign) for sign in SIGNS_OF_THE_OFFICIAL_MODULE):
        return Opened("wrong_bindings", _how_to_replace(getattr(pynvml, "__file__", None) or "pynvml"))
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError as error:
        return Opened(INIT_STATES.get(error.value, "init_failed"), _words_of(error))
    return Opened(OK, driver=Driver(pynvml))


def _how_to_replace(file: str, version_of: Callable[[str], str] | None = None) -> str:
    from importlib import metadata  # only here: it is as big as the rest of the agent

    version_of = version_of or metadata.version
    found = []
    for name in IMPOSTORS:
        with suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {version_of(name)}")
    names = " ".join(each.split()[0] for each in found) or "pynvml nvidia-ml-py3"
    told = f" (from {', '.join(found)})" if found else ""
    return (
        f"{file}{told} is not NVIDIA's module: pip uninstall {names}, then pip install --force-reinstall nvidia-ml-py"
    )


def _words_of(error: Exception) -> str:
    try:
        return str(error)
    except Exception:  # the library's own text may be no text; the state says what matters
        return type(error).__name__
