"""Codes that join two accounts, what a newcomer is told, silent messages, and one open stay a member."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "link_code",
        sa.Column("id", big, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("person_id", big, nullable=False),
        sa.Column("made_at", big, nullable=False),
        sa.Column("expires_at", big, nullable=False),
        sa.Column("used_at", big, nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    op.create_index("ix_link_code_person_id", "link_code", ["person_id"])
    op.add_column("identity", sa.Column("name", sa.Text(), nullable=True))
    op.add_column("pool", sa.Column("connect", sa.Text(), nullable=True))
    op.add_column("outbox", sa.Column("silent", big, nullable=False, server_default=sa.text("0")))
    open_stay = {name: sa.text("left_at IS NULL") for name in ("sqlite_where", "postgresql_where")}
    op.create_index("uq_membership_open", "membership", ["member_id"], unique=True, **open_stay)  # type: ignore[arg-type]
