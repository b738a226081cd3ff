"""Tell a member something they did not ask for: privately where they can be reached, else in the group."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from bot.chat.message import Notice
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import chats, people


def privately(
    session: Session, pool: PoolFacts, member: MemberFacts, key: str, code: str, data: Mapping[str, Any]
) -> tuple[Notice, ...]:
    """A message for the member alone; none when they have no private chat with the bot."""
    chat_id = people.private_chat(session, member.person_id)
    if chat_id is None:
        return ()
    language = people.language_of(session, member.person_id) or pool.language
    return (Notice(key, chat_id, code, data, owner_id=member.person_id, language=language),)


def member(
    session: Session, pool: PoolFacts, whom: MemberFacts, key: str, code: str, data: Mapping[str, Any]
) -> tuple[Notice, ...]:
    """Privately if it can be, else in the group; the fact `private` says which."""
    alone = privately(session, pool, whom, key, code, {**data, "private": True})
    return alone or in_group(session, pool, key, code, {**data, "private": False})


def in_group(session: Session, pool: PoolFacts, key: str, code: str, data: Mapping[str, Any]) -> tuple[Notice, ...]:
    """A message for everybody in the pool's group, in its language; none when it has no group."""
    group = chats.of_pool(session, pool.id)
    if group is None:
        return ()
    return (Notice(key, int(group.id or 0), code, data, language=pool.language),)
