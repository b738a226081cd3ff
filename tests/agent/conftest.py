"""The agent reads the fake library through the real bindings. Without gcc that is said; CI=true makes it fail."""

import ctypes
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pynvml
import pytest

from tests.fakes.nvml import NO_COMPILER, FakeNvml, compiled
from tests.fakes.nvml.control import CONTROL


@pytest.fixture(scope="session")
def compiler() -> None:
    """Whoever asks for it needs gcc."""
    try:
        compiled()
        compiled(old_driver=True)
    except FileNotFoundError:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_COMPILER, pytrace=False)
        pytest.skip(NO_COMPILER)


@pytest.fixture
def driver(compiler: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., FakeNvml]]:
    """Makes a driver of so many cards and puts it where the bindings of this process look."""
    libraries = []

    def install(cards: int = 1, old_driver: bool = False) -> FakeNvml:
        fake = FakeNvml(tmp_path, cards, old_driver)
        monkeypatch.setenv(CONTROL, str(fake.control))
        library = ctypes.CDLL(str(fake.path))
        library.fake_reset()
        libraries.append(library)
        monkeypatch.setattr(pynvml, "nvmlLib", library)
        monkeypatch.setattr(pynvml, "_nvmlGetFunctionPointer_cache", {})
        return fake

    yield install
    for library in libraries:
        library.fake_reset()  # a thread that still waits in there comes back with an error


class Hands:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.monotonic = 1000.0
        self.wall = 1_796_000_000.0

    def pass_(self, seconds: float) -> None:
        self.monotonic += seconds
        self.wall += seconds


@pytest.fixture
def hands() -> Hands:
    return Hands()
