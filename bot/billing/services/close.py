"""A month's way: open, shown to everybody, closed for ever. Exactly one closing, whoever asks and however often."""

import json
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.facts.month import month_at, next_month
from bot.billing.services.book_keepers import still_keeps_books
from bot.billing.services.corrections import catch_up
from bot.billing.services.frozen import freeze, thaw
from bot.billing.services.month import gather, stands
from bot.billing.services.reminding_plan import plan_reminders
from bot.billing.services.review import (
    close_key,
    plan_close,
    review_card,
    shown_hash,
    shown_notices,
    up_to_date,
    who_must_agree,
)
from bot.billing.services.statement import body_of, hash_of, worked_out, written
from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import still_here
from storage.database import lock_pool
from storage.queries import audit, bills, jobs
from storage.tables import Statement
from storage.words import Role, StatementState


def close(session: Session, pool: PoolFacts, by: MemberFacts, month: str | None, now: int) -> Reply:
    """The next step of a month (None = the one that is shown, else the last that is over): show it, or close it once
    it may be closed. What keeps it open stands in the card.

    Raises `role`, `month_runs`, `nothing_to_close`, `no_weights`.
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    month = month or _due(session, pool, now)
    there = stands(session, pool, month, now)
    if there.runs:
        raise Refusal("month_runs", month=month, until=there.whole.ends_at)
    if there.row is None:
        row = begin_review(session, pool, month, now, by.person_id)
        card = review_card(session, pool, row, now)
        return replace(card, notices=shown_notices(session, pool, row, card))
    if there.closed:
        return Reply("bill_closed", told_data(session, pool, there.row))
    row = up_to_date(session, pool, there.row, now)
    if may_close(session, pool, row, now):
        return shut_reply(session, pool, shut(session, pool, row, now, by.person_id))
    return review_card(session, pool, row, now)


def _due(session: Session, pool: PoolFacts, now: int) -> str:
    shown = [row.month for row in bills.statements(session, pool.id) if row.state == StatementState.REVIEW.value]
    return shown[0] if shown else next_month(month_at(session, pool.id, now), -1)


def begin_review(session: Session, pool: PoolFacts, month: str, now: int, person_id: int | None) -> Statement:
    """Show a month's bill from now on. What was found out of earlier months goes into an open one first.

    Raises `nothing_to_close`, `no_weights`, `bad_input`.
    """
    catch_up(session, pool, now, into=month)
    bill = worked_out(gather(session, pool, month, now))
    if not bill.inputs.lines:
        raise Refusal("nothing_to_close", month=month)
    ends = now + settings(session, pool.id, now).review_seconds
    statement_id = bills.open_statement(
        session,
        {
            "pool_id": pool.id,
            "month": month,
            "state": StatementState.REVIEW.value,
            "currency": pool.currency,
            "opened_at": now,
            "review_ends_at": ends,
            "inputs_hash": shown_hash(bill),
            "version": 1,
        },
    )
    row = bills.statement_of(session, statement_id)
    assert row is not None
    jobs.drop(session, f"bill:{pool.id}:{month}:review")
    plan_close(session, pool, row, ends)
    _note(session, pool, row, "bill_shown", person_id, {"month": month, "total_minor": bill.total_minor}, now)
    return row


def agree(session: Session, pool: PoolFacts, member: MemberFacts, statement_id: int, now: int) -> Reply:
    """A member agrees with a bill as it stands; with the last one it is closed. Raises `not_member`, `role`.

    Somebody who presses on a card of an older version sees the new one first.
    """
    lock_pool(session, pool.id)
    member = still_here(session, member)
    if member.role is Role.GUEST:
        raise Refusal("role", needed="member", role=member.role.value)
    row = bills.statement_of(session, statement_id)
    if row is None or row.pool_id != pool.id:
        raise Refusal("stale_button", fresh=None)
    if row.state != StatementState.REVIEW.value:
        return Reply("bill_closed", told_data(session, pool, row), edits=True)
    before = row.version
    row = up_to_date(session, pool, row, now)
    if row.version == before and bills.agree(session, statement_id, member.id, row.version, now):
        _note(session, pool, row, "bill_agreed", member.person_id, {"version": row.version}, now)
    if may_close(session, pool, row, now):
        done = shut_reply(session, pool, shut(session, pool, row, now, member.person_id))
        return replace(done, edits=True)
    return replace(review_card(session, pool, row, now), edits=True)


def may_close(session: Session, pool: PoolFacts, row: Statement, now: int) -> bool:
    """No objection is open, and the time to object is over or everybody has agreed."""
    if bills.objections(session, int(row.id or 0), open_only=True):
        return False
    if now >= (row.review_ends_at or 0):
        return True
    must = who_must_agree(session, pool, worked_out(gather(session, pool, row.month, now)))
    return bool(must) and set(must) <= set(bills.agreed(session, int(row.id or 0), row.version))


def shut(session: Session, pool: PoolFacts, row: Statement, now: int, person_id: int | None) -> Statement:
    """Freeze the bill: what it was made from, and what that comes to. Raises `stale_button` where another was first."""
    frozen = freeze(gather(session, pool, row.month, now))
    body = body_of(worked_out(thaw(frozen)))
    even = not any(one["total_minor"] for one in body["members"])
    moved = bills.move(
        session,
        int(row.id or 0),
        row.version,
        state=(StatementState.SETTLED if even else StatementState.CLOSED).value,
        closed_at=now,
        settled_at=now if even else None,
        inputs=frozen,
        inputs_hash=hash_of(frozen),
        body=written(body),
    )
    if not moved:
        raise Refusal("stale_button", fresh=None)
    jobs.drop(session, close_key(pool, row.month))
    if not even:
        plan_reminders(session, pool.id, int(row.id or 0), now)
    _note(session, pool, row, "bill_closed", person_id, {"month": row.month, "inputs_hash": hash_of(frozen)}, now)
    fresh = bills.statement_of(session, int(row.id or 0))
    assert fresh is not None
    return fresh


def shut_reply(session: Session, pool: PoolFacts, row: Statement) -> Reply:
    """The closed bill, for who closed it and for the group."""
    told = told_data(session, pool, row)
    notices = telling.in_group(session, pool, f"bill:{row.id}:closed", "bill_closed", told)
    return Reply("bill_closed", told, notices=notices)


def told_data(session: Session, pool: PoolFacts, row: Statement) -> dict[str, Any]:
    """What everybody may read of a closed month: without amounts of members where those are private."""
    data = closed_data(row)
    return {**data, "members": []} if settings(session, pool.id, row.closed_at or 0).private else data


def recomputed(row: Statement) -> str:
    """A closed month's body worked out again from its stored inputs: the same bytes as `row.body`."""
    return written(body_of(worked_out(thaw(row.inputs or ""))))


def settle(session: Session, pool: PoolFacts, statement_id: int, balances: dict[str, int], now: int) -> bool:
    """A closed month whose balances are all exactly 0 is settled; True when it became so now."""
    row = bills.statement_of(session, statement_id)
    if row is None or row.state != StatementState.CLOSED.value or any(balances.values()):
        return False
    moved = bills.move(session, statement_id, row.version, state=StatementState.SETTLED.value, settled_at=now)
    if moved:
        _note(session, pool, row, "bill_settled", None, {"month": row.month}, now)
    return moved


def closed_data(row: Statement) -> dict[str, Any]:
    """What is told of a closed month."""
    body = json.loads(row.body or "{}")
    owing = [{"name": one["name"], "minor": one["total_minor"]} for one in body["members"] if one["total_minor"]]
    return {
        "month": row.month,
        "currency": row.currency,
        "total_minor": body["total_minor"],
        "members": owing,
        "settled": row.state == StatementState.SETTLED.value,
        "hash": row.inputs_hash,
    }


def _note(
    session: Session,
    pool: PoolFacts,
    row: Statement,
    what: str,
    person_id: int | None,
    after: dict[str, Any],
    now: int,
) -> None:
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"statement:{row.id}",
        pool_id=pool.id,
        person_id=person_id,
        after=after,
    )
