"""`pinka agent start`, `stop`, `uninstall`: keep the agent running by what the machine has: systemd, `systemd --user`,
or a plain process that watches over it. Containers often have neither of the first two.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.agent.box import removing
from bot.agent.home import Single

UNIT = "pinka-agent.service"
STOP_SECONDS = 5.0
LONGEST_REST = 60.0
LOG_BYTES = 1024 * 1024
RESTARTS_NOTHING = frozenset({0, 2, 3})
"""Exit codes after which the plain watcher does not start the agent again: stopped, wrongly called, not enrolled."""
_UNIT = """\
[Unit]
Description=Pinka agent: reads this machine's cards for the chat
After=network-online.target

[Service]
ExecStart={command}
Environment=PINKA_AGENT_HOME={home}
Restart=always
RestartSec=5
TimeoutStopSec=5
Nice=5

[Install]
WantedBy={target}
"""

Run = Callable[[Sequence[str]], int]


@dataclass(frozen=True, slots=True)
class Place:
    """Where and by which command the agent runs; `run` runs a command and gives back its exit code."""

    folder: Path
    command: tuple[str, ...]
    run: Run
    root: bool
    units: Path


def this_place(folder: Path) -> Place:
    """This machine, this account, this environment."""
    root = os.geteuid() == 0
    units = Path("/etc/systemd/system") if root else Path.home() / ".config/systemd/user"
    return Place(folder, (str(Path(sys.argv[0]).absolute()), "agent", "run"), _run, root, units)


def _run(words: Sequence[str]) -> int:
    try:
        return subprocess.run(words, capture_output=True, timeout=30, check=False).returncode
    except (OSError, subprocess.TimeoutExpired):
        return 127


def keeper(place: Place) -> str:
    """What can keep a process running here: systemd, user (systemd --user), or plain."""
    if shutil.which("systemctl") is None:
        return "plain"
    if place.root:
        return "systemd" if Path("/run/systemd/system").is_dir() else "plain"
    return "user" if place.run(("systemctl", "--user", "show-environment")) == 0 else "plain"


def start(place: Place) -> str:
    """Start the agent, or start it anew; returns by what it is kept. Raises OSError."""
    by = keeper(place)
    stop(place)
    if by == "plain" or not _by_systemd(place, by):
        by = "plain"
        watch = (*place.command[:-1], "watch")
        with open(os.devnull, "rb") as nothing, open(place.folder / "agent.log", "ab") as log:
            subprocess.Popen(watch, stdin=nothing, stdout=log, stderr=log, start_new_session=True, close_fds=True)
    return by


def _by_systemd(place: Place, by: str) -> bool:
    target = "multi-user.target" if by == "systemd" else "default.target"
    place.units.mkdir(parents=True, exist_ok=True)
    command = " ".join(f'"{word}"' for word in place.command)
    (place.units / UNIT).write_text(_UNIT.format(command=command, home=place.folder, target=target), "utf-8")
    system = _systemctl(by)
    return place.run((*system, "daemon-reload")) == 0 and place.run((*system, "enable", "--now", UNIT)) == 0


def _systemctl(by: str) -> tuple[str, ...]:
    return ("systemctl",) if by == "systemd" else ("systemctl", "--user")


def runs(place: Place) -> bool:
    """Whether the agent or its watcher runs now."""
    held = []
    for name in ("watch.lock", "agent.lock"):
        lock = Single(place.folder, name)
        held.append(lock.holder() is not None)
        lock.close()
    return any(held)


def stop(place: Place) -> bool:
    """Stop the agent, however it is kept. False when it was not running."""
    if (place.units / UNIT).exists():
        place.run((*_systemctl("systemd" if place.root else "user"), "disable", "--now", UNIT))
    stopped = False
    for name in ("watch.lock", "agent.lock"):
        stopped = _end(place.folder, name) or stopped
    return stopped


def _end(folder: Path, name: str) -> bool:
    """End whoever holds this lock: asked first, then made to."""
    lock = Single(folder, name)
    try:
        holder = lock.holder()
        if holder is None or holder <= 0:
            return False
        for number, patience in ((signal.SIGTERM, STOP_SECONDS), (signal.SIGKILL, 1.0)):
            try:
                os.kill(holder, number)
            except ProcessLookupError:
                return True
            until = time.monotonic() + patience
            while time.monotonic() < until:
                if lock.holder() is None:
                    return True
                time.sleep(0.02)
        return lock.holder() is None
    finally:
        lock.close()


def watch(place: Place, rest: Callable[[float], None] = time.sleep) -> int:
    """The plain keeper: runs the agent again when it ends, ever more slowly while it does not live long.

    Returns the exit code with which there was no point in going on; 1 when another one watches already.
    """
    lock = Single(place.folder, "watch.lock")
    if not lock.take():
        lock.close()
        return 1
    child: subprocess.Popen[bytes] | None = None

    def end(number: int, frame: object) -> None:
        if child is not None:
            child.terminate()
        raise SystemExit(0)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    pause = 1.0
    try:
        while True:
            began = time.monotonic()
            child = subprocess.Popen(place.command)
            code = child.wait()
            if code in RESTARTS_NOTHING:
                return code
            pause = 1.0 if time.monotonic() - began > LONGEST_REST else min(LONGEST_REST, 2 * pause)
            _trim(place.folder / "agent.log")
            rest(pause)
    finally:
        lock.close()


def _trim(log: Path) -> None:
    """A log that only grows would fill the disk of somebody who never looks at it."""
    try:
        if log.stat().st_size > LOG_BYTES:
            log.write_bytes(log.read_bytes()[-LOG_BYTES // 4 :])
    except OSError:
        return


def uninstall(place: Place) -> None:
    """Stop it and take away what was made here: nothing else that lies in its folder."""
    stop(place)
    unit = place.units / UNIT
    if unit.exists():
        unit.unlink()
        place.run((*_systemctl("systemd" if place.root else "user"), "daemon-reload"))
    removing.remove(place.folder, Path.home())
