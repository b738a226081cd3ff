"""What members may expect of a split policy, on exact fractions; rounding moves a share by less than a fen."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules.keys import line_shares
from bot.billing.rules.policies import Ground
from bot.billing.rules.shapes import Bill, ByPolicy, Line, Member, Policy, PolicyName, Use
from bot.billing.rules.statement import split

N = PolicyName
EQUAL, PRESENCE, BOOKED, USED, CHARGED = (Policy(n) for n in (N.EQUAL, N.PRESENCE, N.BOOKED, N.USED, N.CHARGED))
TWO_PART, PLEDGE = Policy(N.TWO_PART), Policy(N.PLEDGE, rate=Fraction(1, 2))
IDLE = {key: Policy(N.DIRECT_IDLE, idle=key) for key in ("equal", "charged", "pledge", "payer:m0")}
ALL = [EQUAL, PRESENCE, BOOKED, USED, CHARGED, TWO_PART, PLEDGE, *IDLE.values()]
NEWCOMER_FREE = [BOOKED, USED, CHARGED, PLEDGE, IDLE["charged"], IDLE["pledge"]]
MERGING = [BOOKED, USED, CHARGED, IDLE["charged"], IDLE["pledge"]]
NO_FREE_HOARDING = [BOOKED, CHARGED, *IDLE.values()]
A = 40_000_00


@st.composite
def pools(draw, least=2):
    """Members with presence, pledge and use that fits within the capacity."""
    number = draw(st.integers(least, 4))
    second = st.integers(0, 40)
    members = tuple(Member(f"m{at}", draw(st.integers(1, 30)), draw(st.integers(1, 5))) for at in range(number))
    use = {}
    for member in members:
        booked, own, outside = draw(second), draw(second), draw(second)
        use[member.id] = Use(booked, min(own, booked) + outside, booked + outside)
    if not any(one.used_s for one in use.values()):
        use["m0"] = Use(1, 1, 1)
    return Ground(members, use, capacity_s=sum(one.charged_s for one in use.values()) + draw(st.integers(50, 300)))


def shares(ground, policy, amount=A):
    return line_shares(amount, ByPolicy(policy), ground, {})


def more(ground, member, booked=0, used=0):
    one = ground.use[member]
    grown = Use(one.booked_s + booked, one.used_s + used, one.charged_s + max(booked, used))
    return replace(ground, use={**ground.use, member: grown})


def named(policy):
    return f"{policy.name.value} {policy.idle}" if policy.name is N.DIRECT_IDLE else policy.name.value


def each(policies):
    return pytest.mark.parametrize("policy", policies, ids=named)


POOLS = settings(max_examples=12)


@each(ALL)
@POOLS
@given(ground=pools())
def test_shares_sum_to_the_bill_and_none_is_negative(policy, ground):
    found = shares(ground, policy)
    assert sum(found.values()) == A and min(found.values()) >= 0
    assert shares(ground, policy, -A) == {one: -share for one, share in found.items()}


@each(ALL)
@POOLS
@given(ground=pools(), booked=st.integers(1, 40))
def test_nobody_pays_more_because_somebody_else_booked(policy, ground, booked):
    before, after = shares(ground, policy), shares(more(ground, "m1", booked, booked), policy)
    assert all(after[one] <= before[one] for one in before if one != "m1")


@each(ALL)
@POOLS
@given(ground=pools(), booked=st.integers(1, 40))
def test_more_use_never_lowers_ones_own_share(policy, ground, booked):
    assert shares(more(ground, "m1", booked, booked), policy)["m1"] >= shares(ground, policy)["m1"]


@each(ALL)
@POOLS
@given(ground=pools(), random=st.randoms(use_true_random=False))
def test_order_and_names_do_not_matter(policy, ground, random):
    members = list(ground.members)
    random.shuffle(members)
    assert shares(replace(ground, members=tuple(members)), policy) == shares(ground, policy)
    if policy.idle.startswith("payer"):
        return
    new = {one.id: f"n{9 - at}" for at, one in enumerate(ground.members)}
    renamed = replace(
        ground,
        members=tuple(replace(one, id=new[one.id]) for one in members),
        use={new[one]: use for one, use in ground.use.items()},
    )
    assert shares(renamed, policy) == {new[one]: share for one, share in shares(ground, policy).items()}


@each(NEWCOMER_FREE)
@POOLS
@given(ground=pools())
def test_a_newcomer_who_used_nothing_pays_nothing_and_changes_nothing(policy, ground):
    wider = replace(ground, members=(*ground.members, Member("new", 3, 0)))
    assert shares(wider, policy) == {**shares(ground, policy), "new": 0}


@each(MERGING)
@POOLS
@given(ground=pools(least=3))
def test_two_accounts_of_one_person_pay_what_one_would(policy, ground):
    first, second, *others = ground.members
    one, two = ground.use[first.id], ground.use[second.id]
    merged = Use(one.booked_s + two.booked_s, one.used_s + two.used_s, one.charged_s + two.charged_s)
    joined = replace(
        ground,
        members=(replace(first, pledge=first.pledge + second.pledge), *others),
        use={**{each.id: ground.use[each.id] for each in others}, first.id: merged},
    )
    before, after = shares(ground, policy), shares(joined, policy)
    assert all(after[each.id] == before[each.id] for each in others)


@each(NO_FREE_HOARDING)
@POOLS
@given(ground=pools(), booked=st.integers(1, 40))
def test_booking_more_without_using_it_costs(policy, ground, booked):
    if policy == IDLE["payer:m0"] or any(ground.use[one.id].booked_s for one in ground.members if one.id != "m1"):
        before, after = shares(ground, policy)["m1"], shares(more(ground, "m1", booked), policy)["m1"]
        assert after > before or before == A


@POOLS
@given(ground=pools(), hourly=st.integers(1, 10**6))
def test_by_charged_time_nobody_pays_more_than_renting_alone_when_the_bill_is_below_the_hourly_total(ground, hourly):
    total = hourly * sum(one.charged_s for one in ground.use.values())
    found = shares(ground, CHARGED, total - total // 3)
    assert all(found[one] <= hourly * use.charged_s for one, use in ground.use.items())


@each(ALL)
@POOLS
@given(ground=pools(), amount=st.integers(-(10**7), 10**7))
def test_a_line_rounds_each_share_by_less_than_a_fen(policy, ground, amount):
    bill = Bill("2026-11", ground.members, (Line("rent", amount),), policy, ground.use, ground.capacity_s)
    [line] = split(bill).lines
    assert sum(line.shares.values()) == amount
    assert all(abs(line.shares[one] - exact) < 1 for one, exact in line.exact.items())
