"""`/settle`: the transfers that bring everybody to zero, told to the group and to each one alone."""

from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.services.book_keepers import KEEPERS
from bot.billing.services.payee import bill_of_one
from bot.billing.services.settling import Accounts, accounts, settle_months, still_owing, told
from bot.chat.message import Choice, Notice, Reply
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import payments, people
from storage.words import PaymentState


def show(
    session: Session, pool: PoolFacts, member: MemberFacts, month: str | None, now: int, *, private: bool
) -> Reply:
    """Where everybody stands after the closed months (up to `month`). `private`: asked in a private chat.

    In private the asker's own bill follows, and where amounts are private only who keeps the books reads the others';
    in the group who keeps the books sends everybody theirs, once a bill.
    Raises `no_payer`.
    """
    lock_pool(session, pool.id)
    settle_months(session, pool, now)
    found = accounts(session, pool, now, month)
    waiting = sum(one.state == PaymentState.SAID.value for one in payments.all_of(session, pool.id))
    data = told(found, pool, waiting=waiting)
    hidden = settings(session, pool.id, now).private
    if private:
        if hidden and member.role not in KEEPERS:
            data = _only_of(member, found, data)
        notices = bill_of_one(session, pool, member, found, f"settle:{pool.id}:{member.id}:{now}")
        return Reply("settle", data, notices=notices)
    if hidden:
        data = {**data, "transfers": [], "advances": [], "private": True}
    notices = _everybodys(session, pool, found) if member.role in KEEPERS else ()
    mine = ((Choice("settle.mine", "settle.mine", {"month": month}),),) if found.debts else ()
    return Reply("settle", data, mine, anyone=True, notices=notices)


def _only_of(member: MemberFacts, found: Accounts, data: dict[str, Any]) -> dict[str, Any]:
    """What one may read who may not read the others' amounts: the transfers and the advance of one's own."""
    name = found.name(member.id)
    own = {which: [one for one in data[which] if name in one.values()] for which in ("transfers", "advances")}
    return {**data, **own}


def _everybodys(session: Session, pool: PoolFacts, found: Accounts) -> tuple[Notice, ...]:
    """Each one's bill; the same amounts are not sent a second time."""
    notices: tuple[Notice, ...] = ()
    for one in still_owing(session, found):
        parts = "+".join(f"{debt.taker}:{debt.amount_minor}" for debt in found.debts if debt.giver == one.id)
        notices += bill_of_one(session, pool, one, found, f"settle:{pool.id}:{found.month}:{one.id}:{parts}")
    return notices


def mine(session: Session, pool: PoolFacts, member: MemberFacts, month: str | None, now: int) -> Reply:
    """One's own bill, to the private chat of who pressed. Raises `no_payer`."""
    found = accounts(session, pool, now, month)
    if not any(one.giver == member.id for one in found.debts):
        data: dict[str, Any] = {"currency": pool.currency, "debts": [], "month": found.month, "waiting": 0}
        return Reply("ask_pay", {**data, "choices": []}, alert=True, stays=True)
    notices = bill_of_one(session, pool, member, found, f"settle:{pool.id}:{member.id}:{now}")
    reachable = people.private_chat(session, member.person_id) is not None
    reply = Reply("pay_sent", {"reachable": reachable}, notices=notices, stays=True)
    return replace(reply, alert=True) if reachable else replace(reply, choices=((Choice("start_me", link=True),),))
