"""What a closed month was wrong by, found out later, as lines of the next open month. The closed one never changes."""

import json
from collections import Counter
from dataclasses import replace

from sqlmodel import Session

from bot.billing.facts.keys import read_key, write_key
from bot.billing.facts.month import month_facts, people
from bot.billing.rules.corrections import correction
from bot.billing.rules.shapes import Fixed
from bot.billing.services.frozen import thaw
from bot.billing.services.month import open_month, plan_review
from bot.billing.services.statement import MonthInputs, worked_out
from bot.errors import Refusal
from bot.people.facts import PoolFacts
from storage.queries import audit, bills, ledger, members
from storage.tables import BillLine, Statement
from storage.words import LineKind

MONTHS_BACK = 3
"""Closed months in which something may still be found out: an agent sends what it kept for days, not for years."""


def catch_up(session: Session, pool: PoolFacts, now: int, into: str | None = None) -> list[int]:
    """Write down what late facts (a reading, a decided outage) change of the closed months; returns the lines' ids.

    They go `into` a month whose bill is about to be shown, else into the open one. The pool is locked by the caller.
    What was written down before is counted, so nothing is corrected twice.
    """
    made: list[int] = []
    for row in bills.closed(session, pool.id, MONTHS_BACK):
        made += _correct(session, pool, row, into or open_month(session, pool, now), now)
    return made


def _correct(session: Session, pool: PoolFacts, row: Statement, into: str, now: int) -> list[int]:
    inputs = thaw(row.inputs or "")
    found = _as_known_now(session, pool, inputs, now)
    if found.facts == inputs.facts:
        return []
    try:
        right = worked_out(found)
    except Refusal:
        return []  # nobody would have a weight any more: there is nobody to give it back to
    later = ledger.corrections(session, pool.id, row.month)
    voided = {one.corrects for one in later if one.voids is not None}
    made = []
    body = json.loads(row.body or "{}")
    for closed, line in zip(body["lines"], right.split.lines, strict=True):
        name = f"{row.month}/{line.id}"
        if name in voided:
            continue
        known = Counter(closed["shares"])
        for one in later:
            if one.corrects == name:
                known.update(_shares(one))
        wrong = correction(line.id, dict(known), line.shares)
        if wrong is not None:
            assert isinstance(wrong.key, Fixed)
            made.append(_write(session, pool, into, name, wrong.amount_minor, wrong.key, now))
    return made


def _as_known_now(session: Session, pool: PoolFacts, inputs: MonthInputs, now: int) -> MonthInputs:
    """The closed month's policy, lines and people with what is known of bookings and use by now."""
    facts = month_facts(session, pool.id, inputs.whole, inputs.facts.credits, now)
    known = {one.id for one in inputs.people}
    others = [replace(one, stays=()) for one in people(session, pool.id, inputs.whole) if one.id not in known]
    return replace(inputs, facts=replace(facts, cards=inputs.facts.cards), people=(*inputs.people, *others))


def _shares(line: BillLine) -> dict[str, int]:
    key = read_key(line.split_key)
    return dict(key.shares) if isinstance(key, Fixed) else {}


def _write(
    session: Session, pool: PoolFacts, month: str, corrects: str, amount_minor: int, key: Fixed, now: int
) -> int:
    owner = members.owners(session, pool.id)[0]
    line_id = ledger.add_line(
        session,
        {
            "pool_id": pool.id,
            "month": month,
            "kind": LineKind.CORRECTION.value,
            "amount_minor": amount_minor,
            "currency": pool.currency,
            "split_key": write_key(key),
            "corrects": corrects,
            "made_by": owner,
            "made_at": now,
        },
    )
    audit.note(
        session,
        at=now,
        what="bill_corrected",
        subject=f"line:{line_id}",
        pool_id=pool.id,
        after={"corrects": corrects, "shares": dict(key.shares)},
    )
    plan_review(session, pool, month, now)
    return line_id
