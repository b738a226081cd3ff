"""Asks docker or podman what a container is called and whose it is, where their socket may be read.

Only GET on one container is ever sent.
"""

import json
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.agent.people.ladder import Container

SOCKETS = ("var/run/docker.sock", "run/podman/podman.sock")
LABELS = ("pinka.user", "com.pinka.user")
PATIENCE_S = 0.5
MOST_BYTES = 1024 * 1024


class Runtime:
    """The sockets below `root`. One that does not answer is not asked again for this container."""

    def __init__(self, root: Path = Path("/"), sockets: Sequence[str] = SOCKETS) -> None:
        self._sockets = [root / each for each in sockets]

    def container(self, identifier: str) -> Container | None:
        """None: no socket that we may read knows it."""
        for path in self._sockets:
            if path.exists():
                told = _get(path, f"/containers/{identifier}/json")
                if told is not None:
                    return _container(told)
        return None


def _get(path: Path, address: str) -> dict[str, Any] | None:
    """HTTP/1.0, so that the answer ends where the connection does."""
    answer = b""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(PATIENCE_S)
            connection.connect(str(path))
            connection.sendall(f"GET {address} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
            while len(answer) < MOST_BYTES and (part := connection.recv(65536)):
                answer += part
        head, _, body = answer.partition(b"\r\n\r\n")
        told = json.loads(body) if head.split(None, 2)[1:2] == [b"200"] else None
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) else None


def _container(told: dict[str, Any]) -> Container:
    config = told.get("Config")
    config = config if isinstance(config, dict) else {}
    labels = config.get("Labels")
    labels = labels if isinstance(labels, dict) else {}
    variables = dict(str(each).partition("=")[::2] for each in config.get("Env") or [])
    user = next((labels[name] for name in LABELS if labels.get(name)), None) or variables.get("PINKA_USER")
    name = str(told.get("Name") or "").lstrip("/")
    return Container(name or None, str(user) if user else None)
