"""What a booking text was understood to mean: the result every reader of bookings returns, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Literal

Outcome = Literal["ok", "ask_duration", "ask_time", "help", "refuse"]

NO_FACTS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pool as a reader needs it: the number people say, its kind and its memory in GB."""

    number: int
    kind: str
    memory_gb: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A booking as read. `start` and `end` are aware, in the zone of the `now` that was given.

    `reason` is a snake_case code with `reason_facts`: why it is refused, or what an `ask_*` is about.
    `candidates` are the readings to offer, the likeliest first (beside `ask_duration` only where a night was named).
    `assumed_count` says that no count was typed. `for_whom` is the name, as typed, of somebody else whom
    it is for; who may do that is for the caller.
    """

    outcome: Outcome
    count: int | None = None
    kind: str | None = None
    memory_gb: int | None = None
    gpus: tuple[int, ...] = ()
    exclude: tuple[int, ...] = ()
    start: datetime | None = None
    end: datetime | None = None
    minutes: int | None = None
    purpose: str | None = None
    reason: str | None = None
    reason_facts: Mapping[str, object] = field(default_factory=lambda: NO_FACTS, hash=False)
    assumed_count: bool = False
    node: str | None = None
    for_whom: str | None = None
    candidates: tuple[Reading, ...] = ()
    command: str = "book"


def as_json(reading: Reading) -> dict[str, object]:
    """The public JSON of a reading: always the same keys, times as ISO 8601 with their offset."""
    return {
        "outcome": reading.outcome,
        "command": reading.command,
        "count": reading.count,
        "kind": reading.kind,
        "memory_gb": reading.memory_gb,
        "gpus": list(reading.gpus),
        "exclude": list(reading.exclude),
        "start": reading.start.isoformat() if reading.start else None,
        "end": reading.end.isoformat() if reading.end else None,
        "minutes": reading.minutes,
        "purpose": reading.purpose,
        "reason": reading.reason,
    }
