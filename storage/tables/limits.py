"""What may be booked, and the reference price. Dated rows: never edited once in force."""

from sqlalchemy import Index
from sqlmodel import SQLModel

from storage.tables.columns import big, key, ref, text


class Limits(SQLModel, table=True):
    """The limits of a pool from `from_at` on. `week_share_permille` 1500 = 1.5 × an equal share."""

    __tablename__ = "limits"
    __table_args__ = (Index("ix_limits_pool_from", "pool_id", "from_at"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    from_at: int = big()
    min_seconds: int = big()
    max_seconds: int = big()
    horizon_seconds: int = big()
    half_ahead_seconds: int | None = big(default=None)
    week_share_permille: int | None = big(default=None)
    made_by: int = ref("member.id")
    made_at: int = big()


class Price(SQLModel, table=True):
    """The reference price of a card-hour of `kind` (null = every kind) from `from_at` on."""

    __tablename__ = "price"
    __table_args__ = (Index("ix_price_pool_from", "pool_id", "from_at"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    kind: str | None = text(default=None)
    from_at: int = big()
    card_hour_minor: int = big()
    currency: str = text()
    made_by: int = ref("member.id")
    made_at: int = big()
