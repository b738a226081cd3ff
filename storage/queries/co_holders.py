"""Who else rightfully uses a booking, and since when: rows are closed and opened, never changed.

A row of the holder itself dates the holder's weight; before the first one it is `booking.holder_weight`.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import table_of
from storage.tables import Booking, CoHolder, Member

_rows, _members, _bookings = table_of(CoHolder), table_of(Member), table_of(Booking)
_OF = (
    select(_rows.c.booking_id, _rows.c.member_id, _members.c.name, _rows.c.weight, _rows.c.removed_at)
    .join(_members, _members.c.id == _rows.c.member_id)
    .join(_bookings, _bookings.c.id == _rows.c.booking_id)
    .where(
        _rows.c.booking_id.in_(bindparam("booking_ids", expanding=True)),
        _rows.c.member_id != _bookings.c.member_id,
    )
    .order_by(_rows.c.id)
)
_DATED = (
    select(_rows.c.booking_id, _rows.c.member_id, _rows.c.weight, _rows.c.added_at, _rows.c.removed_at)
    .where(_rows.c.booking_id.in_(bindparam("booking_ids", expanding=True)))
    .order_by(_rows.c.id)
)


def of(session: Session, booking_ids: Sequence[int]) -> dict[int, list[tuple[int, str, int]]]:
    """`(member_id, name, weight)` of the present co-holders of bookings, in the order in which they first came."""
    held: dict[int, dict[int, tuple[int, str, int] | None]] = {}
    for booking_id, member_id, name, weight, removed_at in session.execute(_OF, {"booking_ids": booking_ids}):
        present = (member_id, name, weight) if removed_at is None else None
        held.setdefault(booking_id, {})[member_id] = present
    return {booking_id: [one for one in ones.values() if one is not None] for booking_id, ones in held.items()}


def dated(session: Session, booking_ids: Sequence[int]) -> dict[int, list[tuple[int, int, int, int | None]]]:
    """`(member_id, weight, added_at, removed_at)` of everybody who ever had a weight in these bookings, the holder's
    own later weights included."""
    held: dict[int, list[tuple[int, int, int, int | None]]] = {}
    for booking_id, *row in session.execute(_DATED, {"booking_ids": booking_ids}):
        held.setdefault(booking_id, []).append((row[0], row[1], row[2], row[3]))
    return held


def put(session: Session, booking_id: int, member_id: int, weight: int, now: int) -> None:
    """From now on a member has this weight in a booking; the weight until now stays written down."""
    present = session.execute(
        select(col(CoHolder.weight)).where(
            col(CoHolder.booking_id) == booking_id,
            col(CoHolder.member_id) == member_id,
            col(CoHolder.removed_at).is_(None),
        )
    ).scalar_one_or_none()
    if present == weight:
        return
    if present is not None:
        remove(session, booking_id, member_id, now)
    row = {"booking_id": booking_id, "member_id": member_id, "weight": weight, "added_at": now}
    session.execute(insert(CoHolder).values(row))


def remove(session: Session, booking_id: int, member_id: int, now: int) -> bool:
    """End the use by a co-holder from now on; False when there was none."""
    gone = session.execute(
        update(CoHolder)
        .where(
            col(CoHolder.booking_id) == booking_id,
            col(CoHolder.member_id) == member_id,
            col(CoHolder.removed_at).is_(None),
        )
        .values(removed_at=now)
    )
    return bool(gone.rowcount)  # type: ignore[attr-defined]


def holder_weight(session: Session, booking: Booking) -> int:
    """The holder's present weight."""
    own = session.execute(
        select(col(CoHolder.weight)).where(
            col(CoHolder.booking_id) == booking.id,
            col(CoHolder.member_id) == booking.member_id,
            col(CoHolder.removed_at).is_(None),
        )
    ).scalar_one_or_none()
    return booking.holder_weight if own is None else own


def bookings_with(session: Session, member_id: int, since: int) -> list[Booking]:
    """Others' bookings that a member may use and that are not over by `since`, soonest first."""
    found = session.execute(
        select(Booking)
        .join(CoHolder, col(CoHolder.booking_id) == col(Booking.id))
        .where(
            col(CoHolder.member_id) == member_id,
            col(CoHolder.removed_at).is_(None),
            col(Booking.member_id) != member_id,
            col(Booking.ends_at) > since,
            col(Booking.state) == "booked",
        )
        .order_by(col(Booking.starts_at), col(Booking.id))
    )
    return list(found.scalars())
