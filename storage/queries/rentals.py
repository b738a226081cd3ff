"""Rentals and what was left with the provider. A change is a new row; the old one is voided."""

from typing import Any

from sqlalchemy import bindparam, case, func, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.tables import BookedCard, Booking, ProviderBalance, Rental
from storage.words import BookingState

_rows = table_of(Rental)
_STANDING = (
    select(_rows).where(_rows.c.pool_id == bindparam("pool_id"), _rows.c.voided_at.is_(None)).order_by(_rows.c.id)
)


def standing(session: Session, pool_id: int) -> list[Rental]:
    """The rentals that stand: of everything (`node_id` null) first, then one a machine. For reading only."""
    found = all_like(session, Rental, _STANDING, {"pool_id": pool_id})
    return sorted(found, key=lambda row: (row.node_id is not None, row.node_id or 0))


def change(session: Session, row: dict[str, Any], now: int) -> int:
    """A rental instead of the one of the same machine; returns its id."""
    of = col(Rental.node_id).is_(None) if row["node_id"] is None else col(Rental.node_id) == row["node_id"]
    session.execute(
        update(Rental)
        .where(col(Rental.pool_id) == row["pool_id"], of, col(Rental.voided_at).is_(None))
        .values(voided_at=now)
    )
    return int(session.execute(insert(Rental).values(row).returning(col(Rental.id))).scalar_one())


def balance(session: Session, pool_id: int) -> ProviderBalance | None:
    """What was left when somebody looked last."""
    return session.execute(
        select(ProviderBalance)
        .where(col(ProviderBalance.pool_id) == pool_id)
        .order_by(col(ProviderBalance.at).desc(), col(ProviderBalance.id).desc())
        .limit(1)
    ).scalar_one_or_none()


def add_balance(session: Session, row: dict[str, Any]) -> int:
    """What is left now; returns its id."""
    return int(session.execute(insert(ProviderBalance).values(row).returning(col(ProviderBalance.id))).scalar_one())


def card_seconds(session: Session, pool_id: int, since: int, until: int) -> dict[int, int]:
    """Booked seconds within `[since, until)` by card, summed by the database."""
    starts, ends = col(BookedCard.starts_at), col(BookedCard.ends_at)
    seconds = case((ends > until, until), else_=ends) - case((starts < since, since), else_=starts)
    found = session.execute(
        select(col(BookedCard.gpu_id), func.sum(seconds))
        .join(Booking, col(Booking.id) == col(BookedCard.booking_id))
        .where(
            col(Booking.pool_id) == pool_id,
            col(Booking.state) == BookingState.BOOKED.value,
            col(Booking.ends_at) > since,
            ends > since,
            starts < until,
            col(BookedCard.live) == 1,
        )
        .group_by(col(BookedCard.gpu_id))
    )
    return {int(gpu): int(total) for gpu, total in found}
