"""The control file of the fake library, written whole and by atomic rename: a reader never sees half of it."""

import os
from pathlib import Path

from tests.fakes.nvml.build import SONAME, compiled

CONTROL = "FAKE_NVML_CONTROL"


class FakeNvml:
    """A driver with some cards. Lines are added and taken away while the agent reads."""

    def __init__(self, folder: Path, cards: int = 8, old_driver: bool = False) -> None:
        self.control = folder / "nvml.control"
        self.library = compiled(old_driver)
        self._lines = [f"count {cards}"]
        self._write()

    @property
    def environment(self) -> dict[str, str]:
        """For a process of its own: where its linker finds the library and the library its control file."""
        return {"LD_LIBRARY_PATH": str(self.library), CONTROL: str(self.control)}

    @property
    def path(self) -> Path:
        return self.library / SONAME

    def say(self, *lines: str) -> "FakeNvml":
        """Add lines; of two about the same thing the later one holds."""
        self._lines.extend(lines)
        self._write()
        return self

    def unsay(self, *starts: str) -> "FakeNvml":
        """Take away each line that begins with one of these."""
        self._lines = [line for line in self._lines if not line.startswith(starts)]
        self._write()
        return self

    def _write(self) -> None:
        unfinished = self.control.with_suffix(f".{os.getpid()}")
        unfinished.write_text("\n".join(self._lines) + "\n", "utf-8")
        unfinished.replace(self.control)
