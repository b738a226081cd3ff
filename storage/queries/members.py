"""Members: what they are called, their roles, the end of a stay, the accounts behind them."""

from sqlalchemy import select, update
from sqlmodel import Session, col

from storage.tables import Identity, Member, Membership, Person
from storage.words import Role


def leave(session: Session, member_id: int, now: int) -> bool:
    """End the stay of a member; False when it was over."""
    ended = session.execute(
        update(Membership)
        .where(col(Membership.member_id) == member_id, col(Membership.left_at).is_(None))
        .values(left_at=now)
    )
    return bool(ended.rowcount)  # type: ignore[attr-defined]


def set_role(session: Session, member_id: int, role: Role) -> None:
    """What the member may do from now on."""
    session.execute(update(Member).where(col(Member.id) == member_id).values(role=role.value))


def standing(session: Session, member_id: int) -> tuple[str, str] | None:
    """What the group calls the member and the role, read anew; None when the stay is over."""
    found = session.execute(
        select(col(Member.name), col(Member.role))
        .join(Membership, col(Membership.member_id) == col(Member.id))
        .where(col(Member.id) == member_id, col(Membership.left_at).is_(None))
    ).first()
    return (str(found[0]), str(found[1])) if found else None


def stay_of(session: Session, member_id: int) -> int | None:
    """The stay that lasts, if one does."""
    return session.execute(
        select(col(Membership.id)).where(col(Membership.member_id) == member_id, col(Membership.left_at).is_(None))
    ).scalar_one_or_none()


def rename(session: Session, member_id: int, name: str) -> None:
    """What the group calls the member from now on."""
    session.execute(update(Member).where(col(Member.id) == member_id).values(name=name))


def owners(session: Session, pool_id: int) -> list[int]:
    """The present owners of a pool, by member id."""
    found = session.execute(
        select(col(Member.id))
        .join(Membership, col(Membership.member_id) == col(Member.id))
        .where(
            col(Member.pool_id) == pool_id,
            col(Member.role) == Role.OWNER.value,
            col(Membership.left_at).is_(None),
        )
        .order_by(col(Member.id))
    )
    return [int(row) for row in found.scalars()]


def accounts(session: Session, pool_id: int) -> list[tuple[int, str, str | None]]:
    """`(member, the person's name, username)` once for each account of each present member."""
    found = session.execute(
        select(col(Member.id), col(Person.name), col(Identity.username))
        .join(Membership, col(Membership.member_id) == col(Member.id))
        .join(Person, col(Person.id) == col(Member.person_id))
        .join(Identity, col(Identity.person_id) == col(Person.id), isouter=True)
        .where(col(Member.pool_id) == pool_id, col(Membership.left_at).is_(None))
        .order_by(col(Member.id), col(Identity.id))
    )
    return [(int(row[0]), str(row[1]), row[2]) for row in found]


def ever_of_person(session: Session, person_id: int) -> list[Member]:
    """Every member that a person is or was, in any pool."""
    found = session.execute(select(Member).where(col(Member.person_id) == person_id).order_by(col(Member.id)))
    return list(found.scalars())
