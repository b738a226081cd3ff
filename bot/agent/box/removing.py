"""What the install made here, and taking just that away: the folder may be one that somebody else uses as well."""

import contextlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

MADE = (
    "venv",
    "pinka-*.whl",
    "agent.json",
    "agent.new",
    "claims.json",
    "claims.new",
    "status.json",
    "status.new",
    "spool.db",
    "spool.db-wal",
    "spool.db-shm",
    "spool.db-journal",
    "spool.broken",
    "agent.log",
    "box.sock",
    "agent.lock",
    "watch.lock",
)
"""Names in the agent's folder; the locks go last."""
COMMAND = "venv/bin/pinka"
EVERYBODYS, OWN = Path("/usr/local/bin/pinka"), Path(".local/bin/pinka")


def links(home: Path, everybodys: Path = EVERYBODYS) -> tuple[Path, ...]:
    """Where the command `pinka` may be put, the better place first."""
    return (everybodys, home / OWN)


def link(folder: Path, home: Path, everybodys: Path = EVERYBODYS) -> Path | None:
    """Make the installed command one that a shell finds; None where there is none, or no place for it.

    A `pinka` of somebody else's is left alone.
    """
    command = folder / COMMAND
    if not command.exists():
        return None
    for place in links(home, everybodys):
        with contextlib.suppress(OSError):
            if _is_ours(place, command):
                return place
            if place == everybodys and not place.parent.is_dir():
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(command)
            return place
    return None


def made(folder: Path, home: Path, everybodys: Path = EVERYBODYS) -> list[Path]:
    """What is there of it now."""
    found = [place for place in links(home, everybodys) if _is_ours(place, folder / COMMAND)]
    return [*found, *_in(folder)]


def remove(folder: Path, home: Path, everybodys: Path = EVERYBODYS) -> list[Path]:
    """Take it away, and the folder when it is empty then. Returns what could not be removed."""
    for path in made(folder, home, everybodys):
        with contextlib.suppress(OSError):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    with contextlib.suppress(OSError):
        folder.rmdir()
    return made(folder, home, everybodys)


def _in(folder: Path) -> Iterator[Path]:
    for name in MADE:
        yield from sorted(path for path in folder.glob(name) if path.exists() or path.is_symlink())


def _is_ours(place: Path, command: Path) -> bool:
    return place.is_symlink() and place.readlink() == command


def confirmed(folder: Path, paths: list[Path]) -> bool:
    """Whether the person at the terminal says yes to it; without a terminal nobody does."""
    for path in paths:
        print(f"  {path}")
    if not sys.stdin.isatty():
        print("加 --yes 才删 / add --yes to remove them", file=sys.stderr)
        return False
    said = input("停下采集程序，删掉这些？/ stop the agent and remove these? [y/N] ")
    return said.strip().lower() in ("y", "yes", "是", "好")
