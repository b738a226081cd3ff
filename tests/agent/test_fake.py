"""The fake library itself: what the other tests of the agent rest on."""

import ctypes
import shutil
from collections.abc import Callable
from pathlib import Path

import pynvml
import pytest

from tests.fakes.nvml import NO_COMPILER, FakeNvml, compiled

Install = Callable[..., FakeNvml]


def test_without_a_compiler_it_says_what_was_not_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)

    with pytest.raises(FileNotFoundError, match="gcc is not installed"):
        compiled()
    assert "nothing that reads the cards was tested" in NO_COMPILER


def test_it_is_compiled_once_for_each_version_of_its_text(compiler: None) -> None:
    new, old = compiled(), compiled(old_driver=True)
    written = (new / "libnvidia-ml.so.1").stat().st_mtime_ns

    assert new != old
    assert compiled() == new
    assert (new / "libnvidia-ml.so.1").stat().st_mtime_ns == written


def test_a_fault_is_switched_on_and_off_under_a_live_handle(driver: Install) -> None:
    fake = driver(2)
    pynvml.nvmlInit()
    card = pynvml.nvmlDeviceGetHandleByIndex(1)

    fake.say("gpu 1 error 15")
    with pytest.raises(pynvml.NVMLError_GpuIsLost):
        pynvml.nvmlDeviceGetPowerUsage(card)
    fake.unsay("gpu 1")
    assert pynvml.nvmlDeviceGetPowerUsage(card) == 312450


def test_nothing_is_answered_before_the_start_and_after_the_end(driver: Install) -> None:
    driver(1)
    pynvml.nvmlInit()
    assert pynvml.nvmlDeviceGetCount() == 1
    pynvml.nvmlShutdown()

    with pytest.raises(pynvml.NVMLError_Uninitialized):
        pynvml.nvmlDeviceGetCount()


def test_a_structure_of_the_wrong_version_is_refused(driver: Install) -> None:
    driver(1)
    pynvml.nvmlInit()
    card = pynvml.nvmlDeviceGetHandleByIndex(0)

    with pytest.raises(pynvml.NVMLError_ArgumentVersionMismatch):
        pynvml.nvmlDeviceGetMemoryInfo(card, 0x03000028)


def test_an_old_driver_lacks_the_newer_names(compiler: None, tmp_path: Path) -> None:
    old = ctypes.CDLL(str(FakeNvml(tmp_path, old_driver=True).path))

    for name in ("MemoryInfo_v2", "TemperatureV", "CurrentClocksEventReasons", "ComputeRunningProcesses_v3"):
        assert not hasattr(old, f"nvmlDeviceGet{name}")
    assert hasattr(old, "nvmlDeviceGetComputeRunningProcesses_v2")
