"""Pools, members and their stays, founding codes."""

from sqlalchemy import bindparam, insert, select, update
from sqlmodel import Session, col

from storage.queries.core import all_like, one_like, pairs_like, table_of
from storage.tables import FoundingCode, Member, Membership, Pool
from storage.words import CodeKind, Role

_pools, _members, _stays = table_of(Pool), table_of(Member), table_of(Membership)
_GET = select(_pools).where(_pools.c.id == bindparam("pool_id"))
_NAMES = select(_members.c.id, _members.c.name).where(_members.c.pool_id == bindparam("pool_id"))
_OF_PERSON = (
    select(*_pools.c, *_members.c)
    .join(_members, _members.c.pool_id == _pools.c.id)
    .join(_stays, _stays.c.member_id == _members.c.id)
    .where(_members.c.person_id == bindparam("person_id"), _stays.c.left_at.is_(None))
    .order_by(_pools.c.id)
)
_MEMBERS = (
    select(_members)
    .join(_stays, _stays.c.member_id == _members.c.id)
    .where(_members.c.pool_id == bindparam("pool_id"), _stays.c.left_at.is_(None))
    .order_by(_members.c.id)
)


def get(session: Session, pool_id: int) -> Pool | None:
    """The pool of that id."""
    return one_like(session, Pool, _GET, {"pool_id": pool_id})


def make(session: Session, name: str, zone: str, language: str, currency: str, now: int) -> int:
    """A new pool; returns its id."""
    row = {"name": name, "zone": zone, "language": language, "currency": currency, "created_at": now}
    return int(session.execute(insert(Pool).values(row).returning(col(Pool.id))).scalar_one())


def any_pool(session: Session) -> bool:
    """Whether this database has a pool."""
    return session.execute(select(col(Pool.id)).limit(1)).first() is not None


def of_person(session: Session, person_id: int) -> list[tuple[Pool, Member]]:
    """Pools in which the person is a member now, oldest first."""
    return pairs_like(session, Pool, Member, _OF_PERSON, {"person_id": person_id})


def member_of(session: Session, pool_id: int, person_id: int) -> Member | None:
    """The member, whether the stay lasts or not."""
    return session.execute(
        select(Member).where(col(Member.pool_id) == pool_id, col(Member.person_id) == person_id)
    ).scalar_one_or_none()


def stays(session: Session, member_id: int) -> bool:
    """Whether the member is in the pool now."""
    return (
        session.execute(
            select(col(Membership.id)).where(col(Membership.member_id) == member_id, col(Membership.left_at).is_(None))
        ).first()
        is not None
    )


def member(session: Session, member_id: int) -> Member | None:
    """The member of that id."""
    return session.get(Member, member_id)


def members(session: Session, pool_id: int) -> list[Member]:
    """Present members, in the order in which they first joined."""
    return all_like(session, Member, _MEMBERS, {"pool_id": pool_id})


def names(session: Session, pool_id: int) -> list[str]:
    """Every name a member of the pool ever had."""
    return list(session.execute(select(col(Member.name)).where(col(Member.pool_id) == pool_id)).scalars())


def admit(session: Session, pool_id: int, person_id: int, name: str, role: Role, now: int) -> int:
    """Begin a stay; a member who comes back keeps the member row. Returns the member's id."""
    known = member_of(session, pool_id, person_id)
    if known is None:
        row = {"pool_id": pool_id, "person_id": person_id, "name": name, "role": role.value}
        member_id = int(session.execute(insert(Member).values(row).returning(col(Member.id))).scalar_one())
    else:
        member_id = int(known.id or 0)
        session.execute(update(Member).where(col(Member.id) == member_id).values(role=role.value))
    session.execute(insert(Membership).values(member_id=member_id, joined_at=now))
    return member_id


def add_code(
    session: Session, kind: CodeKind, code_hash: str, made_by: int | None, now: int, expires_at: int | None
) -> None:
    """Remember a founding code by its hash."""
    row = {
        "kind": kind.value,
        "hash": code_hash,
        "made_by": made_by,
        "made_at": now,
        "expires_at": expires_at,
    }
    session.execute(insert(FoundingCode).values(row))


def withdraw_first_codes(session: Session, now: int) -> None:
    """Only the newest first code is good: the one that stands on the screen."""
    session.execute(
        update(FoundingCode)
        .where(col(FoundingCode.kind) == CodeKind.FIRST.value, col(FoundingCode.used_at).is_(None))
        .values(expires_at=now)
    )


def use_code(session: Session, code_hash: str, now: int) -> FoundingCode | None:
    """Use up a code; None when it is wrong, used or expired."""
    found = session.execute(
        update(FoundingCode)
        .where(
            col(FoundingCode.hash) == code_hash,
            col(FoundingCode.used_at).is_(None),
            (col(FoundingCode.expires_at).is_(None)) | (col(FoundingCode.expires_at) > now),
        )
        .values(used_at=now)
        .returning(col(FoundingCode.id))
    ).first()
    return session.get(FoundingCode, found[0]) if found else None


def code_founded(session: Session, code_id: int, pool_id: int) -> None:
    """Write down which pool a code opened."""
    session.execute(update(FoundingCode).where(col(FoundingCode.id) == code_id).values(pool_id=pool_id))


def first_owner(session: Session) -> int | None:
    """The person who has owned a pool of this database longest."""
    return session.execute(
        select(col(Member.person_id))
        .join(Membership, col(Membership.member_id) == col(Member.id))
        .where(col(Member.role) == Role.OWNER.value, col(Membership.left_at).is_(None))
        .order_by(col(Member.id))
        .limit(1)
    ).scalar_one_or_none()


def everybody(session: Session, pool_id: int) -> dict[int, str]:
    """Names by member id, also of those who left."""
    return {int(row[0]): str(row[1]) for row in session.execute(_NAMES, {"pool_id": pool_id})}


def change(session: Session, pool_id: int, **values: object) -> None:
    """Set columns of a pool."""
    session.execute(update(Pool).where(col(Pool.id) == pool_id).values(**values))
