"""Humans and the accounts by which chat platforms know them. Names never identify."""

from sqlalchemy import UniqueConstraint
from sqlmodel import SQLModel

from storage.tables.columns import big, key, ref, text


class Person(SQLModel, table=True):
    """A human. `language` null = follow the client or the pool; quiet hours are minutes of the day."""

    __tablename__ = "person"

    id: int | None = key()
    name: str = text()
    language: str | None = text(default=None)
    quiet_from: int | None = big(default=None)
    quiet_to: int | None = big(default=None)
    created_at: int = big()


class Identity(SQLModel, table=True):
    """An account on a platform, with its name there. Two accounts are joined only by a one-time code."""

    __tablename__ = "identity"
    __table_args__ = (UniqueConstraint("platform", "account", name="uq_identity_account"),)

    id: int | None = key()
    person_id: int = ref("person.id", index=True)
    platform: str = text()
    account: str = text()
    username: str | None = text(default=None)
    client_language: str | None = text(default=None)
    private_chat_id: int | None = ref("chat.id", default=None)
    name: str | None = text(default=None)


class LinkCode(SQLModel, table=True):
    """A one-time code that joins another account to a person; only its SHA-256 is kept."""

    __tablename__ = "link_code"

    id: int | None = key()
    hash: str = text(unique=True)
    person_id: int = ref("person.id", index=True)
    made_at: int = big()
    expires_at: int = big()
    used_at: int | None = big(default=None)
