"""The outbox: owe, take for sending, settle what became of it."""

from typing import Any

from sqlalchemy import bindparam, case, insert, literal_column, or_, select, update
from sqlmodel import Session, col

from storage.queries.core import one_like, table_of
from storage.tables import Chat, Outbox
from storage.words import OutboxState, Priority

_rows = table_of(Outbox)
_OWED_BEFORE = select(_rows.c.id).where(_rows.c.key == bindparam("key"))
_OWE = insert(_rows).returning(_rows.c.id)
OPEN = (OutboxState.DUE.value, OutboxState.SENDING.value)
# Stands in each statement just as in the index `ix_outbox_open`: else SQLite reads all that was ever sent.
_IS_OPEN = _rows.c.state.in_([literal_column(f"'{state}'") for state in OPEN])
_OURS = or_(
    _rows.c.lease_holder.is_(None),
    _rows.c.lease_holder == bindparam("holder"),
    _rows.c.lease_until <= bindparam("machine_now"),
)
_NEXT_DUE = (
    select(_rows)
    .where(_rows.c.chat_id == bindparam("chat_id"), _IS_OPEN, _rows.c.state == OutboxState.DUE.value, _OURS)
    .order_by(case({word.value: word.rank for word in Priority}, value=_rows.c.priority), _rows.c.id)
    .limit(1)
)
_TAKE = (
    update(_rows)
    .where(_rows.c.id == bindparam("outbox_id"), _rows.c.state == OutboxState.DUE.value, _OURS)
    .values(
        state=OutboxState.SENDING.value,
        attempts=_rows.c.attempts + 1,
        lease_holder=bindparam("holder"),
        lease_until=bindparam("until"),
    )
)
_SETTLE = update(_rows).where(_rows.c.id == bindparam("outbox_id"), _rows.c.state == OutboxState.SENDING.value)


def owe(session: Session, **row: Any) -> int | None:
    """Owe a message. None when its key is owed or sent already (effects happen exactly once)."""
    if session.execute(_OWED_BEFORE, {"key": row["key"]}).first() is not None:
        return None
    return int(session.execute(_OWE, row).scalar_one())


def places_waiting(session: Session, platforms: list[str], holder: str, machine_now: int) -> list[int]:
    """Chats to which something is owed that we may send."""
    found = session.execute(
        select(_rows.c.chat_id).where(_IS_OPEN, _rows.c.platform.in_(platforms), _OURS).distinct(),
        {"holder": holder, "machine_now": machine_now},
    )
    return [int(row[0]) for row in found]


def next_due(session: Session, chat_id: int, holder: str, machine_now: int) -> Outbox | None:
    """The next message for a chat: answers to people first, then in the order they were owed.

    None while that one has to wait (`not_before`): what is owed behind it does not overtake it.
    """
    row = one_like(session, Outbox, _NEXT_DUE, {"chat_id": chat_id, "holder": holder, "machine_now": machine_now})
    return None if row is None or (row.not_before or 0) > machine_now else row


def take(session: Session, outbox_id: int, lease: tuple[str, int], machine_now: int) -> bool:
    """Mark as being sent. False when another process has it."""
    who = {"outbox_id": outbox_id, "holder": lease[0], "until": lease[1], "machine_now": machine_now}
    changed = session.execute(_TAKE, who)
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def settle(session: Session, outbox_id: int, state: OutboxState, **more: Any) -> None:
    """Write down what became of a message that was being sent."""
    session.execute(_SETTLE, {"outbox_id": outbox_id, "state": state.value, **more})


def told(session: Session, outbox_id: int, now: int) -> None:
    """An owed answer reached its reader in another way: it is not sent once more."""
    session.execute(
        update(Outbox)
        .where(col(Outbox.id) == outbox_id, col(Outbox.state).in_(OPEN))
        .values(state=OutboxState.SENT.value, sent_at=now)
    )


def interrupted(session: Session, platforms: list[str], holder: str, machine_now: int) -> list[Outbox]:
    """Messages whose sending began and never ended: their outcome is unknown."""
    found = session.execute(
        select(Outbox).where(
            _IS_OPEN,
            col(Outbox.state) == OutboxState.SENDING.value,
            col(Outbox.platform).in_(platforms),
            or_(col(Outbox.lease_holder) == holder, col(Outbox.lease_until) <= machine_now),
        )
    )
    return sorted(found.scalars(), key=lambda row: int(row.id or 0))  # sorted by SQLite, it would not use the index


def drop_for_chat(session: Session, chat_id: int, error: str) -> None:
    """A chat cannot be reached: nothing more is sent to it."""
    session.execute(
        update(Outbox)
        .where(_IS_OPEN, col(Outbox.chat_id) == chat_id, col(Outbox.state) == OutboxState.DUE.value)
        .values(state=OutboxState.DROPPED.value, error=error)
    )


def move_on(session: Session, merged: Chat) -> None:
    """What was owed to a chat in the moment in which it became another one (see `chats.rename`) goes there."""
    key = merged.key.rpartition("#merged")[0]
    heir = select(col(Chat.id)).where(col(Chat.platform) == merged.platform, col(Chat.key) == key).scalar_subquery()
    session.execute(
        update(Outbox)
        .where(col(Outbox.chat_id) == merged.id, col(Outbox.state).in_(OPEN))
        .values(chat_id=heir)
        .execution_options(synchronize_session=False)
    )


def answers_to(session: Session, inbox_id: int) -> list[Outbox]:
    """The messages owed to the sender of an inbox row, in order."""
    found = session.execute(select(Outbox).where(col(Outbox.inbox_id) == inbox_id).order_by(col(Outbox.id)))
    return list(found.scalars())


def handle_of(session: Session, key: str, chat_id: int) -> str | None:
    """The platform's handle of the message of that key, once it was sent to this chat."""
    found = session.execute(select(col(Outbox.handle)).where(col(Outbox.key) == key, col(Outbox.chat_id) == chat_id))
    return found.scalar_one_or_none()
