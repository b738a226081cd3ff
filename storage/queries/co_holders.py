"""Who else rightfully uses a booking."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import table_of
from storage.tables import Booking, CoHolder, Member

_rows, _members = table_of(CoHolder), table_of(Member)
_OF = (
    select(_rows.c.booking_id, _rows.c.member_id, _members.c.name, _rows.c.weight)
    .join(_members, _members.c.id == _rows.c.member_id)
    .where(_rows.c.booking_id.in_(bindparam("booking_ids", expanding=True)))
    .order_by(_rows.c.id)
)


def of(session: Session, booking_ids: Sequence[int]) -> dict[int, list[tuple[int, str, int]]]:
    """`(member_id, name, weight)` of the co-holders of bookings, in the order in which they were added."""
    found = session.execute(_OF, {"booking_ids": booking_ids})
    held: dict[int, list[tuple[int, str, int]]] = {}
    for booking_id, member_id, name, weight in found:
        held.setdefault(booking_id, []).append((member_id, name, weight))
    return held


def put(session: Session, booking_id: int, member_id: int, weight: int, now: int) -> None:
    """Add a co-holder, or change the weight of one."""
    changed = session.execute(
        update(CoHolder)
        .where(col(CoHolder.booking_id) == booking_id, col(CoHolder.member_id) == member_id)
        .values(weight=weight)
    )
    if not changed.rowcount:  # type: ignore[attr-defined]
        row = {"booking_id": booking_id, "member_id": member_id, "weight": weight, "added_at": now}
        session.execute(insert(CoHolder).values(row))


def remove(session: Session, booking_id: int, member_id: int) -> bool:
    """Take a co-holder off; False when there was none. The audit keeps who it was."""
    gone = session.execute(
        delete(CoHolder).where(col(CoHolder.booking_id) == booking_id, col(CoHolder.member_id) == member_id)
    )
    return bool(gone.rowcount)  # type: ignore[attr-defined]


def set_holder_weight(session: Session, booking_id: int, weight: int) -> None:
    """The holder's own weight."""
    session.execute(update(Booking).where(col(Booking.id) == booking_id).values(holder_weight=weight))


def bookings_with(session: Session, member_id: int, since: int) -> list[Booking]:
    """Others' bookings that a member may use and that are not over by `since`, soonest first."""
    found = session.execute(
        select(Booking)
        .join(CoHolder, col(CoHolder.booking_id) == col(Booking.id))
        .where(col(CoHolder.member_id) == member_id, col(Booking.ends_at) > since, col(Booking.state) == "booked")
        .order_by(col(Booking.starts_at), col(Booking.id))
    )
    return list(found.scalars())
