"""Joins, prices that change, outages, deposits, weights: bills of one group, to the fen."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.billing.rules.allocation import allocate, half_up
from bot.billing.rules.dated import Dated, cost_over, in_force, pieces, policy_pieces, presence_pieces
from bot.billing.rules.months import Window
from bot.billing.rules.shapes import (
    Among,
    Bill,
    ByPolicy,
    Fallback,
    Fixed,
    Line,
    Member,
    One,
    Payment,
    Piece,
    Pieces,
    Policy,
    PolicyName,
    Sponsor,
    Subtotal,
    Use,
    Weights,
)
from bot.billing.rules.statement import split
from bot.errors import Refusal

HOUR, DAY = 3_600, 86_400
ABC = (Member("A"), Member("B"), Member("C"))
CHARGED, EQUAL, BOOKED = Policy(), Policy(PolicyName.EQUAL), Policy(PolicyName.BOOKED)


def use(**hours):
    return {member: Use(HOUR * each, HOUR * each, HOUR * each) for member, each in hours.items()}


def rent(key=None, amount=4_000_000, **given):
    """The shares of one line of 40,000.00 among A, B and C, ties by their order."""
    bill = Bill("2026-11", ABC, (Line("rent", amount, key or ByPolicy()),), tie="order")
    return split(replace(bill, **given)).lines[0].shares


def test_day_by_day_among_those_present_who_arrives_pays_nothing_for_days_before():
    stays = {"A": [Window(0, 30 * DAY)], "B": [Window(0, 20 * DAY)], "C": [Window(15 * DAY, 99 * DAY)]}
    assert rent(presence_pieces(stays, 0, 30 * DAY)) == {"A": 1888889, "B": 1222222, "C": 888889}


def test_a_day_with_nobody_there_is_shared_by_all_who_were_there_at_some_time():
    stays = {"A": [Window(0, DAY), Window(2 * DAY, 3 * DAY)], "B": [Window(2 * DAY, 3 * DAY)], "C": []}
    assert rent(presence_pieces(stays, 0, 3 * DAY), 300) == {"A": 100 + 67 + 50, "B": 33 + 50, "C": 0}


def test_a_price_that_falls_within_the_month_charges_each_part_by_its_own_use():
    parts = policy_pieces(
        [(2_000_000, CHARGED), (1_800_000, CHARGED)],
        [use(A=100, B=50, C=0), use(A=20, B=80, C=60)],
        [2880 * HOUR, 2880 * HOUR],
    )
    assert rent(parts, 3_800_000) == {"A": 1558333, "B": 1566667, "C": 675000}
    flat = use(A=120, B=130, C=60)
    assert rent(amount=3_800_000, use=flat) == {"A": 1470968, "B": 1593548, "C": 735484}


def test_a_month_with_two_prices_costs_each_for_its_seconds():
    prices = [Dated(0, 4_000_000), Dated(274 * HOUR, 3_600_000)]
    cost = cost_over(prices, 0, 720 * HOUR, 720 * HOUR)
    assert half_up(cost) == 3_752_222 and cost.denominator != 1


def test_time_without_a_price_is_named_and_not_free():
    with pytest.raises(Refusal, match="no_price"):
        cost_over([Dated(10, 5)], 0, 20, 20)


def test_a_dated_row_is_in_force_from_its_own_second():
    rows = [Dated(10, "new"), Dated(0, "old"), Dated(10, "newest")]
    assert [in_force(rows, at) for at in (-1, 0, 9, 10)] == [None, "old", "old", "newest"]
    assert pieces(rows, 5, 20) == [(Window(5, 10), "old"), (Window(10, 20), "newest")]
    assert pieces(rows, 0, 10) == [(Window(0, 10), "old")]
    assert pieces(rows, -5, 5) == [(Window(0, 5), "old")]
    assert pieces([], 0, 10) == []


def test_a_policy_may_change_within_the_month():
    key = Pieces((Piece(1, ByPolicy(EQUAL)), Piece(2, ByPolicy(BOOKED), use(A=0, B=1, C=0))))
    assert rent(key, 900) == {"A": 100, "B": 700, "C": 100}


def test_days_nobody_used_follow_the_days_that_were_used_and_only_an_unused_month_falls_to_the_payer():
    def parts(**hours):
        return policy_pieces([(100, CHARGED), (200, CHARGED)], [{}, use(**hours)], [1, 1])

    assert rent(parts(A=1, B=2), 300) == {"A": 100, "B": 200, "C": 0}
    assert rent(parts(A=1, B=2), -300, payer="C") == {"A": -100, "B": -200, "C": 0}
    assert rent(parts(), 300, payer="C") == {"A": 0, "B": 0, "C": 300}
    assert rent(parts(), 0) == {"A": 0, "B": 0, "C": 0}
    with pytest.raises(Refusal, match="no_weights"):
        rent(parts(), 300)
    with pytest.raises(Refusal, match="no_weights_of_pieces"):
        rent(Pieces((Piece(0),)), 300)


def test_an_outage_goes_to_those_who_lost_cards_or_partly_by_seat():
    lost = Weights({"A": 24 * HOUR, "B": 12 * HOUR})
    assert rent(lost, -50_000) == {"A": -33333, "B": -16667, "C": 0}
    assert rent(Pieces((Piece(36, lost), Piece(12, Among(("A", "B", "C"))))), -50_000) == {
        "A": -29167,
        "B": -16667,
        "C": -4166,
    }


def test_tax_is_split_with_the_gross_because_apart_it_would_round_twice():
    assert rent(Among(("A", "B", "C"))) == {"A": 1333334, "B": 1333333, "C": 1333333}


def test_tax_follows_the_rounded_lines_above_and_spares_who_got_money_back():
    lines = (Line("rent", 300, Weights({"A": 2, "B": 1})), Line("back", -150, One("B")), Line("tax", 30, Subtotal()))
    assert split(Bill("m", ABC, lines, tie="order")).lines[2].shares == {"A": 30, "B": 0, "C": 0}
    refund = (Line("back", -300, Weights({"A": 2, "B": 1})), Line("tax", -30, Subtotal()))
    assert split(Bill("m", ABC, refund, tie="order")).lines[1].shares == {"A": -20, "B": -10, "C": 0}


def test_a_correction_stands_as_it_is():
    assert rent(Fixed({"A": 57460, "B": -84274, "C": 26814}), 0) == {"A": 57460, "B": -84274, "C": 26814}
    with pytest.raises(Refusal, match="shares_do_not_sum"):
        rent(Fixed({"A": 1}), 0)


def test_somebody_of_weight_zero_pays_nothing_and_may_still_be_the_payer():
    members = (Member("A"), Member("B"), Member("C", weight=0))
    bill = Bill("m", members, (Line("rent", 101),), EQUAL, payments=(Payment("C", "provider", 101),), tie="order")
    assert split(bill).totals == {"A": 51, "B": 50, "C": 0}
    assert split(bill).balances == {"A": -51, "B": -50, "C": 101}


def test_who_was_never_there_this_month_has_no_equal_share():
    members = (Member("A", 9), Member("B", 9), Member("C", 0))
    assert split(Bill("m", members, (Line("rent", 100),), EQUAL)).totals == {"A": 50, "B": 50, "C": 0}


def test_without_any_presence_given_everybody_was_there_all_month():
    assert rent(policy=Policy(PolicyName.PRESENCE), amount=300) == {"A": 100, "B": 100, "C": 100}
    with pytest.raises(Refusal, match="needs_presence"):
        rent(policy=Policy(PolicyName.PRESENCE), members=(Member("A", 5), Member("B")))


def test_a_month_nobody_used_falls_to_the_pledges_or_the_payer_and_says_which():
    unused = Bill("m", ABC, (Line("rent", 100),))
    with pytest.raises(Refusal) as refused:
        split(unused)
    assert refused.value.code == "no_weights" and refused.value.facts == {"line": "rent"}
    assert split(replace(unused, payer="B")).lines[0].fallback is Fallback.PAYER
    pledged = replace(unused, members=(Member("A", pledge=3), Member("B", pledge=1)), payer="B")
    assert split(pledged).lines[0].fallback is Fallback.PLEDGE
    assert split(pledged).totals == {"A": 75, "B": 25}
    assert split(replace(unused, use=use(A=1))).lines[0].fallback is None


def test_idle_time_is_never_negative_when_two_people_were_on_a_card_at_once():
    crowded = use(A=60, B=60, C=0)
    assert rent(policy=Policy(PolicyName.DIRECT_IDLE, idle="equal"), use=crowded, capacity_s=100 * HOUR) == {
        "A": 2000000,
        "B": 2000000,
        "C": 0,
    }


def test_a_pledge_never_earns_more_than_its_unused_part_cost():
    members = (Member("A", pledge=1), Member("B", pledge=1))
    crowded = Policy(PolicyName.PLEDGE), use(A=300, B=0)
    bill = Bill("m", members, (Line("rent", 1000),), crowded[0], crowded[1], capacity_s=100 * HOUR)
    assert split(bill).totals == {"A": 1000, "B": 0}


def test_a_policy_that_needs_the_capacity_says_so():
    for name in (PolicyName.PLEDGE, PolicyName.DIRECT_IDLE):
        with pytest.raises(Refusal, match="needs_capacity"):
            rent(policy=Policy(name), members=(Member("A", pledge=1),), use=use(A=1))


def test_a_sponsor_never_pays_more_than_there_is_and_shares_a_refund_only_by_percent():
    sponsors = (Sponsor("PI", fixed_minor=500),)
    bill = Bill("m", ABC, (Line("rent", 300),), EQUAL, sponsors=sponsors)
    assert split(bill).totals == {"A": 0, "B": 0, "C": 0, "PI": 300}
    refund = replace(bill, lines=(Line("back", -300),), sponsors=(*sponsors, Sponsor("A", percent=Fraction(50))))
    assert split(refund).totals == {"A": -200, "B": -50, "C": -50, "PI": 0}
    nothing = replace(bill, lines=(Line("back", 0),))
    assert split(nothing).totals == {"A": 0, "B": 0, "C": 0, "PI": 0}


def test_a_line_may_have_a_policy_of_its_own():
    assert rent(ByPolicy(EQUAL), 300, use=use(A=1)) == {"A": 100, "B": 100, "C": 100}


def test_a_key_that_names_a_stranger_is_refused_with_the_line():
    for key in (One("X"), Among(("A", "X")), Weights({"X": 1}), Fixed({"X": 5})):
        with pytest.raises(Refusal) as refused:
            rent(key, 5)
        assert refused.value.facts["value"] == "X" and refused.value.facts["line"] == "rent"


def test_payments_move_balances_and_never_the_bill():
    bill = Bill("m", ABC, (Line("rent", 300),), EQUAL)
    paid = replace(bill, payments=(Payment("A", "B", 70), Payment("B", "provider", 300)))
    assert split(paid).lines == split(bill).lines and split(paid).totals == split(bill).totals
    assert split(paid).balances == {"A": -30, "B": 130, "C": -100}
    assert split(bill).settlement is None, "the provider is not paid yet"


def test_invoice_amounts_go_beyond_what_a_float_holds():
    amount = 2**53 + 1
    assert sum(rent(Among(("A", "B", "C")), amount).values()) == amount
    assert allocate(amount, {"A": 1}) == {"A": amount}


def test_the_order_of_members_and_payments_changes_nothing_in_a_statement_of_the_bot():
    members = tuple(Member(one, pledge=at) for at, one in enumerate("ABCDEFG", 1))
    lines = tuple(Line(f"l{at}", 1001 + at) for at in range(6))
    paid = (Payment("A", "provider", 4000), Payment("B", "A", 77), Payment("G", "provider", sum(range(6)) + 2006))
    bill = Bill("2026-11", members, lines, EQUAL, payments=paid, sponsors=(Sponsor("PI", percent=33),))
    turned = replace(bill, members=members[::-1], payments=paid[::-1])
    one, other = split(bill), split(turned)
    assert dict(one.totals) == dict(other.totals) and one.settlement == other.settlement is not None
    assert sum(one.balances.values()) == 0
    assert [sum(line.shares.values()) for line in one.lines] == [line.amount_minor for line in lines]
