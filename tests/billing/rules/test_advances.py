"""Money from before the bill, and corrections after it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules.advances import Voucher, deposit_back, use_prepaid, use_vouchers
from bot.billing.rules.allocation import allocate
from bot.billing.rules.corrections import correction
from bot.billing.rules.shapes import Bill, Line, Member, Policy, PolicyName, Subtotal, Weights
from bot.billing.rules.statement import split

ABC = (Member("A"), Member("B"), Member("C"))


def test_a_deposit_comes_back_in_the_shares_in_which_it_was_advanced():
    advanced = allocate(1_000_000, dict.fromkeys("ABC", 1))
    back = deposit_back(950_000, advanced)
    assert back == {"A": -316667, "B": -316667, "C": -316666}
    assert {one: advanced[one] + back[one] for one in "ABC"} == {"A": 16667, "B": 16666, "C": 16667}


def test_a_deposit_that_comes_back_whole_leaves_nothing():
    advanced = allocate(1_000_001, {"A": 3, "B": 7, "C": 11})
    assert deposit_back(1_000_001, advanced) == {one: -share for one, share in advanced.items()}


def test_a_prepayment_pays_no_more_than_is_due_and_no_more_than_was_prepaid():
    assert use_prepaid({"A": 500, "B": 500, "C": -20}, {"A": 700, "B": 300, "C": 100}) == {"A": 500, "B": 300, "C": 0}


def test_a_voucher_that_expires_first_is_used_first_and_an_expired_one_not_at_all():
    vouchers = [
        Voucher("v3", 50, "A"),
        Voucher("v2", 50, "A", 200),
        Voucher("v1", 50, "A", 100),
        Voucher("v0", 9, "B", 99),
    ]
    found = use_vouchers({"A": 120, "B": 80}, vouchers, at=99)
    assert [(one.line.id, one.used_minor, one.left_minor) for one in found] == [
        ("v1", 50, 0),
        ("v2", 50, 0),
        ("v3", 20, 30),
    ]


def test_a_voucher_of_one_member_never_pays_for_another():
    assert use_vouchers({"A": 0, "B": 80}, [Voucher("v", 50, "A")], at=0) == []


def test_a_voucher_of_the_group_lowers_everybody_in_proportion():
    bill = Bill("m", ABC, (Line("rent", 900, Weights({"A": 2, "B": 1})),), tie="order")
    [used] = use_vouchers(split(bill).totals, [Voucher("v", 300)], at=0)
    assert used.line == Line("v", -300, Subtotal()) and used.left_minor == 0
    after = split(Bill("m", ABC, (*bill.lines, used.line), tie="order"))
    assert after.totals == {"A": 400, "B": 200, "C": 0}


@settings(max_examples=60)
@given(
    st.lists(st.integers(-50, 200), min_size=3, max_size=3),
    st.lists(st.tuples(st.integers(0, 300), st.sampled_from(["A", "B", "C", None])), max_size=4),
)
def test_vouchers_bring_nobody_below_zero_and_add_up_on_the_bill(owed, given_vouchers):
    totals = dict(zip("ABC", owed, strict=True))
    vouchers = [Voucher(f"v{at}", left, who) for at, (left, who) in enumerate(given_vouchers)]
    used = use_vouchers(totals, vouchers, at=0)
    assert sum(one.used_minor for one in used) <= sum(max(0, share) for share in owed)
    assert all(one.used_minor > 0 and one.left_minor >= 0 for one in used)
    own = [one for one in used if not isinstance(one.line.key, Subtotal)]
    for member, share in totals.items():
        assert sum(one.used_minor for one in own if one.line.key.member == member) <= max(0, share)


def test_a_correction_is_the_difference_and_sums_to_what_the_line_was_wrong_by():
    wrong, right = (
        allocate(3_800_000, weights) for weights in ({"A": 300, "B": 200, "C": 140}, {"A": 300, "B": 180, "C": 140})
    )
    line = correction("fix", wrong, right)
    assert line is not None and line.amount_minor == 0
    assert line.key.shares == {"A": 57460, "B": -84274, "C": 26814}


def test_a_correction_of_the_amount_may_add_a_member_and_leaves_out_who_was_right():
    line = correction("fix", {"A": 100, "B": 50}, {"A": 90, "B": 50, "C": 30})
    assert line is not None and line.amount_minor == 20 and line.key.shares == {"A": -10, "C": 30}


def test_what_was_right_needs_no_correction():
    assert correction("fix", {"A": 100, "B": 0}, {"A": 100}) is None


@pytest.mark.parametrize("amount", [100, 3_800_001])
def test_a_corrected_month_ends_where_the_right_one_would_have(amount):
    policy = Policy(PolicyName.EQUAL)
    closed = split(Bill("m", ABC, (Line("rent", amount),), policy)).lines[0].shares
    right = split(Bill("m", ABC[:2], (Line("rent", amount),), policy)).lines[0].shares
    fix = correction("fix", closed, right)
    added = split(Bill("m2", ABC, (fix,), policy)).totals
    assert {one: closed[one] + added[one] for one in "ABC"} == {**right, "C": 0}
