"""Who pays the provider, how long a bill is shown, whether amounts are private: dated, from now on."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlmodel import Session

from bot.billing.facts.keys import credit_fields
from bot.billing.facts.ledger import Settings, settings
from bot.billing.rules.charging import CreditRules
from bot.billing.services.book_keepers import still_keeps_books
from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, ledger

LONGEST_REVIEW = 14 * 86_400
CREDITS = {
    "usual": CreditRules(),
    "none": CreditRules((), (), ()),
    "all": CreditRules(((0, Fraction(1)),), ((0, Fraction(1)),), ((0, Fraction(1)),)),
}
"""Which part of what is given up nobody pays: as `CreditRules` says, nothing, or all of it."""


def show(session: Session, pool: PoolFacts, now: int) -> Reply:
    """The settings in force."""
    return _reply(session, pool, settings(session, pool.id, now), changed=False)


def change(session: Session, pool: PoolFacts, by: MemberFacts, now: int, **changes: Any) -> Reply:
    """`payer` (a member's id or None), `via_payer`, `private`, `review_seconds`, `credits`. Raises `role`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    before = settings(session, pool.id, now)
    after = replace(before, **changes)
    if not 0 <= after.review_seconds <= LONGEST_REVIEW:
        raise Refusal("bad_input", reason="bad_review", facts={"allowed": LONGEST_REVIEW})
    if after != before:
        ledger.add_settings(session, _row(pool, by, after, now))
        audit.note(
            session,
            at=now,
            what="bill_settings_set",
            subject=f"pool:{pool.id}",
            pool_id=pool.id,
            person_id=by.person_id,
            before=_fields(before),
            after=_fields(after),
        )
    return _reply(session, pool, after, changed=after != before)


def _row(pool: PoolFacts, by: MemberFacts, chosen: Settings, now: int) -> dict[str, Any]:
    return {"pool_id": pool.id, "from_at": now, **_fields(chosen), "made_by": by.id, "made_at": now}


def _fields(chosen: Settings) -> dict[str, Any]:
    return {
        "payer_id": chosen.payer,
        "via_payer": int(chosen.via_payer),
        "private": int(chosen.private),
        "review_seconds": chosen.review_seconds,
        "credits": credit_fields(chosen.credits),
    }


def _reply(session: Session, pool: PoolFacts, chosen: Settings, *, changed: bool) -> Reply:
    names = people.names(session, pool.id)
    data = {
        "payer": names.get(chosen.payer) if chosen.payer is not None else None,
        "via_payer": chosen.via_payer,
        "private": chosen.private,
        "review_seconds": chosen.review_seconds,
        "credits": next((name for name, rules in CREDITS.items() if rules == chosen.credits), "custom"),
        "set": changed,
    }
    return Reply("bill_settings", data)
