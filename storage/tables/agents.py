"""The agents of the nodes: who they are, how they came in, what they told, and what the chat shows of them."""

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import SQLModel

from storage.tables.columns import big, key, one_of, partial_index, ref, text
from storage.words import AgentState


class Agent(SQLModel, table=True):
    """The agent of a node. `key_hash`: SHA-256 of its key, which keys the HMAC of each challenge.

    `boot_id` and `last_seq` are those of the newest batch that is stored; `hello` is its last greeting as JSON.
    """

    __tablename__ = "agent"
    __table_args__ = (
        one_of("state", AgentState, "agent"),
        partial_index("uq_agent_node", "node_id", where="state <> 'removed'", unique=True),
    )

    id: int | None = key()
    node_id: int = ref("node.id")
    name: str = text(unique=True)
    key_hash: str = text()
    state: str = text(default=AgentState.ACTIVE.value)
    enrolled_by: int = ref("member.id")
    enrolled_at: int = big()
    boot_id: str | None = text(default=None)
    last_seq: int = big(default=0)
    last_heard_at: int | None = big(default=None)
    last_reading_at: int | None = big(default=None)
    offset_ms: int = big(default=0)
    hello: str | None = text(default=None)
    reason: str | None = text(default=None)


class EnrolCode(SQLModel, table=True):
    """A one-time code that lets an agent in; only its SHA-256 is kept."""

    __tablename__ = "enrol_code"

    id: int | None = key()
    pool_id: int = ref("pool.id")
    node_id: int | None = ref("node.id", default=None)
    hash: str = text(unique=True)
    made_by: int = ref("member.id")
    made_at: int = big()
    expires_at: int = big()
    used_at: int | None = big(default=None)


class FoundCard(SQLModel, table=True):
    """A card that an agent sees and that is no card of the pool yet: it waits for an owner's word."""

    __tablename__ = "found_card"
    __table_args__ = (UniqueConstraint("node_id", "uuid", name="uq_found_card_uuid"),)

    id: int | None = key()
    node_id: int = ref("node.id")
    uuid: str = text()
    nvml_index: int | None = big(default=None)
    name: str = text()
    memory_bytes: int | None = big(default=None)
    found_at: int = big()
    decided_at: int | None = big(default=None)
    gpu_id: int | None = ref("gpu.id", default=None)


class UnixRule(SQLModel, table=True):
    """How a process is known to be a member's: `kind` unix, folder, session, container, or
    process ("boot/pid:start"). Revoked, never edited."""

    __tablename__ = "unix_rule"
    __table_args__ = (
        CheckConstraint("kind IN ('unix', 'folder', 'session', 'container', 'process')", name="ck_unix_rule_kind"),
        partial_index("uq_unix_rule", "pool_id", "kind", "value", where="revoked_at IS NULL", unique=True),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id")
    member_id: int = ref("member.id", index=True)
    kind: str = text()
    value: str = text()
    made_by: int = ref("member.id")
    made_at: int = big()
    revoked_at: int | None = big(default=None)


class BoxCode(SQLModel, table=True):
    """A personal code with which a member speaks to the chat from the machine; only its SHA-256 is kept."""

    __tablename__ = "box_code"

    id: int | None = key()
    member_id: int = ref("member.id", index=True)
    hash: str = text(unique=True)
    made_at: int = big()
    revoked_at: int | None = big(default=None)


class MachineEvent(SQLModel, table=True):
    """Something that happened on a node at an instant: an Xid, a lost card. `detail` is JSON."""

    __tablename__ = "machine_event"
    __table_args__ = (
        UniqueConstraint("node_id", "boot_id", "seq", name="uq_machine_event_seq"),
        Index("ix_machine_event_node_at", "node_id", "at"),
    )

    id: int | None = key()
    node_id: int = ref("node.id")
    gpu_id: int | None = ref("gpu.id", default=None)
    boot_id: str = text()
    seq: int = big()
    at: int = big()
    kind: str = text()
    detail: str = text()


class LiveCard(SQLModel, table=True):
    """The pinned message of a pool that shows its cards live. `shown` = a hash of what it says."""

    __tablename__ = "live_card"

    id: int | None = key()
    pool_id: int = ref("pool.id", unique=True)
    chat_id: int = ref("chat.id")
    outbox_key: str = text()
    edited_at: int = big()
    shown: str = text()


class Digest(SQLModel, table=True):
    """A day's digest that was owed to a pool; `day` is the local date it is about."""

    __tablename__ = "digest"
    __table_args__ = (UniqueConstraint("pool_id", "day", name="uq_digest_day"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    day: str = text()
    made_at: int = big()
