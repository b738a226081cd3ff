"""`/settle` and `/collect`: the transfers that bring everybody to zero, and advances asked of everybody."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings as settings_of
from bot.billing.services import book_keepers, collecting, payments, settings, settlement
from bot.billing.services.payments import Wish
from bot.chat.message import Reply
from bot.commands.ask import Ask
from bot.commands.bill_ledger import amount_of, bad_amount, today
from bot.commands.elsewhere import elsewhere
from bot.errors import Refusal
from bot.language.reading.bill_words import read_month
from bot.language.reading.money import MoneyFault, NoAmount, read_amount
from bot.language.writing import plain_name
from bot.people.services.finding import find_member, the_one
from storage.words import PaymentPurpose

VIA = re.compile(r"(?:via(?:\s+payer)?|经付款人|通过付款人|都给付款人|经)(?:\s+(.+))?", re.IGNORECASE)
FEWEST = re.compile(r"fewest|minimal|最少|最少转账|转账最少", re.IGNORECASE)
SHUT = ("close", "stop", "done", "end", "结束", "收完了", "停止", "关闭")


def settle(session: Session, ask: Ask) -> Reply:
    """Show the settlement, or choose how it is made."""
    words = ask.args.strip()
    via = VIA.fullmatch(words)
    if via is not None or FEWEST.fullmatch(words):
        book_keepers.check(ask.member)
        return _choose(session, ask, via[1] if via is not None else None, via=via is not None)
    month = None
    if words:
        found = read_month(words, today(ask))
        if found is None or found[1]:
            raise Refusal("bad_input", reason="bad_month", facts={"text": plain_name(words, 30)})
        month = found[0]
    return settlement.show(session, ask.pool, ask.member, month, ask.now, private=ask.chat.private)


def _choose(session: Session, ask: Ask, name: str | None, *, via: bool) -> Reply:
    changes: dict[str, Any] = {"via_payer": via}
    if name:
        meant = find_member(session, ask.pool, name)
        changes["payer"] = the_one(session, ask.pool, meant, plain_name(name, 24), "unchanged").id
    elif via and settings_of(session, ask.pool.id, ask.now).payer is None:
        raise Refusal("no_payer", month=None)
    return settings.change(session, ask.pool, ask.member, ask.now, **changes)


def press_mine(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return settlement.mine(session, ask.pool, ask.member, payload["month"], ask.now)


def fresh_settle(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return settlement.show(session, ask.pool, ask.member, payload["month"], ask.now, private=ask.chat.private)


def collect(session: Session, ask: Ask) -> Reply:
    """Ask everybody for an amount, see who paid, or stop asking."""
    words = ask.args.strip()
    if not words:
        return collecting.show(session, ask.pool)
    book_keepers.check(ask.member)
    if words.lower() in SHUT:
        return collecting.shut(session, ask.pool, ask.member, ask.now)
    minor = amount_of(read_amount(words, ask.pool.currency), ask)
    if minor <= 0:
        raise bad_amount(NoAmount(MoneyFault.NOT_POSITIVE), ask)
    return elsewhere(ask, collecting.ask(session, ask.pool, ask.member, minor, ask.now))


def press_paid(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """[我付了] on the group's card: everybody presses the same button, each for themselves."""
    row = collecting.open_one(session, ask.pool, int(payload["collection"]))
    if row is None:
        raise Refusal("no_collection")
    wish = Wish(ask.member.id, row.to_id, row.each_minor, PaymentPurpose.ADVANCE, collection=int(row.id or 0))
    return replace(payments.propose(session, ask.pool, ask.member, wish, ask.now), stays=True)


def fresh_collect(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return collecting.show(session, ask.pool)
