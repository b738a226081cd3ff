"""Accounts and folders on the machine that are a member's: rules the group keeps, each revocable."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from bot.booking.services.cards import shell_user
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts as people_facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.usage.services.accounts import PROCESS
from storage.database import savepoint
from storage.queries import accounts, audit, usage
from storage.tables import UnixRule

SHARED = frozenset({"root", "ubuntu", "admin", "user", "docker"})
"""Accounts that several people log in with: no member's."""
BACK = 31 * 86_400


def mine(session: Session, pool: PoolFacts, member: MemberFacts) -> Reply:
    """What is known to be the asker's on the machine, each with a button to end it."""
    own = [rule for rule in accounts.rules(session, pool.id) if rule.member_id == member.id and rule.kind != PROCESS]
    rows: Rows = tuple((_revoke_choice(rule),) for rule in own[:8])
    return Reply("unix_links", {"links": [_shown(rule) for rule in own], "marker": _marker(session, member)}, rows)


def link(session: Session, pool: PoolFacts, member: MemberFacts, kind: str, value: str, now: int) -> Reply:
    """`value` (an account, a folder, a tmux session) is the member's from now on, and what it did unknown before.

    Raises `shared_account` for one that everybody uses, `account_taken` when it is another member's.
    """
    if kind == "unix" and value in SHARED:
        raise Refusal("shared_account", account=value, marker=_marker(session, member))
    own = next((rule for rule in accounts.rules(session, pool.id) if (rule.kind, rule.value) == (kind, value)), None)
    if own is not None and own.member_id != member.id:
        holder = people_facts.names(session, pool.id).get(own.member_id, "?")
        raise Refusal("account_taken", account=value, holder=holder)
    since = now - BACK
    if own is None:
        own = _add(session, pool, member, kind, value, now)
        audit.note(
            session,
            at=now,
            what="account_linked",
            subject=f"member:{member.id}",
            pool_id=pool.id,
            person_id=member.person_id,
            after={"kind": kind, "value": value},
        )
    found = usage.give_unknown(session, pool.id, value, member.id, since)
    return Reply("unix_linked", {**_shown(own), "seconds": found}, ((_revoke_choice(own),),))


def _add(session: Session, pool: PoolFacts, member: MemberFacts, kind: str, value: str, now: int) -> UnixRule:
    try:
        with savepoint(session):
            accounts.add(session, pool.id, member.id, kind, value, member.id, now)
    except IntegrityError:  # somebody was faster
        raise Refusal("account_taken", account=value, holder="?") from None
    return next(rule for rule in accounts.rules(session, pool.id) if (rule.kind, rule.value) == (kind, value))


def revoke(session: Session, pool: PoolFacts, by: MemberFacts, rule_id: int, now: int) -> Reply:
    """The account is the member's no more; what it did stays theirs. By its member or an owner."""
    rule = next((rule for rule in accounts.rules(session, pool.id) if rule.id == rule_id), None)
    if rule is None:
        raise Refusal("not_there", what="link")
    if rule.member_id != by.id and by.role.value != "owner":
        raise Refusal("role", needed="owner", role=by.role.value)
    accounts.revoke(session, rule_id, now)
    audit.note(
        session,
        at=now,
        what="account_unlinked",
        subject=f"member:{rule.member_id}",
        pool_id=pool.id,
        person_id=by.person_id,
        before={"kind": rule.kind, "value": rule.value},
    )
    return Reply("unix_unlinked", _shown(rule))


def claim(session: Session, pool: PoolFacts, member: MemberFacts, process: str, boot: str, now: int) -> Reply:
    """是我的: an unknown process is the member's, from its start on. Raises `claimed` when it is somebody's already."""
    rows = usage.uses_of_process(session, pool.id, boot, process)
    if not rows:
        raise Refusal("not_there", what="process")
    other = next((row.member_id for row in rows if row.member_id not in (None, member.id)), None)
    names = people_facts.names(session, pool.id)
    if other is not None and not all(row.grade == "presumed" for row in rows if row.member_id == other):
        raise Refusal("claimed", holder=names.get(other, "?"))
    _claimed(session, pool, member, f"{boot}/{process}", now)
    usage.give_process(session, [int(row.id or 0) for row in rows], member.id)
    seconds = sum(row.ends_at - row.starts_at for row in rows)
    return Reply("process_claimed", {"command": rows[0].command, "seconds": seconds})


def _claimed(session: Session, pool: PoolFacts, member: MemberFacts, process: str, now: int) -> None:
    """From the next reading on the process is the member's as well."""
    if not any((rule.kind, rule.value) == (PROCESS, process) for rule in accounts.rules(session, pool.id)):
        _add(session, pool, member, PROCESS, process, now)


def _revoke_choice(rule: UnixRule) -> Choice:
    return Choice("unix.revoke", "unix.revoke", {"rule": rule.id}, {"account": rule.value})


def _shown(rule: UnixRule) -> dict[str, str]:
    return {"kind": rule.kind, "account": rule.value}


def _marker(session: Session, member: MemberFacts) -> str:
    """The line that marks the member's processes where everybody is root."""
    return f"export PINKA_USER={shell_user(session, member.id, member.person_id, member.name)}"
