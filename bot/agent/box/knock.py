"""Asking the agent of this machine through its Unix socket: one line of JSON there, one back."""

import contextlib
import json
import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FOR_ALL = Path("/run/pinka/box.sock")
NAME = "box.sock"
LONGEST_LINE = 64 * 1024
SECONDS = 12.0
LONGEST_ADDRESS = 100
"""Bytes that surely fit into the address of a Unix socket."""


class NoAgent(Exception):
    """No agent runs here, or none that this account may ask."""


def places(environment: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Where an agent may listen: its own folder, and for everybody where it runs as root."""
    if environment.get("PINKA_SOCKET"):
        return (Path(environment["PINKA_SOCKET"]),)
    home = Path(environment.get("PINKA_AGENT_HOME") or Path.home() / ".pinka")
    return (home / NAME, FOR_ALL)


@contextlib.contextmanager
def address(path: Path) -> Iterator[str]:
    """The path as a socket's address, however long it is. Raises OSError."""
    if len(os.fsencode(path)) <= LONGEST_ADDRESS:
        yield str(path)
        return
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}/{path.name}"
    finally:
        os.close(descriptor)


def ask(request: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """What the agent answers. Raises NoAgent."""
    line = json.dumps(request).encode() + b"\n"
    for path in places(environment):
        try:
            answer = json.loads(_asked(path, line))
        except (OSError, ValueError):
            continue
        if isinstance(answer, dict):
            return answer
    raise NoAgent


def _asked(path: Path, line: bytes) -> bytes:
    with address(path) as where, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line_to:
        line_to.settimeout(SECONDS)
        line_to.connect(where)
        line_to.sendall(line)
        said = b""
        while not said.endswith(b"\n") and len(said) <= LONGEST_LINE:
            more = line_to.recv(LONGEST_LINE)
            if not more:
                break
            said += more
        return said
