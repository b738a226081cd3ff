"""Found a pool: the first one of a database with the code from the screen, later ones with an owner's code."""

from dataclasses import asdict

from sqlmodel import Session

from bot.booking.rules.limits import PRESETS, Preset
from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people.facts import ChatFacts, MemberFacts, PersonFacts
from bot.people.rules import distinct_name
from bot.people.services.one_time import hash_of, new_code
from storage.queries import audit, chats, limits, pools
from storage.words import CodeKind, Role

CODE_DAY = 24 * 3600
USUAL_LIMITS = asdict(PRESETS[Preset.USUAL])


def issue_first_code(session: Session, now: int) -> str | None:
    """A fresh code for the first pool, replacing an older one; None when the database has a pool."""
    if pools.any_pool(session):
        return None
    pools.withdraw_first_codes(session, now)
    code = new_code()
    pools.add_code(session, CodeKind.FIRST, hash_of(code), None, now, None)
    return code


def issue_pool_code(session: Session, member: MemberFacts, now: int) -> Reply:
    """An owner's code with which somebody may found another pool, good for a day."""
    code = new_code()
    pools.add_code(session, CodeKind.POOL, hash_of(code), member.person_id, now, now + CODE_DAY)
    audit.note(session, at=now, what="code_issued", subject=f"pool:{member.pool_id}", person_id=member.person_id)
    return Reply("founding_code", {"code": code, "until": now + CODE_DAY})


def found_pool(
    session: Session,
    chat: ChatFacts,
    person: PersonFacts,
    code: str,
    name: str,
    zone: str,
    language: str,
    now: int,
) -> Reply:
    """Found the pool of this group chat. Raises `wrong_code`; `pool_exists` when the chat has one."""
    if chat.pool_id is not None:
        raise Refusal("pool_exists")
    used = pools.use_code(session, hash_of(code), now) if code else None
    if used is None or (used.kind == CodeKind.FIRST.value and pools.any_pool(session)):
        raise Refusal("wrong_code", first=not pools.any_pool(session), given=bool(code))
    pool_id = open_pool(session, chat.id, person, name, zone, language, now)
    pools.code_founded(session, int(used.id or 0), pool_id)
    return Reply("setup_done", {"pool": name, "owner": person.name, "zone": zone})


def open_pool(
    session: Session, chat_id: int, person: PersonFacts, name: str, zone: str, language: str, now: int
) -> int:
    """Make the pool, its first owner and its usual limits; returns the pool's id."""
    pool_id = pools.make(session, name, zone, language, "CNY", now)
    chats.change(session, chat_id, pool_id=pool_id)
    member_id = pools.admit(session, pool_id, person.id, distinct_name(person.name, ()), Role.OWNER, now)
    limits.set_from(session, {"pool_id": pool_id, "from_at": now, "made_by": member_id, "made_at": now, **USUAL_LIMITS})
    audit.note(
        session,
        at=now,
        what="pool_founded",
        subject=f"pool:{pool_id}",
        pool_id=pool_id,
        person_id=person.id,
        after={"name": name, "zone": zone},
    )
    return pool_id
