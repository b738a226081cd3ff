"""What is paid for and how it is split: rents, lines, policies, settings, pledges, prices. Dated or voided only."""

from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.tables import BillLine, BillSettings, Pledge, Price, Rent, SplitPolicy, Voucher

_rents, _policies, _settings = table_of(Rent), table_of(SplitPolicy), table_of(BillSettings)
_RENTS = (
    select(_rents)
    .where(_rents.c.pool_id == bindparam("pool_id"), _rents.c.voided_at.is_(None))
    .order_by(_rents.c.from_at, _rents.c.id)
)
_POLICIES = (
    select(_policies)
    .where(_policies.c.pool_id == bindparam("pool_id"), _policies.c.voided_at.is_(None))
    .order_by(_policies.c.from_at, _policies.c.id)
)
_SETTINGS = (
    select(_settings)
    .where(_settings.c.pool_id == bindparam("pool_id"), _settings.c.from_at <= bindparam("at"))
    .order_by(_settings.c.from_at.desc(), _settings.c.id.desc())
    .limit(1)
)


def add_rent(session: Session, row: dict[str, Any]) -> int:
    """A rent from `from_at` on; returns its id."""
    return int(session.execute(insert(Rent).values(row).returning(col(Rent.id))).scalar_one())


def rents(session: Session, pool_id: int) -> list[Rent]:
    """Every rent that was not taken back, by when it begins; of two alike the later one counts."""
    return all_like(session, Rent, _RENTS, {"pool_id": pool_id})


def void_rent(session: Session, pool_id: int, rent_id: int, now: int) -> bool:
    """Take back a rent that has not begun; False when it has, or was taken back before."""
    gone = session.execute(
        update(Rent)
        .where(col(Rent.id) == rent_id, col(Rent.pool_id) == pool_id, col(Rent.voided_at).is_(None))
        .where(col(Rent.from_at) > now)
        .values(voided_at=now)
    )
    return bool(gone.rowcount)  # type: ignore[attr-defined]


def add_price(session: Session, row: dict[str, Any]) -> None:
    """A reference price from `from_at` on."""
    session.execute(insert(Price).values(row))


def all_prices(session: Session, pool_id: int) -> list[Price]:
    """Every reference price, also those to come, by when it begins."""
    found = session.execute(
        select(Price).where(col(Price.pool_id) == pool_id).order_by(col(Price.from_at), col(Price.id))
    )
    return list(found.scalars())


def add_line(session: Session, row: dict[str, Any]) -> int:
    """A line of a month; returns its id."""
    return int(session.execute(insert(BillLine).values(row).returning(col(BillLine.id))).scalar_one())


def line(session: Session, pool_id: int, line_id: int) -> BillLine | None:
    """The line of that id, if it is this pool's."""
    return session.execute(
        select(BillLine).where(col(BillLine.id) == line_id, col(BillLine.pool_id) == pool_id)
    ).scalar_one_or_none()


def voided_by(session: Session, line_id: int) -> int | None:
    """The line that takes this one back, if one does."""
    return session.execute(select(col(BillLine.id)).where(col(BillLine.voids) == line_id)).scalar_one_or_none()


def lines(session: Session, pool_id: int, month: str) -> list[BillLine]:
    """Every line of a month with those that take others back, as they were written down."""
    found = session.execute(
        select(BillLine)
        .where(col(BillLine.pool_id) == pool_id, col(BillLine.month) == month)
        .order_by(col(BillLine.id))
    )
    return list(found.scalars())


def corrections(session: Session, pool_id: int, month: str) -> list[BillLine]:
    """The lines of later months that correct this one (`corrects` = "<month>/<line>")."""
    found = session.execute(
        select(BillLine)
        .where(col(BillLine.pool_id) == pool_id, col(BillLine.corrects).startswith(f"{month}/", autoescape=True))
        .order_by(col(BillLine.id))
    )
    return list(found.scalars())


def deposits(session: Session, pool_id: int) -> list[BillLine]:
    """Deposits that were paid, the newest first."""
    found = session.execute(
        select(BillLine)
        .where(col(BillLine.pool_id) == pool_id, col(BillLine.kind) == "deposit", col(BillLine.amount_minor) > 0)
        .order_by(col(BillLine.id).desc())
    )
    return list(found.scalars())


def add_policy(session: Session, row: dict[str, Any]) -> int:
    """A split policy from `from_at` on; returns its id."""
    return int(session.execute(insert(SplitPolicy).values(row).returning(col(SplitPolicy.id))).scalar_one())


def policies(session: Session, pool_id: int) -> list[SplitPolicy]:
    """Every policy that was not taken back, by when it begins; of two alike the later one counts."""
    return all_like(session, SplitPolicy, _POLICIES, {"pool_id": pool_id})


def policy(session: Session, pool_id: int, policy_id: int) -> SplitPolicy | None:
    """The policy of that id, if it is this pool's."""
    return session.execute(
        select(SplitPolicy).where(col(SplitPolicy.id) == policy_id, col(SplitPolicy.pool_id) == pool_id)
    ).scalar_one_or_none()


def change_policy(session: Session, policy_id: int, **values: object) -> None:
    """Who confirmed a policy, from when it acts, or that it was taken back."""
    session.execute(update(SplitPolicy).where(col(SplitPolicy.id) == policy_id).values(**values))


def settings(session: Session, pool_id: int, at: int) -> BillSettings | None:
    """The settings of the bill in force at an instant."""
    found = all_like(session, BillSettings, _SETTINGS, {"pool_id": pool_id, "at": at})
    return found[0] if found else None


def add_settings(session: Session, row: dict[str, Any]) -> None:
    """Settings from `from_at` on."""
    session.execute(insert(BillSettings).values(row))


def pledges(session: Session, member_ids: list[int], until: int) -> dict[int, int]:
    """What each member pledged last before `until`."""
    found = session.execute(
        select(col(Pledge.member_id), col(Pledge.weight))
        .where(col(Pledge.member_id).in_(member_ids), col(Pledge.from_at) < until)
        .order_by(col(Pledge.from_at), col(Pledge.id))
    )
    return {int(member_id): int(weight) for member_id, weight in found}


def add_pledge(session: Session, row: dict[str, Any]) -> None:
    """A member's pledge from `from_at` on."""
    session.execute(insert(Pledge).values(row))


def vouchers(session: Session, pool_id: int) -> list[Voucher]:
    """Every voucher (算力券) that was not taken back, as they were written down."""
    found = session.execute(
        select(Voucher)
        .where(col(Voucher.pool_id) == pool_id, col(Voucher.voided_at).is_(None))
        .order_by(col(Voucher.id))
    )
    return list(found.scalars())


def voucher(session: Session, pool_id: int, voucher_id: int) -> Voucher | None:
    """The voucher of that id, if it is this pool's; one that was taken back too."""
    return session.execute(
        select(Voucher)
        .where(col(Voucher.id) == voucher_id, col(Voucher.pool_id) == pool_id)
        .execution_options(populate_existing=True)
    ).scalar_one_or_none()


def add_voucher(session: Session, row: dict[str, Any]) -> int:
    """A voucher; returns its id."""
    return int(session.execute(insert(Voucher).values(row).returning(col(Voucher.id))).scalar_one())


def void_voucher(session: Session, voucher_id: int, now: int) -> None:
    """It pays for nothing any more."""
    session.execute(update(Voucher).where(col(Voucher.id) == voucher_id).values(voided_at=now))
