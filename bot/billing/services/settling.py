"""Who owes whom after the closed months and all payments, and the transfers that bring everybody to zero."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.facts.payments import ClosedMonth, closed_months, owed, paid
from bot.billing.rules.balances import Standing, standing
from bot.billing.rules.settlement import Settlement, settle, via_payer
from bot.billing.services import close
from bot.billing.services.reminding_plan import plan_reminders
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import audit, bills, payments, pools
from storage.words import PaymentState, StatementState


@dataclass(frozen=True, slots=True)
class Debt:
    """`giver` still has to pay `taker`; members' ids."""

    giver: int
    taker: int
    amount_minor: int


@dataclass(frozen=True, slots=True)
class Accounts:
    """Where everybody stands. `via`: the member through whom all settle, else the fewest transfers are shown."""

    months: tuple[ClosedMonth, ...]
    standing: Standing
    settlement: Settlement
    via: int | None
    names: dict[int, str]

    @property
    def debts(self) -> list[Debt]:
        found = [Debt(int(one.giver), int(one.taker), one.amount_minor) for one in self.settlement.transfers]
        return sorted(found, key=lambda one: (-one.amount_minor, one.giver, one.taker))

    @property
    def even(self) -> bool:
        return not any(self.standing.balances.values())

    @property
    def month(self) -> str | None:
        """The last month in it."""
        return self.months[-1].month if self.months else None

    def balance(self, member_id: int) -> int:
        return self.standing.balances.get(str(member_id), 0)

    def owes(self, giver: int, taker: int) -> int:
        return sum(one.amount_minor for one in self.debts if (one.giver, one.taker) == (giver, taker))

    def name(self, member_id: int | None) -> str | None:
        """None for the provider."""
        return None if member_id is None else self.names.get(member_id, "?")


def accounts(session: Session, pool: PoolFacts, now: int, until: str | None = None) -> Accounts:
    """After the months that are closed (up to `until`). Raises `no_payer`, and `unbalanced`, which cannot be."""
    chosen = settings(session, pool.id, now)
    rows = closed_months(session, pool.id, until)
    stands = standing(owed(rows, chosen.payer), paid(session, pool, until))
    via = chosen.payer if chosen.via_payer else None
    found = settle(stands.balances) if via is None else via_payer({str(via): 0, **stands.balances}, str(via))
    return Accounts(tuple(rows), stands, found, via, people.names(session, pool.id))


def settle_months(session: Session, pool: PoolFacts, now: int) -> list[str]:
    """Closed months after which every balance is exactly 0, all received, become settled; which ones did."""
    rows = [row for row in closed_months(session, pool.id) if row.state is StatementState.CLOSED]
    if not rows or any(one.state == PaymentState.SAID.value for one in payments.all_of(session, pool.id)):
        return []
    even = [row.month for row in rows if _even(session, pool, now, row.month)]
    if not even:
        return []
    done = [row for row in rows if row.month <= max(even)]
    zero: dict[str, int] = {}
    return [row.month for row in done if close.settle(session, pool, row.id, zero, now)]


def _even(session: Session, pool: PoolFacts, now: int, month: str) -> bool:
    """Not while nobody is known to have paid the provider."""
    try:
        return accounts(session, pool, now, month).even
    except Refusal as refusal:
        if refusal.code != "no_payer":
            raise
        return False


def unsettle_months(session: Session, pool: PoolFacts, now: int) -> list[str]:
    """Settled months after which somebody owes again, because a payment was taken back, are closed but not paid.

    They ask again, counted from now. Which ones: those behind the last month after which all is even, as in
    `settle_months`. A month that cost nothing stays settled.
    """
    reopened = []
    for row in reversed(closed_months(session, pool.id)):
        if _even(session, pool, now, row.month):
            break
        if row.state is StatementState.SETTLED and any(one["total_minor"] for one in row.body["members"]):
            _reopen(session, pool, row, now)
            reopened.append(row.month)
    return reopened[::-1]


def _reopen(session: Session, pool: PoolFacts, row: ClosedMonth, now: int) -> None:
    statement = bills.statement_of(session, row.id)
    if statement is None or not bills.move(
        session, row.id, statement.version, state=StatementState.CLOSED.value, settled_at=None
    ):
        raise LookupError(f"no statement {row.id}")
    plan_reminders(session, pool.id, row.id, now)
    _note(session, pool, row, now)


def _note(session: Session, pool: PoolFacts, row: ClosedMonth, now: int) -> None:
    audit.note(
        session,
        at=now,
        what="bill_unsettled",
        subject=f"statement:{row.id}",
        pool_id=pool.id,
        person_id=None,
        after={"month": row.month},
    )


def still_owing(session: Session, found: Accounts) -> list[MemberFacts]:
    """Everybody who has something to pay, in the order of their ids; who left the group owes all the same."""
    rows = [pools.member(session, one) for one in sorted({debt.giver for debt in found.debts})]
    return [people.member_facts(row) for row in rows if row is not None]


def told(found: Accounts, pool: PoolFacts, *, waiting: int) -> dict[str, Any]:
    """The facts of a settlement, for everybody."""
    return {
        "month": found.month,
        "months": [row.month for row in found.months],
        "currency": pool.currency,
        "transfers": [
            {"giver": found.name(one.giver), "taker": found.name(one.taker), "amount_minor": one.amount_minor}
            for one in found.debts
        ],
        "minimal": found.settlement.minimal,
        "via": found.name(found.via),
        "advances": [
            {"name": found.name(int(member)), "left_minor": left} for member, left in found.standing.left.items()
        ],
        "ahead_minor": found.standing.ahead_minor,
        "waiting": waiting,
        "private": False,
    }
