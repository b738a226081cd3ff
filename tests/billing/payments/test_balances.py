"""Balances after closed months and payments: always to zero, and zero for all once the transfers are paid."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules.balances import Owed, Paid, Standing, standing
from bot.billing.rules.settlement import settle, via_payer
from bot.errors import Refusal

NOV = Owed("2026-11", {"A": 10_000, "B": 20_000, "P": 10_000}, "P")
DEC = Owed("2026-12", {"A": 30_000, "B": 5_000, "P": 5_000}, "P")
MEMBERS = st.sampled_from("ABCP")
MONTHS = ("2026-10", "2026-11", "2026-12")


def stood(months: list[Owed], *payments: Paid) -> Mapping[str, int]:
    return standing(months, payments).balances


def between(giver: str, taker: str, amount: int, *, advance: bool = False) -> Paid:
    return Paid(giver, taker, amount, "2026-11", advance)


def test_who_pays_the_provider_is_owed_the_others_shares() -> None:
    assert stood([NOV]) == {"A": -10_000, "B": -20_000, "P": 30_000}


def test_a_payment_counts_for_both_sides() -> None:
    assert stood([NOV], between("A", "P", 4_000)) == {"A": -6_000, "B": -20_000, "P": 26_000}


def test_money_that_somebody_else_paid_the_provider_is_theirs() -> None:
    assert stood([NOV], Paid("B", None, 15_000, "2026-11")) == {"A": -10_000, "B": -5_000, "P": 15_000}


def test_paid_to_the_provider_in_a_later_month_leaves_the_earlier_one_alone() -> None:
    both = stood([NOV, DEC], Paid("B", None, 40_000, "2026-12"))
    assert both == {"A": -40_000, "B": 15_000, "P": 25_000}


def test_paid_beyond_the_bills_waits_for_the_next_month_and_makes_nobody_owe_more() -> None:
    found = standing([NOV], [Paid("P", None, 50_000, "2026-10")])
    assert found.balances == stood([NOV]) and found.ahead_minor == 10_000
    assert stood([NOV, DEC], Paid("P", None, 50_000, "2026-10")) == stood([NOV, DEC])


def test_money_back_from_the_provider_is_for_all() -> None:
    """The month cost 40,000 after a refund of 5,000 that A received: P had paid 45,000."""
    assert stood([NOV], Paid(None, "A", 5_000, "2026-11")) == {"A": -15_000, "B": -20_000, "P": 35_000}


def test_an_advance_is_used_as_far_as_something_is_owed_and_the_rest_stays() -> None:
    advances = [between(one, "P", 15_000, advance=True) for one in "AB"]
    found = standing([NOV], advances)
    assert found == Standing({"A": 0, "B": -5_000, "P": 5_000}, {"A": 5_000}, 0)
    later = standing([NOV, DEC], advances)
    assert later.balances == {"A": -25_000, "B": -10_000, "P": 35_000} and not later.left


def test_an_advance_alone_makes_nobody_owe_anything() -> None:
    found = standing([], [between("A", "P", 5_000, advance=True)])
    assert found.left == {"A": 5_000} and not any(found.balances.values())


def test_a_month_that_nobody_paid_is_an_error_with_its_name() -> None:
    with pytest.raises(Refusal) as refused:
        standing([Owed("2026-11", {"A": 5}, None)], [])
    assert (refused.value.code, refused.value.facts) == ("no_payer", {"month": "2026-11"})


def _ahead(giver: str | None, taker: str | None) -> bool:
    """Advances go to who pays the provider, never in a ring."""
    return giver is not None and taker is not None and giver < taker


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Owed], list[Paid]]:
    amounts = st.integers(1, 500_000)
    months = [
        Owed(month, draw(st.dictionaries(MEMBERS, st.integers(-1_000, 500_000), min_size=1)), draw(MEMBERS))
        for month in MONTHS[: draw(st.integers(0, 3))]
    ]
    sides = st.tuples(st.none() | MEMBERS, st.none() | MEMBERS).filter(lambda one: one[0] != one[1])
    payments = [
        Paid(giver, taker, draw(amounts), draw(st.sampled_from(MONTHS)), _ahead(giver, taker) and draw(st.booleans()))
        for giver, taker in draw(st.lists(sides, max_size=8))
    ]
    return months, payments


@settings(max_examples=60)
@given(histories())
def test_balances_sum_to_zero_and_paying_the_transfers_settles_everybody(case: tuple[list[Owed], list[Paid]]) -> None:
    months, payments = case
    found = standing(months, payments)
    assert sum(found.balances.values()) == 0
    for plan in (settle(found.balances), via_payer({"P": 0, **found.balances}, "P")):
        paid = [Paid(one.giver, one.taker, one.amount_minor, "2026-12") for one in plan.transfers]
        assert all(one.amount_minor > 0 for one in plan.transfers)
        after = standing(months, [*payments, *paid])
        assert not any(after.balances.values())
        assert not settle(after.balances).transfers


@settings(max_examples=30)
@given(histories())
def test_the_order_in_which_rows_are_read_changes_no_balance(case: tuple[list[Owed], list[Paid]]) -> None:
    months, payments = case
    outside = [one for one in payments if one.giver is None or one.taker is None]
    others = [one for one in payments if one not in outside and not one.advance]
    first = standing(months, [*outside, *others]).balances
    assert standing(months[::-1], [*outside, *others[::-1]]).balances == first


@settings(max_examples=60)
@given(histories())
def test_an_advance_never_makes_its_giver_a_creditor_and_none_of_it_is_lost(
    case: tuple[list[Owed], list[Paid]],
) -> None:
    months, payments = case
    advances = [one for one in payments if one.advance]
    without = standing(months, [one for one in payments if not one.advance])
    found = standing(months, payments)
    for member in {str(one.giver) for one in advances}:
        given_ahead = sum(one.amount_minor for one in advances if one.giver == member)
        assert 0 <= found.left.get(member, 0) <= given_ahead
        assert found.balances.get(member, 0) <= max(0, without.balances.get(member, 0))
        assert not found.left.get(member) or found.balances.get(member, 0) >= 0


def test_who_got_an_advance_and_had_paid_one_themselves_uses_it_for_what_they_came_to_owe() -> None:
    """B was the payer and got 1 from C; now A is, to whom B paid 1. The provider gave C 1 back."""
    payments = [between("B", "A", 1, advance=True), between("C", "B", 1, advance=True), Paid(None, "C", 1, "2026-10")]
    found = standing([Owed("2026-10", {"B": 1}, "A")], payments)
    assert found == Standing({"A": 1, "B": -1, "C": 0}, {}, 0)
