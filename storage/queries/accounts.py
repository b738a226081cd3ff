"""How processes are known to be a member's: linked accounts and claims. Revoked, never edited."""

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.tables import Member, Membership, UnixRule

_rules, _members, _stays = table_of(UnixRule), table_of(Member), table_of(Membership)

_RULES = (
    select(_rules).where(_rules.c.pool_id == bindparam("pool_id"), _rules.c.revoked_at.is_(None)).order_by(_rules.c.id)
)
_PRESENT = (
    select(_members.c.id, _members.c.person_id, _members.c.name)
    .join(_stays, (_stays.c.member_id == _members.c.id) & _stays.c.left_at.is_(None))
    .where(_members.c.pool_id == bindparam("pool_id"))
    .order_by(_members.c.id)
)


def rules(session: Session, pool_id: int) -> list[UnixRule]:
    """The rules of a pool that hold, oldest first."""
    return all_like(session, UnixRule, _RULES, {"pool_id": pool_id})


def rules_at(session: Session, pool_id: int, at: int) -> list[UnixRule]:
    """The rules of a pool that held at a time."""
    statement = (
        select(_rules)
        .where(
            _rules.c.pool_id == pool_id,
            _rules.c.made_at <= at,
            _rules.c.revoked_at.is_(None) | (_rules.c.revoked_at > at),
        )
        .order_by(_rules.c.id)
    )
    return all_like(session, UnixRule, statement, {})


def add(session: Session, pool_id: int, member_id: int, kind: str, value: str, by: int, now: int) -> int:
    """A new rule; the database refuses a second one for the same account of a pool."""
    row = {
        "pool_id": pool_id,
        "member_id": member_id,
        "kind": kind,
        "value": value,
        "made_by": by,
        "made_at": now,
    }
    return int(session.execute(insert(UnixRule).values(row).returning(col(UnixRule.id))).scalar_one())


def revoke(session: Session, rule_id: int, now: int) -> bool:
    """End a rule; False when it has ended already."""
    gone = session.execute(
        update(UnixRule).where(col(UnixRule.id) == rule_id, col(UnixRule.revoked_at).is_(None)).values(revoked_at=now)
    )
    return bool(gone.rowcount)  # type: ignore[attr-defined]


def present(session: Session, pool_id: int) -> Sequence[tuple[int, int, str]]:
    """`(member_id, person_id, name)` of those who are members now."""
    return [(row[0], row[1], row[2]) for row in session.execute(_PRESENT, {"pool_id": pool_id})]
