"""`/pay`: who paid whom how much, said back before it counts; confirmed by who got it; taken back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.facts.month import month_at
from bot.billing.services import collecting, payee_card, payments, payments_answered, payments_shown, settlement
from bot.billing.services.payments import Wish, wish_of
from bot.billing.services.settling import accounts
from bot.chat.message import Reply
from bot.commands.ask import Ask
from bot.commands.bill_ledger import amount_of, bad_amount, today
from bot.errors import Refusal
from bot.language.reading.money import Amount, MoneyFault, NoAmount
from bot.language.reading.pay import PayText, read_pay
from bot.language.writing import plain_name
from bot.people import facts as people
from bot.people.facts import MemberFacts
from bot.people.services.finding import find_gone, find_member, the_one
from storage.words import PaymentPurpose


def pay(session: Session, ask: Ask) -> Reply:
    """Say a payment, list them, take one back; alone: whom one still has to pay."""
    found = read_pay(ask.args, ask.pool.currency, today(ask))
    if found.void is not None:
        return payments_answered.void(session, ask.pool, ask.member, found.void, ask.now)
    hidden = not ask.chat.private and settings(session, ask.pool.id, ask.now).private
    if found.listed:
        if hidden:
            raise Refusal("only_privately")
        return payments_shown.listed(session, ask.pool, ask.member)
    if not found.provider and not found.who:
        if found.amount is not None:
            _positive(found, ask)
        if hidden:
            return replace(settlement.mine(session, ask.pool, ask.member, None, ask.now), stays=False, alert=False)
        shown = payments_shown.what_to_pay(session, ask.pool, ask.member, ask.now)
        asked = collecting.still_asked(session, ask.pool, ask.member.id)
        if asked is None or shown.choices:
            return shown
        return collecting.show(session, ask.pool, asked.id)
    by = _named(session, ask, found.giver) if found.giver else ask.member
    if found.provider:
        return payments.propose(session, ask.pool, ask.member, _outside(session, found, by, ask), ask.now)
    amount = _positive(found, ask) if found.amount is not None else None
    if amount is None and hidden:
        return replace(settlement.mine(session, ask.pool, ask.member, None, ask.now), stays=False, alert=False)
    meant = _others(_meant(session, ask, found.who), by)
    carried = {"amount_minor": amount, "received": found.received, "giver": by.id}
    other = the_one(session, ask.pool, meant, plain_name(found.who, 24), "pay.who", carried)
    return _between(session, ask, by, other, amount, received=found.received)


def surely(session: Session, ask: Ask) -> bool:
    """Whether talk in a group says that a member was paid: a member and an amount, and nothing else."""
    found = read_pay(ask.args, ask.pool.currency, today(ask))
    return isinstance(found.amount, Amount) and bool(found.who) and bool(find_member(session, ask.pool, found.who))


def _positive(found: PayText, ask: Ask) -> int:
    minor = amount_of(found.amount, ask)
    if minor <= 0:
        raise bad_amount(NoAmount(MoneyFault.NOT_POSITIVE), ask)
    return minor


def _meant(session: Session, ask: Ask, name: str) -> list[MemberFacts]:
    """Who left may still owe, or be owed."""
    return find_member(session, ask.pool, name) or find_gone(session, ask.pool, name)


def _others(meant: list[MemberFacts], by: MemberFacts) -> list[MemberFacts]:
    """Of two who share a name with who pays, nobody means the payer."""
    return [one for one in meant if one.id != by.id] or meant


def _named(session: Session, ask: Ask, name: str) -> MemberFacts:
    return the_one(session, ask.pool, _meant(session, ask, name), plain_name(name, 24), "unchanged")


def _outside(session: Session, found: PayText, by: MemberFacts, ask: Ask) -> Wish:
    """To the provider, or back from it: for the month that is named, else the one that runs."""
    month = found.month or month_at(session, ask.pool.id, ask.now)
    giver, taker = (None, by.id) if found.received else (by.id, None)
    return Wish(giver, taker, _positive(found, ask), PaymentPurpose.PROVIDER, month)


def _between(
    session: Session, ask: Ask, by: MemberFacts, other: MemberFacts, amount: int | None, *, received: bool
) -> Reply:
    """`amount` None: what is still to be paid between the two."""
    giver, taker = (other.id, by.id) if received else (by.id, other.id)
    if giver == taker:
        raise Refusal("pay_self")
    if amount is None:
        amount = accounts(session, ask.pool, ask.now).owes(giver, taker)
    if not amount:
        raise Refusal("owes_nothing", giver=_name_of(session, ask, giver), taker=_name_of(session, ask, taker))
    return payments.propose(session, ask.pool, ask.member, _wish(session, ask, giver, taker, amount), ask.now)


def _wish(session: Session, ask: Ask, giver: int, taker: int, amount: int, collection: int | None = None) -> Wish:
    """An advance where one was asked of just that amount, else a payment of what is owed."""
    if collection is None and giver != taker:
        collection = collecting.asked_of(session, ask.pool, giver, taker, amount)
    purpose = PaymentPurpose.SETTLE if collection is None else PaymentPurpose.ADVANCE
    return Wish(giver, taker, amount, purpose, collection=collection)


def press_ask(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """[我付了] on one's own bill: said back like a typed one."""
    amount, taker, collection = int(payload["amount_minor"]), int(payload["taker"]), payload["collection"]
    if collection is not None and collecting.open_one(session, ask.pool, int(collection)) is None:
        raise Refusal("no_collection")
    wish = _wish(session, ask, ask.member.id, taker, amount, collection)
    return replace(payments.propose(session, ask.pool, ask.member, wish, ask.now), stays=True)


def fresh_ask(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    if payload["collection"] is not None:
        return collecting.show(session, ask.pool, int(payload["collection"]))
    return payments_shown.what_to_pay(session, ask.pool, ask.member, ask.now)


def press_who(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """The one of several with that name."""
    giver, taker = int(payload["giver"]), int(payload["member"])
    if payload["received"]:
        giver, taker = taker, giver
    amount = payload["amount_minor"] or accounts(session, ask.pool, ask.now).owes(giver, taker)
    if not amount:
        raise Refusal("owes_nothing", giver=_name_of(session, ask, giver), taker=_name_of(session, ask, taker))
    wish = _wish(session, ask, giver, taker, int(amount))
    return replace(payments.propose(session, ask.pool, ask.member, wish, ask.now), edits=True)


def _name_of(session: Session, ask: Ask, member_id: int) -> str | None:
    """Null for the asker."""
    return None if member_id == ask.member.id else people.names(session, ask.pool.id).get(member_id, "?")


def press_say(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(payments.say(session, ask.pool, ask.member, wish_of(dict(payload)), ask.now), edits=True)


def press_drop(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return Reply("pay_dropped", edits=True)


def press_void(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(payments_answered.void(session, ask.pool, ask.member, int(payload["payment"]), ask.now), edits=True)


def press_received(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """[全部收到] or one by one; what is left stays on the card."""
    ids = [int(one) for one in payload["payments"]]
    done = payments_answered.confirm(session, ask.pool, ask.member, ids, ask.now)
    rest = payee_card.card_of(session, ask.pool, ask.member, ids)
    return replace(done, choices=rest.choices, edits=True)


def fresh_received(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return payee_card.card_of(session, ask.pool, ask.member, [int(one) for one in payload["payments"]])
