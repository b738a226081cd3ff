"""Personal codes: with one a member speaks to the bot from the machine, when their chat cannot be reached there.

The chat gives a code that is good once and for ten minutes; by it the machine makes a personal code of its own, of
which only the hash ever leaves it. Whoever has that speaks as the member, so what it brings about is told the group.
"""

from dataclasses import dataclass
from enum import StrEnum

from sqlmodel import Session

from bot.chat.message import Choice, Reply
from bot.people import facts as people_facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services.one_time import hash_of, new_code
from bot.usage.services import doors
from storage.queries import audit, box_codes, people, pools
from storage.tables import BoxCode

PLATFORM = "box"
ONCE_SECONDS = 600
LIFETIME = 180 * 86_400
REVOKE = "box_code.revoke"


class Worth(StrEnum):
    """What a code is worth that does not open."""

    WRONG = "wrong"
    REVOKED = "revoked"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks by a code, in which pool, and as which account."""

    member: MemberFacts
    pool: PoolFacts
    account: str
    language: str | None


def account_of(member_id: int) -> str:
    """The account as which a member speaks from the machine."""
    return f"m{member_id}"


def place_of(account: str) -> str:
    """The key of the private place in which an account speaks."""
    return f"@{account}"


def pool_of(session: Session, place: str) -> PoolFacts | None:
    """The pool of the member who speaks in that place."""
    number = place.removeprefix("@m")
    member = pools.member(session, int(number)) if number.isdigit() else None
    return people_facts.pool(session, member.pool_id) if member is not None else None


def issue(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> Reply:
    """A one-time code with the line to type on the machine, and how many machines have a personal code already."""
    code, account = new_code(), account_of(member.id)
    if box_codes.person_of(session, PLATFORM, account) is None:
        language = people.language_of(session, member.person_id)
        box_codes.make_account(session, member.person_id, PLATFORM, account, language)
    box_codes.add_once(session, member.id, hash_of(code), now)
    _note(session, pool, member, "box_code_issued", now)
    line, door = f"pinka say --code {code}", doors.door(session)
    if door is not None:
        line += f" --url {door.url}" + (f" --pin {door.pin}" if door.pin else "")
    used = box_codes.in_use(session, member.id, now - LIFETIME)
    data = {"line": line, "until": now + ONCE_SECONDS, "pool": pool.name, "reachable": door is not None, "in_use": used}
    row = (Choice("copy_line", copy=line), *((Choice("box_code.revoke", REVOKE),) if used else ()))
    return Reply("box_code", data, (row,))


def revoke(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> Reply:
    """None of the member's codes holds any more."""
    ended = box_codes.revoke(session, member.id, now)
    if ended:
        _note(session, pool, member, "box_codes_revoked", now)
    return Reply("box_code_revoked", {"pool": pool.name, "ended": ended}, edits=True)


def fetch(session: Session, code: str, key_hash: str, now: int) -> Speaker | Worth:
    """The machine shows the one-time code; the personal code of `key_hash` holds from now on."""
    row = box_codes.once(session, hash_of(code))
    if row is None:
        return Worth.WRONG
    found = _speaker(session, row, row.made_at + ONCE_SECONDS, now)
    if isinstance(found, Worth):
        return found
    if not box_codes.fetch(session, int(row.id or 0), hash_of(code), key_hash, now):
        return Worth.WRONG
    _note(session, found.pool, found.member, "box_code_fetched", now)
    return found


def speaker(session: Session, key: str, now: int) -> Speaker | Worth:
    """Who speaks by this personal code, or what it is worth."""
    row = box_codes.of_hash(session, hash_of(key))
    return Worth.WRONG if row is None else _speaker(session, row, row.made_at + LIFETIME, now)


def _speaker(session: Session, row: BoxCode, until: int, now: int) -> Speaker | Worth:
    member, account = pools.member(session, row.member_id), account_of(row.member_id)
    if row.revoked_at is not None or member is None or not pools.stays(session, row.member_id):
        return Worth.REVOKED
    if until <= now:
        return Worth.EXPIRED
    if box_codes.person_of(session, PLATFORM, account) != member.person_id:
        return Worth.REVOKED  # the account went to another person when two were joined
    language = people.language_of(session, member.person_id)
    pool = people_facts.pool(session, member.pool_id)
    return Speaker(people_facts.member_facts(member), pool, account, language)


def newest_change(session: Session, person_id: int) -> int:
    """The number of the newest change that a person made anywhere; it rises with each."""
    return audit.newest_of(session, person_id)


def _note(session: Session, pool: PoolFacts, member: MemberFacts, what: str, now: int) -> None:
    audit.note(session, at=now, what=what, subject=f"member:{member.id}", pool_id=pool.id, person_id=member.person_id)
