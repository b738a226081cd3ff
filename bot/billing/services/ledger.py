"""The month's lines: written down, listed, taken back by a line of the opposite amount. Nothing is ever edited."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.keys import write_key
from bot.billing.facts.ledger import LineFacts, line_facts
from bot.billing.facts.ledger import lines as lines_of
from bot.billing.facts.month import month_at
from bot.billing.rules.allocation import allocate
from bot.billing.rules.currency import checked_minor
from bot.billing.rules.shapes import ByPolicy, Fixed, Key, Line, Policy, PolicyName, Subtotal, Weights
from bot.billing.rules.statement import split_line, tie_of
from bot.billing.services.book_keepers import still_keeps_books
from bot.billing.services.corrections import catch_up
from bot.billing.services.month import bill_of, inputs_of, open_month, plan_review, stands
from bot.billing.services.outage_lines import lost_in
from bot.billing.services.review import shown_again
from bot.billing.services.statement import worked_out
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, ledger
from storage.words import LineKind

TWICE_SECONDS = 120
"""Within so long the same line said again by the same person is more likely a second tap than a second amount."""
MOST_BUTTONS = 6
MONEY_BACK = (LineKind.REFUND, LineKind.COUPON)
"""What lowers the bill, whichever sign was typed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line as somebody wants it. `key` None = what suits its kind; `month` None = the open one.

    `again`: it may be like one just written down.
    """

    kind: LineKind
    amount_minor: int
    key: Key | None = None
    month: str | None = None
    note: str | None = None
    outage: int | None = None
    again: bool = False


def add(session: Session, pool: PoolFacts, by: MemberFacts, entry: Entry, now: int) -> Reply:
    """Write a line down. For a closed month it is shared as that month's would have been, and paid with the open one.

    Raises `role`, `no_such_month`, `bill_twice`, `no_such_outage`, `bad_input`.
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    month = entry.month or month_at(session, pool.id, now)
    amount = checked_minor(-abs(entry.amount_minor) if entry.kind in MONEY_BACK else entry.amount_minor)
    corrects, key = None, entry.key or _usual_key(session, pool, entry, amount, now)
    there = stands(session, pool, month, now)
    into = month
    if there.closed:
        into, corrects, key = (
            open_month(session, pool, now),
            f"{month}/late",
            _as_then(session, pool, month, key, amount),
        )
    row = {
        "pool_id": pool.id,
        "month": into,
        "kind": entry.kind.value,
        "amount_minor": amount,
        "currency": pool.currency,
        "split_key": write_key(key),
        "note": entry.note,
        "outage_id": entry.outage,
        "corrects": corrects,
        "made_by": by.id,
        "made_at": now,
    }
    if not entry.again:
        _check_not_twice(session, pool, row, entry, now)
    line_id = ledger.add_line(session, row)
    _note(session, pool, by, "bill_line_added", line_id, {**row, "line": line_id}, now)
    plan_review(session, pool, into, now)
    said = _said(session, pool, "bill_added", line_id, into, now)
    return replace(said, notices=shown_again(session, pool, there.row, now))


def _usual_key(session: Session, pool: PoolFacts, entry: Entry, amount: int, now: int) -> Key:
    """Rent and refunds by the policy, one for an outage by what each lost, a tax by the subtotal."""
    if entry.outage is not None:
        lost = lost_in(session, pool, entry.outage, now)
        return Weights(lost) if any(lost.values()) else ByPolicy()
    if entry.kind is LineKind.TAX:
        return Subtotal()
    if entry.kind is LineKind.DEPOSIT:
        return _deposit_key(session, pool, amount, now)
    return ByPolicy()


def _deposit_key(session: Session, pool: PoolFacts, amount: int, now: int) -> Key:
    """Advanced in equal parts; what comes back goes by what each advanced of all that was."""
    if amount >= 0:
        return ByPolicy(Policy(PolicyName.EQUAL))
    advanced: Counter[str] = Counter()
    for row in ledger.deposits(session, pool.id):
        if ledger.voided_by(session, int(row.id or 0)) is None:
            month = bill_of(session, pool, row.month, now)
            advanced.update(next((line.shares for line in month.split.lines if line.id == f"line{row.id}"), {}))
    shares = {member: share for member, share in advanced.items() if share > 0}
    return Weights(shares) if shares else ByPolicy(Policy(PolicyName.EQUAL))


def _as_then(session: Session, pool: PoolFacts, month: str, key: Key, amount: int) -> Key:
    """The shares that the line would have had in a month that is closed."""
    if isinstance(key, Fixed):
        return key
    then = worked_out(inputs_of(session, pool, month, 0))
    above = {one.id: max(0, then.split.totals.get(one.id, 0)) for one in then.bill.members}
    if isinstance(key, Subtotal) and not any(above.values()):
        key = ByPolicy()
    if isinstance(key, Subtotal):
        return Fixed({one: share for one, share in allocate(amount, above, tie_of(then.bill, "late")).items() if share})
    shared = split_line(then.bill, Line("late", amount, key), above)
    return Fixed({member: share for member, share in shared.shares.items() if share})


def _check_not_twice(session: Session, pool: PoolFacts, row: dict[str, Any], entry: Entry, now: int) -> None:
    """Raises `bill_twice` with a button that writes it down all the same."""
    alike = ("month", "kind", "amount_minor", "note", "made_by", "split_key")
    for known in ledger.lines(session, pool.id, str(row["month"])):
        same = all(getattr(known, name) == row[name] for name in alike)
        if same and known.made_at > now - TWICE_SECONDS and ledger.voided_by(session, int(known.id or 0)) is None:
            again = Choice("bill.again", "bill.again", {"entry": entry_fields(replace(entry, again=True))})
            line = _line(line_facts(known), people.names(session, pool.id))
            raise Refusal("bill_twice", choices=((again,),), line=line, month=row["month"], currency=pool.currency)


def entry_fields(entry: Entry) -> dict[str, Any]:
    """An entry for a button to carry."""
    return {
        "kind": entry.kind.value,
        "amount_minor": entry.amount_minor,
        "key": None if entry.key is None else write_key(entry.key),
        "month": entry.month,
        "note": entry.note,
        "outage": entry.outage,
    }


def void(session: Session, pool: PoolFacts, by: MemberFacts, line_id: int, now: int) -> Reply:
    """Take a line back. In an open month both vanish from the bill; of a closed one the open one gives it back.

    Raises `no_such_line`, `already_done` when it was taken back before.
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    row = ledger.line(session, pool.id, line_id)
    if row is None or row.voids is not None:
        raise Refusal("no_such_line", number=line_id)
    if ledger.voided_by(session, line_id) is not None:
        line = _line(line_facts(row), people.names(session, pool.id))
        data = {"line": line, "month": row.month, "currency": pool.currency, "total_minor": None, "corrects": None}
        raise Refusal("already_done", what="bill_voided", data=data)
    there = stands(session, pool, row.month, now)
    into, key, corrects = row.month, row.split_key, None
    if there.closed:
        into = open_month(session, pool, now)
        then = bill_of(session, pool, row.month, now)
        shares = next((line.shares for line in then.split.lines if line.id == f"line{line_id}"), {})
        key = write_key(Fixed({member: -share for member, share in shares.items() if share}))
        corrects = f"{row.month}/line{line_id}"
    back = {
        "pool_id": pool.id,
        "month": into,
        "kind": row.kind,
        "amount_minor": -row.amount_minor,
        "currency": row.currency,
        "split_key": key,
        "note": row.note,
        "voids": line_id,
        "corrects": corrects,
        "made_by": by.id,
        "made_at": now,
    }
    made = ledger.add_line(session, back)
    _note(session, pool, by, "bill_line_voided", line_id, {"by_line": made}, now)
    plan_review(session, pool, into, now)
    said = _said(session, pool, "bill_voided", line_id, into, now, corrects=corrects and row.month)
    return replace(said, notices=shown_again(session, pool, there.row, now))


def show(session: Session, pool: PoolFacts, month: str, now: int, *, keeps: bool) -> Reply:
    """A month's lines with buttons to take back those that somebody wrote down. Whoever keeps the books sees what was
    found out of closed months too."""
    if keeps:
        lock_pool(session, pool.id)
        catch_up(session, pool, now)
    there = stands(session, pool, month, now)
    made = inputs_of(session, pool, month, now).lines
    names = people.names(session, pool.id)
    by_id = {f"line{line.id}": line for line in lines_of(session, pool.id, month)}
    listed = [
        _line(by_id[one.id], names)
        if one.id in by_id
        else {
            **_nothing(),
            "kind": one.kind,
            "amount_minor": one.amount_minor,
            "note": one.note,
            "node": one.node,
            "key": key_word(one.key),
            "changes": len(one.parts) > 1,
        }
        for one in made
    ]
    data = {
        "month": month,
        "state": there.state,
        "currency": pool.currency,
        "total_minor": sum(one.amount_minor for one in made),
        "lines": listed,
    }
    mine = list(by_id.values()) if keeps else []
    return Reply("bill", data, _voids(mine, names))


def _voids(lines: Sequence[LineFacts], names: dict[int, str]) -> Rows:
    fresh = [line for line in lines if line.corrects is None][-MOST_BUTTONS:]
    return tuple((Choice("bill.void", "bill.void", {"line": line.id}, {"number": line.id}),) for line in fresh)


def _nothing() -> dict[str, Any]:
    return {"number": None, "note": None, "by": None, "node": None, "key": "policy", "corrects": None, "changes": False}


def _line(line: LineFacts, names: dict[int, str]) -> dict[str, Any]:
    return {
        **_nothing(),
        "number": line.id,
        "kind": line.kind.value,
        "amount_minor": line.amount_minor,
        "note": line.note,
        "by": names.get(line.made_by),
        "key": key_word(line.key),
        "corrects": None if line.corrects is None else line.corrects.partition("/")[0],
    }


def key_word(key: Key) -> str:
    """One word for how a line is shared: policy, equal, weights, one, among, subtotal, fixed …"""
    match key:
        case ByPolicy(policy):
            return "policy" if policy is None else policy.name.value
        case Subtotal():
            return "subtotal"
    return type(key).__name__.lower()


def _said(
    session: Session, pool: PoolFacts, code: str, line_id: int, month: str, now: int, *, corrects: str | None = None
) -> Reply:
    """What was done, said back with the month's new total and a way to take it back."""
    row = ledger.line(session, pool.id, line_id)
    assert row is not None
    line = _line(line_facts(row), people.names(session, pool.id))
    total = sum(one.amount_minor for one in inputs_of(session, pool, month, now).lines)
    data = {
        "line": line,
        "month": month,
        "currency": pool.currency,
        "total_minor": total,
        "corrects": corrects or line["corrects"],
    }
    if code == "bill_voided":
        return Reply(code, data)
    return Reply(code, data, ((Choice("bill.undo", "bill.void", {"line": line_id}),),))


def _note(
    session: Session, pool: PoolFacts, by: MemberFacts, what: str, line_id: int, after: dict[str, Any], now: int
) -> None:
    audit.note(
        session, at=now, what=what, subject=f"line:{line_id}", pool_id=pool.id, person_id=by.person_id, after=after
    )
