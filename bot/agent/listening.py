"""Whether the agent opens a port of its own, and for whom; what serves it is in `listen`, which needs more memory."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MIN_TOKEN = 24


class BadListen(ValueError):
    """An address to listen at that cannot be one, or a token that anybody could guess."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where, and for whom. Beyond this machine itself it takes a tunnel or a proxy with TLS in front."""

    host: str
    port: int
    token: str


def listening(environment: Mapping[str, str], folder: Path) -> Listening | None:
    """What `PINKA_AGENT_LISTEN` (a port, or host:port; 127.0.0.1 unless said) and `PINKA_AGENT_TOKEN` ask for; None:
    no port is opened. Without a token one is made and kept in the folder. Raises BadListen, OSError.
    """
    where = environment.get("PINKA_AGENT_LISTEN", "").strip()
    if not where:
        return None
    host, _, port = where.rpartition(":")
    if not port.isdigit() or not 0 < int(port) < 65536:
        raise BadListen("PINKA_AGENT_LISTEN is a port, or host:port")
    token = environment.get("PINKA_AGENT_TOKEN", "").strip() or _kept(folder / "listen.token")
    if len(token) < MIN_TOKEN:
        raise BadListen(f"PINKA_AGENT_TOKEN has at least {MIN_TOKEN} characters")
    return Listening(host or "127.0.0.1", int(port), token)


def _kept(file: Path) -> str:
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(32), "ascii")
    return file.read_text("ascii").strip()
