"""Bookings and their guarded cards."""

from collections.abc import Sequence

from sqlalchemy import insert, select, update
from sqlmodel import Session, col

from storage.tables import BookedCard, Booking, Gpu
from storage.words import BookingState


def make(session: Session, row: dict[str, object], gpu_ids: Sequence[int]) -> int:
    """A booking with one guarded row per card. Raises the guard's error when a card is taken."""
    booking_id = int(session.execute(insert(Booking).values(row).returning(col(Booking.id))).scalar_one())
    cards = [
        {
            "booking_id": booking_id,
            "gpu_id": gpu_id,
            "starts_at": row["starts_at"],
            "ends_at": row["ends_at"],
            "live": 1,
        }
        for gpu_id in sorted(gpu_ids)
    ]
    session.execute(insert(BookedCard), cards)
    return booking_id


def get(session: Session, pool_id: int, booking_id: int) -> Booking | None:
    """The booking of that id, if it is this pool's."""
    return session.execute(
        select(Booking).where(col(Booking.id) == booking_id, col(Booking.pool_id) == pool_id)
    ).scalar_one_or_none()


def busy_rows(session: Session, gpu_ids: Sequence[int], since: int, until: int) -> list[tuple[int, int, int, int, int]]:
    """`(gpu_id, starts_at, ends_at, booking_id, member_id)` of live rows that overlap `[since, until)`."""
    found = session.execute(
        select(
            col(BookedCard.gpu_id),
            col(BookedCard.starts_at),
            col(BookedCard.ends_at),
            col(BookedCard.booking_id),
            col(Booking.member_id),
        )
        .join(Booking, col(Booking.id) == col(BookedCard.booking_id))
        .where(
            col(BookedCard.gpu_id).in_(gpu_ids),
            col(BookedCard.ends_at) > since,
            col(BookedCard.starts_at) < until,
            col(BookedCard.live) == 1,
        )
    )
    return [(row[0], row[1], row[2], row[3], row[4]) for row in found]


def of_member(session: Session, member_id: int, since: int) -> list[Booking]:
    """A member's bookings that are not over by `since`, soonest first."""
    found = session.execute(
        select(Booking)
        .where(
            col(Booking.member_id) == member_id,
            col(Booking.ends_at) > since,
            col(Booking.state) == BookingState.BOOKED.value,
        )
        .order_by(col(Booking.starts_at), col(Booking.id))
    )
    return list(found.scalars())


def open_of_pool(session: Session, pool_id: int, since: int) -> list[Booking]:
    """Every booking of a pool that is not over by `since`."""
    found = session.execute(
        select(Booking)
        .where(
            col(Booking.pool_id) == pool_id,
            col(Booking.ends_at) > since,
            col(Booking.state).in_([BookingState.BOOKED.value, BookingState.HELD.value]),
        )
        .order_by(col(Booking.starts_at), col(Booking.id))
    )
    return list(found.scalars())


def numbers(session: Session, booking_ids: Sequence[int]) -> dict[int, list[int]]:
    """Card numbers of bookings, sorted."""
    found = session.execute(
        select(col(BookedCard.booking_id), col(Gpu.number))
        .join(Gpu, col(Gpu.id) == col(BookedCard.gpu_id))
        .where(col(BookedCard.booking_id).in_(booking_ids))
        .order_by(col(BookedCard.booking_id), col(Gpu.number))
    )
    cards: dict[int, list[int]] = {}
    for booking_id, number in found:
        cards.setdefault(booking_id, []).append(number)
    return cards


def end_at(session: Session, booking: Booking, now: int) -> None:
    """Release a running booking: it ends now; what was used stays."""
    session.execute(
        update(Booking)
        .where(col(Booking.id) == booking.id, col(Booking.version) == booking.version)
        .values(ends_at=now, released_at=now, version=booking.version + 1)
    )
    session.execute(
        update(BookedCard)
        .where(col(BookedCard.booking_id) == booking.id, col(BookedCard.live) == 1)
        .values(ends_at=now)
    )


def cancel(session: Session, booking: Booking, now: int) -> None:
    """Cancel a booking that never began: its cards are no longer live."""
    session.execute(
        update(Booking)
        .where(col(Booking.id) == booking.id, col(Booking.version) == booking.version)
        .values(state=BookingState.CANCELLED.value, cancelled_at=now, version=booking.version + 1)
    )
    session.execute(update(BookedCard).where(col(BookedCard.booking_id) == booking.id).values(live=0))


def expire_holds(session: Session, now: int) -> int:
    """Let go of held bookings whose time is over; returns how many."""
    over = session.execute(
        select(col(Booking.id)).where(col(Booking.state) == BookingState.HELD.value, col(Booking.hold_until) <= now)
    )
    ids = [int(row[0]) for row in over]
    if ids:
        session.execute(
            update(Booking)
            .where(col(Booking.id).in_(ids))
            .values(state=BookingState.EXPIRED.value, version=col(Booking.version) + 1)
        )
        session.execute(update(BookedCard).where(col(BookedCard.booking_id).in_(ids)).values(live=0))
    return len(ids)
