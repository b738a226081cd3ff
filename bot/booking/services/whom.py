"""The members who go by a name or by their account's handle: whom a booking is for."""

from sqlmodel import Session

from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services.finding import find_member, present
from storage.queries import people


def called(session: Session, pool: PoolFacts, word: str) -> list[MemberFacts]:
    """As `find_member`; where no name fits, those whose handle in Latin letters it is."""
    found = find_member(session, pool, word)
    if found:
        return found
    wanted = word.strip().removeprefix("@").casefold()
    members = present(session, pool)
    return [one for one in members if (people.username_of(session, one.person_id) or "").casefold() == wanted]
