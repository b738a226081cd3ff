"""Gives a booking another card for the rest of its time. The guard refuses a card that is not free."""

from sqlalchemy import insert, select, update
from sqlmodel import Session, col

from storage.tables import BookedCard, Booking


def cards_ahead(session: Session, booking_id: int, now: int) -> set[int]:
    """The cards that a booking has or will have from `now` on."""
    return set(
        session.execute(
            select(col(BookedCard.gpu_id)).where(
                col(BookedCard.booking_id) == booking_id, col(BookedCard.live) == 1, col(BookedCard.ends_at) > now
            )
        ).scalars()
    )


def cards_had(session: Session, booking_id: int) -> set[int]:
    """The cards of which some of a booking's time is written: it cannot have one of them for a second span."""
    return set(
        session.execute(
            select(col(BookedCard.gpu_id)).where(col(BookedCard.booking_id) == booking_id, col(BookedCard.live) == 1)
        ).scalars()
    )


def move_card(session: Session, booking: Booking, gpu_id: int, to: int, now: int) -> None:
    """From `now` (or its start) on a booking has the card `to` instead of `gpu_id`; what was used stays written."""
    row = (col(BookedCard.booking_id) == booking.id, col(BookedCard.gpu_id) == gpu_id)
    begun, end = session.execute(
        update(BookedCard)
        .where(*row, col(BookedCard.live) == 1)
        .values(live=0)
        .returning(col(BookedCard.starts_at), col(BookedCard.ends_at))
    ).one()
    if begun < now:
        session.execute(update(BookedCard).where(*row).values(ends_at=now, live=1))
    span = {"starts_at": max(now, begun), "ends_at": end, "live": 1}
    before = (col(BookedCard.booking_id) == booking.id, col(BookedCard.gpu_id) == to)
    # A card that it gave up before any of its time began has left a dead row, which is its row again.
    if not session.execute(update(BookedCard).where(*before, col(BookedCard.live) == 0).values(**span)).rowcount:  # type: ignore[attr-defined]
        session.execute(insert(BookedCard).values(booking_id=booking.id, gpu_id=to, **span))
    session.execute(update(Booking).where(col(Booking.id) == booking.id).values(version=booking.version + 1))
