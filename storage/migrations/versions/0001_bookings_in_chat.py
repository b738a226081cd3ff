"""Persons, pools, machines, bookings with their guard, and the three queues."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _people_and_pools()
    _machines_and_bookings()
    _queues()
    for statement in _SQLITE_GUARD if op.get_bind().dialect.name == "sqlite" else _POSTGRES_GUARD:
        op.execute(statement)


def _big(name: str, *, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=null)


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=null)


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _people_and_pools() -> None:
    op.create_table(
        "person",
        _big("id"),
        _text("name"),
        _text("language", null=True),
        _big("quiet_from", null=True),
        _big("quiet_to", null=True),
        _big("created_at"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "pool",
        _big("id"),
        _text("name"),
        _text("zone"),
        _text("language"),
        _text("currency"),
        _big("created_at"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "chat",
        _big("id"),
        _text("platform"),
        _text("key"),
        _text("kind"),
        _text("title", null=True),
        _text("state"),
        _big("pool_id", null=True),
        _text("topic", null=True),
        _big("hears_all"),
        sa.CheckConstraint("kind IN ('private', 'group')", name="ck_chat_kind"),
        sa.CheckConstraint("state IN ('active', 'gone', 'merged')", name="ck_chat_state"),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("platform", "key", name="uq_chat_key"),
    )
    op.create_index(
        "uq_chat_pool_group", "chat", ["pool_id"], unique=True, **_where("kind = 'group' AND state <> 'merged'")
    )
    op.create_table(
        "identity",
        _big("id"),
        _big("person_id"),
        _text("platform"),
        _text("account"),
        _text("username", null=True),
        _text("client_language", null=True),
        _big("private_chat_id", null=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"]),
        sa.ForeignKeyConstraint(["private_chat_id"], ["chat.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("platform", "account", name="uq_identity_account"),
    )
    op.create_index("ix_identity_person_id", "identity", ["person_id"])
    op.create_table(
        "member",
        _big("id"),
        _big("pool_id"),
        _big("person_id"),
        _text("name"),
        _text("role"),
        sa.CheckConstraint("role IN ('owner', 'treasurer', 'member', 'guest')", name="ck_member_role"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"]),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pool_id", "person_id", name="uq_member_person"),
    )
    op.create_index("ix_member_person_id", "member", ["person_id"])
    op.create_table(
        "membership",
        _big("id"),
        _big("member_id"),
        _big("joined_at"),
        _big("left_at", null=True),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_membership_member_id", "membership", ["member_id"])
    op.create_table(
        "founding_code",
        _big("id"),
        _text("kind"),
        _text("hash"),
        _big("made_by", null=True),
        _big("made_at"),
        _big("expires_at", null=True),
        _big("used_at", null=True),
        _big("pool_id", null=True),
        sa.CheckConstraint("kind IN ('first', 'pool')", name="ck_founding_code_kind"),
        sa.ForeignKeyConstraint(["made_by"], ["person.id"]),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )


def _machines_and_bookings() -> None:
    op.create_table(
        "node",
        _big("id"),
        _big("pool_id"),
        _text("name"),
        _big("created_at"),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pool_id", "name", name="uq_node_name"),
    )
    op.create_table(
        "gpu",
        _big("id"),
        _big("pool_id"),
        _big("node_id"),
        _big("number"),
        _text("kind"),
        _big("memory_gb"),
        _text("uuid", null=True),
        _big("nvml_index", null=True),
        _text("state"),
        _big("added_at"),
        sa.CheckConstraint("state IN ('ok', 'broken', 'retired')", name="ck_gpu_state"),
        sa.ForeignKeyConstraint(["node_id"], ["node.id"]),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pool_id", "number", name="uq_gpu_number"),
        sa.UniqueConstraint("uuid"),
    )
    op.create_index("ix_gpu_node_id", "gpu", ["node_id"])
    op.create_table(
        "limits",
        _big("id"),
        _big("pool_id"),
        _big("from_at"),
        _big("min_seconds"),
        _big("max_seconds"),
        _big("horizon_seconds"),
        _big("half_ahead_seconds", null=True),
        _big("week_share_permille", null=True),
        _big("made_by"),
        _big("made_at"),
        sa.ForeignKeyConstraint(["made_by"], ["member.id"]),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_limits_pool_from", "limits", ["pool_id", "from_at"])
    op.create_table(
        "price",
        _big("id"),
        _big("pool_id"),
        _text("kind", null=True),
        _big("from_at"),
        _big("card_hour_minor"),
        _text("currency"),
        _big("made_by"),
        _big("made_at"),
        sa.ForeignKeyConstraint(["made_by"], ["member.id"]),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_price_pool_from", "price", ["pool_id", "from_at"])
    op.create_table(
        "booking",
        _big("id"),
        _big("pool_id"),
        _big("member_id"),
        _big("node_id"),
        _text("state"),
        _big("starts_at"),
        _big("ends_at"),
        _big("planned_end_at"),
        _big("hold_until", null=True),
        _big("released_at", null=True),
        _big("cancelled_at", null=True),
        _text("purpose", null=True),
        _big("made_by"),
        _big("made_at"),
        _big("version"),
        sa.CheckConstraint("state IN ('held', 'booked', 'cancelled', 'expired')", name="ck_booking_state"),
        sa.CheckConstraint("starts_at < ends_at", name="ck_booking_window"),
        sa.ForeignKeyConstraint(["made_by"], ["member.id"]),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"]),
        sa.ForeignKeyConstraint(["node_id"], ["node.id"]),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_booking_held", "booking", ["hold_until"], **_where("state = 'held'"))
    op.create_index("ix_booking_member_end", "booking", ["member_id", "ends_at"])
    op.create_index("ix_booking_pool_end", "booking", ["pool_id", "ends_at"])


def _queues() -> None:
    op.create_table(
        "inbox",
        _big("id"),
        _text("key"),
        _text("platform"),
        _big("chat_id", null=True),
        _text("payload"),
        _text("state"),
        _big("received_at"),
        _text("lease_holder", null=True),
        _big("lease_until", null=True),
        _big("done_at", null=True),
        _text("code", null=True),
        _text("data", null=True),
        sa.CheckConstraint("state IN ('new', 'done', 'kept')", name="ck_inbox_state"),
        sa.ForeignKeyConstraint(["chat_id"], ["chat.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_inbox_new", "inbox", ["id"], **_where("state = 'new'"))
    op.create_table(
        "outbox",
        _big("id"),
        _text("key"),
        _text("platform"),
        _big("chat_id"),
        _text("topic", null=True),
        _big("inbox_id", null=True),
        _text("code"),
        _text("data"),
        _text("choices"),
        _text("language"),
        _text("zone"),
        _text("reply_to", null=True),
        _text("edit_of", null=True),
        _text("press_key", null=True),
        _text("priority"),
        _big("repeatable"),
        _big("attempts"),
        _text("state"),
        _big("not_before", null=True),
        _text("lease_holder", null=True),
        _big("lease_until", null=True),
        _text("handle", null=True),
        _big("owed_at"),
        _big("sent_at", null=True),
        _text("error", null=True),
        sa.CheckConstraint("priority IN ('answer', 'notice', 'digest')", name="ck_outbox_priority"),
        sa.CheckConstraint("state IN ('due', 'sending', 'sent', 'dropped', 'unknown')", name="ck_outbox_state"),
        sa.ForeignKeyConstraint(["chat_id"], ["chat.id"]),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_outbox_inbox_id", "outbox", ["inbox_id"])
    op.create_index("ix_outbox_open", "outbox", ["chat_id", "id"], **_where("state IN ('due', 'sending')"))
    op.create_table(
        "job",
        _big("id"),
        _text("kind"),
        _text("key"),
        _big("due_at"),
        _big("useless_after"),
        _text("payload"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_job_due", "job", ["due_at"])
    op.create_table("counter", _text("name"), _big("value"), sa.PrimaryKeyConstraint("name"))
    op.create_table("lease", _text("name"), _text("holder"), _big("until"), sa.PrimaryKeyConstraint("name"))
    op.create_table("note", _text("name"), _text("value"), sa.PrimaryKeyConstraint("name"))
    op.create_table(
        "offer",
        _big("id"),
        _big("chat_id"),
        _big("owner_id", null=True),
        _big("pool_id", null=True),
        _text("choices"),
        _text("subject", null=True),
        _big("subject_version", null=True),
        _big("made_at"),
        _big("expires_at"),
        _big("used_at", null=True),
        _big("used_by", null=True),
        _text("result_code", null=True),
        _text("result_data", null=True),
        sa.ForeignKeyConstraint(["chat_id"], ["chat.id"]),
        sa.ForeignKeyConstraint(["owner_id"], ["person.id"]),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.ForeignKeyConstraint(["used_by"], ["person.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_offer_chat_id", "offer", ["chat_id"])
    op.create_table(
        "audit",
        _big("id"),
        _big("pool_id", null=True),
        _big("at"),
        _big("person_id", null=True),
        _text("what"),
        _text("subject"),
        _text("before", null=True),
        _text("after", null=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"]),
        sa.ForeignKeyConstraint(["pool_id"], ["pool.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_audit_subject", "audit", ["subject"])


_SQLITE_GUARD = (
    """CREATE TABLE booked_card (
    id INTEGER NOT NULL PRIMARY KEY,
    booking_id INTEGER NOT NULL,
    gpu_id INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    live INTEGER NOT NULL,
    CONSTRAINT ck_booked_card_live CHECK (live IN (0, 1)),
    CONSTRAINT ck_booked_card_window CHECK (starts_at < ends_at),
    CONSTRAINT uq_booked_card UNIQUE (booking_id, gpu_id),
    CONSTRAINT fk_booked_card_booking FOREIGN KEY (booking_id) REFERENCES booking (id),
    CONSTRAINT fk_booked_card_gpu FOREIGN KEY (gpu_id) REFERENCES gpu (id)
) STRICT""",
    """CREATE INDEX ix_booked_card_window ON booked_card (gpu_id, starts_at, ends_at) WHERE live = 1""",
    """CREATE INDEX ix_booked_card_end ON booked_card (gpu_id, ends_at) WHERE live = 1""",
    """CREATE TRIGGER booked_card_insert BEFORE INSERT ON booked_card WHEN NEW.live = 1
BEGIN
    SELECT RAISE(ABORT, 'gpu_overlap') WHERE
        (SELECT ends_at FROM booked_card
         WHERE gpu_id = NEW.gpu_id AND live = 1 AND starts_at < NEW.ends_at
         ORDER BY starts_at DESC LIMIT 1) > NEW.starts_at;
END""",
    """CREATE TRIGGER booked_card_update BEFORE UPDATE ON booked_card WHEN NEW.live = 1
BEGIN
    SELECT RAISE(ABORT, 'gpu_overlap') WHERE
        (SELECT ends_at FROM booked_card
         WHERE gpu_id = NEW.gpu_id AND live = 1 AND starts_at < NEW.ends_at AND id <> OLD.id
         ORDER BY starts_at DESC LIMIT 1) > NEW.starts_at;
END""",
)

_POSTGRES_GUARD = (
    """CREATE EXTENSION IF NOT EXISTS btree_gist""",
    """CREATE TABLE booked_card (
    id BIGSERIAL NOT NULL PRIMARY KEY,
    booking_id BIGINT NOT NULL,
    gpu_id BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    live BIGINT NOT NULL,
    CONSTRAINT ck_booked_card_live CHECK (live IN (0, 1)),
    CONSTRAINT ck_booked_card_window CHECK (starts_at < ends_at),
    CONSTRAINT uq_booked_card UNIQUE (booking_id, gpu_id),
    CONSTRAINT fk_booked_card_booking FOREIGN KEY (booking_id) REFERENCES booking (id),
    CONSTRAINT fk_booked_card_gpu FOREIGN KEY (gpu_id) REFERENCES gpu (id),
    CONSTRAINT gpu_overlap EXCLUDE USING gist
        (gpu_id WITH =, int8range(starts_at, ends_at) WITH &&) WHERE (live = 1)
)""",
    """CREATE INDEX ix_booked_card_end ON booked_card (gpu_id, ends_at) WHERE live = 1""",
    """CREATE INDEX ix_booked_card_booking ON booked_card (booking_id)""",
)
