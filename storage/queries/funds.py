"""Funds (经费) and whose shares are claimed from which: dated rows, closed and never deleted."""

from typing import Any

from sqlalchemy import insert, or_, select, update
from sqlmodel import Session, col

from storage.tables import Fund, FundMember


def add(session: Session, row: dict[str, Any]) -> int:
    """A fund; returns its id."""
    return int(session.execute(insert(Fund).values(row).returning(col(Fund.id))).scalar_one())


def funds(session: Session, pool_id: int, *, open_only: bool = True) -> list[Fund]:
    """The pool's funds, oldest first."""
    wanted = select(Fund).where(col(Fund.pool_id) == pool_id).order_by(col(Fund.id))
    if open_only:
        wanted = wanted.where(col(Fund.closed_at).is_(None))
    return list(session.execute(wanted.execution_options(populate_existing=True)).scalars())


def change(session: Session, fund_id: int, **values: object) -> None:
    """Its title, tax number, person in charge or item; or that it is closed."""
    session.execute(update(Fund).where(col(Fund.id) == fund_id).values(**values))


def leave(session: Session, member_id: int, now: int) -> None:
    """A member's share goes to no fund from now on."""
    session.execute(
        update(FundMember)
        .where(col(FundMember.member_id) == member_id, col(FundMember.until_at).is_(None))
        .values(until_at=now)
    )


def join(session: Session, fund_id: int, member_id: int, now: int) -> None:
    """A member's share goes to a fund from now on."""
    session.execute(insert(FundMember).values(fund_id=fund_id, member_id=member_id, from_at=now))


def belonging(session: Session, pool_id: int, at: int) -> dict[int, int]:
    """The fund of every member at an instant; of one who had none then, the first that they joined later."""
    later = session.execute(
        select(col(FundMember.member_id), col(FundMember.fund_id))
        .join(Fund, col(Fund.id) == col(FundMember.fund_id))
        .where(col(Fund.pool_id) == pool_id, col(FundMember.from_at) > at)
        .order_by(col(FundMember.from_at).desc(), col(FundMember.id).desc())
    )
    return {int(member): int(fund) for member, fund in later} | members_at(session, pool_id, at)


def members_at(session: Session, pool_id: int, at: int) -> dict[int, int]:
    """The fund of every member who has one at an instant."""
    found = session.execute(
        select(col(FundMember.member_id), col(FundMember.fund_id))
        .join(Fund, col(Fund.id) == col(FundMember.fund_id))
        .where(
            col(Fund.pool_id) == pool_id,
            col(FundMember.from_at) <= at,
            or_(col(FundMember.until_at).is_(None), col(FundMember.until_at) > at),
        )
        .order_by(col(FundMember.id))
    )
    return {int(member): int(fund) for member, fund in found}
