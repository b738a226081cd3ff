"""Co-holders: others become rightful users of a booking; the guard and who may change it stay as they are."""

from typing import Any

from sqlmodel import Session

from bot.booking.services.cards import brief
from bot.booking.services.targets import fact_of, target
from bot.chat.message import Choice, Notice, Reply
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from storage.queries import audit, co_holders
from storage.tables import Booking
from storage.words import Role

MOST_CO_HOLDERS = 8
MOST_WEIGHT = 1000


def show(session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int | None, now: int) -> Reply:
    """Who uses a booking of one's own, each co-holder with a button to end that."""
    return _reply(session, pool, target(session, pool, member, booking_id, now, verb="share"))


def add(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    booking_id: int | None,
    others: list[MemberFacts],
    weights: tuple[int, ...],
    now: int,
) -> Reply:
    """Let members use a booking too, from now on. `weights` (the holder's first) divide its seconds; without them
    those who are new get one part and what was agreed with others before stands.

    Raises `bad_input` for oneself, a guest or too many, and like `target`.
    """
    carried = {"members": [one.id for one in others], "weights": list(weights)}
    row = target(session, pool, member, booking_id, now, verb="share", payload=carried)
    for one in others:
        if one.id == row.member_id:
            raise Refusal("bad_input", reason="yourself", facts={})
        if one.role is Role.GUEST:
            raise Refusal("bad_input", reason="guest", facts={"name": one.name})
    if len({*(held[0] for held in _held(session, row)), *(one.id for one in others)}) > MOST_CO_HOLDERS:
        raise Refusal("bad_input", reason="too_many_co_holders", facts={"allowed": MOST_CO_HOLDERS})
    before = _names(session, row)
    have = {held[0] for held in _held(session, row)}
    new = [one for one in others if one.id not in have]
    own = weights[0] if weights else co_holders.holder_weight(session, row) if have else 1
    if own != co_holders.holder_weight(session, row):
        co_holders.put(session, int(row.id or 0), row.member_id, own, now)
    for one, weight in zip(others, weights[1:], strict=True) if weights else ((one, 1) for one in new):
        co_holders.put(session, int(row.id or 0), one.id, weight, now)
    session.refresh(row)
    if _names(session, row) != before:
        _note(session, pool, member, row, before, now)
    reply = _reply(session, pool, row)
    notices = [notice for one in new for notice in _told(session, pool, row, one, now)]
    return Reply(reply.code, reply.data, reply.choices, reply.subject, notices=tuple(notices))


def remove(session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int, other_id: int, now: int) -> Reply:
    """End the use by one co-holder; what was used until now stays divided.

    Raises `already_done` when it has ended, and like `target`.
    """
    row = target(session, pool, member, booking_id, now, verb="share")
    before = _names(session, row)
    if other_id == row.member_id or not co_holders.remove(session, booking_id, other_id, now):
        raise Refusal("already_done", what="co_held", data=_reply(session, pool, row).data)
    _note(session, pool, member, row, before, now)
    reply = _reply(session, pool, row)
    return Reply(reply.code, reply.data, reply.choices, reply.subject, edits=True)


def _held(session: Session, row: Booking) -> list[tuple[int, str, int]]:
    booking_id = int(row.id or 0)
    return co_holders.of(session, [booking_id]).get(booking_id, [])


def _names(session: Session, row: Booking) -> dict[str, Any]:
    return {
        "holder_weight": co_holders.holder_weight(session, row),
        "co_holders": [list(one) for one in _held(session, row)],
    }


def _reply(session: Session, pool: PoolFacts, row: Booking) -> Reply:
    one, held = fact_of(session, pool, row), _held(session, row)
    weights = [[one.holder, co_holders.holder_weight(session, row)], *([name, weight] for _, name, weight in held)]
    choices = tuple(
        (
            Choice(
                "co_holder.remove",
                "booking.unshare",
                {"booking": one.id, "member": member_id},
                {"name": name},
            ),
        )
        for member_id, name, _ in held
    )
    return Reply("co_held", {**brief(one), "weights": weights}, choices)


def _told(session: Session, pool: PoolFacts, row: Booking, other: MemberFacts, now: int) -> tuple[Notice, ...]:
    data = {**brief(fact_of(session, pool, row)), "name": other.name}
    return telling.member(session, pool, other, f"booking:{row.id}:shared:{other.id}:{now}", "co_holder_added", data)


def _note(
    session: Session, pool: PoolFacts, member: MemberFacts, row: Booking, before: dict[str, Any], now: int
) -> None:
    audit.note(
        session,
        at=now,
        what="co_holders",
        subject=f"booking:{row.id}",
        pool_id=pool.id,
        person_id=member.person_id,
        before=before,
        after=_names(session, row),
    )
