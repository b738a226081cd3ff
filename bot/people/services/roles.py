"""Who is in the pool with which role, and a role given by an owner. A pool always keeps an owner."""

from sqlmodel import Session

from bot.chat.message import Choice, Reply
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import by_id, present, still_owner
from bot.people.services.leave import check_owner_remains
from storage.database import lock_pool
from storage.queries import audit, members
from storage.words import Role


def show(session: Session, pool: PoolFacts) -> Reply:
    """Everybody with their role, in the order in which they joined."""
    listed = [{"name": one.name, "role": one.role.value} for one in present(session, pool)]
    return Reply("members", {"pool": pool.name, "members": listed})


def ask_role(member: MemberFacts) -> Reply:
    """A member was named and no role: one button for each other role."""
    others = [role for role in Role if role is not member.role]
    choices = [
        Choice("role", "role.set", {"member": member.id, "role": role.value}, {"role": role.value}) for role in others
    ]
    return Reply("ask_role", {"name": member.name, "role": member.role.value}, (tuple(choices),))


def give(session: Session, pool: PoolFacts, by: MemberFacts, member: MemberFacts, role: Role, now: int) -> Reply:
    """Give a member a role; they are told. Raises `last_owner`, `not_member`, `role` and `no_such_member`."""
    lock_pool(session, pool.id)
    by, member = still_owner(session, by), by_id(session, pool, member.id)
    before = member.role
    data = {"name": member.name, "role": role.value, "before": before.value, "by": by.name, "pool": pool.name}
    if role is before:
        return Reply("role_set", data)
    if role is not Role.OWNER:
        check_owner_remains(session, pool, member, own=by.id == member.id)
    members.set_role(session, member.id, role)
    audit.note(
        session,
        at=now,
        what="role_set",
        subject=f"member:{member.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        before={"role": before.value},
        after={"role": role.value},
    )
    if by.id == member.id:
        return Reply("role_set", data)
    theirs = {name: data[name] for name in ("role", "before", "by", "pool")}
    key = f"member:{member.id}:role:{now}:{role.value}"
    told = telling.privately(session, pool, member, key, "role_yours", theirs)
    return Reply("role_set", data, notices=told or telling.in_group(session, pool, key, "role_set", data))
