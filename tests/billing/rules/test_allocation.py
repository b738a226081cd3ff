"""An amount is divided to the unit, whatever the weights: it adds up, mirrors a refund and favours nobody."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules.allocation import allocate, by_hash, half_up, proportional, round_shares
from bot.errors import Refusal

MEMBERS = [f"m{number}" for number in range(12)]
WEIGHTS = st.dictionaries(st.sampled_from(MEMBERS), st.integers(0, 10**7), min_size=1).filter(lambda w: any(w.values()))
AMOUNTS = st.integers(-(10**12), 10**12)
TIE = by_hash("2026-11", "rent")


@settings(max_examples=100)
@given(AMOUNTS, WEIGHTS)
def test_shares_add_up_and_none_is_a_whole_unit_from_the_exact_one(total, weights):
    shares, exact = allocate(total, weights, TIE), proportional(total, weights)
    assert sum(shares.values()) == total
    assert all(abs(shares[one] - exact[one]) < 1 for one in weights)
    assert all(shares[one] == 0 for one in weights if not weights[one])
    assert all(share * total >= 0 for share in shares.values()), "nobody is paid for a charge"


@settings(max_examples=100)
@given(AMOUNTS, WEIGHTS)
def test_a_refund_is_the_exact_mirror_of_its_charge(total, weights):
    for tie in (None, TIE):
        assert allocate(-total, weights, tie) == {one: -share for one, share in allocate(total, weights, tie).items()}


@settings(max_examples=60)
@given(AMOUNTS, WEIGHTS, st.randoms(use_true_random=False))
def test_the_lottery_does_not_care_in_which_order_members_stand(total, weights, random):
    mixed = list(weights.items())
    random.shuffle(mixed)
    assert allocate(total, dict(mixed), TIE) == allocate(total, weights, TIE)


def test_another_member_does_not_move_the_lottery_of_the_others():
    three, four = (allocate(len(who) * 10 + 1, dict.fromkeys(who, 1), TIE) for who in (MEMBERS[:3], MEMBERS[:4]))
    lucky = max(three, key=lambda one: three[one])
    assert max(four, key=lambda one: four[one]) in (lucky, MEMBERS[3])


def test_three_lines_of_one_yuan_among_three_cost_everybody_three_thirds():
    shares = [allocate(100, dict.fromkeys("ABC", 1), by_hash("2026-11", line)) for line in ("l1", "l2", "l3")]
    assert [sum(one[member] for one in shares) for member in "ABC"] == [100, 100, 100]


@pytest.mark.parametrize(
    ("total", "weights", "shares"),
    [
        (1, (1, 1, 1), (1, 0, 0)),
        (2, (1, 1, 1), (1, 1, 0)),
        (0, (1, 1, 1), (0, 0, 0)),
        (-50000, (1, 1, 1), (-16667, -16667, -16666)),
        (10, (1, 1, 1), (4, 3, 3)),
        (5, (1, 3, 5), (0, 2, 3)),
        (5, (1, 3, 6), (1, 1, 3)),
        (3, (1, 3, 3), (1, 1, 1)),
        (4, (1, 3, 3), (0, 2, 2)),
        (10**17 + 1, (1, 1, 1), (33333333333333334, 33333333333333334, 33333333333333333)),
        (3261, (1, 1), (1631, 1630)),
        (100, (0, 1), (0, 100)),
        (2, (Fraction(1, 3), Fraction(1, 6)), (1, 1)),
    ],
)
def test_known_divisions(total, weights, shares):
    members = MEMBERS[: len(weights)]
    assert list(allocate(total, dict(zip(members, weights, strict=True))).values()) == list(shares)


def test_when_nobody_has_a_weight_it_says_so_instead_of_losing_the_money():
    with pytest.raises(Refusal, match="no_weights"):
        allocate(100, {"A": 0, "B": 0})
    with pytest.raises(Refusal, match="no_weights"):
        allocate(100, {})
    assert allocate(0, {"A": 0}) == {"A": 0}


def test_a_negative_weight_is_refused():
    with pytest.raises(Refusal, match="negative_weight"):
        allocate(100, {"A": 2, "B": -1})


def test_shares_that_do_not_sum_to_the_total_are_never_rounded_into_it():
    with pytest.raises(ValueError, match="sum to"):
        round_shares(10, {"A": 3, "B": Fraction(13, 2)})


@pytest.mark.parametrize(
    ("amount", "rounded"), [(Fraction(1, 2), 1), (Fraction(-1, 2), -1), (Fraction(49, 100), 0), (7, 7), (-7, -7)]
)
def test_half_a_unit_is_rounded_away_from_zero(amount, rounded):
    assert half_up(amount) == rounded
