"""Who hears of a machine's trouble: those whom it concerns privately where they can be reached, the group once."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlmodel import Session

from bot.booking import facts as booking_facts
from bot.booking.services.cards import brief
from bot.chat.message import Notice, Rows
from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from storage.queries import agents, bookings, chats, members, people
from storage.tables import Member
from storage.words import Role

SOON = 2 * 3_600


def concerned(session: Session, pool: PoolFacts, node_id: int, now: int) -> dict[int, list[dict[str, Any]]]:
    """By member: their bookings on a machine that run or begin within two hours, soonest first."""
    gpu_ids = [int(card.id or 0) for card in agents.cards(session, node_id)]
    rows = [row for row in bookings.on_cards(session, gpu_ids, now) if row.starts_at < now + SOON] if gpu_ids else []
    spans = booking_facts.held_spans(session, rows)
    found: dict[int, list[dict[str, Any]]] = {}
    for one in booking_facts.bookings_of(session, rows, people_facts.names(session, pool.id)):
        last = spans[one.id][-1]
        for member_id in last.weights:
            found.setdefault(member_id, []).append(brief(one))
    return found


def to_group(
    session: Session, pool: PoolFacts, key: str, code: str, data: Mapping[str, Any], choices: Rows = ()
) -> list[Notice]:
    """One message to the pool's group, where it has one."""
    group = chats.of_pool(session, pool.id)
    return [] if group is None else [Notice(key, int(group.id or 0), code, data, choices)]


def to_members(
    session: Session, key: str, code: str, told: Mapping[int, tuple[Mapping[str, Any], Rows]]
) -> tuple[list[Notice], list[int]]:
    """A private message to each member, and who could not be reached."""
    notices: list[Notice] = []
    unreached: list[int] = []
    for member_id, (data, choices) in told.items():
        member = session.get(Member, member_id)
        where = people.private_chat(session, member.person_id) if member is not None else None
        if member is None or where is None:
            unreached.append(member_id)
            continue
        language = people.language_of(session, member.person_id)
        notices.append(
            Notice(
                f"{key}:{member_id}",
                where,
                code,
                data,
                choices,
                owner_id=member.person_id,
                language=language,
            )
        )
    return notices, unreached


def deciders(session: Session, pool_id: int) -> list[int]:
    """The owners and treasurers of a pool."""
    return _of_roles(session, pool_id, (Role.OWNER, Role.TREASURER))


def _of_roles(session: Session, pool_id: int, roles: Iterable[Role]) -> list[int]:
    wanted = {role.value for role in roles}
    found = {member_id for member_id, *_ in members.accounts(session, pool_id)}
    return sorted(member_id for member_id in found if (members.standing(session, member_id) or ("",))[0] in wanted)
