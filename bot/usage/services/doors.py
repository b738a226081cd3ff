"""Where agents find the bot: `pinka run` writes it down when it starts, so that the chat can say what to paste."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from sqlmodel import Session

from storage.queries import notes

DOOR, TUNNEL = "agents:door", "agents:tunnel"


@dataclass(frozen=True, slots=True)
class Door:
    """`url` as a GPU machine reaches it; `pin` is the SHA-256 of the certificate, where nobody vouches for it."""

    url: str
    pin: str | None = None


def stand(session: Session, door: Door | None, tunnelled: bool) -> None:
    """From now on agents come in here (None: nowhere), perhaps through a tunnel that is still to be opened."""
    _put(session, DOOR, asdict(door) if door else None)
    _put(session, TUNNEL, {"state": "down", "why": None} if tunnelled else None)


def _put(session: Session, name: str, value: dict[str, Any] | None) -> None:
    written = json.dumps(value) if value else ""
    if written != (notes.get(session, name) or ""):
        notes.put(session, name, written)


def door(session: Session) -> Door | None:
    """Where agents come in, if the service that runs lets any in."""
    found = json.loads(notes.get(session, DOOR) or "null")
    return Door(**found) if found else None


def tunnel_is(session: Session, state: str, why: str | None) -> None:
    """How the tunnel to the machine stands: up or down, and why."""
    _put(session, TUNNEL, {"state": state, "why": why})


def tunnel(session: Session) -> dict[str, Any] | None:
    """`state` and `why`; None when there is to be no tunnel."""
    found: dict[str, Any] | None = json.loads(notes.get(session, TUNNEL) or "null")
    return found
