"""Who keeps the books: owners and treasurers."""

from sqlmodel import Session

from bot.errors import Refusal
from bot.people.facts import MemberFacts
from bot.people.services.finding import still_here
from storage.words import Role

KEEPERS = (Role.OWNER, Role.TREASURER)


def check(member: MemberFacts) -> None:
    """Raises `role` for everybody else."""
    if member.role not in KEEPERS:
        raise Refusal("role", needed="treasurer", role=member.role.value)


def still_keeps_books(session: Session, member: MemberFacts) -> MemberFacts:
    """The member as they are now: to be asked once the pool is locked. Raises `not_member`, `role`."""
    fresh = still_here(session, member)
    check(fresh)
    return fresh
