"""Members who use a booking beside its holder."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "co_holder",
        sa.Column("id", big, nullable=False),
        sa.Column("booking_id", big, nullable=False),
        sa.Column("member_id", big, nullable=False),
        sa.Column("weight", big, nullable=False),
        sa.Column("added_at", big, nullable=False),
        sa.ForeignKeyConstraint(["booking_id"], ["booking.id"]),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.CheckConstraint("weight > 0", name="ck_co_holder_weight"),
        sa.UniqueConstraint("booking_id", "member_id", name="uq_co_holder"),
    )
    op.create_index("ix_co_holder_member_id", "co_holder", ["member_id"])
    op.add_column("booking", sa.Column("holder_weight", big, nullable=False, server_default=sa.text("1")))
