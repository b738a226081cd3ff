"""End a member's stay, by their own wish or an owner's. What ends with it is shown first; history and debts stay."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.services.parting import remains
from bot.booking import facts as booking
from bot.booking.services import end
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import by_id, still_here, still_owner
from storage.database import lock_pool
from storage.queries import audit, bookings, co_holders, members
from storage.words import Role

LONGEST_REASON = 200
REMOVED = "removed"
"""Why a booking ended whose holder was removed, where the owner gave no reason."""


def ask_leave(session: Session, pool: PoolFacts, member: MemberFacts, now: int, *, alone: bool = False) -> Reply:
    """What would end if the member left now and what is still to be paid, with the button that does it.

    `alone`: nobody else reads it. Raises `last_owner`.
    """
    check_owner_remains(session, pool, member, own=True)
    ending = _ending(session, pool, member, now)
    open_ = remains(session, pool, member, now, alone=alone)
    return Reply("ask_leave", {"pool": pool.name, "bookings": ending, "money": open_}, _buttons("leave", ending, {}))


def leave(
    session: Session, pool: PoolFacts, member: MemberFacts, shown: Collection[int], now: int, *, alone: bool = False
) -> Reply:
    """End one's own stay. Raises `last_owner`. What was booked since it was `shown` is shown first."""
    lock_pool(session, pool.id)
    member = still_here(session, member)
    check_owner_remains(session, pool, member, own=True)
    ending = _ending(session, pool, member, now)
    if _unseen(ending, shown):
        return replace(ask_leave(session, pool, member, now, alone=alone), edits=True)
    _end(session, pool, member, member, ending, None, now)
    data = {"name": member.name, "pool": pool.name, "bookings": ending}
    return Reply("left", data, edits=True, notices=telling.in_group(session, pool, _key(member, now), "left", data))


def ask_remove(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    member: MemberFacts,
    reason: str | None,
    now: int,
    *,
    alone: bool = False,
) -> Reply:
    """What would end if an owner removed the member now and what is still to be paid, with the button that does it.

    `alone`: nobody else reads it. Raises `last_owner`.
    """
    check_owner_remains(session, pool, member, own=by.id == member.id)
    ending = _ending(session, pool, member, now)
    open_ = remains(session, pool, member, now, alone=alone)
    data = {"name": member.name, "pool": pool.name, "reason": reason, "bookings": ending, "money": open_}
    return Reply("ask_remove", data, _buttons("remove", ending, {"member": member.id, "reason": reason}))


def remove(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    member: MemberFacts,
    reason: str | None,
    shown: Collection[int],
    now: int,
) -> Reply:
    """End another's stay; they are told. Raises `last_owner`. What was booked since it was `shown` is shown first."""
    lock_pool(session, pool.id)
    by, member = still_owner(session, by), by_id(session, pool, member.id)
    check_owner_remains(session, pool, member, own=by.id == member.id)
    ending = _ending(session, pool, member, now)
    if _unseen(ending, shown):
        return replace(ask_remove(session, pool, by, member, reason, now), edits=True)
    _end(session, pool, by, member, ending, reason, now)
    data = {"name": member.name, "pool": pool.name, "by": by.name, "reason": reason, "bookings": ending}
    theirs = {"pool": pool.name, "by": by.name, "reason": reason, "bookings": ending}
    key = _key(member, now)
    notices = (
        *telling.privately(session, pool, member, f"{key}:you", "removed_you", theirs),
        *telling.in_group(session, pool, key, "removed", data),
    )
    return Reply("removed", data, edits=True, notices=notices)


def check_owner_remains(session: Session, pool: PoolFacts, member: MemberFacts, *, own: bool) -> None:
    """Raises `last_owner` when the pool would have no owner without this one."""
    if member.role is Role.OWNER and members.owners(session, pool.id) == [member.id]:
        raise Refusal("last_owner", name=member.name, own=own)


def _ending(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> list[dict[str, Any]]:
    rows = bookings.of_member(session, member.id, now)
    found = booking.bookings_of(session, rows, facts.names(session, pool.id))
    return [{**brief(one), "running": one.starts_at < now} for one in found]


def _unseen(ending: list[dict[str, Any]], shown: Collection[int]) -> bool:
    return any(item["booking"] not in shown for item in ending)


def _end(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    member: MemberFacts,
    ending: list[dict[str, Any]],
    reason: str | None,
    now: int,
) -> None:
    why = None if by.id == member.id else reason or REMOVED
    for item in ending:
        give_up = end.release if item["running"] else end.cancel
        give_up(session, pool, by, item["booking"], now, reason=why)
    _use_no_more(session, pool, by, member, now)
    members.leave(session, member.id, now)
    audit.note(
        session,
        at=now,
        what="member_left" if by.id == member.id else "member_removed",
        subject=f"member:{member.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        before={"role": member.role.value},
        after={"bookings": [item["booking"] for item in ending], "reason": reason},
    )


def _use_no_more(session: Session, pool: PoolFacts, by: MemberFacts, member: MemberFacts, now: int) -> None:
    """Others' bookings that the member was to use too; what was used until now stays divided."""
    for row in co_holders.bookings_with(session, member.id, now):
        co_holders.remove(session, int(row.id or 0), member.id, now)
        audit.note(
            session,
            at=now,
            what="co_holders",
            subject=f"booking:{row.id}",
            pool_id=pool.id,
            person_id=by.person_id,
            before={"left": member.name},
        )


def _buttons(what: str, ending: list[dict[str, Any]], payload: dict[str, Any]) -> Rows:
    carried = {**payload, "shown": [item["booking"] for item in ending]}
    return ((Choice(f"{what}.yes", f"{what}.yes", carried), Choice("never_mind", "unchanged")),)


def _key(member: MemberFacts, now: int) -> str:
    return f"member:{member.id}:gone:{now}"
