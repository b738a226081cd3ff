"""Funds (经费): a project's money from which its members' shares are claimed, with a subtotal and a settlement."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.facts.month import month_at
from bot.billing.services.book_keepers import still_keeps_books
from bot.billing.services.month import bill_of
from bot.billing.services.settling import accounts
from bot.billing.services.statement import MonthBill
from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, bills, funds
from storage.tables import Fund

ITEMS = ("测试费", "技术服务费")
MOST_FUNDS = 20


@dataclass(frozen=True, slots=True)
class FundText:
    """What is said of a fund; None = not said."""

    title: str | None = None
    tax_number: str | None = None
    in_charge: str | None = None
    item: str | None = None


def add(session: Session, pool: PoolFacts, by: MemberFacts, said: FundText, now: int) -> Reply:
    """A new fund, or (same title) changed particulars of one. Raises `role`, `bad_input`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    known = [row for row in funds.funds(session, pool.id) if row.title == said.title]
    values = {name: value for name, value in _values(said).items() if value is not None}
    if known:
        fund_id = int(known[0].id or 0)
        funds.change(session, fund_id, **values)
    elif len(funds.funds(session, pool.id)) >= MOST_FUNDS:
        raise Refusal("bad_input", reason="too_many_names", facts={})
    else:
        row = {"item": ITEMS[0], **values, "pool_id": pool.id, "made_by": by.id, "made_at": now}
        fund_id = funds.add(session, row)
    _note(session, pool, by, "fund_set", fund_id, values, now)
    return _reply(session, pool, fund_id, now)


def _values(said: FundText) -> dict[str, str | None]:
    return {"title": said.title, "tax_number": said.tax_number, "in_charge": said.in_charge, "item": said.item}


def change(session: Session, pool: PoolFacts, by: MemberFacts, fund_id: int, said: FundText, now: int) -> Reply:
    """Other particulars of a fund. Raises `role`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    values = {name: value for name, value in _values(said).items() if value is not None}
    if values:
        funds.change(session, fund_id, **values)
        _note(session, pool, by, "fund_set", fund_id, values, now)
    return _reply(session, pool, fund_id, now)


def join(
    session: Session, pool: PoolFacts, by: MemberFacts, fund_id: int, members: Sequence[MemberFacts], now: int
) -> Reply:
    """These members' shares go to a fund from now on, and to no other. One's own anybody may move. Raises `role`."""
    _may(session, pool, by, members)
    for one in members:
        funds.leave(session, one.id, now)
        funds.join(session, fund_id, one.id, now)
    _note(session, pool, by, "fund_joined", fund_id, {"members": [one.id for one in members]}, now)
    return _reply(session, pool, fund_id, now)


def leave(
    session: Session, pool: PoolFacts, by: MemberFacts, fund_id: int, members: Sequence[MemberFacts], now: int
) -> Reply:
    """These members' shares go to no fund from now on. Raises `role`."""
    _may(session, pool, by, members)
    for one in members:
        funds.leave(session, one.id, now)
    _note(session, pool, by, "fund_left", fund_id, {"members": [one.id for one in members]}, now)
    return _reply(session, pool, fund_id, now)


def _may(session: Session, pool: PoolFacts, by: MemberFacts, members: Sequence[MemberFacts]) -> None:
    lock_pool(session, pool.id)
    if [one.id for one in members] != [by.id]:
        still_keeps_books(session, by)


def shut(session: Session, pool: PoolFacts, by: MemberFacts, fund_id: int, now: int) -> Reply:
    """A fund that is used up; its members have none from now on. Raises `role`.

    `shut` in the reply: its title.
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    for member_id, fund in funds.members_at(session, pool.id, now).items():
        if fund == fund_id:
            funds.leave(session, member_id, now)
    title = next(row.title for row in funds.funds(session, pool.id) if row.id == fund_id)
    funds.change(session, fund_id, closed_at=now)
    _note(session, pool, by, "fund_closed", fund_id, {}, now)
    reply = listed(session, pool, now)
    return Reply("funds", {**reply.data, "shut": title})


def find(session: Session, pool: PoolFacts, text: str) -> Fund:
    """The open fund of that number or title (or the only one with it in its title). Raises `no_such_fund`."""
    rows = funds.funds(session, pool.id)
    wanted = text.strip().lstrip("#").casefold()
    exact = [row for row in rows if wanted in (str(row.id), row.title.casefold())]
    within = exact or [row for row in rows if wanted and wanted in row.title.casefold()]
    if len(within) != 1:
        raise Refusal("no_such_fund", text=text.strip()[:40], funds=[row.title for row in rows])
    return within[0]


def subtotals(session: Session, pool: PoolFacts, bill: MonthBill) -> dict[int, int]:
    """What each fund bears of a month: the shares of who belonged to it in the month's last second, or joined it
    as their first one later."""
    belongs = funds.belonging(session, pool.id, bill.inputs.whole.ends_at - 1)
    found = Counter[int]()
    for member, total in bill.split.totals.items():
        if int(member) in belongs:
            found[belongs[int(member)]] += total
    return dict(found)


def listed(session: Session, pool: PoolFacts, now: int, *, all_may_be_read: bool = False) -> Reply:
    """The open funds with their members, the last month that is over and what is still to be settled.

    Where amounts are private none are said unless `all_may_be_read`: by who keeps the books, alone.
    """
    month = _month(session, pool, now)
    names, belongs = people.names(session, pool.id), funds.members_at(session, pool.id, now)
    hidden = settings(session, pool.id, now).private and not all_may_be_read
    totals = None if hidden else _month_subtotals(session, pool, month, now)
    balances = None if hidden else _balances(session, pool, now)
    rows: list[dict[str, Any]] = []
    for row in funds.funds(session, pool.id):
        members = [one for one, fund in belongs.items() if fund == row.id]
        rows.append(
            {
                "fund": row.id,
                "title": row.title,
                "tax_number": row.tax_number,
                "in_charge": row.in_charge,
                "item": row.item,
                "members": [names.get(one, "?") for one in members],
                "month_minor": totals.get(int(row.id or 0), 0) if totals is not None else None,
                "balance_minor": sum(balances.get(str(one), 0) for one in members) if balances is not None else None,
            }
        )
    return Reply("funds", {"month": month, "currency": pool.currency, "funds": rows, "changed": None, "shut": None})


def _month(session: Session, pool: PoolFacts, now: int) -> str:
    """The last closed month, else the running one."""
    closed = bills.closed(session, pool.id, 1)
    return closed[-1].month if closed else month_at(session, pool.id, now)


def _month_subtotals(session: Session, pool: PoolFacts, month: str, now: int) -> dict[int, int] | None:
    """None where the month cannot be shared out."""
    try:
        return subtotals(session, pool, bill_of(session, pool, month, now))
    except Refusal:
        return None


def _balances(session: Session, pool: PoolFacts, now: int) -> dict[str, int] | None:
    try:
        return dict(accounts(session, pool, now).standing.balances)
    except Refusal:
        return None


def _reply(session: Session, pool: PoolFacts, fund_id: int, now: int) -> Reply:
    reply = listed(session, pool, now)
    shown = [row for row in reply.data["funds"] if row["fund"] == fund_id]
    return Reply("funds", {**reply.data, "funds": shown, "changed": fund_id})


def _note(
    session: Session, pool: PoolFacts, by: MemberFacts, what: str, fund_id: int, after: dict[str, Any], now: int
) -> None:
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"fund:{fund_id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after=after,
    )
