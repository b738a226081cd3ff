"""A month's bill, split: each line rounded once, sponsors in order, balances, and the transfers that settle them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.billing.rules.allocation import Tie, by_hash, half_up, round_shares
from bot.billing.rules.keys import line_shares
from bot.billing.rules.policies import Ground
from bot.billing.rules.settlement import Settlement, settle
from bot.billing.rules.shapes import PROVIDER, Bill, Fallback, Line, Sponsor
from bot.errors import Refusal

SPONSORED = "sponsored"


@dataclass(frozen=True, slots=True)
class SplitLine:
    """A line and what each member bears of it: `exact` before, `shares` after its one rounding."""

    id: str
    amount_minor: int
    shares: Mapping[str, int]
    exact: Mapping[str, Fraction]
    fallback: Fallback | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """`totals`: what each owes, members first, then sponsors. `settlement` is None while balances do not sum to 0,
    that is while the provider was not paid exactly the total."""

    lines: tuple[SplitLine, ...]
    totals: Mapping[str, int]
    balances: Mapping[str, int]
    settlement: Settlement | None


def split(bill: Bill) -> Statement:
    """The statement. Raises `no_weights` (line) and `bad_input` (reason, where)."""
    lines: list[SplitLine] = []
    above = {member.id: 0 for member in bill.members}
    for line in bill.lines:
        one = split_line(bill, line, above)
        above = {member: share + one.shares[member] for member, share in above.items()}
        lines.append(one)
    totals = sponsored(bill, above)
    balances = balances_of(bill, totals)
    even = not sum(balances.values())
    return Statement(tuple(lines), totals, balances, settle(balances) if even else None)


def split_line(bill: Bill, line: Line, above: Mapping[str, int]) -> SplitLine:
    """One line, given the rounded sums of those above it."""
    ground = Ground(bill.members, bill.use, bill.policy, bill.capacity_s, bill.payer)
    try:
        exact = line_shares(line.amount_minor, line.key, ground, above)
    except Refusal as refusal:
        raise Refusal(refusal.code, **{"line": line.id, **refusal.facts}) from refusal
    shares = round_shares(line.amount_minor, exact, tie_of(bill, line.id))
    return SplitLine(line.id, line.amount_minor, shares, exact, next(iter(ground.fallbacks), None))


def tie_of(bill: Bill, line: str) -> Tie | None:
    """The lottery of a line, or None for the members' order."""
    return by_hash(bill.statement, line) if bill.tie == "hash" else None


def sponsored(bill: Bill, totals: Mapping[str, int]) -> dict[str, int]:
    """Totals after the sponsors took their steps from the whole; the rest in proportion to the totals before."""
    whole = sum(totals.values())
    if not bill.sponsors or not whole:
        return {**totals, **{one.member: 0 for one in bill.sponsors if one.member not in totals}}
    rest, taken = whole, Counter[str]()
    for step in bill.sponsors:
        part = _step(step, rest)
        taken[step.member] += part
        rest -= part
    exact = {member: Fraction(total * rest, whole) for member, total in totals.items()}
    left = round_shares(rest, exact, tie_of(bill, SPONSORED))
    after = dict(left)
    for member, part in taken.items():
        after[member] = after.get(member, 0) + part
    return after


def _step(step: Sponsor, rest: int) -> int:
    """Never more than what is left to pay; a percentage also of a refund."""
    fixed = min(step.fixed_minor, max(0, rest))
    return fixed + half_up(Fraction(step.percent * (rest - fixed)) / 100)


def balances_of(bill: Bill, totals: Mapping[str, int]) -> dict[str, int]:
    """Paid − received − owed, for everybody in `totals`; who pays the provider is owed by the others."""
    balances = {member: -total for member, total in totals.items()}
    for payment in bill.payments:
        for who, amount in ((payment.giver, payment.amount_minor), (payment.taker, -payment.amount_minor)):
            if who == PROVIDER:
                continue
            if who not in balances:
                raise Refusal("bad_input", reason="no_such_member", where="members", value=who)
            balances[who] += amount
    return balances
