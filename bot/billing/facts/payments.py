"""Payments, closed months and who stands where, read for the services."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.billing.facts.month import month_at
from bot.billing.rules.balances import Owed, Paid
from bot.people.facts import PoolFacts
from storage.queries import payments
from storage.tables import Payment
from storage.words import PaymentPurpose, PaymentState, StatementState

CLOSED = (StatementState.CLOSED.value, StatementState.SETTLED.value)


@dataclass(frozen=True, slots=True)
class PaymentFacts:
    """Money from a member to a member; None is the provider."""

    id: int
    giver: int | None
    taker: int | None
    amount_minor: int
    purpose: PaymentPurpose
    state: PaymentState
    collection: int | None
    said_by: int
    said_at: int


def payment_facts(row: Payment) -> PaymentFacts:
    return PaymentFacts(
        int(row.id or 0),
        row.from_id,
        row.to_id,
        row.amount_minor,
        PaymentPurpose(row.purpose),
        PaymentState(row.state),
        row.collection_id,
        row.said_by,
        row.said_at,
    )


@dataclass(frozen=True, slots=True)
class ClosedMonth:
    """A month that is closed for ever: the number of its statement, and what it says."""

    id: int
    month: str
    state: StatementState
    body: Mapping[str, Any]


def closed_months(session: Session, pool_id: int, until: str | None = None) -> list[ClosedMonth]:
    """The months that are closed, oldest first, up to one of them (`YYYY-MM`)."""
    return [
        ClosedMonth(number, month, StatementState(state), json.loads(body))
        for number, month, state, body in payments.months(session, pool_id)
        if state in CLOSED and body is not None and (until is None or month <= until)
    ]


def owed(rows: Sequence[ClosedMonth], payer: int | None) -> list[Owed]:
    """What each month says that everybody owes. `payer`: who pays where a month names nobody."""
    found = []
    for row in rows:
        totals = {str(one["id"]): int(one["total_minor"]) for one in row.body["members"]}
        named = row.body["payer"] or (None if payer is None else str(payer))
        found.append(Owed(row.month, totals, named))
    return found


def paid(session: Session, pool: PoolFacts, until: str | None = None) -> list[Paid]:
    """Every payment that stands; with `until`, without those that were said for later months."""
    months = {number: month for number, month, _, _ in payments.months(session, pool.id)}
    found = []
    for row in payments.all_of(session, pool.id):
        outside = row.purpose == PaymentPurpose.PROVIDER.value
        month = row.note if outside and row.note else None
        month = month or (months.get(row.statement_id) if row.statement_id is not None else None)
        month = month or month_at(session, pool.id, row.said_at)
        if until is not None and not outside and row.statement_id is not None and month > until:
            continue
        giver = None if row.from_id is None else str(row.from_id)
        taker = None if row.to_id is None else str(row.to_id)
        found.append(Paid(giver, taker, row.amount_minor, month, row.purpose == PaymentPurpose.ADVANCE.value))
    return found
