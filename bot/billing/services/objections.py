"""What members have against a bill that is shown: raised, listed, answered. An open one keeps the bill open."""

from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.services.book_keepers import still_keeps_books
from bot.billing.services.close import may_close, shut, shut_reply
from bot.billing.services.month import gather
from bot.billing.services.review import objection_facts, review_card, up_to_date
from bot.billing.services.statement import worked_out
from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import still_here
from storage.database import lock_pool
from storage.queries import audit, bills
from storage.tables import Statement
from storage.words import StatementState

MOST_OPEN = 20
"""Objections of one bill that are open at once; more would only say the same again."""


def shown(session: Session, pool: PoolFacts) -> Statement | None:
    """The oldest bill that is shown now."""
    rows = bills.statements(session, pool.id)
    return next((row for row in rows if row.state == StatementState.REVIEW.value), None)


def listed(session: Session, pool: PoolFacts, now: int) -> Reply:
    """The objections to the bill that is shown, answered ones too. Raises `not_in_review`."""
    row = _in_review(session, pool)
    return Reply("objections", {"month": row.month, "objections": _all(session, pool, row, now)})


def _all(session: Session, pool: PoolFacts, row: Statement, now: int) -> list[dict[str, Any]]:
    names, numbers = people.names(session, pool.id), line_numbers(session, pool, row, now)
    return [objection_facts(one, numbers, names) for one in bills.objections(session, int(row.id or 0))]


def line_numbers(session: Session, pool: PoolFacts, row: Statement, now: int) -> dict[str, int]:
    """The numbers by which people call the lines of a bill, as `/why` shows them."""
    return {line.id: number for number, line in enumerate(gather(session, pool, row.month, now).lines, 1)}


def raise_one(session: Session, pool: PoolFacts, member: MemberFacts, line: int | None, words: str, now: int) -> Reply:
    """Somebody has something against a line (None = the whole bill). Raises `not_in_review`, `no_such_line`."""
    lock_pool(session, pool.id)
    member = still_here(session, member)
    row = _in_review(session, pool)
    numbers = line_numbers(session, pool, row, now)
    name = next((one for one, number in numbers.items() if number == line), None)
    if line is not None and name is None:
        raise Refusal("no_such_line", number=line)
    known = bills.objections(session, int(row.id or 0), open_only=True)
    same = next((one for one in known if (one.member_id, one.line, one.words) == (member.id, name, words)), None)
    if same is None and len(known) >= MOST_OPEN:
        raise Refusal("too_many_objections", allowed=MOST_OPEN)
    number = same.id if same is not None else _write(session, pool, member, row, name, words, now)
    data = {"month": row.month, "number": number, "line": line, "by": member.name, "words": words}
    key = f"bill:{row.id}:objection:{number}"
    return Reply("objected", data, notices=telling.in_group(session, pool, key, "objected", data))


def _write(
    session: Session, pool: PoolFacts, member: MemberFacts, row: Statement, line: str | None, words: str, now: int
) -> int:
    fields = {"statement_id": row.id, "line": line, "member_id": member.id, "words": words, "made_at": now}
    number = bills.object_to(session, fields)
    audit.note(
        session,
        at=now,
        what="bill_objected",
        subject=f"statement:{row.id}",
        pool_id=pool.id,
        person_id=member.person_id,
        after={"objection": number, "line": line, "words": words},
    )
    return number


def resolve(session: Session, pool: PoolFacts, by: MemberFacts, number: int, words: str, now: int) -> Reply:
    """An owner or treasurer answers an objection with words. With the last one an overdue bill is closed.

    Raises `role`, `no_such_objection`, `not_in_review`.
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    row = _in_review(session, pool)
    if not any(one.id == number for one in bills.objections(session, int(row.id or 0))):
        raise Refusal("no_such_objection", number=number)
    if bills.resolve(session, number, by.id, words, now):
        audit.note(
            session,
            at=now,
            what="bill_objection_resolved",
            subject=f"statement:{row.id}",
            pool_id=pool.id,
            person_id=by.person_id,
            after={"objection": number, "words": words},
        )
    row = up_to_date(session, pool, row, now)
    if may_close(session, pool, row, now):
        return shut_reply(session, pool, shut(session, pool, row, now, by.person_id))
    one = next(one for one in _all(session, pool, row, now) if one["number"] == number)
    left = len(bills.objections(session, int(row.id or 0), open_only=True))
    data = {"month": row.month, **one, "left": left}
    key = f"bill:{row.id}:objection:{number}:resolved"
    return Reply("objection_resolved", data, notices=telling.in_group(session, pool, key, "objection_resolved", data))


def ask_words(session: Session, pool: PoolFacts, now: int) -> Reply:
    """[有异议] was pressed: against which line, and what? The lines with their numbers."""
    row = _in_review(session, pool)
    month = worked_out(gather(session, pool, row.month, now))
    lines = [
        {"number": number, "kind": line.kind, "amount_minor": line.amount_minor, "note": line.note, "node": line.node}
        for number, line in enumerate(month.inputs.lines, 1)
    ]
    return Reply("ask_objection", {"month": row.month, "currency": row.currency, "lines": lines})


def card(session: Session, pool: PoolFacts, statement_id: int, now: int) -> Reply:
    """The bill's card anew. Raises `not_in_review`."""
    row = bills.statement_of(session, statement_id)
    if row is None or row.pool_id != pool.id or row.state != StatementState.REVIEW.value:
        raise Refusal("not_in_review", month=None if row is None else row.month)
    return replace(review_card(session, pool, row, now))


def _in_review(session: Session, pool: PoolFacts) -> Statement:
    row = shown(session, pool)
    if row is None:
        raise Refusal("not_in_review", month=None)
    return row
