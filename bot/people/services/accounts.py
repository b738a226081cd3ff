"""One human with two accounts: a one-time code joins them, and nothing else does."""

from sqlmodel import Session

from bot.chat.message import Notice, Reply
from bot.errors import Refusal
from bot.people.facts import PersonFacts
from bot.people.services.one_time import hash_of, new_code
from storage.queries import audit, links, members, people, pools
from storage.tables import Member

CODE_SECONDS = 600


def issue(session: Session, person: PersonFacts, now: int) -> Reply:
    """A code to be sent from the other account within ten minutes. An older one is good no more."""
    code = new_code()
    links.add_code(session, hash_of(code), person.id, now, now + CODE_SECONDS)
    return Reply("link_code", {"code": code, "until": now + CODE_SECONDS})


def shown_in_group(session: Session, code: str, now: int) -> Reply:
    """A code that stood in a group has been read by others: it is withdrawn."""
    withdrawn = bool(code) and links.use_code(session, hash_of(code), now) is not None
    return Reply("link_in_private", {"withdrawn": withdrawn})


def redeem(session: Session, person: PersonFacts, code: str, now: int) -> Reply:
    """Make the sender and who has the code one person. Raises `wrong_link_code`, `linked_already`, `link_both`.

    The one who stays is who gave out the code, unless only the other is still in a pool in which both have been.
    What the one who goes was in such a pool stays under the old name.
    """
    other_id = links.use_code(session, hash_of(code), now)
    if other_id is None:
        raise Refusal("wrong_link_code")
    if other_id == person.id:
        raise Refusal("linked_already")
    stays, goes = _who_stays(session, other_id, person.id)
    moving = _apart_from(session, goes, stays)
    chat_id, language = people.private_chat(session, other_id), people.language_of(session, other_id)
    names = [people.name_of(session, one) or "" for one in (other_id, person.id)]
    links.move_members(session, [int(one.id or 0) for one in moving], stays)
    links.move_identities(session, goes, stays)
    links.keep_wishes(session, goes, stays)
    audit.note(
        session,
        at=now,
        what="accounts_linked",
        subject=f"person:{stays}",
        person_id=stays,
        before={"person": goes},
        after={"members": [int(one.id or 0) for one in moving]},
    )
    joined = [pool.name for pool, _ in pools.of_person(session, stays)]
    told = {"name": names[1], "pools": joined}
    key = f"person:{stays}:linked:{goes}"
    notices = () if chat_id is None else (Notice(key, chat_id, "linked", told, owner_id=stays, language=language),)
    return Reply("linked", {"name": names[0], "pools": joined}, notices=notices)


def _who_stays(session: Session, giver: int, sender: int) -> tuple[int, int]:
    """`(who stays, who goes)`. Raises `link_both` where either would leave a pool behind in which they are now."""
    for stays, goes in ((giver, sender), (sender, giver)):
        common = _common(session, stays, goes)
        if not [one for one in common if pools.stays(session, int(one.id or 0))]:
            return stays, goes
    theirs, ours = ({pool.name for pool, _ in pools.of_person(session, one)} for one in (giver, sender))
    raise Refusal("link_both", pools=sorted(theirs & ours or theirs | ours))


def _common(session: Session, stays: int, goes: int) -> list[Member]:
    """What the one who goes is or was in pools in which the other is or was too."""
    known = {one.pool_id for one in members.ever_of_person(session, stays)}
    return [one for one in members.ever_of_person(session, goes) if one.pool_id in known]


def _apart_from(session: Session, goes: int, stays: int) -> list[Member]:
    known = {one.pool_id for one in members.ever_of_person(session, stays)}
    return [one for one in members.ever_of_person(session, goes) if one.pool_id not in known]
