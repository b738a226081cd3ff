"""Advances: everybody pays the same amount ahead to who pays the provider; what they owe later is taken from it."""

from collections import Counter
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.services.book_keepers import still_keeps_books
from bot.billing.services.payee import private_bill, remark
from bot.billing.services.reminding_plan import plan_collecting
from bot.billing.services.settling import Debt
from bot.chat.message import Choice, Notice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import present
from storage.database import lock_pool
from storage.queries import audit, payments
from storage.tables import Collection
from storage.words import Role


def ask(session: Session, pool: PoolFacts, by: MemberFacts, each_minor: int, now: int) -> Reply:
    """Ask `each_minor` of everybody. The same amount asked again shows the one that is open. Raises `role`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    if each_minor <= 0:
        raise Refusal("bad_amount", text="", fault="not_positive", reading="", currency=pool.currency)
    for row in payments.collections(session, pool.id, open_only=True):
        if row.each_minor == each_minor:
            return _card(session, pool, row)
    to = settings(session, pool.id, now).payer or by.id
    row_id = payments.add_collection(
        session,
        {
            "pool_id": pool.id,
            "to_id": to,
            "each_minor": each_minor,
            "currency": pool.currency,
            "made_by": by.id,
            "made_at": now,
        },
    )
    _note(session, pool, by, "collection_asked", row_id, {"each_minor": each_minor, "to": to}, now)
    plan_collecting(session, pool.id, row_id, now)
    row = next(one for one in payments.collections(session, pool.id) if one.id == row_id)
    card = _card(session, pool, row)
    told = telling.in_group(session, pool, f"collection:{row.id}:group", card.code, card.data)
    group = tuple(replace(one, choices=card.choices) for one in told)
    return replace(card, notices=group + _asked(session, pool, row))


def show(session: Session, pool: PoolFacts, collection_id: int | None = None) -> Reply:
    """The advance of that id, else the last that was asked. Raises `no_collection`."""
    rows = payments.collections(session, pool.id)
    if collection_id is not None:
        rows = [row for row in rows if row.id == collection_id]
    if not rows:
        raise Refusal("no_collection")
    return _card(session, pool, rows[-1])


def shut(session: Session, pool: PoolFacts, by: MemberFacts, now: int) -> Reply:
    """Nothing more is asked; what was paid stays an advance. Raises `role`, `no_collection`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    rows = payments.collections(session, pool.id, open_only=True)
    if not rows:
        raise Refusal("no_collection")
    number = int(rows[-1].id or 0)
    payments.close_collection(session, number, now)
    _note(session, pool, by, "collection_closed", number, {}, now)
    return show(session, pool, number)


def open_one(session: Session, pool: PoolFacts, collection_id: int | None = None) -> Collection | None:
    """The open advance of that id, else the last open one."""
    rows = payments.collections(session, pool.id, open_only=True)
    if collection_id is not None:
        rows = [row for row in rows if row.id == collection_id]
    return rows[-1] if rows else None


def asked_of(session: Session, pool: PoolFacts, member_id: int, taker: int, amount_minor: int) -> int | None:
    """The open advance that such a payment answers: asked of this member, in full, and not paid yet."""
    for row in payments.collections(session, pool.id, open_only=True):
        if (row.to_id, row.each_minor) == (taker, amount_minor) and not paid_into(session, pool, row)[member_id]:
            return int(row.id or 0)
    return None


def still_asked(session: Session, pool: PoolFacts, member_id: int) -> Collection | None:
    """The last open advance of which this member still owes a part."""
    row = open_one(session, pool)
    if row is None or all(one.id != member_id for one in _askable(session, pool, row)):
        return None
    return row if paid_into(session, pool, row)[member_id] < row.each_minor else None


def paid_into(session: Session, pool: PoolFacts, row: Collection) -> Counter[int]:
    """What each has paid of it."""
    found = Counter[int]()
    for one in payments.all_of(session, pool.id):
        if one.collection_id == row.id and one.from_id is not None:
            found[one.from_id] += one.amount_minor
    return found


def asked_again(session: Session, pool: PoolFacts, collection_id: int, days: int) -> tuple[Notice, ...]:
    """The bill once more, for each one who has paid nothing of an advance; none where it is not asked any more."""
    row = open_one(session, pool, collection_id)
    return () if row is None else _asked(session, pool, row, days)


def _asked(session: Session, pool: PoolFacts, row: Collection, days: int | None = None) -> tuple[Notice, ...]:
    """`days`: it was asked so long ago, and who has paid their part hears nothing."""
    names, paid = people.names(session, pool.id), paid_into(session, pool, row)
    notices: tuple[Notice, ...] = ()
    for one in _askable(session, pool, row):
        if days is not None and paid[one.id] >= row.each_minor:
            continue
        data: dict[str, Any] = {
            "month": None,
            "currency": pool.currency,
            "taker": names.get(row.to_id, "?"),
            "amount_minor": row.each_minor,
            "others": [],
            "remark": remark(pool, None, one.name),
            "days": days,
            "advance": True,
            "gone": False,
        }
        debt = Debt(one.id, row.to_id, row.each_minor)
        key = f"collection:{row.id}:{one.id}" + ("" if days is None else f":{days}")
        notices += private_bill(session, pool, one, debt, data, key, int(row.id or 0))
    return notices


def _askable(session: Session, pool: PoolFacts, row: Collection) -> list[MemberFacts]:
    return [one for one in present(session, pool) if one.id != row.to_id and one.role is not Role.GUEST]


def _card(session: Session, pool: PoolFacts, row: Collection) -> Reply:
    names, paid = people.names(session, pool.id), paid_into(session, pool, row)
    done = [member for member, amount in paid.items() if amount >= row.each_minor]
    data: dict[str, Any] = {
        "collection": row.id,
        "each_minor": row.each_minor,
        "currency": row.currency,
        "to": names.get(row.to_id, "?"),
        "paid": [names.get(member, "?") for member in done],
        "missing": [one.name for one in _askable(session, pool, row) if one.id not in done],
        "received_minor": sum(paid.values()),
        "closed": row.closed_at is not None,
    }
    button = Choice("pay.i_paid", "collect.paid", {"collection": row.id})
    return Reply("collect", data, ((button,),) if row.closed_at is None else (), anyone=True)


def _note(
    session: Session, pool: PoolFacts, by: MemberFacts, what: str, row_id: int, after: dict[str, Any], now: int
) -> None:
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"collection:{row_id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after=after,
    )
