"""Needs added up: enough cards for the largest wish and for all hours, the cheaper way, shares to the fen."""

from fractions import Fraction

import pytest

from bot.billing.rules.needs import Want, add_up

JANUARY = 744
PRICES = (Fraction(1200), Fraction(500_000))


@pytest.mark.parametrize(
    ("wants", "cards"),
    [
        ([], 0),
        ([Want("1", 0, 0)], 0),
        ([Want("1", 8, 1)], 8),  # the largest wish
        ([Want("1", 1, 620)], 1),  # 620 × 1.2 = 744
        ([Want("1", 1, 621)], 2),
        ([Want("1", 2, 700), Want("2", 2, 700)], 5),  # 2800 × 1.2 / 744 = 4.5
    ],
)
def test_there_are_enough_cards_for_the_largest_wish_and_for_all_hours(wants: list[Want], cards: int) -> None:
    assert add_up(wants, JANUARY, 200, None, None).cards == cards


def test_the_cheaper_way_is_shared_by_card_hours_to_the_fen() -> None:
    wants = [Want("1", 1, 1), Want("2", 1, 1), Want("3", 1, 1)]
    found = add_up(wants, JANUARY, 200, Fraction(100, 3), Fraction(500_000))
    assert (found.way, found.hourly_minor, found.monthly_minor) == ("hourly", 100, 500_000)
    assert found.shares == {"1": 34, "2": 33, "3": 33}
    busy = add_up([Want("1", 2, 700), Want("2", 0, 0)], JANUARY, 0, *PRICES)
    assert (busy.way, busy.shares) == ("monthly", {"1": 1_000_000, "2": 0})


def test_without_a_price_or_a_need_there_is_no_way_and_no_share() -> None:
    assert add_up([Want("1", 2, 100)], JANUARY, 200, None, None).way is None
    nothing = add_up([Want("1", 0, 0)], JANUARY, 200, *PRICES)
    assert (nothing.way, nothing.shares, nothing.hourly_minor) == (None, {}, 0)
    only = add_up([Want("1", 2, 100)], JANUARY, 200, None, Fraction(500_000))
    assert (only.way, only.hourly_minor) == ("monthly", None)
