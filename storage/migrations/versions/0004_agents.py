"""Agents, what they tell, and the use and gaps made of it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "digest",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pool_id", "day", name="uq_digest_day"),
    )
    op.create_table(
        "agent",
        sa.Column("id", big, nullable=False),
        sa.Column("node_id", big, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("enrolled_by", big, nullable=False),
        sa.Column("enrolled_at", big, nullable=False),
        sa.Column("boot_id", sa.Text(), nullable=True),
        sa.Column("last_seq", big, nullable=False),
        sa.Column("last_heard_at", big, nullable=True),
        sa.Column("last_reading_at", big, nullable=True),
        sa.Column("offset_ms", big, nullable=False),
        sa.Column("hello", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.CheckConstraint("state IN ('active', 'quarantined', 'removed')", name="ck_agent_state"),
        sa.ForeignKeyConstraint(
            ["enrolled_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "box_code",
        sa.Column("id", big, nullable=False),
        sa.Column("member_id", big, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("revoked_at", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    op.create_table(
        "enrol_code",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("node_id", big, nullable=True),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("expires_at", big, nullable=False),
        sa.Column("used_at", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    op.create_table(
        "gap",
        sa.Column("id", big, nullable=False),
        sa.Column("node_id", big, nullable=False),
        sa.Column("starts_at", big, nullable=False),
        sa.Column("ends_at", big, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("told_at", big, nullable=True),
        sa.Column("decided", sa.Text(), nullable=True),
        sa.Column("decided_by", big, nullable=True),
        sa.Column("decided_at", big, nullable=True),
        sa.CheckConstraint("decided IS NULL OR decided IN ('outage', 'charged')", name="ck_gap_decided"),
        sa.ForeignKeyConstraint(
            ["decided_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "live_card",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("chat_id", big, nullable=False),
        sa.Column("outbox_key", sa.Text(), nullable=False),
        sa.Column("edited_at", big, nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["chat_id"],
            ["chat.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pool_id"),
    )
    op.create_table(
        "reading",
        sa.Column("id", big, nullable=False),
        sa.Column("node_id", big, nullable=False),
        sa.Column("boot_id", sa.Text(), nullable=False),
        sa.Column("seq", big, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("node_id", "boot_id", "seq", name="uq_reading_seq"),
    )
    op.create_table(
        "unix_rule",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("member_id", big, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("revoked_at", big, nullable=True),
        sa.CheckConstraint("kind IN ('unix', 'folder', 'session', 'container', 'process')", name="ck_unix_rule_kind"),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "card_use",
        sa.Column("id", big, nullable=False),
        sa.Column("gpu_id", big, nullable=False),
        sa.Column("starts_at", big, nullable=False),
        sa.Column("ends_at", big, nullable=False),
        sa.Column("member_id", big, nullable=True),
        sa.Column("unix_name", sa.Text(), nullable=True),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=True),
        sa.Column("command", sa.Text(), nullable=True),
        sa.Column("boot_id", sa.Text(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("memory_max", big, nullable=True),
        sa.CheckConstraint("grade IN ('certain', 'likely', 'presumed', 'unknown')", name="ck_card_use_grade"),
        sa.CheckConstraint("starts_at < ends_at", name="ck_card_use_window"),
        sa.ForeignKeyConstraint(
            ["gpu_id"],
            ["gpu.id"],
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "found_card",
        sa.Column("id", big, nullable=False),
        sa.Column("node_id", big, nullable=False),
        sa.Column("uuid", sa.Text(), nullable=False),
        sa.Column("nvml_index", big, nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("memory_bytes", big, nullable=True),
        sa.Column("found_at", big, nullable=False),
        sa.Column("decided_at", big, nullable=True),
        sa.Column("gpu_id", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["gpu_id"],
            ["gpu.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("node_id", "uuid", name="uq_found_card_uuid"),
    )
    op.create_table(
        "job_run",
        sa.Column("id", big, nullable=False),
        sa.Column("node_id", big, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("member_id", big, nullable=True),
        sa.Column("booking_id", big, nullable=True),
        sa.Column("gpus", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("started_at", big, nullable=False),
        sa.Column("ended_at", big, nullable=True),
        sa.Column("exit_code", big, nullable=True),
        sa.Column("peak_bytes", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["booking_id"],
            ["booking.id"],
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("node_id", "name", name="uq_job_run_name"),
    )
    op.create_table(
        "machine_event",
        sa.Column("id", big, nullable=False),
        sa.Column("node_id", big, nullable=False),
        sa.Column("gpu_id", big, nullable=True),
        sa.Column("boot_id", sa.Text(), nullable=False),
        sa.Column("seq", big, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["gpu_id"],
            ["gpu.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("node_id", "boot_id", "seq", name="uq_machine_event_seq"),
    )
    op.create_table(
        "outage",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("node_id", big, nullable=False),
        sa.Column("starts_at", big, nullable=False),
        sa.Column("ends_at", big, nullable=False),
        sa.Column("gap_id", big, nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("decided_by", big, nullable=False),
        sa.Column("decided_at", big, nullable=False),
        sa.Column("voided_at", big, nullable=True),
        sa.CheckConstraint("starts_at < ends_at", name="ck_outage_window"),
        sa.ForeignKeyConstraint(
            ["decided_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["gap_id"],
            ["gap.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "rollup",
        sa.Column("id", big, nullable=False),
        sa.Column("gpu_id", big, nullable=False),
        sa.Column("span", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.Column("readings", big, nullable=False),
        sa.Column("used_readings", big, nullable=False),
        sa.Column("util_sum", big, nullable=False),
        sa.Column("util_count", big, nullable=False),
        sa.Column("memory_sum", big, nullable=False),
        sa.Column("memory_count", big, nullable=False),
        sa.Column("memory_max", big, nullable=False),
        sa.Column("power_mw_sum", big, nullable=False),
        sa.Column("power_count", big, nullable=False),
        sa.Column("temperature_sum", big, nullable=False),
        sa.Column("temperature_count", big, nullable=False),
        sa.Column("temperature_max", big, nullable=True),
        sa.Column("throttled", big, nullable=False),
        sa.CheckConstraint("span IN ('minute', 'hour')", name="ck_rollup_span"),
        sa.ForeignKeyConstraint(
            ["gpu_id"],
            ["gpu.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("gpu_id", "span", "at", name="uq_rollup"),
    )
    op.create_table(
        "calibration",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("job_run_id", big, nullable=True),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("described", sa.Text(), nullable=False),
        sa.Column("predicted_bytes", big, nullable=False),
        sa.Column("measured_bytes", big, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.ForeignKeyConstraint(
            ["job_run_id"],
            ["job_run.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "uq_agent_node",
        "agent",
        ["node_id"],
        unique=True,
        sqlite_where=sa.text("state <> 'removed'"),
        postgresql_where=sa.text("state <> 'removed'"),
    )
    op.create_index(("ix_box_code_member_id"), "box_code", ["member_id"], unique=False)
    op.create_index("ix_gap_node_start", "gap", ["node_id", "starts_at"], unique=False)
    op.create_index(
        "uq_gap_open",
        "gap",
        ["node_id"],
        unique=True,
        sqlite_where=sa.text("ends_at IS NULL"),
        postgresql_where=sa.text("ends_at IS NULL"),
    )
    op.create_index("ix_reading_node_at", "reading", ["node_id", "at"], unique=False)
    op.create_index(("ix_unix_rule_member_id"), "unix_rule", ["member_id"], unique=False)
    op.create_index(
        "uq_unix_rule",
        "unix_rule",
        ["pool_id", "kind", "value"],
        unique=True,
        sqlite_where=sa.text("revoked_at IS NULL"),
        postgresql_where=sa.text("revoked_at IS NULL"),
    )
    op.create_index("ix_card_use_gpu_end", "card_use", ["gpu_id", "ends_at"], unique=False)
    op.create_index("ix_card_use_process", "card_use", ["gpu_id", "boot_id", "process"], unique=False)
    op.create_index("ix_machine_event_node_at", "machine_event", ["node_id", "at"], unique=False)
    op.create_index("ix_outage_pool_start", "outage", ["pool_id", "starts_at"], unique=False)
    op.create_index("ix_rollup_span_at", "rollup", ["span", "at"], unique=False)
    op.create_index(("ix_calibration_pool_id"), "calibration", ["pool_id"], unique=False)
    op.add_column("gpu", sa.Column("product", sa.Text(), nullable=True))
    op.add_column("node", sa.Column("contact", sa.Text(), nullable=True))
    op.add_column("node", sa.Column("removed_at", big, nullable=True))
    op.add_column("pool", sa.Column("digest_minute", big, nullable=True))
