"""Pictures and files: receipts, payment codes, exports. Bytes only of what was made here."""

from typing import Any

from sqlalchemy import insert, select, update
from sqlmodel import Session, col

from storage.tables import Attachment
from storage.words import AttachmentKind


def add(session: Session, row: dict[str, Any]) -> int:
    """A new one; returns its id."""
    return int(session.execute(insert(Attachment).values(row).returning(col(Attachment.id))).scalar_one())


def get(session: Session, attachment_id: int) -> Attachment | None:
    """The one of that id."""
    return session.get(Attachment, attachment_id)


def made_before(session: Session, pool_id: int, name: str, sha256: str) -> int | None:
    """The id of a file that was made with that name and those very bytes."""
    return session.execute(
        select(col(Attachment.id))
        .where(
            col(Attachment.pool_id) == pool_id,
            col(Attachment.kind) == AttachmentKind.EXPORT.value,
            col(Attachment.sha256) == sha256,
            col(Attachment.name) == name,
            col(Attachment.voided_at).is_(None),
        )
        .order_by(col(Attachment.id))
        .limit(1)
    ).scalar_one_or_none()


def payee_codes(session: Session, pool_id: int, member_id: int) -> list[Attachment]:
    """A member's payment codes that stand, the newest first."""
    found = session.execute(
        select(Attachment)
        .where(
            col(Attachment.pool_id) == pool_id,
            col(Attachment.kind) == AttachmentKind.PAYEE_CODE.value,
            col(Attachment.member_id) == member_id,
            col(Attachment.voided_at).is_(None),
        )
        .order_by(col(Attachment.id).desc())
    )
    return list(found.scalars())


def receipts(session: Session, pool_id: int, line_ids: list[int]) -> list[Attachment]:
    """The receipts of these lines, oldest first."""
    found = session.execute(
        select(Attachment)
        .where(
            col(Attachment.pool_id) == pool_id,
            col(Attachment.kind) == AttachmentKind.RECEIPT.value,
            col(Attachment.line_id).in_(line_ids),
            col(Attachment.voided_at).is_(None),
        )
        .order_by(col(Attachment.id))
    )
    return list(found.scalars())


def void(session: Session, ids: list[int], now: int) -> None:
    """They count no more."""
    session.execute(update(Attachment).where(col(Attachment.id).in_(ids)).values(voided_at=now))


def all_receipts(session: Session, pool_id: int) -> list[Attachment]:
    """Every receipt of a pool, oldest first."""
    found = session.execute(
        select(Attachment)
        .where(
            col(Attachment.pool_id) == pool_id,
            col(Attachment.kind) == AttachmentKind.RECEIPT.value,
            col(Attachment.voided_at).is_(None),
        )
        .order_by(col(Attachment.id))
    )
    return list(found.scalars())
