"""Payments between members and to the provider: said back first, then counted. The same tap never counts twice.

What becomes of them then is in `payments_answered`.
"""

from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.facts.payments import PaymentFacts, closed_months, payment_facts
from bot.billing.services.book_keepers import KEEPERS
from bot.billing.services.payee_card import card_notice, waiting_card
from bot.billing.services.payments_shown import facts_of, name_of
from bot.billing.services.settling import Accounts, accounts, settle_months
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services.finding import still_here
from storage.database import lock_pool
from storage.queries import audit, payments
from storage.words import PaymentPurpose, PaymentState

TWICE_SECONDS = 600
"""Within so long the same payment said again is more likely a second tap than a second payment."""
BY_ANOTHER_SECONDS = 7 * 86_400
"""Within so long it is more likely one payment that both sides write down."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A payment as somebody says it; `giver` or `taker` None is the provider. `month`: of what the provider is paid
    for. `once`: what keeps a repeated tap from counting again."""

    giver: int | None
    taker: int | None
    amount_minor: int
    purpose: PaymentPurpose = PaymentPurpose.SETTLE
    month: str | None = None
    collection: int | None = None
    once: str | None = None

    def fields(self) -> dict[str, Any]:
        """For a button to carry."""
        return {
            "giver": self.giver,
            "taker": self.taker,
            "amount_minor": self.amount_minor,
            "purpose": self.purpose.value,
            "month": self.month,
            "collection": self.collection,
            "once": self.once,
        }


def wish_of(fields: dict[str, Any]) -> Wish:
    """What a button carried."""
    return Wish(
        fields["giver"],
        fields["taker"],
        int(fields["amount_minor"]),
        PaymentPurpose(fields["purpose"]),
        fields["month"],
        fields["collection"],
        fields["once"],
    )


def propose(session: Session, pool: PoolFacts, by: MemberFacts, wish: Wish, now: int) -> Reply:
    """Say back what was meant, with the button that makes it count. Raises `pay_self`, `role`.

    Who was paid and says so of a payment that waits for just that word gets the card to confirm it.
    """
    _check(session, pool, by, wish, now)
    if wish.taker == by.id and _waits(session, pool, wish):
        return waiting_card(session, pool, by)
    found = _accounts(session, pool, now)
    names = people.names(session, pool.id)
    alike = payments.how_many(session, pool.id, wish.giver, wish.taker, wish.amount_minor)
    once = wish.once or f"{by.id}:{wish.giver}:{wish.taker}:{wish.amount_minor}:{alike}"
    owes = None
    if found is not None and wish.giver is not None:
        owes = max(0, -found.balance(wish.giver))
    data = {
        "giver": name_of(names, wish.giver),
        "taker": name_of(names, wish.taker),
        "amount_minor": wish.amount_minor,
        "currency": pool.currency,
        "purpose": wish.purpose.value,
        "mine": wish.giver == by.id,
        "owes_minor": owes,
        "month": wish.month,
        "twice": _twice(session, pool, by, wish, now),
    }
    yes = Choice("pay.yes", "pay.say", replace(wish, once=once).fields())
    return Reply("pay_confirm", data, ((yes, Choice("pay.no", "pay.drop")),))


def say(session: Session, pool: PoolFacts, by: MemberFacts, wish: Wish, now: int) -> Reply:
    """Count it. Said again under the same key, it is told again and not counted again.

    Raises `pay_self`, `role`, `not_member`.
    """
    lock_pool(session, pool.id)
    by = still_here(session, by)
    _check(session, pool, by, wish, now)
    known = payments.known(session, pool.id, wish.once) if wish.once is not None else None
    if known is not None:
        return _paid(session, pool, payment_facts(known), [], now)
    certain = PaymentPurpose.PROVIDER is wish.purpose or wish.taker == by.id
    rows = closed_months(session, pool.id)
    payment_id = payments.add(
        session,
        {
            "pool_id": pool.id,
            "from_id": wish.giver,
            "to_id": wish.taker,
            "amount_minor": wish.amount_minor,
            "currency": pool.currency,
            "purpose": wish.purpose.value,
            "state": (PaymentState.RECEIVED if certain else PaymentState.SAID).value,
            "statement_id": rows[-1].id if rows and wish.purpose is PaymentPurpose.SETTLE else None,
            "collection_id": wish.collection,
            "note": wish.month,
            "once": wish.once,
            "said_by": by.id,
            "said_at": now,
            "received_by": by.id if certain else None,
            "received_at": now if certain else None,
        },
    )
    note(session, pool, by, "paid", payment_id, {**wish.fields(), "payment": payment_id}, now)
    row = payments.get(session, pool.id, payment_id)
    assert row is not None
    settled = settle_months(session, pool, now)
    reply = _paid(session, pool, payment_facts(row), settled, now)
    notices = () if certain else card_notice(session, pool, payment_facts(row))
    return replace(reply, notices=notices)


def _check(session: Session, pool: PoolFacts, by: MemberFacts, wish: Wish, now: int) -> None:
    """Everybody says what they paid or got; who keeps the books says it of others, and what the provider got."""
    if wish.giver == wish.taker:
        raise Refusal("pay_self")
    if wish.amount_minor <= 0:
        raise Refusal("bad_amount", text="", fault="not_positive", reading="", currency=pool.currency)
    if by.role in KEEPERS:
        return
    with_provider = wish.giver is None or wish.taker is None
    if with_provider and settings(session, pool.id, now).payer == by.id:
        return
    if with_provider or by.id not in (wish.giver, wish.taker):
        raise Refusal("role", needed="treasurer", role=by.role.value)


def _accounts(session: Session, pool: PoolFacts, now: int) -> Accounts | None:
    """None where amounts are private, or nobody is known to have paid the provider: a payment can be said all the
    same."""
    if settings(session, pool.id, now).private:
        return None
    try:
        return accounts(session, pool, now)
    except Refusal as refusal:
        if refusal.code != "no_payer":
            raise
        return None


def _waits(session: Session, pool: PoolFacts, wish: Wish) -> bool:
    waiting = payments.waiting(session, pool.id, wish.taker or 0)
    return any((row.from_id, row.amount_minor) == (wish.giver, wish.amount_minor) for row in waiting)


def _twice(session: Session, pool: PoolFacts, by: MemberFacts, wish: Wish, now: int) -> bool:
    same = (wish.giver, wish.taker, wish.amount_minor)
    return any(
        (row.from_id, row.to_id, row.amount_minor) == same
        and row.said_at > now - (TWICE_SECONDS if row.said_by == by.id else BY_ANOTHER_SECONDS)
        for row in payments.all_of(session, pool.id)
    )


def _paid(session: Session, pool: PoolFacts, one: PaymentFacts, settled: list[str], now: int) -> Reply:
    names = people.names(session, pool.id)
    found = _accounts(session, pool, now)
    left = max(0, -found.balance(one.giver)) if found is not None and one.giver is not None else None
    data = {**facts_of(one, names), "currency": pool.currency, "left_minor": left, "settled": settled}
    return Reply("paid", data, ((Choice("pay.void", "pay.void", {"payment": one.id}),),))


def note(
    session: Session, pool: PoolFacts, by: MemberFacts, what: str, payment_id: int, after: dict[str, Any], now: int
) -> None:
    """What somebody did to a payment."""
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"payment:{payment_id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after=after,
    )
