"""Recognise who speaks and where, before anything is understood."""

from dataclasses import dataclass

from sqlmodel import Session

from bot.chat.message import Person, Place
from storage.queries import chats, people
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
    name = person.name
    known = people.by_account(session, place.platform, person.account)
    if known is None:
        person_id = people.make(session, place.platform, person.account, name, person.username, person.language, now)
        known = people.by_account(session, place.platform, person.account)
        assert known is not None
    row, identity = known
    person_id = int(row.id or 0)
    if row.name != name:
        people.change(session, person_id, name=name)
    fresh = {"username": person.username, "client_language": person.language}
    if place.private:
        fresh["private_chat_id"] = chat_id  # type: ignore[assignment]
    if any(getattr(identity, column) != value for column, value in fresh.items()):
        people.change_identity(session, int(identity.id or 0), **fresh)
    return person_id
