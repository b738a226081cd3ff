"""The split policies as exact shares, and who pays when nobody has a weight.

Formulas: equal w_i; presence w_i·d_i; booked, used, charged by seconds; two_part φ by presence + (1−φ) by charged;
pledge A·p_i/Σp, overuse at rate·A/K paid to those below their pledge; direct_idle A·m_i/K, idle time by its own key.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from bot.billing.rules.allocation import Exact, proportional
from bot.billing.rules.shapes import Fallback, Member, Policy, PolicyName, Use
from bot.errors import Refusal

NOTHING = Use()
CHARGED = Policy()
Shares = dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Ground:
    """What shares are computed from. `fallbacks` collects who stood in where nobody had a weight; `stand_in` False:
    nobody may."""

    members: tuple[Member, ...]
    use: Mapping[str, Use]
    policy: Policy = CHARGED
    capacity_s: Exact | None = None
    payer: str | None = None
    fallbacks: list[Fallback] = field(default_factory=list)
    stand_in: bool = True

    def weigh(self, weight: Callable[[Member, Use], Exact]) -> dict[str, Exact]:
        return {one.id: weight(one, self.use.get(one.id, NOTHING)) for one in self.members}

    def share(self, amount: Exact, weights: Mapping[str, Exact]) -> Shares:
        """In proportion to `weights`; if all are zero by pledge, else to the payer, else `no_weights`."""
        if amount == 0 or any(weights.values()):
            return proportional(amount, weights)
        if not self.stand_in:
            raise Refusal("no_weights")
        pledges = self.weigh(lambda one, use: one.pledge)
        if any(pledges.values()):
            self.fallbacks.append(Fallback.PLEDGE)
            return proportional(amount, pledges)
        if self.payer is None:
            raise Refusal("no_weights")
        self.fallbacks.append(Fallback.PAYER)
        return self.to_one(amount, self.payer)

    def to_one(self, amount: Exact, member: str) -> Shares:
        """All of it to one member."""
        if all(one.id != member for one in self.members):
            raise Refusal("bad_input", reason="no_such_member", where="members", value=member)
        return {one.id: Fraction(amount if one.id == member else 0) for one in self.members}

    def capacity(self) -> Exact:
        """Card-seconds of the month; `bad_input` when they are needed and not known."""
        if self.capacity_s is None:
            raise Refusal("bad_input", reason="needs_capacity", where="capacity_s")
        return self.capacity_s


def policy_shares(amount: Exact, policy: Policy, ground: Ground) -> Shares:
    """The exact shares of `amount`, one for each member, summing to it."""
    if policy.name is PolicyName.TWO_PART:
        return _two_part(amount, policy.fixed, ground)
    if policy.name is PolicyName.PLEDGE:
        return _pledge(amount, policy.rate, ground)
    if policy.name is PolicyName.DIRECT_IDLE:
        return _direct_idle(amount, policy.idle, ground)
    return ground.share(amount, simple_weights(policy.name.value, ground))


def simple_weights(name: str, ground: Ground) -> dict[str, Exact]:
    """The weights of a policy that is one proportion. Raises KeyError for another name."""
    if name == "presence":
        return _presence(ground)
    return ground.weigh(WEIGHTS[name])


def _presence(ground: Ground) -> dict[str, Exact]:
    """Weight × seconds present; when nobody's seconds are given, everybody was there all the time."""
    unknown = [one.id for one in ground.members if one.present_s is None]
    if unknown and len(unknown) < len(ground.members):
        raise Refusal("bad_input", reason="needs_presence", where=unknown[0])
    return ground.weigh(lambda one, use: one.weight * (1 if one.present_s is None else one.present_s))


WEIGHTS: Mapping[str, Callable[[Member, Use], Exact]] = {
    "equal": lambda one, use: 0 if one.present_s == 0 else one.weight,
    "booked": lambda one, use: use.booked_s,
    "used": lambda one, use: use.used_s,
    "charged": lambda one, use: use.charged_s,
    "pledge": lambda one, use: one.pledge,
}


def _two_part(amount: Exact, fixed: Exact, ground: Ground) -> Shares:
    seats = ground.share(amount * fixed, simple_weights("presence", ground))
    used = ground.share(amount * (1 - fixed), simple_weights("charged", ground))
    return added(seats, used)


def _pledge(amount: Exact, rate: Exact, ground: Ground) -> Shares:
    """Nobody's share falls below zero: those below their pledge get at most what their unused part costs."""
    pledges = simple_weights("pledge", ground)
    if not any(pledges.values()):
        return ground.share(amount, pledges)
    capacity = ground.capacity()
    entitled = proportional(capacity, pledges)
    charged = simple_weights("charged", ground)
    over = {one: max(Fraction(0), charged[one] - entitled[one]) for one in pledges}
    under = {one: max(Fraction(0), entitled[one] - charged[one]) for one in pledges}
    moved = min(sum(over.values()), sum(under.values()))
    base = proportional(amount, pledges)
    if not moved:
        return base
    pool = rate * amount * moved / capacity
    paid, got = proportional(pool, over), proportional(pool, under)
    return {one: base[one] + paid[one] - got[one] for one in base}


def _direct_idle(amount: Exact, idle: str, ground: Ground) -> Shares:
    """More charged than the capacity (two people on a card at once) leaves nothing idle and lowers the price."""
    charged = simple_weights("charged", ground)
    capacity, taken = ground.capacity(), sum(charged.values())
    used = Fraction(amount * taken) / max(capacity, taken) if taken else Fraction(0)
    direct = proportional(used, charged)
    name, _, payer = idle.partition(":")
    if name == "payer":
        return added(direct, ground.to_one(amount - used, payer or ground.payer or ""))
    return added(direct, ground.share(amount - used, simple_weights(name, ground)))


def added(left: Mapping[str, Fraction], right: Mapping[str, Fraction]) -> Shares:
    """Two sets of shares of the same members, summed."""
    return {one: left[one] + right[one] for one in left}
