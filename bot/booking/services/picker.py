"""When what was picked could begin: now, at the earliest, or tonight. Each can be booked as it stands."""

from dataclasses import dataclass
from datetime import datetime, time
from typing import Literal
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts
from bot.booking.rules.calendar import calendar_of
from bot.booking.rules.shapes import Need, Window
from bot.booking.rules.ways_out import window_at
from bot.booking.services import shares
from bot.people.facts import MemberFacts, PoolFacts
from bot.usage.services.placing import seen_of

TONIGHT = time(22)


@dataclass(frozen=True, slots=True)
class Start:
    """A start with the window it would give."""

    kind: Literal["now", "earliest", "tonight"]
    window: Window


def starts(session: Session, pool: PoolFacts, member: MemberFacts, need: Need, now: int) -> list[Start]:
    """Now or else the earliest start, and tonight at ten while that is ahead and something else; within the limits
    and the member's share of the week. Nothing is held."""
    limits = facts.limits_in_force(session, pool.id, now)
    cards = facts.cards(session, pool.id)
    busy = calendar_of(facts.busy(session, cards, now, now + limits.horizon_seconds + need.seconds, {}))
    seen = seen_of(session, cards, member.id, now)
    first = window_at(cards, busy, need, now, now=now, limits=limits, or_later=True, seen=seen)
    found: list[Start] = []
    if first is not None:
        found.append(Start("now" if first.starts_at == now else "earliest", first))
    tonight = _tonight(now, ZoneInfo(pool.zone))
    if tonight > now and (first is None or tonight != first.starts_at):
        window = window_at(cards, busy, need, tonight, now=now, limits=limits, seen=seen)
        if window is not None:
            found.append(Start("tonight", window))
    fits = shares.fitting(session, pool, member, limits, now)
    return [start for start in found if fits(start.window)]


def _tonight(now: int, zone: ZoneInfo) -> int:
    return int(datetime.combine(datetime.fromtimestamp(now, zone).date(), TONIGHT, zone).timestamp())
