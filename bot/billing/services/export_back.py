"""A month's JSON export taken back in: into a store that lost it, or did not have it. Twice changes nothing."""

import json
from typing import Any, NoReturn

from sqlmodel import Session

from bot.billing.exports.json_document import KIND, SCHEMA
from bot.billing.facts.month import month_at
from bot.billing.services.book_keepers import still_keeps_books
from bot.billing.services.frozen import thaw
from bot.billing.services.statement import body_of, hash_of, worked_out, written
from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, bills
from storage.words import StatementState


def take_in(session: Session, pool: PoolFacts, by: MemberFacts, text: str, now: int) -> Reply:
    """The closed month is here now: `new`, or it was already, to the byte, and nothing changes.

    Raises `role`, and `import_refused` (reason, value): not_json, other_schema, other_pool, not_closed,
    does_not_add_up (the inputs give another statement), no_such_member, differs (closed here with other inputs).
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    given = _read(text)
    month = str(given.get("month"))
    frozen = json.dumps(given["inputs"], ensure_ascii=False, separators=(",", ":"))
    body = _checked(session, pool, given, frozen)
    if month >= month_at(session, pool.id, now):
        _bad("not_closed", month)
    row = bills.statement(session, pool.id, month)
    if row is not None and row.inputs is not None:
        if row.inputs_hash != hash_of(frozen) or row.body != body:
            _bad("differs", month)
        return Reply("imported", {"month": month, "new": False})
    values: dict[str, Any] = {
        "state": StatementState.CLOSED.value,
        "closed_at": now,
        "inputs": frozen,
        "inputs_hash": hash_of(frozen),
        "body": body,
    }
    if row is not None:
        bills.move(session, int(row.id or 0), row.version, **values)
    else:
        currency = str(json.loads(body)["currency"])
        made = {"pool_id": pool.id, "month": month, "currency": currency, "opened_at": now, "version": 1}
        bills.open_statement(session, {**made, **values})
    audit.note(
        session,
        at=now,
        what="bill_imported",
        subject=f"pool:{pool.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after={"month": month, "inputs_hash": hash_of(frozen)},
    )
    return Reply("imported", {"month": month, "new": True})


def _read(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    except (ValueError, RecursionError):
        _bad("not_json", None)
    if not isinstance(given, dict) or given.get("kind") != KIND or given.get("schema") != SCHEMA:
        _bad("other_schema", given.get("schema") if isinstance(given, dict) else None)
    if given.get("inputs") is None:
        _bad("not_closed", given.get("month"))
    return dict(given)


def _no_float(text: str) -> NoReturn:
    """Amounts and seconds are whole, shares are written as fractions: no file of ours has a float in it."""
    raise ValueError(text)


def _checked(session: Session, pool: PoolFacts, given: dict[str, Any], frozen: str) -> str:
    """The body that the inputs give, which must be the one in the file."""
    try:
        inputs = thaw(frozen)
        body = written(body_of(worked_out(inputs)))
        same = body == written(given["statement"]) and hash_of(frozen) == given["inputs_hash"]
    except Exception:
        _bad("does_not_add_up", given.get("month"))
    month = given.get("month")
    if inputs.statement != f"{pool.id}/{month}" or inputs.month != month:
        _bad("other_pool", inputs.statement)
    if not same:
        _bad("does_not_add_up", given.get("month"))
    unknown = [one.id for one in inputs.people if int(one.id) not in people.names(session, pool.id)]
    if unknown:
        _bad("no_such_member", unknown[0])
    return body


def _bad(reason: str, value: object) -> NoReturn:
    raise Refusal("import_refused", reason=reason, value=None if value is None else str(value)[:40])
