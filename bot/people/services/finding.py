"""Find the member whom somebody means; names never identify, so two who share one are asked about with buttons."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.chat.message import Choice
from bot.errors import Refusal
from bot.people import facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.rules_naming import Known, found, found_at_start
from storage.queries import members, pools
from storage.words import Role

MOST_BUTTONS = 8


def find_member(session: Session, pool: PoolFacts, text: str) -> list[MemberFacts]:
    """The present members whom a text may mean: by @account, by the group's name, by the account's name.

    Empty when it is nobody; several when they share the name (see `the_one`).
    """
    known, by_id = _known(session, pool)
    return [by_id[member_id] for member_id in found(known, text)]


def find_gone(session: Session, pool: PoolFacts, text: str) -> list[MemberFacts]:
    """Those who left whom a text may mean, by what the group called them. For what is still open with them."""
    return _members(session, found(_gone(session, pool), text))


def read_member(session: Session, pool: PoolFacts, text: str) -> tuple[list[MemberFacts], str]:
    """Whom the first words of a text name, as `find_member`, and the words that follow."""
    known, by_id = _known(session, pool)
    named, rest = found_at_start(known, text)
    return [by_id[member_id] for member_id in named], rest


def read_anybody(session: Session, pool: PoolFacts, text: str) -> tuple[list[MemberFacts], str]:
    """As `read_member`; where nobody present is meant, who left."""
    meant, rest = read_member(session, pool, text)
    if meant:
        return meant, rest
    named, rest = found_at_start(_gone(session, pool), text)
    return _members(session, named), rest


def by_id(session: Session, pool: PoolFacts, member_id: int) -> MemberFacts:
    """The present member of that id, e.g. the one a button carries. Raises `no_such_member`."""
    known = present(session, pool)
    for one in known:
        if one.id == member_id:
            return one
    raise Refusal("no_such_member", text=None, members=[one.name for one in known])


def the_one(
    session: Session,
    pool: PoolFacts,
    meant: Sequence[MemberFacts],
    text: str,
    verb: str,
    payload: Mapping[str, Any] | None = None,
) -> MemberFacts:
    """The only member who is meant. Raises `no_such_member`, or `ask_who` with one button for each:
    a press is `verb` with `payload` and `member`, the id."""
    if len(meant) == 1:
        return meant[0]
    if not meant:
        raise Refusal("no_such_member", text=text[:40], members=[one.name for one in present(session, pool)])
    usernames = {member_id: username for member_id, _, username in members.accounts(session, pool.id) if username}
    listed = [{"name": one.name, "username": usernames.get(one.id)} for one in meant]
    choices = [
        [Choice("member", verb, {**(payload or {}), "member": one.id}, shown)]
        for one, shown in zip(meant, listed, strict=True)
    ]
    raise Refusal("ask_who", choices=choices[:MOST_BUTTONS], text=text[:40], members=listed)


def present(session: Session, pool: PoolFacts) -> list[MemberFacts]:
    """The present members, in the order in which they first joined."""
    return [facts.member_facts(row) for row in pools.members(session, pool.id)]


def still_here(session: Session, member: MemberFacts) -> MemberFacts:
    """The member as they are now: to be asked once the pool is locked. Raises `not_member` for one who left."""
    now = members.standing(session, member.id)
    if now is None:
        raise Refusal("not_member", group=True)
    name, role = now
    return replace(member, name=name, role=Role(role))


def still_owner(session: Session, member: MemberFacts) -> MemberFacts:
    """The same of an owner. Raises `role` for one who is none any more."""
    fresh = still_here(session, member)
    if fresh.role is not Role.OWNER:
        raise Refusal("role", needed="owner", role=fresh.role.value)
    return fresh


def _gone(session: Session, pool: PoolFacts) -> list[Known]:
    here = {one.id for one in present(session, pool)}
    return [
        Known(member_id, name, name)
        for member_id, name in facts.names(session, pool.id).items()
        if member_id not in here
    ]


def _members(session: Session, ids: Sequence[int]) -> list[MemberFacts]:
    rows = [pools.member(session, member_id) for member_id in ids]
    return [facts.member_facts(row) for row in rows if row is not None]


def _known(session: Session, pool: PoolFacts) -> tuple[list[Known], dict[int, MemberFacts]]:
    everybody = {one.id: one for one in present(session, pool)}
    usernames: dict[int, list[str]] = {}
    account_names: dict[int, str] = {}
    for member_id, account_name, username in members.accounts(session, pool.id):
        account_names[member_id] = account_name
        if username:
            usernames.setdefault(member_id, []).append(username)
    known = [
        Known(one.id, one.name, account_names.get(one.id, one.name), tuple(usernames.get(one.id, ())))
        for one in everybody.values()
    ]
    return known, everybody
