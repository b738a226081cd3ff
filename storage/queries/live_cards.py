"""The message of each pool that shows its cards live, and the spent edits of it."""

from sqlalchemy import delete, insert, select, update
from sqlmodel import Session, col

from storage.tables import LiveCard, Outbox
from storage.words import OutboxState


def of_pool(session: Session, pool_id: int) -> LiveCard | None:
    """The live card of a pool, if it wants one."""
    return session.execute(select(LiveCard).where(col(LiveCard.pool_id) == pool_id)).scalar_one_or_none()


def begin(session: Session, pool_id: int, chat_id: int, now: int) -> None:
    """A pool wants one in this chat; nothing is shown yet. An older one is left as it is."""
    end(session, pool_id)
    row = {"pool_id": pool_id, "chat_id": chat_id, "outbox_key": "", "edited_at": now, "shown": ""}
    session.execute(insert(LiveCard).values(row))


def end(session: Session, pool_id: int) -> None:
    """A pool wants none any more."""
    session.execute(delete(LiveCard).where(col(LiveCard.pool_id) == pool_id))


def shown(session: Session, card: LiveCard, outbox_key: str, what: str, now: int) -> None:
    """What it says from now on, and the message owed for it."""
    session.execute(
        update(LiveCard).where(col(LiveCard.id) == card.id).values(outbox_key=outbox_key, shown=what, edited_at=now)
    )


def last_sending(session: Session, outbox_key: str) -> Outbox | None:
    """What became of the newest edit, for reading only."""
    return session.execute(select(Outbox).where(col(Outbox.key) == outbox_key)).scalar_one_or_none()


def keep_handle(session: Session, spent: Outbox) -> None:
    """The message that this edit was to change is still the one to be edited."""
    session.execute(
        update(Outbox).where(col(Outbox.id) == spent.id, col(Outbox.handle).is_(None)).values(handle=spent.edit_of)
    )


def forget_spent(session: Session, prefix: str, keep: str) -> None:
    """Edits that were made are of no more use; the last one knows the message."""
    session.execute(
        delete(Outbox).where(
            col(Outbox.key).startswith(prefix, autoescape=True),
            col(Outbox.key) != keep,
            col(Outbox.state).in_([OutboxState.SENT.value, OutboxState.DROPPED.value, OutboxState.UNKNOWN.value]),
        )
    )
