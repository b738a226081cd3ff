"""Receipts: a picture or PDF of what a line of the bill was paid for, with the hash of its bytes."""

from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.services.book_keepers import still_keeps_books
from bot.chat.message import Picture, Reply
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import attachments, audit, ledger
from storage.tables import Attachment
from storage.words import AttachmentKind


def keep(
    session: Session, pool: PoolFacts, by: MemberFacts, line_id: int, picture: Picture, platform: str, now: int
) -> Reply:
    """Put a receipt to a line. The same bytes twice at a line are one receipt; `also` = lines that have them too.

    Raises `role`, `no_such_line`, `bad_picture`.
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    if ledger.line(session, pool.id, line_id) is None:
        raise Refusal("no_such_line", number=line_id)
    if not (picture.mime or "").startswith(("image/", "application/pdf")):
        raise Refusal("bad_picture", mime=picture.mime)
    alike = [row for row in _all(session, pool) if picture.sha256 is not None and row.sha256 == picture.sha256]
    if not any(row.line_id == line_id for row in alike):
        row = {
            "pool_id": pool.id,
            "kind": AttachmentKind.RECEIPT.value,
            "line_id": line_id,
            "sha256": picture.sha256,
            "mime": picture.mime,
            "name": picture.name,
            "size": picture.size,
            "platform": platform,
            "file_ref": picture.ref,
            "made_by": by.id,
            "made_at": now,
        }
        number = attachments.add(session, row)
        audit.note(
            session,
            at=now,
            what="receipt_kept",
            subject=f"line:{line_id}",
            pool_id=pool.id,
            person_id=by.person_id,
            after={"attachment": number, "sha256": picture.sha256},
        )
    return _reply(session, pool, line_id, new=True, also=[row.line_id for row in alike if row.line_id != line_id])


def show(session: Session, pool: PoolFacts, line_id: int, platform: str) -> Reply:
    """A line's receipts: the hashes of all, the newest as a picture. Raises `no_such_line`."""
    if ledger.line(session, pool.id, line_id) is None:
        raise Refusal("no_such_line", number=line_id)
    shown = [row for row in attachments.receipts(session, pool.id, [line_id]) if row.platform == platform]
    attached = int(shown[-1].id or 0) if shown else None
    reply = _reply(session, pool, line_id, new=False, also=[])
    return replace(reply, data={**reply.data, "attached": attached})


def _all(session: Session, pool: PoolFacts) -> list[Attachment]:
    return attachments.all_receipts(session, pool.id)


def _reply(session: Session, pool: PoolFacts, line_id: int, *, new: bool, also: list[int | None]) -> Reply:
    row = ledger.line(session, pool.id, line_id)
    assert row is not None
    found = attachments.receipts(session, pool.id, [line_id])
    data: dict[str, Any] = {
        "number": line_id,
        "kind": row.kind,
        "amount_minor": row.amount_minor,
        "currency": row.currency,
        "new": new,
        "receipts": [{"sha256": one.sha256, "name": one.name, "size": one.size} for one in found],
        "also": sorted({one for one in also if one is not None}),
        "attached": None,
    }
    return Reply("receipt", data)
