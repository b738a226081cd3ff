"""What members paid each other and the provider, and advances asked of everybody. Voided, never deleted."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.tables import Collection, Payment, Statement
from storage.words import PaymentState


def add(session: Session, row: dict[str, Any]) -> int:
    """A payment; returns its id. Raises IntegrityError when its `once` is known in the pool."""
    return int(session.execute(insert(Payment).values(row).returning(col(Payment.id))).scalar_one())


def get(session: Session, pool_id: int, payment_id: int) -> Payment | None:
    """The payment of that id, if it is this pool's."""
    return session.execute(
        select(Payment)
        .where(col(Payment.id) == payment_id, col(Payment.pool_id) == pool_id)
        .execution_options(populate_existing=True)
    ).scalar_one_or_none()


def known(session: Session, pool_id: int, once: str) -> Payment | None:
    """The payment that was said under that key."""
    return session.execute(
        select(Payment).where(col(Payment.pool_id) == pool_id, col(Payment.once) == once)
    ).scalar_one_or_none()


def how_many(session: Session, pool_id: int, from_id: int | None, to_id: int | None, amount_minor: int) -> int:
    """Payments of that amount between the two until now, those that were taken back too."""
    found = session.execute(
        select(func.count()).where(
            col(Payment.pool_id) == pool_id,
            col(Payment.from_id).is_not_distinct_from(from_id),
            col(Payment.to_id).is_not_distinct_from(to_id),
            col(Payment.amount_minor) == amount_minor,
        )
    )
    return int(found.scalar_one())


def months(session: Session, pool_id: int) -> list[tuple[int, str, str, str | None]]:
    """`(statement, month, state, body)` of every month, oldest first, without what the bills were made from."""
    found = session.execute(
        select(col(Statement.id), col(Statement.month), col(Statement.state), col(Statement.body))
        .where(col(Statement.pool_id) == pool_id)
        .order_by(col(Statement.month))
    )
    return [(int(row[0]), str(row[1]), str(row[2]), row[3]) for row in found]


def all_of(session: Session, pool_id: int) -> list[Payment]:
    """Every payment that stands, in the order in which they were said."""
    wanted = (
        select(table_of(Payment))
        .where(col(Payment.pool_id) == pool_id, col(Payment.state) != PaymentState.VOIDED.value)
        .order_by(col(Payment.said_at), col(Payment.id))
    )
    return all_like(session, Payment, wanted, {})


def latest(session: Session, pool_id: int, most: int) -> list[Payment]:
    """The latest payments, voided ones too, newest first."""
    wanted = (
        select(table_of(Payment)).where(col(Payment.pool_id) == pool_id).order_by(col(Payment.id).desc()).limit(most)
    )
    return all_like(session, Payment, wanted, {})


def waiting(session: Session, pool_id: int, to_id: int) -> list[Payment]:
    """What was said to be paid to a member who has not confirmed it yet, oldest first."""
    wanted = (
        select(table_of(Payment))
        .where(
            col(Payment.pool_id) == pool_id,
            col(Payment.to_id) == to_id,
            col(Payment.state) == PaymentState.SAID.value,
        )
        .order_by(col(Payment.id))
    )
    return all_like(session, Payment, wanted, {})


def move(session: Session, payment_id: int, states: Sequence[PaymentState], **values: object) -> bool:
    """Change a payment that is in one of these states; False when it is in none."""
    changed = session.execute(
        update(Payment)
        .where(col(Payment.id) == payment_id, col(Payment.state).in_([state.value for state in states]))
        .values(**values, version=col(Payment.version) + 1)
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def add_collection(session: Session, row: dict[str, Any]) -> int:
    """An advance asked of the members; returns its id."""
    return int(session.execute(insert(Collection).values(row).returning(col(Collection.id))).scalar_one())


def collections(session: Session, pool_id: int, *, open_only: bool = False) -> list[Collection]:
    """The advances that were asked, oldest first."""
    wanted = select(Collection).where(col(Collection.pool_id) == pool_id).order_by(col(Collection.id))
    if open_only:
        wanted = wanted.where(col(Collection.closed_at).is_(None))
    return list(session.execute(wanted.execution_options(populate_existing=True)).scalars())


def close_collection(session: Session, collection_id: int, now: int) -> bool:
    """Nothing more is asked; False when it was closed before."""
    changed = session.execute(
        update(Collection)
        .where(col(Collection.id) == collection_id, col(Collection.closed_at).is_(None))
        .values(closed_at=now)
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]
