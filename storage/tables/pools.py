"""Pools, their members and stays, the chats they live in, and the codes that found them."""

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import SQLModel

from storage.tables.columns import big, key, one_of, partial_index, ref, text
from storage.words import ChatKind, ChatState, CodeKind, Role


class Pool(SQLModel, table=True):
    """One group's rental. `zone` is an IANA name; amounts are minor units of `currency`.

    `connect`: how to reach the machine, as an owner wrote it for newcomers. Never a password. `digest_minute`: the
    local minute of the day at which the digest comes; null = off.
    """

    __tablename__ = "pool"

    id: int | None = key()
    name: str = text()
    zone: str = text(default="Asia/Shanghai")
    language: str = text(default="zh")
    currency: str = text(default="CNY")
    created_at: int = big()
    connect: str | None = text(default=None)
    digest_minute: int | None = big(default=None)


class PoolZone(SQLModel, table=True):
    """The zone in which a pool's months are cut from `from_at` on. Before the first row it is the pool's own."""

    __tablename__ = "pool_zone"
    __table_args__ = (Index("ix_pool_zone_from", "pool_id", "from_at"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    zone: str = text()
    from_at: int = big()
    decided_by: int = ref("member.id")
    decided_at: int = big()


class Chat(SQLModel, table=True):
    """A chat on a platform. Rows elsewhere point here, so a renamed chat is one update."""

    __tablename__ = "chat"
    __table_args__ = (
        UniqueConstraint("platform", "key", name="uq_chat_key"),
        one_of("kind", ChatKind, "chat"),
        one_of("state", ChatState, "chat"),
        partial_index("uq_chat_pool_group", "pool_id", where="kind = 'group' AND state <> 'merged'", unique=True),
    )

    id: int | None = key()
    platform: str = text()
    key: str = text()
    kind: str = text()
    title: str | None = text(default=None)
    state: str = text(default=ChatState.ACTIVE.value)
    pool_id: int | None = ref("pool.id", default=None)
    topic: str | None = text(default=None)
    hears_all: int = big(default=0)


class Member(SQLModel, table=True):
    """A person in a pool. `name` is what the group calls them."""

    __tablename__ = "member"
    __table_args__ = (
        UniqueConstraint("pool_id", "person_id", name="uq_member_person"),
        one_of("role", Role, "member"),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id")
    person_id: int = ref("person.id", index=True)
    name: str = text()
    role: str = text(default=Role.MEMBER.value)


class Membership(SQLModel, table=True):
    """One stay of a member; `left_at` null while it lasts."""

    __tablename__ = "membership"
    __table_args__ = (partial_index("uq_membership_open", "member_id", where="left_at IS NULL", unique=True),)

    id: int | None = key()
    member_id: int = ref("member.id", index=True)
    joined_at: int = big()
    left_at: int | None = big(default=None)


class FoundingCode(SQLModel, table=True):
    """A one-time code that lets somebody found a pool; only its SHA-256 is kept."""

    __tablename__ = "founding_code"
    __table_args__ = (one_of("kind", CodeKind, "founding_code"),)

    id: int | None = key()
    kind: str = text()
    hash: str = text(unique=True)
    made_by: int | None = ref("person.id", default=None)
    made_at: int = big()
    expires_at: int | None = big(default=None)
    used_at: int | None = big(default=None)
    pool_id: int | None = ref("pool.id", default=None)
