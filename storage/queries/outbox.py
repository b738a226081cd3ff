"""The outbox: owe, take for sending, settle what became of it."""

from typing import Any

from sqlalchemy import case, insert, or_, select, update
from sqlmodel import Session, col

from storage.tables import Outbox
from storage.words import OutboxState, Priority

OPEN = (OutboxState.DUE.value, OutboxState.SENDING.value)


def owe(session: Session, **row: Any) -> int | None:
    """Owe a message. None when its key is owed or sent already (effects happen exactly once)."""
    if session.execute(select(col(Outbox.id)).where(col(Outbox.key) == row["key"])).first() is not None:
        return None
    return int(session.execute(insert(Outbox).values(row).returning(col(Outbox.id))).scalar_one())


def _ours(holder: str, machine_now: int) -> Any:
    return or_(
        col(Outbox.lease_holder).is_(None),
        col(Outbox.lease_holder) == holder,
        col(Outbox.lease_until) <= machine_now,
    )


def places_waiting(session: Session, platforms: list[str], holder: str, machine_now: int) -> list[int]:
    """Chats to which something is owed that we may send."""
    found = session.execute(
        select(col(Outbox.chat_id))
        .where(col(Outbox.state).in_(OPEN), col(Outbox.platform).in_(platforms), _ours(holder, machine_now))
        .distinct()
    )
    return [int(row[0]) for row in found]


def next_due(session: Session, chat_id: int, holder: str, machine_now: int) -> Outbox | None:
    """The next message for a chat: answers to people first, then in the order they were owed."""
    rank = case({word.value: word.rank for word in Priority}, value=col(Outbox.priority))
    found = session.execute(
        select(Outbox)
        .where(
            col(Outbox.chat_id) == chat_id,
            col(Outbox.state) == OutboxState.DUE.value,
            or_(col(Outbox.not_before).is_(None), col(Outbox.not_before) <= machine_now),
            _ours(holder, machine_now),
        )
        .order_by(rank, col(Outbox.id))
        .limit(1)
    )
    return found.scalar_one_or_none()


def take(session: Session, outbox_id: int, lease: tuple[str, int], machine_now: int) -> bool:
    """Mark as being sent. False when another process has it."""
    changed = session.execute(
        update(Outbox)
        .where(
            col(Outbox.id) == outbox_id,
            col(Outbox.state) == OutboxState.DUE.value,
            _ours(lease[0], machine_now),
        )
        .values(
            state=OutboxState.SENDING.value,
            attempts=col(Outbox.attempts) + 1,
            lease_holder=lease[0],
            lease_until=lease[1],
        )
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def settle(session: Session, outbox_id: int, state: OutboxState, **more: Any) -> None:
    """Write down what became of a message."""
    session.execute(update(Outbox).where(col(Outbox.id) == outbox_id).values(state=state.value, **more))


def interrupted(session: Session, platforms: list[str], holder: str, machine_now: int) -> list[Outbox]:
    """Messages whose sending began and never ended: their outcome is unknown."""
    found = session.execute(
        select(Outbox)
        .where(
            col(Outbox.state) == OutboxState.SENDING.value,
            col(Outbox.platform).in_(platforms),
            or_(col(Outbox.lease_holder) == holder, col(Outbox.lease_until) <= machine_now),
        )
        .order_by(col(Outbox.id))
    )
    return list(found.scalars())


def drop_for_chat(session: Session, chat_id: int, error: str) -> None:
    """A chat cannot be reached: nothing more is sent to it."""
    session.execute(
        update(Outbox)
        .where(col(Outbox.chat_id) == chat_id, col(Outbox.state) == OutboxState.DUE.value)
        .values(state=OutboxState.DROPPED.value, error=error)
    )


def answers_to(session: Session, inbox_id: int) -> list[Outbox]:
    """The messages owed to the sender of an inbox row, in order."""
    found = session.execute(select(Outbox).where(col(Outbox.inbox_id) == inbox_id).order_by(col(Outbox.id)))
    return list(found.scalars())
