"""When a pool wants its digest."""

from sqlmodel import Session

from bot.chat.message import Reply
from bot.day.services import digest
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, digests


def want(session: Session, pool: PoolFacts, by: MemberFacts, minute: int | None, now: int) -> Reply:
    """The digest comes at that minute of the local day from now on; null = never."""
    lock_pool(session, pool.id)
    before = digests.minute(session, pool.id)
    digests.set_minute(session, pool.id, minute)
    digest.plan(session, pool, minute, now)
    if before != minute:
        audit.note(
            session,
            at=now,
            what="digest_set",
            subject=f"pool:{pool.id}",
            pool_id=pool.id,
            person_id=by.person_id,
            before={"minute": before},
            after={"minute": minute},
        )
    return Reply("digest_set", {"time": None if minute is None else f"{minute // 60:02}:{minute % 60:02}"})
