"""Chats: find or make, bind to a pool, rename when a platform renames."""

from sqlalchemy import bindparam, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import one_like, table_of
from storage.tables import Chat, Inbox, LiveCard, Offer, Outbox
from storage.words import ChatKind, ChatState, OutboxState

_rows = table_of(Chat)
_FIND = select(_rows).where(_rows.c.platform == bindparam("platform"), _rows.c.key == bindparam("key"))
_GET = select(_rows).where(_rows.c.id == bindparam("chat_id"))


def find(session: Session, platform: str, key: str) -> Chat | None:
    """The chat of that key."""
    return one_like(session, Chat, _FIND, {"platform": platform, "key": key})


def get(session: Session, chat_id: int) -> Chat | None:
    """The chat of that id."""
    return one_like(session, Chat, _GET, {"chat_id": chat_id})


def make(session: Session, platform: str, key: str, kind: ChatKind, title: str | None, hears_all: bool) -> int:
    """A new chat; returns its id."""
    row = {"platform": platform, "key": key, "kind": kind.value, "title": title, "hears_all": int(hears_all)}
    return int(session.execute(insert(Chat).values(row).returning(col(Chat.id))).scalar_one())


def change(session: Session, chat_id: int, **values: object) -> None:
    """Set columns of a chat."""
    session.execute(update(Chat).where(col(Chat.id) == chat_id).values(**values))


def of_pool(session: Session, pool_id: int) -> Chat | None:
    """The pool's group chat."""
    return session.execute(
        select(Chat).where(
            col(Chat.pool_id) == pool_id,
            col(Chat.kind) == ChatKind.GROUP.value,
            col(Chat.state) != ChatState.MERGED.value,
        )
    ).scalar_one_or_none()


def rename(session: Session, platform: str, old: str, new: str) -> None:
    """The platform moved a chat to a new key (group → supergroup). Idempotent, whichever message came first.

    The messages of the old key stay behind: under the new one their numbers are other messages'.
    """
    ours = find(session, platform, old)
    if ours is None:
        return
    _leave_messages_behind(session, int(ours.id or 0))
    early = find(session, platform, new)
    if early is not None:
        for table in (Inbox, Outbox, Offer):
            session.execute(update(table).where(col(table.chat_id) == early.id).values(chat_id=ours.id))
        session.execute(
            update(Chat)
            .where(col(Chat.id) == early.id)
            .values(key=f"{new}#merged{early.id}", state=ChatState.MERGED.value, pool_id=None)
        )
        pool_id = ours.pool_id or early.pool_id
    else:
        pool_id = ours.pool_id
    session.execute(
        update(Chat).where(col(Chat.id) == ours.id).values(key=new, pool_id=pool_id, state=ChatState.ACTIVE.value)
    )


def _leave_messages_behind(session: Session, chat_id: int) -> None:
    """Nothing sent is edited or answered any more, and a live card is shown anew. What is being sent at this moment
    may already be on its way to the new key, and settles itself."""
    there = (col(Outbox.chat_id) == chat_id, col(Outbox.state) != OutboxState.SENDING.value)
    numbers = {"handle": None, "edit_of": None, "reply_to": None}
    session.execute(update(Outbox).where(*there).values(numbers))
    sent = select(col(Outbox.key)).where(*there, col(Outbox.state) != OutboxState.DUE.value)
    shown = (col(LiveCard.chat_id) == chat_id, col(LiveCard.outbox_key).in_(sent))
    session.execute(update(LiveCard).where(*shown).values(shown=""))
