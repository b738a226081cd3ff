"""Gives a booking another card for the rest of its time. The guard refuses a card that is not free."""

from sqlalchemy import insert, update
from sqlmodel import Session, col

from storage.tables import BookedCard, Booking


def move_card(session: Session, booking: Booking, gpu_id: int, to: int, now: int) -> None:
    """From `now` (or its start) on a booking has the card `to` instead of `gpu_id`; what was used stays written."""
    old = (
        col(BookedCard.booking_id) == booking.id,
        col(BookedCard.gpu_id) == gpu_id,
        col(BookedCard.live) == 1,
    )
    end = session.execute(update(BookedCard).where(*old).values(live=0).returning(col(BookedCard.ends_at))).scalar_one()
    start = max(now, booking.starts_at)
    if booking.starts_at < now:
        session.execute(
            update(BookedCard)
            .where(col(BookedCard.booking_id) == booking.id, col(BookedCard.gpu_id) == gpu_id)
            .values(ends_at=now, live=1)
        )
    row = {"booking_id": booking.id, "gpu_id": to, "starts_at": start, "ends_at": end, "live": 1}
    session.execute(insert(BookedCard).values(row))
    session.execute(update(Booking).where(col(Booking.id) == booking.id).values(version=booking.version + 1))
