"""What is still open between a member and the others, to be read before they leave: it stays theirs."""

from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.facts.month import month_at
from bot.billing.services.month import bill_of
from bot.billing.services.settling import accounts
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import bills, payments
from storage.words import StatementState


def remains(session: Session, pool: PoolFacts, member: MemberFacts, now: int, *, alone: bool) -> dict[str, Any] | None:
    """What they still pay and get after the closed months, what is left of advances, payments nobody has confirmed,
    and their share so far of the months that are not closed. None where nothing is open.

    `alone`: nobody else reads it; where amounts are private and others read too, none is said. `payer`: it is they
    who pay the provider.
    """
    chosen = settings(session, pool.id, now)
    found = {**_settled(session, pool, member, now), "running": _running(session, pool, member, now)}
    payer = chosen.payer == member.id
    if not payer and not any(found.values()):
        return None
    hidden = chosen.private and not alone
    shown = {name: type(value)() for name, value in found.items()} if hidden else found
    return {"currency": pool.currency, "private": hidden, "payer": payer, **shown}


def _settled(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> dict[str, Any]:
    waiting = len(payments.waiting(session, pool.id, member.id))
    try:
        found = accounts(session, pool, now)
    except Refusal:  # nobody is known to have paid the provider: nobody owes anybody yet
        return {"pay": [], "get": [], "advance_minor": 0, "waiting": waiting}
    return {
        "pay": [
            {"name": found.name(one.taker), "amount_minor": one.amount_minor}
            for one in found.debts
            if one.giver == member.id
        ],
        "get": [
            {"name": found.name(one.giver), "amount_minor": one.amount_minor}
            for one in found.debts
            if one.taker == member.id
        ],
        "advance_minor": found.standing.left.get(str(member.id), 0),
        "waiting": waiting,
    }


def _running(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> list[dict[str, Any]]:
    """Their share of the months that are shown or run; what cannot be shared out yet is left out."""
    shown = [row.month for row in bills.statements(session, pool.id) if row.state == StatementState.REVIEW.value]
    shares = []
    for month in sorted({*shown, month_at(session, pool.id, now)}):
        try:
            share = bill_of(session, pool, month, now).split.totals.get(str(member.id), 0)
        except Refusal:
            continue
        if share:
            shares.append({"month": month, "amount_minor": share})
    return shares
