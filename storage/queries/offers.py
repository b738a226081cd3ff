"""Offers: mint tokens for buttons, find one again, mark it used."""

import json
import secrets
from typing import Any

from sqlalchemy import insert, select, update
from sqlmodel import Session, col

from storage.queries.core import table_of
from storage.tables import Booking, Offer

_MINT = insert(table_of(Offer)).returning(table_of(Offer).c.id)
ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def mint(
    session: Session,
    *,
    chat_id: int,
    owner_id: int | None,
    pool_id: int | None,
    choices: list[dict[str, Any]],
    subject: tuple[str, int] | None,
    now: int,
    expires_at: int,
) -> list[str]:
    """One offer with a token per choice (`{verb, payload}`): `<offer>.<choice>.<10 random>`."""
    kept = [{**choice, "secret": "".join(secrets.choice(ALPHABET) for _ in range(10))} for choice in choices]
    row = {
        "chat_id": chat_id,
        "owner_id": owner_id,
        "pool_id": pool_id,
        "choices": json.dumps(kept, ensure_ascii=False),
        "subject": subject[0] if subject else None,
        "subject_version": subject[1] if subject else None,
        "made_at": now,
        "expires_at": expires_at,
    }
    offer_id = session.execute(_MINT, row).scalar_one()
    return [f"{offer_id}.{at}.{choice['secret']}" for at, choice in enumerate(kept)]


def find(session: Session, token: str) -> tuple[Offer, dict[str, Any]] | None:
    """The offer and choice of a token, or None when it was never given out.

    On PostgreSQL a second press of the same card waits here for the first to end.
    """
    parts = token.split(".")
    well_formed = token.isascii() and len(token) <= 40 and len(parts) == 3
    if not well_formed or not (parts[0].isdigit() and parts[1].isdigit()):
        return None
    offer = session.get(Offer, int(parts[0]), with_for_update=True) if len(parts[0]) < 19 else None
    choices = json.loads(offer.choices) if offer else []
    at = int(parts[1]) if len(parts[1]) < 4 else len(choices)
    if offer is None or at >= len(choices) or not secrets.compare_digest(choices[at]["secret"], parts[2]):
        return None
    return offer, choices[at]


def use(session: Session, offer_id: int, person_id: int, now: int, code: str, data: str) -> bool:
    """Mark used with what it did. False when another press was faster."""
    changed = session.execute(
        update(Offer)
        .where(col(Offer.id) == offer_id, col(Offer.used_at).is_(None))
        .values(used_at=now, used_by=person_id, result_code=code, result_data=data)
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def version_of(session: Session, subject: str) -> int | None:
    """The present version of what an offer is about (`booking:42`)."""
    kind, _, number = subject.partition(":")
    if kind != "booking":
        raise ValueError(f"no versions are kept of {subject}")
    return session.execute(select(col(Booking.version)).where(col(Booking.id) == int(number))).scalar_one_or_none()


def latest_payload(session: Session, chat_id: int, owner_id: int, since: int) -> dict[str, Any] | None:
    """What the first button of a person's latest card in a chat carries; None when it was used or is older."""
    row = session.execute(
        select(col(Offer.choices), col(Offer.used_at))
        .where(col(Offer.chat_id) == chat_id, col(Offer.owner_id) == owner_id, col(Offer.made_at) >= since)
        .order_by(col(Offer.id).desc())
        .limit(1)
    ).first()
    choices = json.loads(row[0]) if row is not None and row[1] is None else []
    return dict(choices[0]["payload"]) if choices else None
