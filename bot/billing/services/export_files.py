"""`/export`: the month's file is made, kept by the hash of its bytes, and sent as a document."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from sqlmodel import Session

from bot.billing.exports.beancount import beancount_of
from bot.billing.exports.claim_sheet import claim_of
from bot.billing.exports.csv_table import csv_of
from bot.billing.exports.json_document import json_of
from bot.billing.exports.shapes import MonthExport
from bot.billing.exports.workbook import workbook_of
from bot.billing.facts.ledger import settings
from bot.billing.facts.month import month_at
from bot.billing.services.book_keepers import KEEPERS
from bot.billing.services.export_gather import claim, gathered
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services.finding import still_here
from storage.database import lock_pool
from storage.queries import attachments, audit, bills, funds
from storage.tables import Fund
from storage.words import AttachmentKind

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS: Mapping[str, tuple[str, str, Callable[[MonthExport, str], bytes]]] = {
    "xlsx": ("xlsx", XLSX, workbook_of),
    "csv": ("csv", "text/csv", csv_of),
    "json": ("json", "application/json", lambda month, language: json_of(month)),
    "beancount": ("beancount", "text/plain", lambda month, language: beancount_of(month)),
}
LARGEST = 10_000_000


def ask(session: Session, pool: PoolFacts, member: MemberFacts, month: str | None, now: int) -> Reply:
    """Which file? One button a format, and one a fund."""
    month = month or last_month(session, pool, now)
    row = tuple(
        Choice("export.format", "export.make", {"month": month, "format": one}, {"format": one}) for one in FORMATS
    )
    claims = tuple(
        (Choice("export.claim", "export.claim", {"month": month, "fund": fund.id}, {"title": fund.title}),)
        for fund in funds.funds(session, pool.id)[:4]
    )
    return Reply("ask_export", {"month": month, "choices": []}, (row, *claims))


def last_month(session: Session, pool: PoolFacts, now: int) -> str:
    """The last closed month, else the running one."""
    closed = bills.closed(session, pool.id, 1)
    return closed[-1].month if closed else month_at(session, pool.id, now)


def make(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    month: str | None,
    kind: str,
    language: str,
    now: int,
    *,
    private: bool,
) -> Reply:
    """The month in a format of `FORMATS`. `private`: asked in a private chat.

    Where amounts are private only who keeps the books has the whole, and not in the group. Raises `role`,
    `only_privately`, `no_such_month`, `nothing_to_close`, `no_weights`, `no_xlsx`.
    """
    by = _may(session, pool, by, now, private=private)
    month = month or last_month(session, pool, now)
    found = gathered(session, pool, month, now)
    if not found.rows:
        raise Refusal("nothing_to_close", month=month)
    ending, mime, write = FORMATS[kind]
    name = f"pinka-{month}.{ending}"
    facts = {"month": month, "format": kind, "state": found.state, "lines": len(found.rows), "fund": None}
    return _sent(session, pool, by, name, mime, write(found, language), facts, now)


def make_claim(
    session: Session, pool: PoolFacts, by: MemberFacts, fund: Fund, month: str | None, now: int, *, private: bool
) -> Reply:
    """报销: the printable page of a fund. Raises as `make`, and `fund_empty` where nobody's share goes to it."""
    by = _may(session, pool, by, now, private=private)
    month = month or last_month(session, pool, now)
    found = claim(session, pool, fund, month, now)
    if not found.people:
        raise Refusal("fund_empty", title=fund.title, month=month)
    state = "closed" if found.closed else "open"
    name = f"pinka-{month}-fund{fund.id}.xlsx"
    lines = len(found.days) + len(found.others)
    facts = {"month": month, "format": "claim", "state": state, "lines": lines, "fund": fund.title}
    return _sent(session, pool, by, name, XLSX, claim_of(found), facts, now)


def only_fund(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> Fund:
    """The fund of the asker, else the only one there is. Raises `no_such_fund`."""
    rows = funds.funds(session, pool.id)
    own = funds.members_at(session, pool.id, now).get(member.id)
    found = [row for row in rows if row.id == own] or rows
    if len(found) != 1:
        raise Refusal("no_such_fund", text="", funds=[row.title for row in rows])
    return found[0]


def _may(session: Session, pool: PoolFacts, by: MemberFacts, now: int, *, private: bool) -> MemberFacts:
    lock_pool(session, pool.id)
    by = still_here(session, by)
    if settings(session, pool.id, now).private:
        if by.role not in KEEPERS:
            raise Refusal("role", needed="treasurer", role=by.role.value)
        if not private:
            raise Refusal("only_privately")
    return by


def _sent(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    name: str,
    mime: str,
    body: bytes,
    facts: dict[str, Any],
    now: int,
) -> Reply:
    """The same bytes under the same name are kept once."""
    if len(body) > LARGEST:
        raise Refusal("bad_input", reason="too_large_file", facts={"allowed": LARGEST})
    digest = sha256(body).hexdigest()
    number = attachments.made_before(session, pool.id, name, digest)
    if number is None:
        number = attachments.add(
            session,
            {
                "pool_id": pool.id,
                "kind": AttachmentKind.EXPORT.value,
                "sha256": digest,
                "mime": mime,
                "name": name,
                "size": len(body),
                "platform": "pinka",
                "file_ref": digest,
                "body": body,
                "made_by": by.id,
                "made_at": now,
            },
        )
    audit.note(
        session,
        at=now,
        what="exported",
        subject=f"pool:{pool.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after={**facts, "sha256": digest},
    )
    return Reply("exported", {**facts, "name": name, "size": len(body), "sha256": digest, "attached": number})
