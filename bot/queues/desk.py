"""What the queues need of the house: somebody who recognises, understands and carries out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sqlmodel import Session

from bot.chat.message import Message, Notice, Person, Place, Reply


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom an answer is worded and who may press its buttons."""

    chat_id: int
    person_id: int | None
    pool_id: int | None
    language: str
    zone: str


JustSeen = Mapping[int, Any]
"""What machines answered a moment ago, by machine. What it is, the desk knows."""


class LookFirst(Exception):
    """Raised by the desk before it does anything: the machines of this pool are to be asked how they are now."""

    def __init__(self, pool_id: int) -> None:
        super().__init__(pool_id)
        self.pool_id = pool_id


class Lookout(Protocol):
    """Whoever can ask machines."""

    @property
    def sees_any(self) -> bool:
        """Whether there is a machine to ask at all."""
        ...

    async def look(self, pool_id: int) -> JustSeen:
        """Ask those of a pool; within a few seconds, whatever they do. Who does not answer is not in it."""
        ...


class Desk(Protocol):
    """The front desk. `open` finds out who asks; `run` does it and may raise Refusal."""

    def recognise(self, session: Session, place: Place, person: Person | None, now: int) -> int:
        """Keep chat and person fresh in the store; returns the chat's id."""
        ...

    def reads(self, message: Message) -> bool:
        """Whether the message changes nothing, so that its answer need not be owed."""
        ...

    def open(
        self, session: Session, message: Message, chat_id: int, now: int, just_seen: JustSeen | None
    ) -> tuple[Reader, Any]:
        """The reader of the answer, and whatever `run` needs. Without `just_seen` the desk may raise LookFirst."""
        ...

    def run(self, session: Session, ask: Any) -> Reply:
        """Carry out a text or an event."""
        ...

    def check(self, ask: Any, verb: str, payload: dict[str, Any], pool_id: int | None) -> None:
        """Whether the asker may use a button at all, before anything is told of it. Raises Refusal."""
        ...

    def press(self, session: Session, ask: Any, verb: str, payload: dict[str, Any], pool_id: int | None) -> Reply:
        """Carry out a button whose offer is in order; `pool_id` is the pool it was offered in."""
        ...

    def fresh(
        self, session: Session, ask: Any, verb: str, payload: dict[str, Any], pool_id: int | None
    ) -> Reply | None:
        """A new card in place of one that is out of date."""
        ...


class JobDesk(Protocol):
    """Fires jobs."""

    def fire(self, session: Session, kind: str, payload: dict[str, Any], now: int) -> list[tuple[Reader, Notice]]:
        """Re-read the state and say what is owed now, each with whose pool and zone it is."""
        ...


@dataclass(frozen=True, slots=True)
class Us:
    """This process as the holder of leases. `platforms`: those it speaks for."""

    holder: str
    platforms: tuple[str, ...]
    lease_seconds: int = 30

    def lease(self, machine_now: int) -> tuple[str, int]:
        return self.holder, machine_now + self.lease_seconds
