"""Changes of a booking as a whole: its row together with the guarded rows of its cards.

A snapshot holds both, so that a change can be written down and taken back.
"""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlmodel import Session, col

from storage.queries.core import table_of
from storage.tables import BookedCard, Booking

KEPT = ("state", "starts_at", "ends_at", "planned_end_at", "released_at", "cancelled_at")
_rows, _cards = table_of(Booking), table_of(BookedCard)
_KEPT = select(*(_rows.c[name] for name in KEPT)).where(_rows.c.id == bindparam("booking_id"))
_KEPT_CARDS = (
    select(_cards.c.gpu_id, _cards.c.starts_at, _cards.c.ends_at, _cards.c.live)
    .where(_cards.c.booking_id == bindparam("booking_id"))
    .order_by(_cards.c.gpu_id)
)


def snapshot(session: Session, booking_id: int) -> dict[str, Any]:
    """`{"booking": {…}, "cards": [[gpu_id, starts_at, ends_at, live], …]}` as it stands now."""
    row = session.execute(_KEPT, {"booking_id": booking_id}).one()
    cards = session.execute(_KEPT_CARDS, {"booking_id": booking_id})
    return {"booking": dict(zip(KEPT, row, strict=True)), "cards": [list(card) for card in cards]}


def first_snapshot(row: Mapping[str, Any], gpu_ids: Collection[int]) -> dict[str, Any]:
    """The snapshot of a booking just made from `row`, without asking for it."""
    cards = [[gpu_id, row["starts_at"], row["ends_at"], 1] for gpu_id in sorted(gpu_ids)]
    return {"booking": {name: row.get(name) for name in KEPT}, "cards": cards}


def restore(session: Session, booking: Booking, kept: dict[str, Any]) -> None:
    """Put a booking back as a snapshot says. The guard refuses when somebody else has a card by now."""
    session.execute(update(BookedCard).where(col(BookedCard.booking_id) == booking.id).values(live=0))
    for gpu_id, starts_at, ends_at, live in kept["cards"]:
        row = (col(BookedCard.booking_id) == booking.id, col(BookedCard.gpu_id) == gpu_id)
        session.execute(update(BookedCard).where(*row).values(starts_at=starts_at, ends_at=ends_at))
        session.execute(update(BookedCard).where(*row).values(live=live))
    session.execute(
        update(Booking).where(col(Booking.id) == booking.id).values(**kept["booking"], version=booking.version + 1)
    )


def set_end(session: Session, booking: Booking, end: int) -> None:
    """Move the end of a booking and of the cards it still holds. The guard refuses an overlap."""
    session.execute(
        update(BookedCard)
        .where(
            col(BookedCard.booking_id) == booking.id,
            col(BookedCard.live) == 1,
            col(BookedCard.ends_at) == booking.ends_at,
        )
        .values(ends_at=end)
    )
    session.execute(
        update(Booking)
        .where(col(Booking.id) == booking.id)
        .values(ends_at=end, planned_end_at=end, version=booking.version + 1)
    )


def drop_cards(session: Session, booking: Booking, gpu_ids: Collection[int], now: int) -> None:
    """Let some cards go: what they did so far stays, a card whose time has not begun leaves nothing."""
    rows = (col(BookedCard.booking_id) == booking.id, col(BookedCard.gpu_id).in_(gpu_ids))
    values = {"ends_at": now} if booking.starts_at < now else {"live": 0}
    session.execute(update(BookedCard).where(*rows, col(BookedCard.live) == 1).values(**values))
    session.execute(update(Booking).where(col(Booking.id) == booking.id).values(version=booking.version + 1))
