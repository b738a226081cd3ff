"""Rents, bill lines, statements, payments and budgets."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "budget_alert",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pool_id", "subject", "period", "level", name="uq_budget_alert"),
    )
    op.create_table(
        "statement",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("opened_at", big, nullable=False),
        sa.Column("review_ends_at", big, nullable=True),
        sa.Column("closed_at", big, nullable=True),
        sa.Column("settled_at", big, nullable=True),
        sa.Column("inputs", sa.Text(), nullable=True),
        sa.Column("inputs_hash", sa.Text(), nullable=True),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("version", big, nullable=False),
        sa.CheckConstraint("state IN ('open', 'review', 'closed', 'settled')", name="ck_statement_state"),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pool_id", "month", name="uq_statement_month"),
    )
    op.create_table(
        "agreement",
        sa.Column("id", big, nullable=False),
        sa.Column("statement_id", big, nullable=False),
        sa.Column("member_id", big, nullable=False),
        sa.Column("version", big, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["statement_id"],
            ["statement.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("statement_id", "member_id", "version", name="uq_agreement"),
    )
    op.create_table(
        "bill_settings",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("from_at", big, nullable=False),
        sa.Column("payer_id", big, nullable=True),
        sa.Column("via_payer", big, nullable=False),
        sa.Column("private", big, nullable=False),
        sa.Column("review_seconds", big, nullable=False),
        sa.Column("credits", sa.Text(), nullable=False),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["payer_id"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "budget",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("member_id", big, nullable=True),
        sa.Column("amount_minor", big, nullable=True),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("reserve_permille", big, nullable=False),
        sa.Column("from_at", big, nullable=False),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
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
        "collection",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("to_id", big, nullable=False),
        sa.Column("each_minor", big, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("closed_at", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.ForeignKeyConstraint(
            ["to_id"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "fund",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("tax_number", sa.Text(), nullable=True),
        sa.Column("in_charge", sa.Text(), nullable=True),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("closed_at", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "need",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("member_id", big, nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=True),
        sa.Column("cards", big, nullable=False),
        sa.Column("hours", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
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
        "objection",
        sa.Column("id", big, nullable=False),
        sa.Column("statement_id", big, nullable=False),
        sa.Column("line", sa.Text(), nullable=True),
        sa.Column("member_id", big, nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("resolved_at", big, nullable=True),
        sa.Column("resolved_by", big, nullable=True),
        sa.Column("resolution", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["resolved_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["statement_id"],
            ["statement.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "pledge",
        sa.Column("id", big, nullable=False),
        sa.Column("member_id", big, nullable=False),
        sa.Column("weight", big, nullable=False),
        sa.Column("from_at", big, nullable=False),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "provider_balance",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.Column("amount_minor", big, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("made_by", big, nullable=False),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "rental",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("node_id", big, nullable=True),
        sa.Column("starts_at", big, nullable=False),
        sa.Column("ends_at", big, nullable=True),
        sa.Column("auto_renew", big, nullable=False),
        sa.Column("min_topup_minor", big, nullable=True),
        sa.Column("granularity_seconds", big, nullable=False),
        sa.Column("min_charge_minor", big, nullable=True),
        sa.Column("billed_while_off", sa.Text(), nullable=False),
        sa.Column("at_expiry", sa.Text(), nullable=True),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("voided_at", big, nullable=True),
        sa.CheckConstraint("billed_while_off IN ('none', 'disk', 'all')", name="ck_rental_billed_while_off"),
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
    )
    op.create_table(
        "split_policy",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("policy", sa.Text(), nullable=False),
        sa.Column("from_at", big, nullable=False),
        sa.Column("confirmed", sa.Text(), nullable=True),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("voided_at", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "voucher",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("beneficiary_id", big, nullable=True),
        sa.Column("amount_minor", big, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("expires_at", big, nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("voided_at", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["beneficiary_id"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "fund_member",
        sa.Column("id", big, nullable=False),
        sa.Column("fund_id", big, nullable=False),
        sa.Column("member_id", big, nullable=False),
        sa.Column("from_at", big, nullable=False),
        sa.Column("until_at", big, nullable=True),
        sa.ForeignKeyConstraint(
            ["fund_id"],
            ["fund.id"],
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "payment",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("from_id", big, nullable=True),
        sa.Column("to_id", big, nullable=True),
        sa.Column("amount_minor", big, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("statement_id", big, nullable=True),
        sa.Column("collection_id", big, nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("once", sa.Text(), nullable=True),
        sa.Column("said_by", big, nullable=False),
        sa.Column("said_at", big, nullable=False),
        sa.Column("received_by", big, nullable=True),
        sa.Column("received_at", big, nullable=True),
        sa.Column("voided_by", big, nullable=True),
        sa.Column("voided_at", big, nullable=True),
        sa.Column("version", big, nullable=False),
        sa.CheckConstraint("purpose IN ('settle', 'advance', 'provider')", name="ck_payment_purpose"),
        sa.CheckConstraint("state IN ('said', 'received', 'voided')", name="ck_payment_state"),
        sa.CheckConstraint("amount_minor > 0", name="ck_payment_amount"),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collection.id"],
        ),
        sa.ForeignKeyConstraint(
            ["from_id"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.ForeignKeyConstraint(
            ["received_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["said_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["statement_id"],
            ["statement.id"],
        ),
        sa.ForeignKeyConstraint(
            ["to_id"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["voided_by"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "rent",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("node_id", big, nullable=True),
        sa.Column("gpu_id", big, nullable=True),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("amount_minor", big, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("from_at", big, nullable=False),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("voided_at", big, nullable=True),
        sa.CheckConstraint("unit IN ('hour', 'day', 'week', 'month')", name="ck_rent_unit"),
        sa.ForeignKeyConstraint(
            ["gpu_id"],
            ["gpu.id"],
        ),
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
    )
    op.create_table(
        "bill_line",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount_minor", big, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("starts_at", big, nullable=True),
        sa.Column("ends_at", big, nullable=True),
        sa.Column("split_key", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("node_id", big, nullable=True),
        sa.Column("paid_by", big, nullable=True),
        sa.Column("outage_id", big, nullable=True),
        sa.Column("voids", big, nullable=True),
        sa.Column("corrects", sa.Text(), nullable=True),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("version", big, nullable=False),
        sa.CheckConstraint(
            "kind IN ('rent', 'storage', 'bandwidth', 'image', 'tax', 'deposit', 'refund', 'coupon', 'other', "
            "'correction')",
            name="ck_bill_line_kind",
        ),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_id"],
            ["node.id"],
        ),
        sa.ForeignKeyConstraint(
            ["outage_id"],
            ["outage.id"],
        ),
        sa.ForeignKeyConstraint(
            ["paid_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.ForeignKeyConstraint(
            ["voids"],
            ["bill_line.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("voids"),
    )
    op.create_table(
        "attachment",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("line_id", big, nullable=True),
        sa.Column("member_id", big, nullable=True),
        sa.Column("sha256", sa.Text(), nullable=True),
        sa.Column("mime", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("size", big, nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("file_ref", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.Column("made_by", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("voided_at", big, nullable=True),
        sa.CheckConstraint("kind IN ('receipt', 'payee_code', 'export')", name="ck_attachment_kind"),
        sa.CheckConstraint("size >= 0", name="ck_attachment_size"),
        sa.ForeignKeyConstraint(
            ["line_id"],
            ["bill_line.id"],
        ),
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
    op.create_index("ix_bill_settings_pool_from", "bill_settings", ["pool_id", "from_at"], unique=False)
    op.create_index("ix_budget_pool_from", "budget", ["pool_id", "from_at"], unique=False)
    op.create_index(("ix_collection_pool_id"), "collection", ["pool_id"], unique=False)
    op.create_index(("ix_fund_pool_id"), "fund", ["pool_id"], unique=False)
    op.create_index("ix_need_month", "need", ["pool_id", "month"], unique=False)
    op.create_index(("ix_objection_statement_id"), "objection", ["statement_id"], unique=False)
    op.create_index(("ix_pledge_member_id"), "pledge", ["member_id"], unique=False)
    op.create_index("ix_provider_balance_pool_at", "provider_balance", ["pool_id", "at"], unique=False)
    op.create_index("ix_rental_pool_end", "rental", ["pool_id", "ends_at"], unique=False)
    op.create_index("ix_split_policy_pool_from", "split_policy", ["pool_id", "from_at"], unique=False)
    op.create_index(("ix_voucher_pool_id"), "voucher", ["pool_id"], unique=False)
    op.create_index(("ix_fund_member_fund_id"), "fund_member", ["fund_id"], unique=False)
    op.create_index(("ix_fund_member_member_id"), "fund_member", ["member_id"], unique=False)
    op.create_index("ix_payment_pool_said", "payment", ["pool_id", "said_at"], unique=False)
    op.create_index(
        "uq_payment_once",
        "payment",
        ["pool_id", "once"],
        unique=True,
        sqlite_where=sa.text("once IS NOT NULL"),
        postgresql_where=sa.text("once IS NOT NULL"),
    )
    op.create_index("ix_rent_pool_from", "rent", ["pool_id", "from_at"], unique=False)
    op.create_index("ix_bill_line_month", "bill_line", ["pool_id", "month"], unique=False)
    op.create_index(("ix_attachment_pool_id"), "attachment", ["pool_id"], unique=False)
