"""What people choose for themselves (language, quiet hours) and owners for the pool (time zone, where notices go)."""

from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts
from bot.people.facts import ChatFacts, MemberFacts, PersonFacts, PoolFacts
from bot.people.rules_zones import next_month
from storage.database import lock_pool
from storage.queries import audit, chats, people, pools, zones

LANGUAGES = ("zh", "en", None)
QUIET = ((23 * 60, 8 * 60), (0, 8 * 60), (None, None))


def show_language(person: PersonFacts) -> Reply:
    """The language that a person chose, null = as they write; with the others as buttons."""
    choices = tuple(Choice("lang", "lang.set", {"language": one}, {"language": one}) for one in LANGUAGES)
    return Reply("lang", {"language": person.language, "set": False}, (choices,))


def set_language(session: Session, person: PersonFacts, language: str | None, now: int) -> Reply:
    """Answer a person in `zh` or `en` from now on, or (null) as they write."""
    if language != person.language:
        people.change(session, person.id, language=language)
        audit.note(
            session,
            at=now,
            what="language_set",
            subject=f"person:{person.id}",
            person_id=person.id,
            before={"language": person.language},
            after={"language": language},
        )
    return Reply("lang", {"language": language, "set": True})


def show_quiet(session: Session, person: PersonFacts) -> Reply:
    """A person's quiet hours, with the usual ones as buttons."""
    choices = tuple(
        (Choice("quiet.hours", "quiet.set", {"from": start, "to": end}, {"from": _clock(start), "to": _clock(end)}),)
        for start, end in QUIET
    )
    return Reply("quiet", _quiet(*people.quiet_hours(session, person.id), changed=False), choices)


def set_quiet(session: Session, person: PersonFacts, start: int | None, end: int | None, now: int) -> Reply:
    """From now on a person's own notices come without a sound between two minutes of the day; null = never."""
    before = people.quiet_hours(session, person.id)
    if before != (start, end):
        people.change(session, person.id, quiet_from=start, quiet_to=end)
        audit.note(
            session,
            at=now,
            what="quiet_set",
            subject=f"person:{person.id}",
            person_id=person.id,
            before={"from": before[0], "to": before[1]},
            after={"from": start, "to": end},
        )
    return Reply("quiet", _quiet(start, end, changed=True))


def _quiet(start: int | None, end: int | None, *, changed: bool) -> dict[str, object]:
    return {"from": _clock(start), "to": _clock(end), "set": changed}


def _clock(minute: int | None) -> str | None:
    return None if minute is None else f"{minute // 60:02}:{minute % 60:02}"


def show_zone(session: Session, pool: PoolFacts, now: int) -> Reply:
    """The pool's time zone, and the one in which its bills are cut this month."""
    bills = facts.zone_at(session, pool, now)
    return Reply("zone", {"zone": pool.zone, "before": pool.zone, "set": False, "bills_zone": bills})


def set_zone(session: Session, pool: PoolFacts, by: MemberFacts, zone: str, now: int) -> Reply:
    """The zone in which the pool's times are read and shown from now on; its bills follow with the next month."""
    lock_pool(session, pool.id)
    pool = facts.pool(session, pool.id)
    bills = facts.zone_at(session, pool, now)
    if zone != pool.zone:
        _date(session, pool, by, zone, bills, now)
        pools.change(session, pool.id, zone=zone)
        audit.note(
            session,
            at=now,
            what="zone_set",
            subject=f"pool:{pool.id}",
            pool_id=pool.id,
            person_id=by.person_id,
            before={"zone": pool.zone},
            after={"zone": zone},
        )
    return Reply("zone", {"zone": zone, "before": pool.zone, "set": True, "bills_zone": bills})


def _date(session: Session, pool: PoolFacts, by: MemberFacts, zone: str, bills: str, now: int) -> None:
    """The month that runs ends by the clock by which it began, so that no hour is in two months or in none."""
    if zones.in_force(session, pool.id, now) is None:
        zones.put(session, pool.id, pool.zone, 0, by.id, now)
    zones.put(session, pool.id, zone, next_month(now, ZoneInfo(bills)), by.id, now)


def no_such_zone(text: str, likely: list[str]) -> Refusal:
    """Nothing is called so; what may have been meant has a button each."""
    choices: Rows = tuple((Choice("zone", "tz.set", {"zone": one}, {"zone": one}),) for one in likely)
    return Refusal("no_such_zone", choices=choices, text=text[:40], likely=likely)


def send_here(
    session: Session, pool: PoolFacts, by: MemberFacts, chat: ChatFacts, topic: str | None, now: int
) -> Reply:
    """The pool's notices go to this topic of its group; null is the group itself (its General topic)."""
    if topic != chat.topic:
        chats.change(session, chat.id, topic=topic)
        audit.note(
            session,
            at=now,
            what="topic_set",
            subject=f"pool:{pool.id}",
            pool_id=pool.id,
            person_id=by.person_id,
            before={"topic": chat.topic},
            after={"topic": topic},
        )
    return Reply("here", {"pool": pool.name, "topic": topic is not None})
