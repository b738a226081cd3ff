"""The split policy, its sponsors and the pledges: from the next month on, or from now once everybody has agreed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.keys import policy_fields, sponsor_fields
from bot.billing.facts.ledger import SplitWay, split_way, split_ways
from bot.billing.facts.month import month_at, next_month, window_of
from bot.billing.rules.dated import in_force
from bot.billing.rules.shapes import Policy, Sponsor
from bot.billing.services.book_keepers import still_keeps_books
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import present, still_here
from storage.database import lock_pool
from storage.queries import audit, ledger
from storage.tables import SplitPolicy
from storage.words import Role


def show(session: Session, pool: PoolFacts, now: int) -> Reply:
    """The policy in force and the one to come, with who still has to agree that it acts at once."""
    coming = next((row for row in reversed(ledger.policies(session, pool.id)) if row.from_at > now), None)
    return _reply(session, pool, coming, now)


def in_force_now(session: Session, pool: PoolFacts, now: int) -> SplitWay:
    """The policy with its sponsors at an instant."""
    return in_force(split_ways(session, pool.id), now) or SplitWay()


def choose(session: Session, pool: PoolFacts, by: MemberFacts, policy: Policy, now: int) -> Reply:
    """A policy from the next month on. Raises `role`. Who chooses it has agreed that it may act at once."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    latest = _latest(session, pool, now)
    return _set(session, pool, by, replace(latest, policy=policy), now)


def sponsor(session: Session, pool: PoolFacts, by: MemberFacts, sponsors: Sequence[Sponsor], now: int) -> Reply:
    """Who takes a part of the whole first, in this order; none = nobody does any more. As `choose`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    return _set(session, pool, by, replace(_latest(session, pool, now), sponsors=tuple(sponsors)), now)


def _latest(session: Session, pool: PoolFacts, now: int) -> SplitWay:
    """What will be in force next month, as far as it is known."""
    return in_force(split_ways(session, pool.id), _next_start(session, pool, now)) or SplitWay()


def _next_start(session: Session, pool: PoolFacts, now: int) -> int:
    return window_of(session, pool.id, next_month(month_at(session, pool.id, now))).starts_at


def _set(session: Session, pool: PoolFacts, by: MemberFacts, way: SplitWay, now: int) -> Reply:
    fields = {**policy_fields(way.policy), "sponsors": sponsor_fields(way.sponsors)}
    from_at = _next_start(session, pool, now)
    policy_id = ledger.add_policy(
        session,
        {
            "pool_id": pool.id,
            "policy": json.dumps(fields, ensure_ascii=False),
            "from_at": from_at,
            "confirmed": json.dumps([by.id]),
            "made_by": by.id,
            "made_at": now,
        },
    )
    _note(session, pool, by, "split_policy_set", policy_id, {**fields, "from_at": from_at}, now)
    row = _at_once_if_all(session, pool, policy_id, now)
    reply = _reply(session, pool, row, now)
    key = f"policy:{policy_id}:set"
    told = telling.in_group(session, pool, key, reply.code, reply.data)
    return replace(reply, notices=tuple(replace(one, choices=reply.choices) for one in told))


def confirm(session: Session, pool: PoolFacts, member: MemberFacts, policy_id: int, now: int) -> Reply:
    """A member agrees that a policy acts at once; with the last one it does. Raises `stale_button` once it is over."""
    lock_pool(session, pool.id)
    member = still_here(session, member)
    if member.role is Role.GUEST:
        raise Refusal("role", needed="member", role=member.role.value)
    row = ledger.policy(session, pool.id, policy_id)
    newest = next(iter(reversed(ledger.policies(session, pool.id))), None)
    if row is None or row.voided_at is not None or newest is None or newest.id != policy_id:
        raise Refusal("stale_button", fresh=None)
    agreed: list[int] = json.loads(row.confirmed or "[]")
    if row.from_at > now and member.id not in agreed:
        ledger.change_policy(session, policy_id, confirmed=json.dumps([*agreed, member.id]))
        _note(session, pool, member, "split_policy_confirmed", policy_id, {"member": member.id}, now)
    session.expire_all()
    row = _at_once_if_all(session, pool, policy_id, now)
    return replace(_reply(session, pool, row, now), edits=True)


def _at_once_if_all(session: Session, pool: PoolFacts, policy_id: int, now: int) -> SplitPolicy:
    """Not edited once in force: it only begins earlier than it would have."""
    row = ledger.policy(session, pool.id, policy_id)
    assert row is not None
    if row.from_at > now and not _missing(session, pool, row):
        ledger.change_policy(session, policy_id, from_at=now)
        for other in ledger.policies(session, pool.id):
            if other.from_at > now and other.id != policy_id:  # what was to come instead is overruled
                ledger.change_policy(session, int(other.id or 0), voided_at=now)
        session.expire_all()
        row = ledger.policy(session, pool.id, policy_id)
        assert row is not None
    return row


def _missing(session: Session, pool: PoolFacts, row: SplitPolicy) -> list[MemberFacts]:
    agreed = json.loads(row.confirmed or "[]")
    return [one for one in present(session, pool) if one.role is not Role.GUEST and one.id not in agreed]


def _reply(session: Session, pool: PoolFacts, row: SplitPolicy | None, now: int) -> Reply:
    names = people.names(session, pool.id)
    present_way = in_force_now(session, pool, now)
    coming = row is not None and row.from_at > now
    data: dict[str, Any] = {
        **_way("policy", present_way, names),
        "currency": pool.currency,
        "next": _way("policy", split_way(row), names) if row is not None and coming else None,
        "start": row.from_at if row is not None and coming else None,
        "missing": [one.name for one in _missing(session, pool, row)] if row is not None and coming else [],
    }
    if row is None or not coming:
        return Reply("split_policy", data)
    return Reply("split_policy", data, ((Choice("policy.now", "policy.now", {"policy": row.id}),),), anyone=True)


def _way(name: str, way: SplitWay, names: Mapping[int, str]) -> dict[str, Any]:
    sponsors = [
        {"name": names.get(int(one.member), "?"), "fixed_minor": one.fixed_minor, "percent": str(one.percent)}
        for one in way.sponsors
    ]
    return {name: policy_fields(way.policy), "sponsors": sponsors}


def pledge(session: Session, pool: PoolFacts, by: MemberFacts, weights: Mapping[int, int], now: int) -> Reply:
    """What members pledge: a first pledge counts at once, a changed one from the next month on. Raises `role`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    following = _next_start(session, pool, now)
    known = ledger.pledges(session, list(weights), following)
    for member_id, weight in weights.items():
        from_at = following if member_id in known else now
        row = {"member_id": member_id, "weight": weight, "from_at": from_at, "made_by": by.id, "made_at": now}
        ledger.add_pledge(session, row)
    after = {"weights": {str(member_id): weight for member_id, weight in weights.items()}}
    _note(session, pool, by, "pledges_set", pool.id, after, now)
    return pledges(session, pool, now)


def pledges(session: Session, pool: PoolFacts, now: int) -> Reply:
    """What everybody pledged: this month, and from the next one on where it changes."""
    members = present(session, pool)
    ids = [one.id for one in members]
    begins = _next_start(session, pool, now)
    this, then = ledger.pledges(session, ids, begins), ledger.pledges(session, ids, begins + 1)
    listed = [{"name": one.name, "weight": this.get(one.id, 0), "next": then.get(one.id, 0)} for one in members]
    return Reply("pledges", {"members": listed})


def _note(
    session: Session, pool: PoolFacts, by: MemberFacts, what: str, number: int, after: Mapping[str, Any], now: int
) -> None:
    audit.note(
        session, at=now, what=what, subject=f"policy:{number}", pool_id=pool.id, person_id=by.person_id, after=after
    )
