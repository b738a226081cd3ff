"""What becomes of a payment that was said: who got it confirms it, or it is taken back. Nothing is deleted."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from bot.billing.facts.payments import PaymentFacts, payment_facts
from bot.billing.services.book_keepers import KEEPERS
from bot.billing.services.payments import note
from bot.billing.services.payments_shown import facts_of, name_of
from bot.billing.services.settling import settle_months, unsettle_months
from bot.chat.message import Notice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import still_here
from storage.database import lock_pool
from storage.queries import payments, pools
from storage.tables import Payment
from storage.words import PaymentState


def confirm(session: Session, pool: PoolFacts, by: MemberFacts, ids: Sequence[int], now: int) -> Reply:
    """Who was paid got it: these payments, as far as they still wait.

    Raises `payment_not_yours`, and `already_done` where all of them were taken back meanwhile.
    """
    lock_pool(session, pool.id)
    by = still_here(session, by)
    names = people.names(session, pool.id)
    done: list[dict[str, Any]] = []
    gone: list[Payment] = []
    for payment_id in ids:
        row = payments.get(session, pool.id, payment_id)
        if row is None or (row.to_id != by.id and by.role not in KEEPERS):
            raise Refusal("payment_not_yours", payment=payment_id, name=name_of(names, row.to_id if row else None))
        moved = payments.move(
            session,
            payment_id,
            [PaymentState.SAID],
            state=PaymentState.RECEIVED.value,
            received_by=by.id,
            received_at=now,
        )
        if moved:
            note(session, pool, by, "pay_received", payment_id, {"payment": payment_id}, now)
            done.append(
                {"payment": payment_id, "giver": names.get(row.from_id or 0, "?"), "amount_minor": row.amount_minor}
            )
        elif row.state == PaymentState.VOIDED.value:
            gone.append(row)
    if gone and not done:
        raise Refusal("already_done", what="pay_voided", data=_voided(pool, gone[-1], names))
    left = payments.waiting(session, pool.id, by.id)
    data = {
        "payments": done,
        "currency": pool.currency,
        "left": len(left),
        "settled": settle_months(session, pool, now),
    }
    return Reply("pay_received", data)


def void(session: Session, pool: PoolFacts, by: MemberFacts, payment_id: int, now: int) -> Reply:
    """Take a payment back: by who paid, who was paid, or who keeps the books. It stays, marked.

    Raises `no_such_payment`, `payment_not_yours`, `already_done`.
    """
    lock_pool(session, pool.id)
    by = still_here(session, by)
    row = payments.get(session, pool.id, payment_id)
    if row is None:
        raise Refusal("no_such_payment", payment=payment_id)
    names = people.names(session, pool.id)
    if by.id not in (row.from_id, row.to_id, row.said_by) and by.role not in KEEPERS:
        raise Refusal("payment_not_yours", payment=payment_id, name=name_of(names, row.from_id))
    standing = [PaymentState.SAID, PaymentState.RECEIVED]
    if not payments.move(
        session, payment_id, standing, state=PaymentState.VOIDED.value, voided_by=by.id, voided_at=now
    ):
        raise Refusal("already_done", what="pay_voided", data=_voided(pool, row, names))
    fresh = payments.get(session, pool.id, payment_id)
    assert fresh is not None
    reopened = unsettle_months(session, pool, now)
    settle_months(session, pool, now)
    data = {**_voided(pool, fresh, names), "reopened": reopened}
    note(session, pool, by, "pay_voided", payment_id, {"payment": payment_id}, now)
    return Reply("pay_voided", data, notices=_told(session, pool, by, payment_facts(fresh), data))


def _voided(pool: PoolFacts, row: Payment, names: dict[int, str]) -> dict[str, Any]:
    facts = facts_of(payment_facts(row), names)
    return {**facts, "currency": pool.currency, "by": name_of(names, row.voided_by), "reopened": []}


def _told(
    session: Session, pool: PoolFacts, by: MemberFacts, one: PaymentFacts, data: dict[str, Any]
) -> tuple[Notice, ...]:
    """The other side reads it for themselves: who paid that it was not received, who was paid that it never came."""
    told: tuple[Notice, ...] = ()
    for side in (one.giver, one.taker):
        row = pools.member(session, side) if side is not None and side != by.id else None
        if row is not None:
            key = f"payment:{one.id}:voided:{side}"
            told += telling.privately(session, pool, people.member_facts(row), key, "pay_voided", data)
    return told
