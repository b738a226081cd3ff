"""The inbox: store before the sender may forget, claim, mark done."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, or_, select, update
from sqlmodel import Session, col

from storage.tables import Inbox
from storage.words import InboxState


def store(
    session: Session,
    *,
    key: str,
    platform: str,
    chat_id: int | None,
    payload: str,
    now: int,
    lease: tuple[str, int],
) -> int | None:
    """The new row's id, or None when `key` came before."""
    if session.execute(select(col(Inbox.id)).where(col(Inbox.key) == key)).first() is not None:
        return None
    row = {
        "key": key,
        "platform": platform,
        "chat_id": chat_id,
        "payload": payload,
        "state": InboxState.NEW.value,
        "received_at": now,
        "lease_holder": lease[0],
        "lease_until": lease[1],
    }
    return int(session.execute(insert(Inbox).values(row).returning(col(Inbox.id))).scalar_one())


def keep(session: Session, *, key: str, platform: str, payload: str, now: int) -> bool:
    """Store something unreadable for a person to look at. False when it was kept before."""
    if session.execute(select(col(Inbox.id)).where(col(Inbox.key) == key)).first() is not None:
        return False
    row = {
        "key": key,
        "platform": platform,
        "payload": payload,
        "state": InboxState.KEPT.value,
        "received_at": now,
    }
    session.execute(insert(Inbox).values(row))
    return True


def by_key(session: Session, key: str) -> Inbox | None:
    """The row of that key."""
    return session.execute(select(Inbox).where(col(Inbox.key) == key)).scalar_one_or_none()


def get(session: Session, inbox_id: int) -> Inbox | None:
    """The row of that id."""
    return session.get(Inbox, inbox_id)


def waiting(session: Session, platforms: list[str], holder: str, machine_now: int) -> list[tuple[int, int | None]]:
    """`(id, chat_id)` of rows not done that are ours or whose lease ran out, oldest first."""
    free = or_(col(Inbox.lease_holder) == holder, col(Inbox.lease_until) <= machine_now)
    found = session.execute(
        select(col(Inbox.id), col(Inbox.chat_id))
        .where(col(Inbox.state) == InboxState.NEW.value, col(Inbox.platform).in_(platforms), free)
        .order_by(col(Inbox.id))
    )
    return [(int(row[0]), row[1]) for row in found]


def claim(session: Session, inbox_id: int, lease: tuple[str, int], machine_now: int) -> bool:
    """Take the row for ourselves; False when it is done or another process holds it."""
    free = or_(col(Inbox.lease_holder) == lease[0], col(Inbox.lease_until) <= machine_now)
    changed = session.execute(
        update(Inbox)
        .where(col(Inbox.id) == inbox_id, col(Inbox.state) == InboxState.NEW.value, free)
        .values(lease_holder=lease[0], lease_until=lease[1])
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def mark_done(session: Session, inbox_id: int, now: int, code: str, data: Mapping[str, Any]) -> bool:
    """Done, with the answer it got. False when somebody was faster: the caller must undo its effect."""
    changed = session.execute(
        update(Inbox)
        .where(col(Inbox.id) == inbox_id, col(Inbox.state) == InboxState.NEW.value)
        .values(state=InboxState.DONE.value, done_at=now, code=code, data=json.dumps(data, ensure_ascii=False))
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]
