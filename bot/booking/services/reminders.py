"""Reminders as jobs. A booking made ahead is announced when it starts, every one once before it ends: half an hour
before when somebody follows, else a quarter; at the end only when somebody follows.

A job re-reads the booking when it fires; changing or ending the booking rewrites or drops the rows.
"""

import json
from typing import Any

from sqlmodel import Session

from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.services import neighbours
from bot.booking.services.cards import brief, card_buttons, export_line, release_button
from bot.chat.message import Choice, Notice, Rows
from bot.people import facts as people_facts
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import chats, jobs, notes, people, pools
from storage.tables import Booking
from storage.words import BookingState

STARTS, ENDS_SOON, ENDED, GROUP = "booking_starts", "booking_ends_soon", "booking_ended", "group_reminders"
EARLY, LATE = 30 * 60, 15 * 60
FOLLOWS_WITHIN = 30 * 60
QUARTER = 15 * 60
LEAST_NOTICE = 600
GROUP_USELESS_AFTER = 1800
MOST_MESSAGES = 2
MORE_HOURS = (1, 2)


def plan(session: Session, booking_id: int, starts_at: int, ends_at: int, now: int) -> None:
    """Plan a changed booking's reminders anew."""
    drop(session, booking_id)
    plan_first(session, booking_id, starts_at, ends_at, now)


def plan_first(session: Session, booking_id: int, starts_at: int, ends_at: int, now: int) -> None:
    """Plan a new booking's reminders: none for a start that is now, none for an end too near to matter."""
    due = [(ENDED, "ended", ends_at, ends_at + 900)]
    if starts_at > now + 60:
        due.append((STARTS, "start", starts_at, starts_at + 900))
    earliest = max(now, starts_at) + LEAST_NOTICE
    before = next((before for before in (EARLY, LATE) if ends_at - before > earliest), None)
    if before is not None:
        due.append((ENDS_SOON, "end", ends_at - before, ends_at))
    payload = {"booking": booking_id}
    rows = [
        {"kind": kind, "key": _key(booking_id, what), "due_at": at, "useless_after": useless, "payload": payload}
        for kind, what, at, useless in due
    ]
    jobs.add(session, rows)


def drop(session: Session, booking_id: int) -> None:
    """The booking is over: nothing is left to say."""
    jobs.drop(session, *(_key(booking_id, what) for what in ("start", "end", "ended")))


def _key(booking_id: int, what: str) -> str:
    return f"booking:{booking_id}:{what}"


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """What a due reminder owes now. Raises LookupError when its booking is gone for good."""
    row = session.get(Booking, int(payload["booking"]))
    if row is None:
        raise LookupError(f"no booking {payload['booking']}")
    pool = people_facts.pool(session, row.pool_id)
    found = pools.member(session, row.member_id)
    over = row.state != BookingState.BOOKED.value or row.released_at is not None
    if over or found is None or (kind != ENDED and row.ends_at <= now):
        return pool, []
    member = people_facts.member_facts(found)
    one = facts.bookings_of(session, [row], {member.id: member.name})[0]
    following = neighbours.next_one(session, pool, one, FOLLOWS_WITHIN)
    if kind == ENDED and following is None:
        return pool, []
    if kind == ENDS_SOON and following is None and (due := _due_late(session, member, one)) > now:
        jobs.plan(session, ENDS_SOON, _key(one.id, "end"), due, one.ends_at, payload)
        return pool, []
    return pool, _tell(session, pool, member, one, kind, following, now)


def _due_late(session: Session, member: MemberFacts, one: BookingFacts) -> int:
    """A quarter before the end; for those who are told in the group, the quarter hour before that."""
    due = one.ends_at - LATE
    if people.private_chat(session, member.person_id) is None:
        due = due // QUARTER * QUARTER
    return due


def _tell(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    one: BookingFacts,
    kind: str,
    following: dict[str, Any] | None,
    now: int,
) -> list[Notice]:
    """Privately where the holder can be reached; else it waits for the group's message of this quarter hour."""
    code = {STARTS: "starts_now", ENDS_SOON: "ends_soon", ENDED: "ended"}[kind]
    data: dict[str, Any] = {**brief(one), "next": following, "private": True}
    where = people.private_chat(session, member.person_id)
    if where is None:
        _collect(session, pool, {**data, "private": False, "code": code}, now)
        return []
    buttons: Rows = ()
    if kind == STARTS:
        data["export"] = export_line(session, pool.id, one.numbers, member)
        buttons = card_buttons(one.id, one.starts_at, now, data)
    elif kind == ENDS_SOON:
        buttons = (_more_time(one, following), release_button(one.id))
    key = f"booking:{one.id}:{code}:{one.starts_at if kind == STARTS else one.ends_at}:{one.version}"
    language = people.language_of(session, member.person_id)
    replaces = _replaced(session, one.id, kind, key)
    return [Notice(key, where, code, data, buttons, owner_id=member.person_id, language=language, replaces=replaces)]


def _replaced(session: Session, booking_id: int, kind: str, key: str) -> str | None:
    """The message to edit instead of sending another: the end's own, or the last one once two were sent.

    An edit makes no sound, so a reminder of a new end is a new message as long as the budget (two) allows.
    """
    name = f"reminded:{booking_id}"
    sent: list[str] = json.loads(notes.get(session, name) or "[]")
    replaced = sent[-1] if sent and (kind == ENDED or len(sent) >= MOST_MESSAGES) else None
    if replaced is None:
        notes.put(session, name, json.dumps([*sent, key]))
    return replaced


def _more_time(one: BookingFacts, following: dict[str, Any] | None) -> tuple[Choice, ...]:
    """[+1h] [+2h], as far as nobody follows."""
    room = following["start"] - one.ends_at if following else MORE_HOURS[-1] * 3600
    return tuple(
        Choice("more_hours", "booking.extend", {"booking": one.id, "seconds": h * 3600}, {"hours": h})
        for h in MORE_HOURS
        if h * 3600 <= room
    )


def _collect(session: Session, pool: PoolFacts, item: dict[str, Any], now: int) -> None:
    """One message a quarter hour for all who cannot be reached privately."""
    lock_pool(session, pool.id)
    quarter = -(-now // QUARTER) * QUARTER
    if item["code"] == "ends_soon" and item["end"] - quarter < LEAST_NOTICE:
        quarter = now
    key = f"{GROUP}:{pool.id}:{quarter}"
    items = jobs.payload_of(session, key).get("items", [])
    _plan_group(session, {"pool": pool.id, "quarter": quarter, "items": [*items, item]}, quarter)


def _plan_group(session: Session, payload: dict[str, Any], due: int) -> None:
    key, quarter = f"{GROUP}:{payload['pool']}:{payload['quarter']}", int(payload["quarter"])
    jobs.plan(session, GROUP, key, due, quarter + GROUP_USELESS_AFTER, payload)


def _stands(session: Session, item: dict[str, Any], now: int) -> bool:
    """Whether a collected reminder is still true: the booking has not been ended or moved meanwhile."""
    if item["code"] != "ended" and item["end"] <= now:
        return False
    row = session.get(Booking, int(item["booking"]))
    if row is None or row.state != BookingState.BOOKED.value or row.released_at is not None:
        return False
    return (row.starts_at, row.ends_at) == (item["start"], item["end"])


def fire_group(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """The combined message to the group, with a button to start a private chat. It waits for all that is due by now."""
    pool = people_facts.pool(session, int(payload["pool"]))
    if jobs.any_due(session, (STARTS, ENDS_SOON, ENDED), now):
        _plan_group(session, payload, now)
        return pool, []
    group = chats.of_pool(session, pool.id)
    if group is None:
        return pool, []
    data = {"items": [item for item in payload["items"] if _stands(session, item, now)]}
    if not data["items"]:
        return pool, []
    key = f"{GROUP}:{pool.id}:{payload['quarter']}"
    return pool, [Notice(key, int(group.id or 0), "reminders", data, ((Choice("start_me", link=True),),))]
