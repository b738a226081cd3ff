"""A month's bill as it is told: the total and one's own, then everybody; last month under every policy."""

from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.keys import policy_fields
from bot.billing.facts.ledger import Settings, settings
from bot.billing.facts.month import next_month
from bot.billing.rules.allocation import half_up
from bot.billing.rules.dated import in_force
from bot.billing.rules.shapes import Policy, PolicyName
from bot.billing.services.book_keepers import KEEPERS
from bot.billing.services.month import MonthStands, inputs_of, stands
from bot.billing.services.statement import MonthBill, MonthInputs, idle_minor, worked_out
from bot.chat.message import Choice, Notice, Reply, Rows
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import people
from storage.words import StatementState

NEEDS_AGENT = frozenset({PolicyName.USED})
NEEDS_PLEDGES = frozenset({PolicyName.PLEDGE})


def show(
    session: Session, pool: PoolFacts, member: MemberFacts, month: str, now: int, policy: Policy | None = None
) -> Reply:
    """A month's bill; `policy`: as it would be under another one. Raises `no_such_month`.

    A bill that nobody has a weight for is shown with its total and what is missing (`problem`).
    """
    there = stands(session, pool, month, now)
    inputs = inputs_of(session, pool, month, now)
    data = {**_frame(there, inputs, policy), **_seconds(inputs, None)}
    try:
        bill = worked_out(inputs, policy)
    except Refusal as refusal:
        data["problem"] = refusal.code
        return Reply("split", data, _buttons(there, policy is not None))
    data |= _shared(bill, str(member.id)) | _seconds(inputs, bill)
    data["fallback"] = next((line.fallback for line in bill.split.lines if line.fallback is not None), None)
    data["private"] = settings(session, pool.id, now).private
    return Reply("split", data, _buttons(there, policy is not None))


def _frame(there: MonthStands, inputs: MonthInputs, policy: Policy | None) -> dict[str, Any]:
    way = in_force(inputs.ways, inputs.whole.ends_at - 1)
    review = there.row is not None and there.state == StatementState.REVIEW.value
    return {
        "month": there.month,
        "state": there.state,
        "estimate": there.runs,
        "supposed": policy is not None,
        "currency": inputs.currency,
        "total_minor": sum(line.amount_minor for line in inputs.lines),
        "mine_minor": None,
        "members": [],
        "lines": len(inputs.lines),
        "policy": policy_fields(policy or (way.policy if way else Policy())),
        "until": there.row.review_ends_at if there.row is not None and review else None,
        "problem": None,
        "fallback": None,
        "private": False,
    }


def _shared(bill: MonthBill, mine: str) -> dict[str, Any]:
    there = {one.id for one in bill.bill.members}
    members: list[dict[str, Any]] = [
        {
            "name": bill.names.get(one, "?"),
            "minor": total,
            "card_seconds": half_up(bill.seconds(one).charged_s),
            "idle_minor": idle_minor(bill, one) if one in there else None,
        }
        for one, total in bill.split.totals.items()
        if total or bill.seconds(one).charged_s
    ]
    members.sort(key=lambda one: (-one["minor"], one["name"]))
    return {"mine_minor": bill.split.totals.get(mine, 0), "members": members}


def _seconds(inputs: MonthInputs, bill: MonthBill | None) -> dict[str, Any]:
    """What the month's card-seconds were; `undecided_seconds`: booked, within gaps that nobody decided."""
    if bill is None:
        return {"observed": inputs.facts.observed, "capacity_seconds": 0, "charged_seconds": 0, "idle_seconds": 0,
                "outage_seconds": 0, "undecided_seconds": 0}  # fmt: skip
    charged = bill.charged
    unseen = sum(one.unseen_s for one in charged.members.values())
    return {
        "observed": charged.observed,
        "capacity_seconds": charged.capacity_s,
        "charged_seconds": half_up(charged.charged_s),
        "idle_seconds": half_up(charged.idle_s),
        "outage_seconds": charged.outage_s,
        "undecided_seconds": half_up(unseen),
    }


def _buttons(there: MonthStands, supposed: bool) -> Rows:
    before = {"month": next_month(there.month, -1)}
    first = [Choice("why", "why.page", {"month": there.month})] if not supposed else []
    first += [Choice("whatif", "split.whatif", {"month": there.month})]
    rows: list[tuple[Choice, ...]] = [tuple(first), (Choice("month", "split.month", before, before),)]
    if there.row is not None and there.state == StatementState.REVIEW.value:
        carried = {"statement": there.row.id, "month": there.month}
        rows.insert(
            0, (Choice("review.agree", "review.agree", carried), Choice("review.object", "review.object", carried))
        )
    return tuple(rows)


def what_if(session: Session, pool: PoolFacts, member: MemberFacts, month: str, now: int) -> Reply:
    """A month under every policy side by side, the one in force first. Raises `no_such_month`, `nothing_to_close`."""
    inputs = inputs_of(session, pool, month, now)
    if not inputs.lines:
        raise Refusal("nothing_to_close", month=month)
    way = in_force(inputs.ways, inputs.whole.ends_at - 1)
    present = way.policy if way else Policy()
    others = [Policy(name) for name in PolicyName if name is not present.name and _makes_sense(name, inputs)]
    policies = [_under(inputs, policy, str(member.id)) for policy in (present, *others)]
    data = {
        "month": month,
        "currency": inputs.currency,
        "total_minor": sum(line.amount_minor for line in inputs.lines),
        "estimate": now < inputs.whole.ends_at,
        "policies": policies,
    }
    return Reply("split_whatif", data)


def _makes_sense(name: PolicyName, inputs: MonthInputs) -> bool:
    """Use needs somebody who looks, pledges need some."""
    if name in NEEDS_AGENT:
        return inputs.facts.observed
    return name not in NEEDS_PLEDGES or any(one.pledge for one in inputs.people)


def _under(inputs: MonthInputs, policy: Policy, mine: str) -> dict[str, Any]:
    fields = policy_fields(policy)
    try:
        bill = worked_out(inputs, policy)
    except Refusal as refusal:
        return {"policy": fields, "mine_minor": None, "members": [], "problem": refusal.code}
    shared = _shared(bill, mine)
    members = [{"name": one["name"], "minor": one["minor"]} for one in shared["members"]]
    return {"policy": fields, "mine_minor": shared["mine_minor"], "members": members, "problem": None}


def own_only(session: Session, pool: PoolFacts, member: MemberFacts, reply: Reply, now: int) -> Reply:
    """Where amounts are private only who keeps the books reads what the others owe."""
    if member.role in KEEPERS or not settings(session, pool.id, now).private:
        return reply
    if reply.code == "split":
        return replace(reply, data={**reply.data, "members": _of(member, reply.data["members"])})
    if reply.code == "split_whatif":
        policies = [{**one, "members": _of(member, one["members"])} for one in reply.data["policies"]]
        return replace(reply, data={**reply.data, "policies": policies})
    return reply


def _of(member: MemberFacts, members: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in members if one["name"] == member.name]


def discreet(session: Session, pool: PoolFacts, member: MemberFacts, reply: Reply, key: str, now: int) -> Reply:
    """In a group whose amounts are private: the totals for all, everybody's own for themselves alone.

    Without a private chat the answer says how to begin one. Elsewhere the reply as it is.
    """
    chosen: Settings = settings(session, pool.id, now)
    if not chosen.private:
        return reply
    reply = own_only(session, pool, member, reply, now)
    where = people.private_chat(session, member.person_id)
    language = people.language_of(session, member.person_id) or pool.language
    notices: tuple[Notice, ...] = ()
    if where is not None:
        alone = Notice(key, where, reply.code, reply.data, reply.choices, owner_id=member.person_id, language=language)
        notices = (alone,)
    if reply.code == "split":
        hidden = {**reply.data, "mine_minor": None, "members": [], "private": True}
        return replace(reply, data=hidden, choices=(), notices=notices)
    start = () if where is not None else ((Choice("start_me", link=True),),)
    return Reply(
        "told_privately", {"month": reply.data["month"], "reachable": where is not None}, start, notices=notices
    )
