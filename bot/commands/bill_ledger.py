"""`/bill` and `/price`: what is paid for. Everybody may look; owners and treasurers write."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.facts.keys import exact, policy_of, read_key
from bot.billing.facts.month import first_of_month, month_at, start_of_day
from bot.billing.rules.shapes import Among, ByPolicy, Key, One, Policy, PolicyName, Subtotal, Weights
from bot.billing.services import book_keepers, ledger, prices, vouchers
from bot.billing.services.ledger import Entry
from bot.billing.services.vouchers import Grant
from bot.booking import facts as booking
from bot.chat.message import Reply
from bot.commands.ask import Ask
from bot.commands.pay_pictures import with_receipt
from bot.errors import Refusal
from bot.language.reading.bill import BillText, read_bill
from bot.language.reading.bill_price import PriceText, read_price
from bot.language.reading.bill_words import PolicyText
from bot.language.reading.money import Amount, MoneyFault, NoAmount
from bot.language.writing import plain_name
from bot.people.facts import MemberFacts
from bot.people.services.finding import read_anybody, the_one
from storage.words import LineKind, RentUnit

FIRST_NAME = re.compile(r"[\s:：=]+\d|[,，、]")
"""What ends the first name of a list: bob 2 carol 1."""
WEIGHT = re.compile(r"\s*[:：=]?\s*(\d{1,9}(?:\.\d{1,3})?)\s*(?:TB|GB|T|G|份)?\s*", re.IGNORECASE | re.ASCII)
MEASURE = re.compile(r"(?:TB|GB|T|G|流量|容量|用量)\s+", re.IGNORECASE)


def today(ask: Ask) -> date:
    """The date in the pool's zone."""
    return datetime.fromtimestamp(ask.now, ZoneInfo(ask.pool.zone)).date()


def bill(session: Session, ask: Ask) -> Reply:
    """Show a month's lines, write one down, or take one back."""
    keeps = ask.member.role in book_keepers.KEEPERS
    found = read_bill(ask.args, ask.pool.currency, today(ask))
    if not (found.void or found.void_voucher or found.amount or found.kind or found.note or found.shared):
        month = found.month or month_at(session, ask.pool.id, ask.now)
        return ledger.show(session, ask.pool, month, ask.now, keeps=keeps)
    if found.kind == vouchers.KIND and found.amount is None:
        return vouchers.show(session, ask.pool, ask.now, keeps=keeps)
    book_keepers.check(ask.member)
    if found.void is not None:
        return ledger.void(session, ask.pool, ask.member, found.void, ask.now)
    if found.void_voucher is not None:
        return vouchers.void(session, ask.pool, ask.member, found.void_voucher, ask.now)
    if found.kind == vouchers.KIND:
        return vouchers.grant(session, ask.pool, ask.member, _grant(session, ask, found), ask.now)
    if found.recurs:
        raise _recurs(ask, found)
    minor = amount_of(found.amount, ask)
    if minor == 0:
        raise bad_amount(NoAmount(MoneyFault.NOT_POSITIVE), ask)
    kind = LineKind(found.kind or (LineKind.REFUND if minor < 0 else LineKind.OTHER))
    key = _key(session, ask, found)
    entry = Entry(kind, minor, key, found.month, plain_name(found.note or "", 60) or None, found.outage)
    return with_receipt(session, ask, ledger.add(session, ask.pool, ask.member, entry, ask.now))


def _recurs(ask: Ask, found: BillText) -> Refusal:
    """A line is written once; a rent that comes every month is a price, as typed."""
    if found.kind in (None, LineKind.RENT.value):
        example = f"/price {plain_name(ask.args, 40)}"
        return Refusal("bad_input", reason="rent_recurs", facts={}, example=example)
    return Refusal("bad_input", reason="bill_recurs", facts={})


def _grant(session: Session, ask: Ask, found: BillText) -> Grant:
    """A voucher is good until the end of its last day in the pool's zone."""
    minor = amount_of(found.amount, ask)
    if minor <= 0:
        raise bad_amount(NoAmount(MoneyFault.NOT_AN_AMOUNT), ask)
    if found.bad_until:
        raise Refusal("bad_input", reason="bad_until", facts={})
    people = weighted(session, ask, found.shared) if found.shared else []
    if len(people) > 1 or any(weight is not None for _, weight in people):
        raise Refusal("bad_input", reason="one_beneficiary", facts={})
    whose = people[0][0].id if people else None
    until = None if found.until is None else start_of_day(session, ask.pool.id, found.until + timedelta(days=1))
    return Grant(minor, whose, until, plain_name(found.note or "", 60) or None)


def amount_of(read: Amount | NoAmount | None, ask: Ask) -> int:
    """The amount in minor units. Raises `bad_amount` with how it was read."""
    if isinstance(read, Amount):
        return read.minor
    raise bad_amount(read or NoAmount(MoneyFault.EMPTY), ask)


def bad_amount(read: NoAmount, ask: Ask) -> Refusal:
    text = plain_name(ask.args, 40)
    return Refusal("bad_amount", text=text, fault=read.fault.value, reading=read.reading, currency=ask.pool.currency)


def _key(session: Session, ask: Ask, found: BillText) -> Key | None:
    if found.subtotal:
        return Subtotal()
    if found.policy is not None:
        return ByPolicy(policy_named(found.policy))
    if not found.shared:
        return None
    people = weighted(session, ask, MEASURE.sub("", found.shared, count=1) if found.weighted else found.shared)
    if found.weighted and all(weight is not None for _, weight in people):
        return Weights({str(one.id): exact(weight or "1") for one, weight in people})
    names = tuple(dict.fromkeys(str(one.id) for one, _ in people))
    return One(names[0]) if len(names) == 1 else Among(names)


def weighted(session: Session, ask: Ask, text: str) -> list[tuple[MemberFacts, str | None]]:
    """小李 2 小王 5: members with what follows each. Raises `no_such_member`, `ask_who`, `bad_input`."""
    rest, found = text.strip(" ,，、"), []
    while rest:
        meant, after = read_anybody(session, ask.pool, rest)
        named = the_one(session, ask.pool, meant, plain_name(FIRST_NAME.split(rest)[0], 24), "unchanged")
        number = WEIGHT.match(after)
        found.append((named, number[1] if number else None))
        rest = (after[number.end() :] if number else after).strip(" ,，、和")
        if len(found) > 64:
            raise Refusal("bad_input", reason="too_many_names", facts={})
    if not found:
        raise Refusal("bad_input", reason="no_member", facts={})
    return found


def policy_named(found: PolicyText) -> Policy:
    """The policy that a text names, with the usual part where it says none."""
    fields: dict[str, str] = {"name": found.name}
    if found.part is not None:
        fields["fixed" if found.name == PolicyName.TWO_PART.value else "rate"] = str(found.part)
    if found.idle is not None:
        fields["idle"] = found.idle
    return policy_of(fields)


def press_void_voucher(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(vouchers.void(session, ask.pool, ask.member, int(payload["voucher"]), ask.now), edits=True)


def press_another_voucher(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """There are really two of the same."""
    return replace(vouchers.grant(session, ask.pool, ask.member, Grant(**payload, again=True), ask.now), edits=True)


def press_void(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(ledger.void(session, ask.pool, ask.member, int(payload["line"]), ask.now), edits=True)


def press_again(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """There are really two of the same."""
    fields = payload["entry"]
    key = None if fields["key"] is None else read_key(fields["key"])
    entry = Entry(
        LineKind(fields["kind"]),
        int(fields["amount_minor"]),
        key,
        fields["month"],
        fields["note"],
        fields["outage"],
        again=True,
    )
    return replace(ledger.add(session, ask.pool, ask.member, entry, ask.now), edits=True)


def price(session: Session, ask: Ask) -> Reply:
    """Show rents and prices, or set one from a day on."""
    if not ask.args.strip():
        shown = prices.show(session, ask.pool, ask.now)
        return shown if ask.member.role in book_keepers.KEEPERS else replace(shown, choices=())
    book_keepers.check(ask.member)
    cards = booking.cards(session, ask.pool.id)
    nodes = booking.node_names(session, ask.pool.id)
    kinds = list(dict.fromkeys(card.kind for card in cards))
    found = read_price(ask.args, ask.pool.currency, kinds, nodes.values(), today(ask))
    minor = amount_of(found.amount, ask)
    if found.unread:
        raise Refusal("bad_input", reason="bad_price", facts={"text": plain_name(found.unread, 30)})
    if minor < 0 or (minor == 0 and not found.rent):
        raise bad_amount(NoAmount(MoneyFault.NOT_AN_AMOUNT), ask)
    if not found.rent:
        since = ask.now if found.day is None else start_of_day(session, ask.pool.id, found.day)
        return prices.set_price(session, ask.pool, ask.member, found.kind, minor, since, ask.now)
    unit = RentUnit(found.unit or RentUnit.MONTH)
    since = _since(session, ask, found, unit)
    return prices.set_rent(
        session,
        ask.pool,
        ask.member,
        unit,
        minor,
        since,
        ask.now,
        node=found.node,
        kind=found.kind,
        per_card=found.per_card,
    )


def _since(session: Session, ask: Ask, found: PriceText, unit: RentUnit) -> int:
    """The day that was named. Else a first monthly rent is for this whole month, a changed one from the next on."""
    if found.day is not None:
        return start_of_day(session, ask.pool.id, found.day)
    if unit is not RentUnit.MONTH:
        return ask.now
    known = prices.has_rent(session, ask.pool, found.node, per_card=found.per_card or found.kind is not None)
    return first_of_month(session, ask.pool.id, ask.now, 1 if known else 0)


def press_void_rent(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(prices.void_rent(session, ask.pool, ask.member, int(payload["rent"]), ask.now), edits=True)


def fresh_price(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return prices.show(session, ask.pool, ask.now)
