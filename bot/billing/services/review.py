"""A bill while it is shown: who agreed with it as it stands, what somebody has against it, until when."""

from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.services.month import USELESS_AFTER, gather
from bot.billing.services.statement import MonthBill, hash_of, worked_out, written
from bot.chat.message import Choice, Notice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import PoolFacts
from bot.people.services import telling
from bot.people.services.finding import present
from storage.queries import bills, jobs
from storage.tables import Objection, Statement
from storage.words import Role, StatementState

CLOSE = "bill_close"
A_DAY = 86_400
"""A bill that changed while it was shown is shown at least so much longer."""


def shown_hash(month: MonthBill) -> str:
    """What people agree with: every line and everybody's part of it."""
    lines = {line.id: [line.amount_minor, dict(line.shares)] for line in month.split.lines}
    return hash_of(written({"lines": lines, "totals": dict(month.split.totals)}))


def up_to_date(session: Session, pool: PoolFacts, row: Statement, now: int) -> Statement:
    """The statement in review as its bill is now. A changed bill has a new version, to which nobody has agreed yet."""
    shown = shown_hash(worked_out(gather(session, pool, row.month, now)))
    if shown == row.inputs_hash:
        return row
    longer = now + min(A_DAY, settings(session, pool.id, now).review_seconds)
    ends = max(row.review_ends_at or 0, longer)
    bills.move(session, int(row.id or 0), row.version, inputs_hash=shown, review_ends_at=ends)
    plan_close(session, pool, row, ends)
    fresh = bills.statement_of(session, int(row.id or 0))
    assert fresh is not None
    return fresh


def plan_close(session: Session, pool: PoolFacts, row: Statement, at: int) -> None:
    """When the time to object is over, the bill is closed by itself."""
    jobs.plan(session, CLOSE, close_key(pool, row.month), at, at + USELESS_AFTER, {"statement": row.id})


def close_key(pool: PoolFacts, month: str) -> str:
    return f"bill:{pool.id}:{month}:close"


def who_must_agree(session: Session, pool: PoolFacts, month: MonthBill) -> list[int]:
    """Present members who owe something or get something back; a guest has no say."""
    owing = {member for member, total in month.split.totals.items() if total}
    return [one.id for one in present(session, pool) if str(one.id) in owing and one.role is not Role.GUEST]


def review_card(session: Session, pool: PoolFacts, row: Statement, now: int) -> Reply:
    """The bill as it is shown to the group: [同意] [有异议] [怎么算的], for everybody to press."""
    month = worked_out(gather(session, pool, row.month, now))
    names = people.names(session, pool.id)
    private = settings(session, pool.id, now).private
    agreed = bills.agreed(session, int(row.id or 0), row.version)
    against = bills.objections(session, int(row.id or 0), open_only=True)
    numbers = {line.id: number for number, line in enumerate(month.inputs.lines, 1)}
    totals = [(month.names.get(one, "?"), total) for one, total in month.split.totals.items() if total]
    data: dict[str, Any] = {
        "month": row.month,
        "currency": row.currency,
        "total_minor": month.total_minor,
        "members": [] if private else [{"name": name, "minor": total} for name, total in totals],
        "private": private,
        "until": row.review_ends_at,
        "agreed": [names.get(one, "?") for one in agreed],
        "missing": [names.get(one, "?") for one in who_must_agree(session, pool, month) if one not in agreed],
        "objections": [objection_facts(one, numbers, names) for one in against],
        "changed": row.version > 1,
        "observed": month.charged.observed,
    }
    carried = {"statement": row.id, "month": row.month}
    first = (Choice("review.agree", "review.agree", carried), Choice("review.object", "review.object", carried))
    return Reply(
        "review", data, (first, (Choice("why", "why.page", {"month": row.month, "shared": True}),)), anyone=True
    )


def objection_facts(one: Objection, numbers: dict[str, int], names: dict[int, str]) -> dict[str, Any]:
    """An objection as it is told: to which line (null = the whole bill, or one that is `gone`), by whom, in which
    words."""
    return {
        "number": one.id,
        "line": numbers.get(one.line) if one.line is not None else None,
        "gone": one.line is not None and one.line not in numbers,
        "by": names.get(one.member_id, "?"),
        "words": one.words,
        "resolution": one.resolution,
        "resolved_by": names.get(one.resolved_by) if one.resolved_by is not None else None,
    }


def shown_notices(session: Session, pool: PoolFacts, row: Statement, card: Reply) -> tuple[Notice, ...]:
    """The bill for the group, once a version; where amounts are private, everybody's own to themselves."""
    key = f"bill:{row.id}:shown:{row.version}"
    group = tuple(
        Notice(one.key, one.chat_id, one.code, one.data, card.choices, language=one.language)
        for one in telling.in_group(session, pool, key, "review", card.data)
    )
    return group + own_notices(session, pool, row, key) if card.data["private"] else group


def own_notices(session: Session, pool: PoolFacts, row: Statement, key: str) -> tuple[Notice, ...]:
    """What each member owes of a bill, told to them alone."""
    month = worked_out(gather(session, pool, row.month, row.opened_at))
    told: list[Notice] = []
    for one in present(session, pool):
        total = month.split.totals.get(str(one.id), 0)
        if total:
            data = {"month": row.month, "currency": row.currency, "minor": total, "until": row.review_ends_at}
            told += telling.privately(session, pool, one, f"{key}:{one.id}", "bill_yours", data)
    return tuple(told)


def shown_again(session: Session, pool: PoolFacts, row: Statement | None, now: int) -> tuple[Notice, ...]:
    """The bill anew for the group when something changed while it is shown; nothing otherwise.

    One that cannot be shared out any more is told when it is to be closed.
    """
    if row is None or row.state != StatementState.REVIEW.value:
        return ()
    before = row.version
    try:
        fresh = up_to_date(session, pool, row, now)
    except Refusal:
        return ()
    if fresh.version == before:
        return ()
    return shown_notices(session, pool, fresh, review_card(session, pool, fresh, now))
