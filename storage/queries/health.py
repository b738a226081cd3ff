"""How the bot itself does: what waits in its queues."""

from sqlalchemy import func, select
from sqlmodel import Session, col

from storage.tables import Booking, Inbox, Job, Outbox, Pool
from storage.words import BookingState, InboxState, OutboxState


def pools(session: Session) -> list[int]:
    """Every pool, oldest first."""
    return [int(one) for one in session.execute(select(col(Pool.id)).order_by(col(Pool.id))).scalars()]


def counts(session: Session, now: int) -> dict[str, int]:
    """`inbox_new, outbox_due, jobs_due, bookings_running`."""
    wanted = {
        "inbox_new": select(func.count()).select_from(Inbox).where(col(Inbox.state) == InboxState.NEW.value),
        "outbox_due": select(func.count()).select_from(Outbox).where(col(Outbox.state) == OutboxState.DUE.value),
        "jobs_due": select(func.count()).select_from(Job).where(col(Job.due_at) <= now),
        "bookings_running": select(func.count())
        .select_from(Booking)
        .where(
            col(Booking.state) == BookingState.BOOKED.value, col(Booking.starts_at) <= now, col(Booking.ends_at) > now
        ),
    }
    return {name: int(session.execute(statement).scalar_one()) for name, statement in wanted.items()}
