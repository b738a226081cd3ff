"""A month's bill worked out from its inputs alone: the same inputs give the same bytes for ever. No session enters."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from bot.billing.facts.keys import policy_fields, sponsor_fields
from bot.billing.facts.ledger import SplitWay
from bot.billing.facts.month import Person
from bot.billing.rules.allocation import Exact, half_up
from bot.billing.rules.charged import Charged, MemberSeconds, charged_seconds
from bot.billing.rules.charging import MonthFacts
from bot.billing.rules.dated import Dated, in_force, pieces, presence_pieces
from bot.billing.rules.months import Window
from bot.billing.rules.shapes import (
    Among,
    Bill,
    ByPolicy,
    Fixed,
    Key,
    Line,
    Member,
    One,
    Piece,
    Pieces,
    Policy,
    PolicyName,
    Use,
    Weights,
)
from bot.billing.rules.statement import Statement, split

SCHEMA = 1
BY_CARD_HOURS = frozenset({PolicyName.BOOKED, PolicyName.USED, PolicyName.CHARGED, PolicyName.DIRECT_IDLE})
"""Policies under which a share is a price for card-hours and a part of what nobody used."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a line costs for some of the month: a price that changed has several."""

    window: Window
    cost: Exact


@dataclass(frozen=True, slots=True)
class InputLine:
    """A line of the month. `parts`: what makes up a rent. `number`: of the row that somebody wrote, 0 = by itself."""

    id: str
    kind: str
    amount_minor: int
    key: Key
    parts: tuple[Part, ...] = ()
    number: int = 0
    note: str | None = None
    node: str | None = None
    corrects: str | None = None


@dataclass(frozen=True, slots=True)
class MonthInputs:
    """All that a statement depends on. `facts.window` ends early while the month runs; `whole` is the whole of it."""

    statement: str
    month: str
    currency: str
    whole: Window
    facts: MonthFacts
    people: tuple[Person, ...]
    lines: tuple[InputLine, ...]
    ways: tuple[Dated[SplitWay], ...]
    payer: str | None
    cards: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MonthBill:
    """A month's bill with what it was made from."""

    inputs: MonthInputs
    charged: Charged
    bill: Bill
    split: Statement

    @property
    def total_minor(self) -> int:
        return sum(line.amount_minor for line in self.inputs.lines)

    @property
    def names(self) -> dict[str, str]:
        return {one.id: one.name for one in self.inputs.people}

    def seconds(self, member: str) -> MemberSeconds:
        return self.charged.members.get(member, MemberSeconds())


def worked_out(inputs: MonthInputs, policy: Policy | None = None) -> MonthBill:
    """The bill; with `policy`, as it would be under another one all month long.

    Raises `no_weights` (line) when nobody has a weight, and `bad_input` where a policy lacks what it needs.
    """
    if policy is not None:
        way = in_force(inputs.ways, inputs.whole.ends_at - 1) or SplitWay()
        inputs = replace(inputs, ways=(Dated(0, replace(way, policy=policy)),))
    charged = charged_seconds(inputs.facts)
    way = in_force(inputs.ways, inputs.whole.ends_at - 1) or SplitWay()
    bill = Bill(
        inputs.statement,
        _members(inputs, charged),
        tuple(Line(line.id, line.amount_minor, _key(line, inputs)) for line in inputs.lines),
        way.policy,
        uses_of(charged),
        charged.capacity_s,
        inputs.payer,
        way.sponsors,
        currency=inputs.currency,
    )
    return MonthBill(inputs, charged, bill, split(bill))


def uses_of(charged: Charged) -> dict[str, Use]:
    """The card-seconds of everybody who has any."""
    return {member: seconds.as_use() for member, seconds in charged.members.items()}


def _members(inputs: MonthInputs, charged: Charged) -> tuple[Member, ...]:
    """Who was there, held or used cards, or is named by a line; the payer too. In the order of joining."""
    named = {inputs.payer, *charged.members, *(one for line in inputs.lines for one in _named(line.key))}
    return tuple(
        Member(one.id, one.present_s, one.pledge, 0 if one.guest else 1)
        for one in inputs.people
        if one.stays or one.id in named
    )


def _named(key: Key) -> Iterator[str]:
    match key:
        case One(member):
            yield member
        case Among(members):
            yield from members
        case Weights(of):
            yield from of
        case Fixed(shares):
            yield from shares


def _key(line: InputLine, inputs: MonthInputs) -> Key:
    """By policy: each part of the month by the price, the policy and the use of that part."""
    if not isinstance(line.key, ByPolicy):
        return line.key
    if line.key.policy is not None:
        return _by(line.key.policy, inputs)
    parts = parts_by_policy(line, inputs)
    if len(parts) == 1 or not line.amount_minor:
        return _by(parts[0][2], inputs)
    return Pieces(tuple(_piece(window, cost, policy, inputs) for window, cost, policy in parts))


def parts_by_policy(line: InputLine, inputs: MonthInputs) -> list[tuple[Window, Fraction, Policy]]:
    """A line by policy, cut where its price or the policy changed: each part with its cost, in order."""
    return [
        (window, Fraction(part.cost * window.seconds) / part.window.seconds, way.policy)
        for part in line.parts or (Part(inputs.whole, line.amount_minor),)
        for window, way in pieces(inputs.ways, part.window.starts_at, part.window.ends_at)
    ]


def _by(policy: Policy, inputs: MonthInputs, window: Window | None = None) -> Key:
    """Equal parts are equal second by second, so that who arrives never pays for days before."""
    if policy.name is not PolicyName.EQUAL:
        return ByPolicy(policy)
    within = window or inputs.facts.window
    stays = {one.id: one.stays for one in inputs.people if one.stays and not one.guest}
    if not any(within.cut(stay.starts_at, stay.ends_at) for rows in stays.values() for stay in rows):
        return ByPolicy(policy)
    return presence_pieces(stays, within.starts_at, within.ends_at)


def _piece(window: Window, cost: Fraction, policy: Policy, inputs: MonthInputs) -> Piece:
    """A part that is still to come goes by the month so far."""
    within = inputs.facts.window.cut(window.starts_at, window.ends_at)
    if within is None:
        return Piece(abs(cost), _by(policy, inputs))
    here = charged_seconds(replace(inputs.facts, window=within))
    return Piece(abs(cost), _by(policy, inputs, within), uses_of(here), here.capacity_s)


def idle_minor(month: MonthBill, member: str) -> int | None:
    """How much of a member's share is for card-hours that nobody used; None where the policy knows no such part."""
    capacity = month.charged.capacity_s
    if not capacity or month.bill.policy.name not in BY_CARD_HOURS or month.charged.charged_s > capacity:
        return None
    shares = amount = 0
    for line, shared in zip(month.inputs.lines, month.split.lines, strict=True):
        if isinstance(line.key, ByPolicy) and line.key.policy is None:
            shares, amount = shares + shared.shares[member], amount + line.amount_minor
    return shares - half_up(Fraction(amount * month.seconds(member).charged_s) / capacity)


def body_of(month: MonthBill) -> dict[str, Any]:
    """What a closed month says for ever."""
    inputs = month.inputs
    shared = {line.id: line for line in month.split.lines}
    return {
        "schema": SCHEMA,
        "statement": inputs.statement,
        "month": inputs.month,
        "currency": inputs.currency,
        "starts_at": inputs.whole.starts_at,
        "ends_at": inputs.whole.ends_at,
        "total_minor": month.total_minor,
        "policy": policy_fields(month.bill.policy),
        "policy_version": (in_force(inputs.ways, inputs.whole.ends_at - 1) or SplitWay()).id,
        "sponsors": sponsor_fields(month.bill.sponsors),
        "payer": inputs.payer,
        "tie": "sha256 of statement/line|member",
        "observed": month.charged.observed,
        "seconds": _seconds(month.charged),
        "members": [_member(month, one, total) for one, total in month.split.totals.items()],
        "lines": [
            {
                "id": line.id,
                "number": line.number,
                "kind": line.kind,
                "amount_minor": line.amount_minor,
                "note": line.note,
                "node": line.node,
                "corrects": line.corrects,
                "fallback": shared[line.id].fallback,
                "shares": dict(shared[line.id].shares),
            }
            for line in inputs.lines
        ],
    }


def _member(month: MonthBill, member: str, total: int) -> dict[str, Any]:
    seconds = month.seconds(member)
    present = any(one.id == member for one in month.bill.members)
    return {
        "id": member,
        "name": month.names.get(member, "?"),
        "total_minor": total,
        "idle_minor": idle_minor(month, member) if present else None,
        "booked_s": half_up(seconds.booked_s),
        "used_s": half_up(seconds.used_s),
        "charged_s": half_up(seconds.charged_s),
        "credited_s": half_up(seconds.credited_s),
        "lost_s": half_up(seconds.lost_s),
        "unseen_s": half_up(seconds.unseen_s),
    }


def _seconds(charged: Charged) -> dict[str, int]:
    named: Mapping[str, Exact] = {
        "capacity": charged.capacity_s,
        "charged": charged.charged_s,
        "doubled": charged.doubled_s,
        "idle": charged.idle_s,
        "unknown": charged.unknown_s,
        "unseen": sum(one.unseen_s for one in charged.members.values()),
        "outage": charged.outage_s,
    }
    return {name: half_up(seconds) for name, seconds in named.items()}


def written(body: Mapping[str, Any]) -> str:
    """The one spelling of a body."""
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def hash_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()
