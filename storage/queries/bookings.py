"""Bookings and their guarded cards."""

from collections.abc import Sequence
from typing import cast

from sqlalchemy import and_, bindparam, insert, literal_column, or_, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.tables import BookedCard, Booking, Gpu
from storage.words import BookingState

_rows, _cards = table_of(Booking), table_of(BookedCard)
_MAKE = insert(_rows).returning(_rows.c.id)
_MAKE_CARD = insert(_cards)
# What a partial index is over stands in the statement itself: for a parameter SQLite plans anew each time.
_LIVE = _cards.c.live == literal_column("1")
_HELD = _rows.c.state == literal_column(f"'{BookingState.HELD}'")
_BUSY = (
    select(_cards.c.gpu_id, _cards.c.starts_at, _cards.c.ends_at, _cards.c.booking_id, _rows.c.member_id)
    .join(_rows, _rows.c.id == _cards.c.booking_id)
    .where(
        _cards.c.gpu_id.in_(bindparam("gpu_ids", expanding=True)),
        _cards.c.ends_at > bindparam("since"),
        _cards.c.starts_at < bindparam("until"),
        _LIVE,
    )
)
_HELD_TOO_LONG = select(_rows.c.id).where(_HELD, _rows.c.hold_until <= bindparam("now"))
_OF_IDS = select(_rows).where(
    _rows.c.id.in_(bindparam("booking_ids", expanding=True)), _rows.c.state == BookingState.BOOKED.value
)
_OF_MEMBER = (
    select(Booking)
    .where(
        col(Booking.member_id) == bindparam("member_id"),
        col(Booking.ends_at) > bindparam("since"),
        col(Booking.state) == BookingState.BOOKED.value,
    )
    .order_by(col(Booking.starts_at), col(Booking.id))
)
# No card ends after its booking; that the booking's end is asked for too spares a member's whole past.
_CONTINUED = select(_rows).where(
    _rows.c.member_id == bindparam("member_id"),
    _rows.c.ends_at >= bindparam("start"),
    _rows.c.ends_at < bindparam("end"),
    _rows.c.starts_at <= bindparam("start"),
    _rows.c.state == BookingState.BOOKED.value,
)
_LIVE_OF_MEMBER = (
    select(_cards.c.booking_id, _cards.c.starts_at, _cards.c.ends_at, _rows.c.made_at, _rows.c.version)
    .join(_rows, _rows.c.id == _cards.c.booking_id)
    .where(
        _rows.c.member_id == bindparam("member_id"),
        _rows.c.ends_at > bindparam("since"),
        _cards.c.ends_at > bindparam("since"),
        _LIVE,
        _rows.c.state == BookingState.BOOKED.value,
    )
)
_KEPT = and_(_LIVE, _cards.c.ends_at == _rows.c.ends_at)
_NUMBERS = (
    select(_cards.c.booking_id, table_of(Gpu).c.number)
    .join(table_of(Gpu), table_of(Gpu).c.id == _cards.c.gpu_id)
    .join(_rows, _rows.c.id == _cards.c.booking_id)
    .where(
        _cards.c.booking_id.in_(bindparam("booking_ids", expanding=True)),
        or_(_KEPT, _rows.c.state.in_([BookingState.CANCELLED.value, BookingState.EXPIRED.value])),
    )
    .order_by(_cards.c.booking_id, table_of(Gpu).c.number)
)


def make(session: Session, row: dict[str, object], gpu_ids: Sequence[int]) -> int:
    """A booking with one guarded row per card. Raises the guard's error when a card is taken."""
    booking_id = int(session.execute(_MAKE, row).scalar_one())
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
    session.execute(_MAKE_CARD, cards)
    return booking_id


def get(session: Session, pool_id: int, booking_id: int) -> Booking | None:
    """The booking of that id, if it is this pool's."""
    return session.execute(
        select(Booking).where(col(Booking.id) == booking_id, col(Booking.pool_id) == pool_id)
    ).scalar_one_or_none()


def busy_rows(session: Session, gpu_ids: Sequence[int], since: int, until: int) -> list[tuple[int, int, int, int, int]]:
    """`(gpu_id, starts_at, ends_at, booking_id, member_id)` of live rows that overlap `[since, until)`."""
    found = session.execute(_BUSY, {"gpu_ids": list(gpu_ids), "since": since, "until": until})
    return cast(list[tuple[int, int, int, int, int]], found.all())


def of_ids(session: Session, booking_ids: Sequence[int]) -> list[Booking]:
    """Those of these bookings that are booked, for reading only."""
    return all_like(session, Booking, _OF_IDS, {"booking_ids": list(booking_ids)})


def on_cards(session: Session, gpu_ids: Sequence[int], since: int) -> list[Booking]:
    """Bookings that have one of these cards and are not over by `since`, soonest first."""
    concerned = (
        select(col(BookedCard.booking_id))
        .where(col(BookedCard.gpu_id).in_(gpu_ids), col(BookedCard.ends_at) > since, col(BookedCard.live) == 1)
        .distinct()
    )
    return list(
        session.execute(
            select(Booking)
            .where(col(Booking.id).in_(concerned), col(Booking.state) == BookingState.BOOKED.value)
            .order_by(col(Booking.starts_at), col(Booking.id))
        ).scalars()
    )


def of_member(session: Session, member_id: int, since: int) -> list[Booking]:
    """A member's bookings that are not over by `since`, soonest first."""
    return list(session.execute(_OF_MEMBER, {"member_id": member_id, "since": since}).scalars())


def last_of_member(session: Session, member_id: int) -> Booking | None:
    """The booking a member made last, whatever became of it."""
    return session.execute(
        select(Booking).where(col(Booking.member_id) == member_id).order_by(col(Booking.id).desc()).limit(1)
    ).scalar_one_or_none()


def continued_by(session: Session, member_id: int, start: int, end: int) -> list[Booking]:
    """A member's bookings that cover or end at `start` and are over before `end`, for reading only."""
    return all_like(session, Booking, _CONTINUED, {"member_id": member_id, "start": start, "end": end})


def live_cards_of_member(session: Session, member_id: int, since: int) -> list[tuple[int, int, int, int, int]]:
    """`(booking_id, starts_at, ends_at, made_at, version)` of a member's cards, without those that are only held, that
    are not over by `since`."""
    found = session.execute(_LIVE_OF_MEMBER, {"member_id": member_id, "since": since})
    return cast(list[tuple[int, int, int, int, int]], found.all())


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
    """Card numbers of bookings, sorted; without those that were dropped before the end."""
    found = session.execute(_NUMBERS, {"booking_ids": booking_ids})
    cards: dict[int, list[int]] = {}
    for booking_id, number in found:
        cards.setdefault(booking_id, []).append(number)
    return cards


def end_at(session: Session, booking: Booking, now: int) -> None:
    """Release a running booking: it ends now; what was used stays, and a card that was dropped keeps its own end."""
    session.execute(
        update(BookedCard)
        .where(
            col(BookedCard.booking_id) == booking.id,
            col(BookedCard.live) == 1,
            col(BookedCard.ends_at) == booking.ends_at,
        )
        .values(ends_at=now)
    )
    session.execute(
        update(Booking)
        .where(col(Booking.id) == booking.id, col(Booking.version) == booking.version)
        .values(ends_at=now, released_at=now, version=booking.version + 1)
    )


def cancel(session: Session, booking: Booking, now: int) -> None:
    """Take a booking back as if it had never been made: its cards are no longer live."""
    session.execute(
        update(Booking)
        .where(col(Booking.id) == booking.id, col(Booking.version) == booking.version)
        .values(state=BookingState.CANCELLED.value, cancelled_at=now, version=booking.version + 1)
    )
    session.execute(update(BookedCard).where(col(BookedCard.booking_id) == booking.id).values(live=0))


def expire_holds(session: Session, now: int) -> int:
    """Let go of held bookings whose time is over; returns how many."""
    ids = [int(row[0]) for row in session.execute(_HELD_TOO_LONG, {"now": now})]
    if ids:
        session.execute(
            update(Booking)
            .where(col(Booking.id).in_(ids))
            .values(state=BookingState.EXPIRED.value, version=col(Booking.version) + 1)
        )
        session.execute(update(BookedCard).where(col(BookedCard.booking_id).in_(ids)).values(live=0))
    return len(ids)


def all_cards(session: Session, booking_id: int) -> list[int]:
    """Every card a booking ever took."""
    found = session.execute(
        select(col(BookedCard.gpu_id)).where(col(BookedCard.booking_id) == booking_id).order_by(col(BookedCard.gpu_id))
    )
    return list(found.scalars())
