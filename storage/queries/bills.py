"""The months' statements with agreements and objections, and the rows that a month's bill is made from."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import case, func, insert, or_, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.tables import (
    Agent,
    Agreement,
    Audit,
    BookedCard,
    Booking,
    CardUse,
    Gap,
    Gpu,
    Member,
    Membership,
    Objection,
    Outage,
    Statement,
)
from storage.words import AgentState, BookingState, StatementState

_OF_BOOKING = (
    "id", "member_id", "holder_weight", "state", "starts_at", "ends_at", "planned_end_at", "released_at",
    "cancelled_at", "version",
)  # fmt: skip
_OF_CARD = ("booking_id", "gpu_id", "starts_at", "ends_at", "live")
_OF_USE = ("gpu_id", "starts_at", "ends_at", "member_id", "grade")
"""A month has thousands of these: only what a bill reads is fetched."""

MOST_NAMES = 500
"""In one question: a database takes only so many parameters."""


def statement(session: Session, pool_id: int, month: str) -> Statement | None:
    """The statement of a month (`YYYY-MM`), once it was opened."""
    return session.execute(
        select(Statement)
        .where(col(Statement.pool_id) == pool_id, col(Statement.month) == month)
        .execution_options(populate_existing=True)
    ).scalar_one_or_none()


def statement_of(session: Session, statement_id: int) -> Statement | None:
    """The statement of that id."""
    return session.get(Statement, statement_id, populate_existing=True)


def statements(session: Session, pool_id: int) -> list[Statement]:
    """Every statement of a pool, oldest month first."""
    found = session.execute(select(Statement).where(col(Statement.pool_id) == pool_id).order_by(col(Statement.month)))
    return list(found.scalars())


def closed(session: Session, pool_id: int, most: int) -> list[Statement]:
    """The latest months that are frozen, oldest first."""
    frozen = [StatementState.CLOSED.value, StatementState.SETTLED.value]
    found = session.execute(
        select(Statement)
        .where(col(Statement.pool_id) == pool_id, col(Statement.state).in_(frozen))
        .order_by(col(Statement.month).desc())
        .limit(most)
    )
    return list(found.scalars())[::-1]


def open_statement(session: Session, row: dict[str, Any]) -> int:
    """A new statement; returns its id. Raises IntegrityError when the month has one."""
    return int(session.execute(insert(Statement).values(row).returning(col(Statement.id))).scalar_one())


def move(session: Session, statement_id: int, version: int, **values: object) -> bool:
    """Change a statement as it was at `version`; False when somebody else changed it first."""
    changed = session.execute(
        update(Statement)
        .where(col(Statement.id) == statement_id, col(Statement.version) == version)
        .values(**values, version=version + 1)
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def agree(session: Session, statement_id: int, member_id: int, version: int, now: int) -> bool:
    """A member agrees; False when they had."""
    known = agreed(session, statement_id, version)
    if member_id in known:
        return False
    row = {"statement_id": statement_id, "member_id": member_id, "version": version, "at": now}
    session.execute(insert(Agreement).values(row))
    return True


def agreed(session: Session, statement_id: int, version: int) -> list[int]:
    """Who agreed to a statement as it was at `version`, in that order."""
    found = session.execute(
        select(col(Agreement.member_id))
        .where(col(Agreement.statement_id) == statement_id, col(Agreement.version) == version)
        .order_by(col(Agreement.id))
    )
    return list(found.scalars())


def object_to(session: Session, row: dict[str, Any]) -> int:
    """An objection; returns its id."""
    return int(session.execute(insert(Objection).values(row).returning(col(Objection.id))).scalar_one())


def objections(session: Session, statement_id: int, *, open_only: bool = False) -> list[Objection]:
    """The objections to a statement, oldest first."""
    wanted = select(Objection).where(col(Objection.statement_id) == statement_id).order_by(col(Objection.id))
    if open_only:
        wanted = wanted.where(col(Objection.resolved_at).is_(None))
    return list(session.execute(wanted.execution_options(populate_existing=True)).scalars())


def resolve(session: Session, objection_id: int, by: int, words: str, now: int) -> bool:
    """Answer an objection; False when it was answered before."""
    changed = session.execute(
        update(Objection)
        .where(col(Objection.id) == objection_id, col(Objection.resolved_at).is_(None))
        .values(resolved_at=now, resolved_by=by, resolution=words)
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def everybody(session: Session, pool_id: int) -> list[Member]:
    """Everybody who is or was a member, in the order in which they first joined."""
    found = session.execute(select(table_of(Member)).where(col(Member.pool_id) == pool_id).order_by(col(Member.id)))
    return list(found)  # type: ignore[arg-type]


def stays(session: Session, pool_id: int, until: int) -> list[tuple[int, int, int | None]]:
    """`(member, joined, left)` of every stay that began before `until`."""
    found = session.execute(
        select(col(Membership.member_id), col(Membership.joined_at), col(Membership.left_at))
        .join(Member, col(Member.id) == col(Membership.member_id))
        .where(col(Member.pool_id) == pool_id, col(Membership.joined_at) < until)
        .order_by(col(Membership.joined_at), col(Membership.id))
    )
    return [(int(row[0]), int(row[1]), row[2]) for row in found]


def cards(session: Session, pool_id: int) -> list[Gpu]:
    """Every card the pool ever had, by number."""
    wanted = select(table_of(Gpu)).where(col(Gpu.pool_id) == pool_id).order_by(col(Gpu.number))
    return all_like(session, Gpu, wanted, {})


def bookings(session: Session, pool_id: int, since: int, until: int) -> list[Booking]:
    """Bookings that held or were to hold cards within `[since, until)`; cancelled ones too, holds not.

    Only the columns of `_OF_BOOKING`.
    """
    wanted = (
        select(*(table_of(Booking).c[name] for name in _OF_BOOKING))
        .where(
            col(Booking.pool_id) == pool_id,
            col(Booking.starts_at) < until,
            or_(col(Booking.ends_at) > since, col(Booking.planned_end_at) > since),
            col(Booking.state).in_([BookingState.BOOKED.value, BookingState.CANCELLED.value]),
        )
        .order_by(col(Booking.id))
    )
    return all_like(session, Booking, wanted, {})


def booked_cards(session: Session, pool_id: int, since: int, until: int) -> Sequence[tuple[int, int, int, int, int]]:
    """The cards of those bookings, whether they still hold them or not: the columns of `_OF_CARD`."""
    wanted = (
        select(*(table_of(BookedCard).c[name] for name in _OF_CARD))
        .join(Booking, col(Booking.id) == col(BookedCard.booking_id))
        .where(
            col(Booking.pool_id) == pool_id,
            col(Booking.starts_at) < until,
            or_(col(Booking.ends_at) > since, col(Booking.planned_end_at) > since),
            col(Booking.state).in_([BookingState.BOOKED.value, BookingState.CANCELLED.value]),
        )
        .order_by(col(BookedCard.id))
    )
    return list(session.execute(wanted))


def booked_seconds(session: Session, pool_id: int, since: int, until: int) -> int:
    """Card-seconds that were booked within `[since, until)`, summed by the database."""
    starts, ends = col(BookedCard.starts_at), col(BookedCard.ends_at)
    seconds = case((ends > until, until), else_=ends) - case((starts < since, since), else_=starts)
    found = session.execute(
        select(func.coalesce(func.sum(seconds), 0))
        .join(Booking, col(Booking.id) == col(BookedCard.booking_id))
        .where(
            col(Booking.pool_id) == pool_id,
            col(Booking.state) == BookingState.BOOKED.value,
            col(Booking.ends_at) > since,
            ends > since,
            starts < until,
            col(BookedCard.live) == 1,
        )
    )
    return int(found.scalar_one())


def uses(session: Session, pool_id: int, since: int, until: int) -> Sequence[tuple[int, int, int, int | None, str]]:
    """What processes were seen on the pool's cards within `[since, until)`: the columns of `_OF_USE`."""
    wanted = (
        select(*(table_of(CardUse).c[name] for name in _OF_USE))
        .join(Gpu, col(Gpu.id) == col(CardUse.gpu_id))
        .where(col(Gpu.pool_id) == pool_id, col(CardUse.ends_at) > since, col(CardUse.starts_at) < until)
        .order_by(col(CardUse.id))
    )
    return list(session.execute(wanted))


def gaps(session: Session, node_ids: Sequence[int], since: int, until: int) -> list[Gap]:
    """Intervals of these nodes without readings that touch `[since, until)`."""
    ended = or_(col(Gap.ends_at).is_(None), col(Gap.ends_at) > since)
    wanted = (
        select(table_of(Gap))
        .where(col(Gap.node_id).in_(node_ids), col(Gap.starts_at) < until, ended)
        .order_by(col(Gap.id))
    )
    return all_like(session, Gap, wanted, {})


def outages(session: Session, pool_id: int, since: int, until: int) -> list[Outage]:
    """Outages that stand and touch `[since, until)`."""
    wanted = (
        select(table_of(Outage))
        .where(
            col(Outage.pool_id) == pool_id,
            col(Outage.voided_at).is_(None),
            col(Outage.starts_at) < until,
            col(Outage.ends_at) > since,
        )
        .order_by(col(Outage.id))
    )
    return all_like(session, Outage, wanted, {})


def outage(session: Session, pool_id: int, outage_id: int) -> Outage | None:
    """The outage of that id, if it is this pool's and stands."""
    return session.execute(
        select(Outage).where(
            col(Outage.id) == outage_id, col(Outage.pool_id) == pool_id, col(Outage.voided_at).is_(None)
        )
    ).scalar_one_or_none()


def observed_since(session: Session, node_ids: Sequence[int]) -> int | None:
    """When the first agent of these nodes came in; None when none ever did."""
    found = session.execute(
        select(col(Agent.enrolled_at))
        .where(col(Agent.node_id).in_(node_ids), col(Agent.state) != AgentState.QUARANTINED.value)
        .order_by(col(Agent.enrolled_at))
        .limit(1)
    )
    return found.scalar_one_or_none()


def booking_changes(session: Session, booking_ids: Sequence[int]) -> list[tuple[int, int, str]]:
    """`(booking, at, after)` of everything that was done to these bookings, in that order; `after` is a snapshot
    (JSON) as `storage.queries.changes` writes it."""
    found: list[tuple[int, int, str]] = []
    for first in range(0, len(booking_ids), MOST_NAMES):
        subjects = [f"booking:{booking_id}" for booking_id in booking_ids[first : first + MOST_NAMES]]
        rows = session.execute(
            select(col(Audit.subject), col(Audit.at), col(Audit.after))
            .where(col(Audit.subject).in_(subjects), col(Audit.after).is_not(None))
            .order_by(col(Audit.id))
        )
        found += [(int(subject.partition(":")[2]), int(at), str(after)) for subject, at, after in rows]
    return found
