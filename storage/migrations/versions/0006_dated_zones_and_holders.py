"""A pool's zone is dated, and a co-holder may leave a booking while it goes on."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "pool_zone",
        sa.Column("id", big, nullable=False),
        sa.Column("pool_id", big, nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("from_at", big, nullable=False),
        sa.Column("decided_by", big, nullable=False),
        sa.Column("decided_at", big, nullable=False),
        sa.ForeignKeyConstraint(
            ["decided_by"],
            ["member.id"],
        ),
        sa.ForeignKeyConstraint(
            ["pool_id"],
            ["pool.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_pool_zone_from", "pool_zone", ["pool_id", "from_at"], unique=False)
    op.add_column("co_holder", sa.Column("removed_at", big, nullable=True))
    with op.batch_alter_table("co_holder") as table:
        table.drop_constraint("uq_co_holder", type_="unique")
    still = {name: sa.text("removed_at IS NULL") for name in ("sqlite_where", "postgresql_where")}
    op.create_index("uq_co_holder", "co_holder", ["booking_id", "member_id"], unique=True, **still)  # type: ignore[arg-type]
