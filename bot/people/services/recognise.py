"""Recognise who speaks and where, before anything is understood."""

from dataclasses import dataclass

from sqlmodel import Session

from bot.chat.message import Person, Place
from bot.people.rules import renamed
from storage.queries import audit, chats, members, people, pools
from storage.words import ChatKind, ChatState


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a message stands in the store. `person_id` null for an anonymous or absent person."""

    chat_id: int
    person_id: int | None


def recognise(session: Session, place: Place, person: Person | None, now: int) -> Seen:
    """Find or make the chat and the person; keep names and reachability fresh."""
    chat_id = _chat(session, place)
    if person is None or person.anonymous:
        return Seen(chat_id, None)
    return Seen(chat_id, _person(session, place, chat_id, person, now))


def _chat(session: Session, place: Place) -> int:
    known = chats.find(session, place.platform, place.chat)
    if known is None:
        kind = ChatKind.PRIVATE if place.private else ChatKind.GROUP
        return chats.make(session, place.platform, place.chat, kind, place.title, place.hears_all)
    chat_id = int(known.id or 0)
    if known.state == ChatState.GONE.value or (place.title and place.title != known.title):
        chats.change(session, chat_id, state=ChatState.ACTIVE.value, title=place.title or known.title)
    return chat_id


def _person(session: Session, place: Place, chat_id: int, person: Person, now: int) -> int:
    known = people.by_account(session, place.platform, person.account)
    if known is None:
        people.make(session, place.platform, person.account, person.name, person.username, person.language, now)
        known = people.by_account(session, place.platform, person.account)
        assert known is not None
    row, identity = known
    person_id = int(row.id or 0)
    fresh: dict[str, str | int | None] = {"username": person.username, "client_language": person.language}
    if person.name != person.account:  # else the platform gave no name, and the one we know stays
        fresh["name"] = person.name
        before = identity.name or row.name
        if before == row.name != person.name:
            _renamed(session, person_id, before, person.name, now)
    if place.private:
        fresh["private_chat_id"] = chat_id
    if any(getattr(identity, column) != value for column, value in fresh.items()):
        people.change_identity(session, int(identity.id or 0), **fresh)
    return person_id


def _renamed(session: Session, person_id: int, before: str, after: str, now: int) -> None:
    """The account after which a person is called has a new name: the groups call them so too."""
    people.change(session, person_id, name=after)
    for pool, member in pools.of_person(session, person_id):
        member_id, pool_id = int(member.id or 0), int(pool.id or 0)
        taken = [name for other, name in pools.everybody(session, pool_id).items() if other != member_id]
        name = renamed(member.name, before, after, taken)
        if name == member.name:
            continue
        members.rename(session, member_id, name)
        audit.note(
            session,
            at=now,
            what="member_renamed",
            subject=f"member:{member_id}",
            pool_id=pool_id,
            person_id=person_id,
            before={"name": member.name},
            after={"name": name},
        )
