"""`/rent`: the contract with the provider, what is left there, and which way to rent is cheapest."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.services import advice, balance, book_keepers, rental
from bot.booking import facts as booking
from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands.ask import Ask
from bot.commands.bill_ledger import amount_of, bad_amount, today
from bot.errors import Refusal
from bot.language.reading.money import MoneyFault, NoAmount
from bot.language.reading.renting import RentalText, read_compare, read_rental
from bot.language.writing import plain_name


def rent(session: Session, ask: Ask) -> Reply:
    """Show the rental, write down what is said of it, or compare the ways to rent."""
    keeps = ask.member.role in book_keepers.KEEPERS
    if not ask.args.strip():
        return rental.show(session, ask.pool, ask.now, keeps=keeps)
    compared = read_compare(ask.args, ask.pool.currency)
    if compared is not None:
        said = {one.unit: (_positive(amount_of(one.amount, ask), ask), one.per_card) for one in compared}
        return advice.advice(session, ask.pool, ask.member, said, ask.now)
    book_keepers.check(ask.member)
    names = booking.node_names(session, ask.pool.id).values()
    found = read_rental(ask.args, ask.pool.currency, names, today(ask))
    terms = _terms(ask, found)
    left = found.amounts.get("balance")
    if found.unread or not (terms.fields or left is not None):
        raise Refusal("bad_input", reason="bad_rental", facts={"text": plain_name(found.unread or ask.args, 30)})
    reply = None
    if terms.fields:
        reply = rental.change(session, ask.pool, ask.member, terms, ask.now)
    if left is not None:
        balance.record(session, ask.pool, ask.member, amount_of(left, ask), ask.now)
        reply = rental.show(session, ask.pool, ask.now, keeps=True, changed=True, balance_only=not terms.fields)
    assert reply is not None
    return reply


def _terms(ask: Ask, found: RentalText) -> rental.Terms:
    fields: dict[str, Any] = {}
    for name, at in (("starts_at", found.starts), ("ends_at", found.ends)):
        if at is not None:
            fields[name] = _instant(ask, at)
    said = (
        ("auto_renew", None if found.auto_renew is None else int(found.auto_renew)),
        ("granularity_seconds", found.granularity),
        ("billed_while_off", found.off),
        ("at_expiry", None if found.at_expiry is None else plain_name(found.at_expiry, 60) or None),
    )
    fields |= {name: value for name, value in said if value is not None}
    for name in ("min_topup", "min_charge"):
        if name in found.amounts:
            fields[f"{name}_minor"] = _not_negative(amount_of(found.amounts[name], ask), ask)
    return rental.Terms(found.node, fields)


def _instant(ask: Ask, local: datetime) -> int:
    return int(local.replace(tzinfo=ZoneInfo(ask.pool.zone)).timestamp())


def _positive(minor: int, ask: Ask) -> int:
    if minor <= 0:
        raise bad_amount(NoAmount(MoneyFault.NOT_POSITIVE), ask)
    return minor


def _not_negative(minor: int, ask: Ask) -> int:
    return minor if minor == 0 else _positive(minor, ask)


def press_renewed(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """[已续到 …]: the card becomes the rental as it stands."""
    until = int(payload["until"])
    return replace(rental.renewed(session, ask.pool, ask.member, int(payload["rental"]), until, ask.now), edits=True)


def press_other(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """[别的日期]: it is typed; the card keeps its buttons."""
    return replace(rental.ask_date(session, ask.pool, ask.member, int(payload["rental"]), ask.now), stays=True)


def press_advice(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """[怎么租划算]: the card keeps its buttons."""
    return replace(advice.advice(session, ask.pool, ask.member, {}, ask.now), stays=True)


def fresh_rent(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return rental.show(session, ask.pool, ask.now, keeps=ask.member.role in book_keepers.KEEPERS)


COMMANDS = (
    Command(
        "rent",
        zh=("租期",),
        help={
            "zh": "租到哪天、机房余额还能撑多久、怎么租划算；管账的改",
            "en": "until when it is rented, how long the balance lasts, which way to rent is cheapest",
        },
        examples={
            "zh": (
                "/rent",
                "/rent 到 12-31 自动续",
                "/rent 按小时 关机收磁盘",
                "/rent 余额 1200",
                "/rent 划算吗 12/小时 40000/月",
            ),
            "en": ("/rent", "/rent until 12-31", "/rent balance 1200", "/rent advice 12/hour 40000/month"),
        },
        who=Who.GUEST,
        run=rent,
    ),
)

VERBS = (
    Verb("rent.renewed", Who.MEMBER, press_renewed, fresh_rent),
    Verb("rent.advice", Who.GUEST, press_advice, fresh_rent),
    Verb("rent.other", Who.MEMBER, press_other, fresh_rent),
)
