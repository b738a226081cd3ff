"""Accounts and folders on the machine that are a member's: rules the group keeps, each revocable."""

from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from bot.booking.services.cards import shell_user
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts as people_facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.usage.services.accounts import PROCESS, UNIX
from storage.database import savepoint
from storage.queries import accounts, audit, pools, usage
from storage.tables import CardUse, UnixRule

SHARED = frozenset({"root", "ubuntu", "admin", "user", "docker", "jovyan", "ec2-user", "nobody", "guest", "test"})
"""Accounts that several people log in with: no member's."""
BACK = 31 * 86_400
MOST, MOST_CLAIMS = 8, 4


def mine(session: Session, pool: PoolFacts, member: MemberFacts) -> Reply:
    """What is known to be the asker's on the machine, each with a button to end it; an owner can end others' too."""
    rules = accounts.rules(session, pool.id)
    own = [rule for rule in rules if rule.member_id == member.id]
    shown = [_shown(session, pool, rule) for rule in own if rule.kind != PROCESS][:MOST]
    shown += [_shown(session, pool, rule) for rule in own if rule.kind == PROCESS][-MOST_CLAIMS:]
    rows = [_revoke_choice(one) for one in shown]
    if member.role.value == "owner":
        names = people_facts.names(session, pool.id)
        others = [rule for rule in rules if rule.member_id != member.id and rule.kind != PROCESS]
        rows += [_revoke_choice(_shown(session, pool, rule), names.get(rule.member_id)) for rule in others[:MOST]]
    links = [{"kind": one["kind"], "account": one["account"]} for one in shown]
    choices: Rows = tuple((row,) for row in rows)
    return Reply("unix_links", {"links": links, "marker": _marker(session, member)}, choices)


def link(session: Session, pool: PoolFacts, member: MemberFacts, kind: str, value: str, now: int) -> Reply:
    """`value` (an account, a folder, a tmux session) is the member's from now on, and what it did unknown before.

    Raises `shared_account` for one that everybody uses, `account_taken` when it is another member's.
    """
    if kind == UNIX and value.lower() in SHARED:
        raise Refusal("shared_account", account=value, marker=_marker(session, member))
    own = next((rule for rule in accounts.rules(session, pool.id) if (rule.kind, rule.value) == (kind, value)), None)
    if own is not None and own.member_id != member.id:
        if pools.stays(session, own.member_id):
            holder = people_facts.names(session, pool.id).get(own.member_id, "?")
            raise Refusal("account_taken", account=value, holder=holder)
        accounts.revoke(session, int(own.id or 0), now)  # who left the group keeps what it did, not the account
        own = None
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
    found = usage.give_unknown(session, pool.id, value, member.id, now - BACK) if kind == UNIX else 0
    shown = _shown(session, pool, own)
    data = {"kind": shown["kind"], "account": shown["account"], "seconds": found}
    return Reply("unix_linked", data, ((_revoke_choice(shown),),))


def _add(session: Session, pool: PoolFacts, member: MemberFacts, kind: str, value: str, now: int) -> UnixRule:
    try:
        with savepoint(session):
            accounts.add(session, pool.id, member.id, kind, value, member.id, now)
    except IntegrityError:  # somebody was faster
        raise Refusal("account_taken", account=value, holder="?") from None
    return next(rule for rule in accounts.rules(session, pool.id) if (rule.kind, rule.value) == (kind, value))


def revoke(session: Session, pool: PoolFacts, by: MemberFacts, rule_id: int, now: int) -> Reply:
    """The account is the member's no more; what it did stays theirs. By its member or an owner. A claim of one process
    was about just that process: taken back, its use is as unknown as it was."""
    rule = next((rule for rule in accounts.rules(session, pool.id) if rule.id == rule_id), None)
    if rule is None:
        raise Refusal("not_there", what="link")
    if rule.member_id != by.id and by.role.value != "owner":
        raise Refusal("role", needed="owner", role=by.role.value)
    shown = _shown(session, pool, rule)
    accounts.revoke(session, rule_id, now)
    if rule.kind == PROCESS:
        usage.take_back(session, [int(row.id or 0) for row in _uses(session, pool, rule) if row.evidence == "claimed"])
    audit.note(
        session,
        at=now,
        what="account_unlinked",
        subject=f"member:{rule.member_id}",
        pool_id=pool.id,
        person_id=by.person_id,
        before={"kind": rule.kind, "value": rule.value},
    )
    return Reply("unix_unlinked", {"kind": shown["kind"], "account": shown["account"]})


def claim(session: Session, pool: PoolFacts, member: MemberFacts, process: str, boot: str, now: int) -> Reply:
    """是我的: an unknown process is the member's, from its start on. Raises `claimed` when it is somebody's already."""
    rows = usage.uses_of_process(session, pool.id, boot, process)
    if not rows:
        raise Refusal("not_there", what="process")
    other = next((row.member_id for row in rows if row.member_id not in (None, member.id)), None)
    names = people_facts.names(session, pool.id)
    if other is not None and not all(row.grade == "presumed" for row in rows if row.member_id == other):
        raise Refusal("claimed", holder=names.get(other, "?"))
    rule = _claimed(session, pool, member, f"{boot}/{process}", now)
    usage.give_process(session, [int(row.id or 0) for row in rows], member.id)
    seconds = sum(row.ends_at - row.starts_at for row in rows)
    choices: Rows = ((_revoke_choice(_shown(session, pool, rule)),),)
    return Reply("process_claimed", {"command": rows[0].command, "seconds": seconds}, choices)


def _claimed(session: Session, pool: PoolFacts, member: MemberFacts, process: str, now: int) -> UnixRule:
    """From the next reading on the process is the member's as well."""
    rules = [rule for rule in accounts.rules(session, pool.id) if (rule.kind, rule.value) == (PROCESS, process)]
    return rules[0] if rules else _add(session, pool, member, PROCESS, process, now)


def _uses(session: Session, pool: PoolFacts, rule: UnixRule) -> list[CardUse]:
    boot, _, process = rule.value.rpartition("/")
    return usage.uses_of_process(session, pool.id, boot, process)


def _shown(session: Session, pool: PoolFacts, rule: UnixRule) -> dict[str, Any]:
    """A rule as people know it; a process by its program."""
    account = rule.value
    if rule.kind == PROCESS:
        pid = rule.value.rpartition("/")[2].partition(":")[0]
        program = next((row.command for row in _uses(session, pool, rule) if row.command), None)
        account = f"{program} ({pid})" if program else pid
    return {"rule": rule.id, "kind": rule.kind, "account": account}


def _revoke_choice(shown: dict[str, Any], holder: str | None = None) -> Choice:
    account = shown["account"] if holder is None else f"{shown['account']} · {holder}"
    return Choice("unix.revoke", "unix.revoke", {"rule": shown["rule"]}, {"account": account})


def _marker(session: Session, member: MemberFacts) -> str:
    """The line that marks the member's processes where everybody is root."""
    return f"export PINKA_USER={shell_user(session, member.id, member.person_id, member.name)}"
