"""Bookings and their cards. `booked_card` is made by `storage.guards`, which keeps it free of overlaps."""

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlalchemy import text as raw
from sqlmodel import SQLModel

from storage.tables.columns import big, key, one_of, partial_index, ref, text
from storage.words import BookingState


class Booking(SQLModel, table=True):
    """A member holds n cards of one node for `[starts_at, ends_at)`."""

    __tablename__ = "booking"
    __table_args__ = (
        one_of("state", BookingState, "booking"),
        CheckConstraint("starts_at < ends_at", name="ck_booking_window"),
        Index("ix_booking_pool_end", "pool_id", "ends_at"),
        Index("ix_booking_member_end", "member_id", "ends_at"),
        partial_index("ix_booking_held", "hold_until", where="state = 'held'"),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id")
    member_id: int = ref("member.id")
    node_id: int = ref("node.id")
    state: str = text()
    starts_at: int = big()
    ends_at: int = big()
    planned_end_at: int = big()
    hold_until: int | None = big(default=None)
    released_at: int | None = big(default=None)
    cancelled_at: int | None = big(default=None)
    purpose: str | None = text(default=None)
    made_by: int = ref("member.id")
    made_at: int = big()
    holder_weight: int = big(default=1, sa_column_kwargs={"server_default": raw("1")})
    version: int = big(default=1)


class CoHolder(SQLModel, table=True):
    """A member who rightfully uses a booking beside its holder. `weight` against the holder's, which is
    `booking.holder_weight`."""

    __tablename__ = "co_holder"
    __table_args__ = (
        partial_index("uq_co_holder", "booking_id", "member_id", where="removed_at IS NULL", unique=True),
        CheckConstraint("weight > 0", name="ck_co_holder_weight"),
    )

    id: int | None = key()
    booking_id: int = ref("booking.id")
    member_id: int = ref("member.id", index=True)
    weight: int = big(default=1)
    added_at: int = big()
    removed_at: int | None = big(default=None)


class BookedCard(SQLModel, table=True):
    """One card of a booking. `live` = 1 while the booking is held or booked, whatever the time."""

    __tablename__ = "booked_card"
    __table_args__ = (UniqueConstraint("booking_id", "gpu_id", name="uq_booked_card"),)

    id: int | None = key()
    booking_id: int = ref("booking.id")
    gpu_id: int = ref("gpu.id")
    starts_at: int = big()
    ends_at: int = big()
    live: int = big()
