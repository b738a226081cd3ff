"""Joining two accounts: the one-time codes, and moving what belongs to one person to another."""

from collections.abc import Collection

from sqlalchemy import insert, update
from sqlmodel import Session, col

from storage.tables import Identity, LinkCode, Member, Offer, Person


def add_code(session: Session, code_hash: str, person_id: int, now: int, expires_at: int) -> None:
    """Remember a code by its hash; older ones of the same person are good no more."""
    session.execute(
        update(LinkCode)
        .where(col(LinkCode.person_id) == person_id, col(LinkCode.used_at).is_(None), col(LinkCode.expires_at) > now)
        .values(expires_at=now)
    )
    row = {"hash": code_hash, "person_id": person_id, "made_at": now, "expires_at": expires_at}
    session.execute(insert(LinkCode).values(row))


def use_code(session: Session, code_hash: str, now: int) -> int | None:
    """Use up a code; the person who made it, or None when it is wrong, used or expired."""
    found = session.execute(
        update(LinkCode)
        .where(col(LinkCode.hash) == code_hash, col(LinkCode.used_at).is_(None), col(LinkCode.expires_at) > now)
        .values(used_at=now)
        .returning(col(LinkCode.person_id))
    ).first()
    return int(found[0]) if found else None


def move_identities(session: Session, from_person: int, to_person: int) -> None:
    """The accounts of one person, and the buttons that only they may press, are another's from now on.

    An account without a name gets one, so that a name of its own later does not become the other person's.
    """
    nameless = update(Identity).where(col(Identity.person_id) == from_person, col(Identity.name).is_(None))
    session.execute(nameless.values(name=col(Identity.account)))
    session.execute(update(Identity).where(col(Identity.person_id) == from_person).values(person_id=to_person))
    session.execute(
        update(Offer).where(col(Offer.owner_id) == from_person, col(Offer.used_at).is_(None)).values(owner_id=to_person)
    )


def move_members(session: Session, member_ids: Collection[int], to_person: int) -> None:
    """Members with all their stays, bookings and debts are another person's from now on."""
    session.execute(update(Member).where(col(Member.id).in_(member_ids)).values(person_id=to_person))


def keep_wishes(session: Session, from_person: int, to_person: int) -> None:
    """Language and quiet hours that only the one had chosen are the other's too."""
    old, new = session.get(Person, from_person), session.get(Person, to_person)
    if old is None or new is None:
        return
    wishes: dict[str, object] = {}
    if new.language is None and old.language is not None:
        wishes["language"] = old.language
    if new.quiet_from is None and old.quiet_from is not None:
        wishes |= {"quiet_from": old.quiet_from, "quiet_to": old.quiet_to}
    if wishes:
        session.execute(update(Person).where(col(Person.id) == to_person).values(**wishes))
