"""Settling up: everybody ends at zero with as few transfers as there can be."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules.settlement import MOST_EXACT, settle, via_payer
from bot.errors import Refusal

KNOWN = {
    "one payer": ({"P": 4000000, "A": -1875000, "B": -1250000, "C": -875000}, 3),
    "a chain of debts": ({"A": -500, "B": 0, "C": 500}, 1),
    "two pairs of opposites": ({"A": -1000, "B": -700, "C": 700, "D": 1000}, 2),
    "all even": ({"A": 0, "B": 0}, 0),
    "nobody": ({}, 0),
    "thirds to the fen": ({"A": -3334, "B": -3333, "C": -3333, "D": 10000}, 3),
    "smallest case where the largest-first plan loses": ({"A": -400, "B": -300, "C": 200, "D": 200, "E": 300}, 3),
    "largest first needs five": ({"A": -500, "B": -400, "C": -300, "D": 700, "E": 300, "F": 200}, 4),
    "largest first needs seven": (
        {"A": -200, "B": 600, "C": -900, "D": 500, "E": 900, "F": 700, "G": -500, "H": -1100},
        5,
    ),
}


def ends_even(balances, transfers):
    left = dict(balances)
    for one in transfers:
        assert one.amount_minor > 0 and one.giver != one.taker
        left[one.giver] += one.amount_minor
        left[one.taker] -= one.amount_minor
    return not any(left.values())


@pytest.mark.parametrize(("balances", "fewest"), KNOWN.values(), ids=KNOWN)
def test_the_fewest_transfers_of_known_groups(balances, fewest):
    plan = settle(balances)
    assert len(plan.transfers) == fewest and plan.minimal
    assert ends_even(balances, plan.transfers)


@pytest.mark.parametrize("off", [1, -1])
def test_balances_that_are_a_fen_off_are_an_error_and_never_absorbed(off):
    with pytest.raises(Refusal) as refused:
        settle({"A": -500, "B": 500 + off})
    assert refused.value.code == "unbalanced" and refused.value.facts == {"off_by_minor": off}
    with pytest.raises(Refusal, match="unbalanced"):
        via_payer({"A": -500, "B": 500 + off}, "A")


def fewest_by_trying(balances):
    """n − the most disjoint groups that sum to zero, found by trying every group with the first member."""
    if not balances:
        return 0
    first, *rest = balances
    best = len(balances)
    for size in range(len(rest) + 1):
        for group in combinations(range(len(rest)), size):
            if first + sum(rest[at] for at in group) == 0:
                others = [one for at, one in enumerate(rest) if at not in group]
                best = min(best, size + fewest_by_trying(others))
    return best


@settings(max_examples=120)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_no_plan_has_fewer_transfers_and_all_end_at_zero(amounts):
    amounts.append(-sum(amounts))
    balances = {f"m{at}": amount for at, amount in enumerate(amounts)}
    plan = settle(balances)
    assert plan.minimal and ends_even(balances, plan.transfers)
    assert len(plan.transfers) == fewest_by_trying([amount for amount in amounts if amount])


def test_the_plan_does_not_depend_on_the_order_of_members():
    balances = KNOWN["largest first needs seven"][0]
    assert settle(dict(reversed(balances.items()))) == settle(balances)


def test_more_than_eighteen_open_balances_are_settled_and_said_not_to_be_proven_minimal():
    balances = {f"m{at:02}": 100 + at * at for at in range(MOST_EXACT)}
    balances["z"] = -sum(balances.values())
    plan = settle(balances)
    assert not plan.minimal and len(plan.transfers) == MOST_EXACT and ends_even(balances, plan.transfers)


def test_opposites_do_not_count_towards_the_eighteen():
    pairs = {f"{side}{at}": sign * (1000 + at) for at in range(15) for side, sign in (("d", -1), ("c", 1))}
    plan = settle(pairs)
    assert plan.minimal and len(plan.transfers) == 15 and ends_even(pairs, plan.transfers)


def test_through_the_payer_everybody_deals_with_one_person():
    balances = {"A": -500, "B": 200, "C": 0, "P": 300}
    plan = via_payer(balances, "P")
    assert [(one.giver, one.taker, one.amount_minor) for one in plan.transfers] == [("A", "P", 500), ("P", "B", 200)]
    assert plan.minimal and ends_even(balances, plan.transfers)
    assert not via_payer({"A": -5, "B": 5, "P": 0}, "P").minimal
    with pytest.raises(Refusal, match="no_such_member"):
        via_payer(balances, "X")
