"""The inbox: store before the sender may forget, claim, mark done."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, insert, or_, select, update
from sqlmodel import Session, col

from storage.queries.core import one_like, table_of
from storage.tables import Inbox
from storage.words import InboxState

_rows = table_of(Inbox)
_CAME_BEFORE = select(_rows.c.id).where(_rows.c.key == bindparam("key"))
_STORE = insert(_rows).returning(_rows.c.id)
_KEEP = insert(_rows)
_GET = select(_rows).where(_rows.c.id == bindparam("inbox_id"))
_NEW = (_rows.c.id == bindparam("inbox_id")) & (_rows.c.state == InboxState.NEW.value)
_CLAIM = (
    update(_rows)
    .where(_NEW, or_(_rows.c.lease_holder == bindparam("holder"), _rows.c.lease_until <= bindparam("machine_now")))
    .values(lease_holder=bindparam("holder"), lease_until=bindparam("until"))
    .returning(*_rows.c)
)
_DONE = (
    update(_rows)
    .where(_NEW)
    .values(
        state=InboxState.DONE.value,
        done_at=bindparam("now"),
        code=bindparam("answer"),
        data=bindparam("facts"),
    )
)


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
    if session.execute(_CAME_BEFORE, {"key": key}).first() is not None:
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
    return int(session.execute(_STORE, row).scalar_one())


def keep(session: Session, *, key: str, platform: str, payload: str, now: int) -> bool:
    """Store something unreadable for a person to look at. False when it was kept before."""
    if session.execute(_CAME_BEFORE, {"key": key}).first() is not None:
        return False
    row = {
        "key": key,
        "platform": platform,
        "payload": payload,
        "state": InboxState.KEPT.value,
        "received_at": now,
    }
    session.execute(_KEEP, row)
    return True


def by_key(session: Session, key: str) -> Inbox | None:
    """The row of that key."""
    return session.execute(select(Inbox).where(col(Inbox.key) == key)).scalar_one_or_none()


def get(session: Session, inbox_id: int) -> Inbox | None:
    """The row of that id."""
    return one_like(session, Inbox, _GET, {"inbox_id": inbox_id})


def waiting(session: Session, platforms: list[str], holder: str, machine_now: int) -> list[tuple[int, int | None]]:
    """`(id, chat_id)` of rows not done that are ours or whose lease ran out, oldest first."""
    free = or_(col(Inbox.lease_holder) == holder, col(Inbox.lease_until) <= machine_now)
    found = session.execute(
        select(col(Inbox.id), col(Inbox.chat_id))
        .where(col(Inbox.state) == InboxState.NEW.value, col(Inbox.platform).in_(platforms), free)
        .order_by(col(Inbox.id))
    )
    return [(int(row[0]), row[1]) for row in found]


def claim(session: Session, inbox_id: int, lease: tuple[str, int], machine_now: int) -> Inbox | None:
    """The row, taken for ourselves; None when it is done or another process holds it."""
    who = {"inbox_id": inbox_id, "holder": lease[0], "until": lease[1], "machine_now": machine_now}
    return one_like(session, Inbox, _CLAIM, who)


def abandon(session: Session, inbox_id: int, holder: str) -> None:
    """The process that held the row is gone: its lease ends now."""
    session.execute(
        update(Inbox).where(col(Inbox.id) == inbox_id, col(Inbox.lease_holder) == holder).values(lease_until=0)
    )


def mark_done(session: Session, inbox_id: int, now: int, code: str, data: Mapping[str, Any]) -> bool:
    """Done, with the answer it got. False when somebody was faster: the caller must undo its effect."""
    facts = json.dumps(data, ensure_ascii=False)
    changed = session.execute(_DONE, {"inbox_id": inbox_id, "now": now, "answer": code, "facts": facts})
    return bool(changed.rowcount)  # type: ignore[attr-defined]
