"""The agent's folder: who it is, what it has not delivered, what it is doing. It survives a change of the image where
the home folder does; `PINKA_AGENT_HOME` puts it elsewhere.
"""

import fcntl
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Identity:
    """As whom the agent speaks to which bot. `pin`: SHA-256 of the bot's certificate, where nobody vouches for it."""

    agent: str
    key: str
    url: str
    node: str
    pool: str
    pin: str | None = None


def home() -> Path:
    """The folder, made if need be; only its owner can look into it."""
    folder = Path(os.environ.get("PINKA_AGENT_HOME") or Path.home() / ".pinka")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def load(folder: Path) -> Identity | None:
    """Who it was enrolled as; None before that, or when the file cannot be read as one."""
    try:
        found = json.loads((folder / "agent.json").read_text("utf-8"))
        return Identity(*(found[name] for name in Identity.__slots__))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save(folder: Path, identity: Identity) -> None:
    """Written whole or not at all; nobody else can read it. Raises OSError."""
    replace_file(folder / "agent.json", asdict(identity), 0o600)


def tell(folder: Path, **facts: Any) -> None:
    """What the agent is doing, for `pinka agent status`. A full disk is no reason to stop."""
    with suppress(OSError):
        replace_file(folder / "status.json", facts, 0o644)


def told(folder: Path) -> dict[str, Any]:
    """What it told last; empty when it never ran."""
    try:
        found = json.loads((folder / "status.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def replace_file(path: Path, facts: dict[str, Any], mode: int) -> None:
    """Write a file of JSON whole or not at all. Raises OSError."""
    new = path.with_suffix(".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8") as file:
        json.dump(facts, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


class Single:
    """A lock that only one process of a folder holds. The system lets go of it however the process ends."""

    def __init__(self, folder: Path, name: str = "agent.lock") -> None:
        self._file = open(folder / name, "a+", encoding="ascii")  # noqa: SIM115 - held as long as we live

    def take(self) -> bool:
        """False when another process holds it."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()
        return True

    def holder(self) -> int | None:
        """The process that holds it, if one does."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            text = self._file.read().strip()
            return int(text) if text.isdigit() else -1
        fcntl.flock(self._file, fcntl.LOCK_UN)
        return None

    def close(self) -> None:
        self._file.close()
