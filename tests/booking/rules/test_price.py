from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from bot.booking.rules.price import PriceInForce, reference_cost_minor

A100 = PriceInForce("A100", 500, 100)
ANY = PriceInForce(None, 300, 100)


def test_two_cards_for_six_hours_cost_twelve_card_hours():
    assert reference_cost_minor(["A100", "A100"], 6 * 3_600, [A100], at=100) == 6_000


def test_a_kind_without_a_price_of_its_own_takes_the_price_for_every_kind():
    assert reference_cost_minor(["A100", "4090"], 3_600, [ANY, A100], at=100) == 800


def test_a_kind_without_any_price_has_no_cost_not_a_cost_of_zero():
    assert reference_cost_minor(["A100", "4090"], 3_600, [A100], at=100) is None
    assert reference_cost_minor(["A100"], 3_600, [], at=100) is None


def test_kinds_are_compared_as_people_type_them():
    assert reference_cost_minor(["a100"], 3_600, [A100], at=100) == 500


def test_a_price_is_in_force_from_its_own_second_on():
    later = PriceInForce("A100", 700, 200)
    assert reference_cost_minor(["A100"], 3_600, [later, A100], at=99) is None
    assert reference_cost_minor(["A100"], 3_600, [later, A100], at=199) == 500
    assert reference_cost_minor(["A100"], 3_600, [later, A100], at=200) == 700


def test_of_two_prices_from_the_same_second_the_later_one_is_meant():
    assert reference_cost_minor(["A100"], 3_600, [A100, PriceInForce("A100", 1, 100)], at=100) == 1


def test_an_old_price_of_the_kind_itself_goes_before_a_newer_one_for_every_kind():
    assert reference_cost_minor(["A100"], 3_600, [A100, PriceInForce(None, 1, 200)], at=300) == 500


def test_half_a_fen_is_rounded_up_and_only_once():
    assert reference_cost_minor(["A100"], 1_800, [PriceInForce("A100", 1, 0)], at=0) == 1
    assert reference_cost_minor(["A100"], 1_799, [PriceInForce("A100", 1, 0)], at=0) == 0
    # Three halves are one and a half: two, not three.
    assert reference_cost_minor(["A100"] * 3, 1_800, [PriceInForce("A100", 1, 0)], at=0) == 2


@given(st.lists(st.integers(0, 10**7), min_size=1, max_size=8), st.integers(0, 60 * 86_400))
def test_the_cost_is_the_exact_one_rounded_half_up(prices, seconds):
    rows = [PriceInForce(str(kind), price, 0) for kind, price in enumerate(prices)]
    exact = Fraction(sum(prices) * seconds, 3_600)
    cost = reference_cost_minor([row.kind for row in rows], seconds, rows, at=0)
    assert -Fraction(1, 2) < cost - exact <= Fraction(1, 2)
