"""What came in, what is owed, what is due. Leases are machine time; everything else the bot's clock."""

from sqlalchemy import Index
from sqlalchemy import text as raw
from sqlmodel import SQLModel

from storage.tables.columns import big, key, one_of, partial_index, ref, text
from storage.words import InboxState, OutboxState, Priority


class Inbox(SQLModel, table=True):
    """One message or press. `key` is unique per platform event; `code` and `data` are the stored answer."""

    __tablename__ = "inbox"
    __table_args__ = (
        one_of("state", InboxState, "inbox"),
        partial_index("ix_inbox_new", "id", where="state = 'new'"),
    )

    id: int | None = key()
    key: str = text(unique=True)
    platform: str = text()
    chat_id: int | None = ref("chat.id", default=None)
    payload: str = text()
    state: str = text()
    received_at: int = big()
    lease_holder: str | None = text(default=None)
    lease_until: int | None = big(default=None)
    done_at: int | None = big(default=None)
    code: str | None = text(default=None)
    data: str | None = text(default=None)


class Outbox(SQLModel, table=True):
    """One message that is owed. It is worded when it is sent, from `code` and `data`. `silent`: without a sound."""

    __tablename__ = "outbox"
    __table_args__ = (
        one_of("state", OutboxState, "outbox"),
        one_of("priority", Priority, "outbox"),
        partial_index("ix_outbox_open", "chat_id", "id", where="state IN ('due', 'sending')"),
    )

    id: int | None = key()
    key: str = text(unique=True)
    platform: str = text()
    chat_id: int = ref("chat.id")
    topic: str | None = text(default=None)
    inbox_id: int | None = ref("inbox.id", default=None, index=True)
    code: str = text()
    data: str = text()
    choices: str = text(default="[]")
    language: str = text()
    zone: str = text()
    reply_to: str | None = text(default=None)
    edit_of: str | None = text(default=None)
    press_key: str | None = text(default=None)
    priority: str = text(default=Priority.ANSWER.value)
    repeatable: int = big(default=1)
    attempts: int = big(default=0)
    state: str = text(default=OutboxState.DUE.value)
    not_before: int | None = big(default=None)
    lease_holder: str | None = text(default=None)
    lease_until: int | None = big(default=None)
    handle: str | None = text(default=None)
    owed_at: int = big()
    sent_at: int | None = big(default=None)
    error: str | None = text(default=None)
    silent: int = big(default=0, sa_column_kwargs={"server_default": raw("0")})


class Job(SQLModel, table=True):
    """Something to do later. It re-reads the state when it fires; `key` is unique, e.g. `booking:42:end`."""

    __tablename__ = "job"
    __table_args__ = (Index("ix_job_due", "due_at"),)

    id: int | None = key()
    kind: str = text()
    key: str = text(unique=True)
    due_at: int = big()
    useless_after: int = big()
    payload: str = text(default="{}")


class Counter(SQLModel, table=True):
    """A running total that must survive a restart, e.g. jobs dropped as useless."""

    __tablename__ = "counter"

    name: str = text(primary_key=True)
    value: int = big(default=0)


class Note(SQLModel, table=True):
    """A small thing to remember, e.g. which command menu was set last."""

    __tablename__ = "note"

    name: str = text(primary_key=True)
    value: str = text()


class Lease(SQLModel, table=True):
    """A role only one process may play, e.g. polling one bot account. Machine time."""

    __tablename__ = "lease"

    name: str = text(primary_key=True)
    holder: str = text()
    until: int = big()
