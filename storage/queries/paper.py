"""What a member booked and used, ever."""

from collections.abc import Sequence

from sqlalchemy import or_, select
from sqlmodel import Session, col

from storage.tables import BookedCard, Booking, CardUse, CoHolder, Gpu
from storage.words import BookingState


def booked(session: Session, pool_id: int, member_id: int) -> list[tuple[int, int, int, int, str | None]]:
    """`(booking, card, from, to, purpose)` of every card of a member's bookings, held alone or with others."""
    shared = select(col(CoHolder.booking_id)).where(
        col(CoHolder.member_id) == member_id, col(CoHolder.removed_at).is_(None)
    )
    found = session.execute(
        select(
            col(Booking.id),
            col(BookedCard.gpu_id),
            col(BookedCard.starts_at),
            col(BookedCard.ends_at),
            col(Booking.purpose),
        )
        .join(Booking, col(Booking.id) == col(BookedCard.booking_id))
        .where(
            col(Booking.pool_id) == pool_id,
            or_(col(Booking.member_id) == member_id, col(Booking.id).in_(shared)),
            col(Booking.state) == BookingState.BOOKED.value,
            col(BookedCard.live) == 1,
        )
        .order_by(col(BookedCard.id))
    )
    return [(int(row[0]), int(row[1]), int(row[2]), int(row[3]), row[4]) for row in found]


def cards(session: Session, pool_id: int) -> dict[int, Gpu]:
    """Every card the pool ever had, by id."""
    found = session.execute(select(Gpu).where(col(Gpu.pool_id) == pool_id))
    return {int(gpu.id or 0): gpu for gpu in found.scalars()}


def used(session: Session, member_id: int, cards: Sequence[int]) -> list[tuple[int, int, int]]:
    """`(card, from, to)` of a member's processes on these cards, by time."""
    found = session.execute(
        select(col(CardUse.gpu_id), col(CardUse.starts_at), col(CardUse.ends_at))
        .where(col(CardUse.member_id) == member_id, col(CardUse.gpu_id).in_(cards))
        .order_by(col(CardUse.starts_at))
    )
    return [(int(row[0]), int(row[1]), int(row[2])) for row in found]
