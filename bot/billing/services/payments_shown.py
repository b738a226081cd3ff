"""Payments to look at: the latest ones, and whom one still has to pay."""

from typing import Any

from sqlmodel import Session

from bot.billing.facts.payments import PaymentFacts, payment_facts
from bot.billing.services.book_keepers import KEEPERS
from bot.billing.services.payee_card import waiting_card
from bot.billing.services.settling import accounts
from bot.chat.message import Choice, Reply, Rows
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import bills, payments
from storage.words import PaymentState, StatementState

MOST_LISTED = 12
REVIEW = StatementState.REVIEW.value


def listed(session: Session, pool: PoolFacts, by: MemberFacts) -> Reply:
    """The latest payments, one's own where amounts are private, with buttons to take one's own back."""
    names = people.names(session, pool.id)
    rows = [payment_facts(row) for row in payments.latest(session, pool.id, 100)]
    mine = [one for one in rows if by.id in (one.giver, one.taker, one.said_by)]
    shown = (rows if by.role in KEEPERS else mine)[:MOST_LISTED]
    data = {
        "currency": pool.currency,
        "payments": [{**facts_of(one, names), "at": one.said_at} for one in shown],
        "all": by.role in KEEPERS,
    }
    standing = [one for one in shown if one.state is not PaymentState.VOIDED][:4]
    buttons: Rows = tuple(
        (Choice("pay.void_one", "pay.void", {"payment": one.id}, {"payment": one.id}),) for one in standing
    )
    return Reply("payments", data, buttons)


def what_to_pay(session: Session, pool: PoolFacts, by: MemberFacts, now: int) -> Reply:
    """Whom the asker still has to pay, with a button for each, and what waits for their own word.

    Raises `no_payer`.
    """
    card = waiting_card(session, pool, by)
    found = accounts(session, pool, now)
    debts = [one for one in found.debts if one.giver == by.id]
    data = {
        "currency": pool.currency,
        "debts": [{"taker": found.name(one.taker), "amount_minor": one.amount_minor} for one in debts],
        "month": found.month,
        "waiting": len(card.data["payments"]),
        "shown": next((row.month for row in bills.statements(session, pool.id) if row.state == REVIEW), None),
    }
    if not debts and card.choices:
        return card
    buttons = tuple(
        (
            Choice(
                "pay.to",
                "pay.ask",
                {"taker": one.taker, "amount_minor": one.amount_minor, "collection": None},
                {"name": found.name(one.taker), "amount_minor": one.amount_minor, "currency": pool.currency},
            ),
        )
        for one in debts[:6]
    )
    return Reply("ask_pay", {**data, "choices": []}, (*buttons, *card.choices))


def facts_of(one: PaymentFacts, names: dict[int, str]) -> dict[str, Any]:
    """A payment as every reply tells it."""
    return {
        "payment": one.id,
        "giver": name_of(names, one.giver),
        "taker": name_of(names, one.taker),
        "amount_minor": one.amount_minor,
        "purpose": one.purpose.value,
        "state": one.state.value,
    }


def name_of(names: dict[int, str], member_id: int | None) -> str | None:
    """None for the provider."""
    return None if member_id is None else names.get(member_id, "?")
