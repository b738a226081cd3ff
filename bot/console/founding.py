"""`--pool`: a pool with declared cards for the console's group, made at the first word said there."""

from dataclasses import dataclass, replace

from sqlmodel import Session

from bot.booking.services import machines
from bot.booking.services.machines import Declared
from bot.chat.message import Person, Place
from bot.console.lines import PLATFORM
from bot.language.reading import read_pool
from bot.language.writing import plain_name
from bot.people import facts
from bot.people.services import join, setup
from bot.people.services.recognise import recognise
from storage.database import lock_pool

CHAT = "lab"
ZONE = "Asia/Shanghai"
NO_POOL = 0
"""The lock for which two founders wait: no pool has this id."""


@dataclass(frozen=True, slots=True)
class Founding:
    """What `--pool` asked for."""

    groups: tuple[Declared, ...]
    language: str = "zh"


def founding(text: str, language: str = "zh") -> Founding:
    """Read `8xA100-80G 4x4090-24G`. Raises `Unreadable`."""
    return Founding(tuple(Declared(one.count, one.kind, one.memory_gb) for one in read_pool(text)), language)


def welcome(session: Session, wish: Founding, place: Place, person: Person, now: int) -> None:
    """The first speaker becomes owner of a new pool, later ones join as members."""
    lock_pool(session, NO_POOL)
    person = replace(person, name=plain_name(person.name) or person.account)
    seen = recognise(session, place, person, now)
    chat = facts.chat(session, seen.chat_id)
    known = facts.known(session, PLATFORM, person.account)
    if known is None:
        return
    if chat.pool_id is None:
        pool_id = setup.open_pool(session, chat.id, known, place.chat, ZONE, wish.language, now)
        machines.add_node(session, pool_id, "node1", wish.groups, now)
        return
    if facts.present_member(session, chat.pool_id, known.id) is None:
        join.admit(session, facts.pool(session, chat.pool_id), known.id, known.name, None, now)
