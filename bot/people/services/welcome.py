"""The card that a newcomer needs: how to connect as an owner wrote it, the rules, what is left this week."""

from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts as booking
from bot.booking.rules.week_share import iso_week
from bot.booking.services import shares
from bot.chat.message import Choice, Notice, Reply
from bot.errors import Refusal
from bot.people import facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.rules_secrets import secret_in
from bot.people.services import telling
from storage.queries import audit, people, pools

MOST_CARDS = 10**9
"""More than any share: asking for so many tells what is left."""


def card(session: Session, pool: PoolFacts, member: MemberFacts, now: int, *, private: bool) -> Reply:
    """`private`: nobody else reads the card."""
    limits = booking.limits_in_force(session, pool.id, now)
    row = pools.get(session, pool.id)
    data: dict[str, Any] = {
        "name": member.name,
        "pool": pool.name,
        "connect": (row.connect or "").split("\n") if row is not None and row.connect else [],
        "min_seconds": limits.min_seconds,
        "max_seconds": limits.max_seconds,
        "horizon_seconds": limits.horizon_seconds,
        "half_ahead_seconds": limits.half_ahead_seconds,
        "week_share_permille": limits.week_share_permille,
        "left_seconds": _left_this_week(session, pool, member, now),
        "private": private,
        "withheld": False,
    }
    return Reply("welcome", data)


def greet(session: Session, pool: PoolFacts, person_id: int, now: int) -> tuple[Notice, ...]:
    """The card for somebody who has just been let in: privately where they can be reached, else in the group.

    How to connect is never posted to a group: it is read in private, and a button leads there.
    """
    member = facts.present_member(session, pool.id, person_id)
    if member is None:
        return ()
    private = people.private_chat(session, person_id) is not None
    data = card(session, pool, member, now, private=private).data
    key = f"member:{member.id}:welcome:{now}"
    if private:
        return telling.privately(session, pool, member, key, "welcome", data)
    public = {**data, "connect": [], "withheld": bool(data["connect"])}
    told = telling.in_group(session, pool, key, "welcome", public)
    return tuple(replace(one, choices=((Choice("start_me", link=True),),)) for one in told)


def set_connect(session: Session, pool: PoolFacts, by: MemberFacts, lines: list[str], now: int) -> Reply:
    """What newcomers read about connecting from now on; no lines = nothing. Raises `secret`."""
    text = "\n".join(lines)
    what = secret_in(text)
    if what is not None:
        raise Refusal("secret", what=what)
    row = pools.get(session, pool.id)
    before = row.connect if row is not None else None
    if (before or "") != text:
        pools.change(session, pool.id, connect=text or None)
        audit.note(
            session,
            at=now,
            what="connect_set",
            subject=f"pool:{pool.id}",
            pool_id=pool.id,
            person_id=by.person_id,
            before={"connect": before},
            after={"connect": text or None},
        )
    return Reply("connect_set", {"connect": lines})


def _left_this_week(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> int | None:
    """Card-seconds that the member may still book ahead for this week, as a refusal would say it.

    Null without a weekly rule, and on the week's last day, all of which is free of it.
    """
    limits = booking.limits_in_force(session, pool.id, now)
    week = iso_week(now, ZoneInfo(pool.zone))
    try:
        shares.check(session, pool, member, limits, week.ends_at - 1, week.ends_at, MOST_CARDS, now)
    except Refusal as refusal:
        return int(refusal.facts["left"])
    return None
