"""What members said is theirs on the machine, as its agent is told: folders, sessions, containers."""

from sqlmodel import Session

from bot.booking.services.cards import shell_user
from bot.wire.messages import ClaimRule
from storage.queries import accounts

TOLD = frozenset({"folder", "session", "container"})
"""An account the agent sees by itself, and a single process was claimed here."""


def claims_of(session: Session, pool_id: int) -> tuple[ClaimRule, ...]:
    """The rules of a pool that hold now, of its present members only."""
    names = {
        member_id: shell_user(session, member_id, person_id, name)
        for member_id, person_id, name in accounts.present(session, pool_id)
    }
    return tuple(
        ClaimRule(rule.kind, rule.value, names[rule.member_id])
        for rule in accounts.rules(session, pool_id)
        if rule.kind in TOLD and rule.member_id in names
    )
