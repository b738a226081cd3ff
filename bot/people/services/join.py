"""Join a pool: one asks in the group, an owner agrees or refuses by button."""

from sqlmodel import Session

from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people import facts
from bot.people.facts import MemberFacts, PersonFacts, PoolFacts
from bot.people.rules import distinct_name
from storage.queries import audit, pools
from storage.words import Role


def ask_to_join(session: Session, pool: PoolFacts, person: PersonFacts) -> Reply:
    """Show the wish with two buttons that only owners can press. A stranger learns nothing of the pool by it."""
    if facts.present_member(session, pool.id, person.id) is not None:
        raise Refusal("already_member", pool=pool.name)
    payload = {"person": person.id, "name": person.name}
    choices = ((Choice("join.agree", "join.agree", payload), Choice("join.refuse", "join.refuse", payload)),)
    return Reply("join_asked", {"name": person.name}, choices, anyone=True)


def admit(
    session: Session, pool: PoolFacts, person_id: int, person_name: str, by: MemberFacts | None, now: int
) -> Reply:
    """Let a person in as a member. Raises `already_member`."""
    if facts.present_member(session, pool.id, person_id) is not None:
        raise Refusal("already_member", pool=pool.name)
    name = _name(session, pool.id, person_id, person_name)
    member_id = pools.admit(session, pool.id, person_id, name, Role.MEMBER, now)
    audit.note(
        session,
        at=now,
        what="member_joined",
        subject=f"member:{member_id}",
        pool_id=pool.id,
        person_id=by.person_id if by else person_id,
        after={"name": name},
    )
    return Reply("joined", {"name": name, "pool": pool.name, "by": by.name if by else None}, edits=True)


def refuse(session: Session, pool: PoolFacts, person_id: int, person_name: str, by: MemberFacts, now: int) -> Reply:
    """Decline a wish to join. It may be asked again."""
    if facts.present_member(session, pool.id, person_id) is not None:
        raise Refusal("already_member", pool=pool.name)
    audit.note(
        session,
        at=now,
        what="join_refused",
        subject=f"person:{person_id}",
        pool_id=pool.id,
        person_id=by.person_id,
    )
    return Reply("join_refused", {"name": person_name, "pool": pool.name, "by": by.name}, edits=True)


def _name(session: Session, pool_id: int, person_id: int, name: str) -> str:
    before = pools.member_of(session, pool_id, person_id)
    return before.name if before else distinct_name(name, pools.names(session, pool_id))
