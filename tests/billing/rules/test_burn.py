"""How long a balance lasts, and when a budget is worth a word: exact at the edges."""

from fractions import Fraction

import pytest

from bot.billing.rules.budget import alerts, crossed, forecast, with_reserve
from bot.billing.rules.burn import Burn, ceiling, hours_left, is_low, seconds_until_low

HOUR = 3_600
FOUR_CARDS = Burn(Fraction(4 * 1200), Fraction(200))  # 50.00 an hour


@pytest.mark.parametrize(
    ("left", "burn", "hours", "low"),
    [
        (240_000, FOUR_CARDS, 48, False),
        (239_999, FOUR_CARDS, Fraction(239_999, 5000), True),
        (0, FOUR_CARDS, 0, True),
        (-5, Burn(Fraction(0), Fraction(0)), 0, True),
        (100, Burn(Fraction(0), Fraction(0)), None, False),
    ],
)
def test_a_balance_lasts_as_long_as_its_burn_says(left: int, burn: Burn, hours: Fraction | None, low: bool) -> None:
    assert (hours_left(left, burn), is_low(left, burn)) == (hours, low)


def test_the_next_look_is_never_later_than_it_could_be_low() -> None:
    assert seconds_until_low(250_000, FOUR_CARDS) == 2 * HOUR
    assert seconds_until_low(240_000, FOUR_CARDS) == 0
    assert seconds_until_low(1, FOUR_CARDS) == 0
    assert seconds_until_low(1, Burn(Fraction(0), Fraction(0))) is None


def test_the_ceiling_is_cards_by_hours_by_price_and_the_fixed_lines() -> None:
    assert ceiling(8, Fraction(699), Fraction(1200), Fraction(30_000)) == 8 * 699 * 1200 + 30_000


@pytest.mark.parametrize(
    ("spent", "levels"),
    [
        (0, ()), (-100, ()), (49_999, ()), (50_000, (50,)), (79_999, (50,)), (80_000, (50, 80)),
        (99_999, (50, 80)), (100_000, (50, 80, 100)), (300_000, (50, 80, 100)),
    ],
)  # fmt: skip
def test_a_level_is_reached_to_the_fen(spent: int, levels: tuple[int, ...]) -> None:
    assert crossed(spent, 100_000) == levels


def test_a_forecast_warns_before_all_is_spent_and_not_after() -> None:
    assert alerts(10, 100_001, 100_000) == ("forecast",)
    assert alerts(10, 100_000, 100_000) == ()
    assert alerts(80_000, 120_000, 100_000) == ("forecast", "50", "80")
    assert alerts(100_000, 120_000, 100_000) == ("50", "80", "100")


def test_metered_use_goes_on_as_it_went_and_what_is_known_is_added() -> None:
    assert forecast(Fraction(700), Fraction(90), Fraction(500), 10, 30) == 700 + 90 + 1500
    assert forecast(Fraction(700), Fraction(90), Fraction(0), 0, 30) == 790


def test_the_reserve_is_rounded_once_half_up() -> None:
    assert [with_reserve(minor, 200) for minor in (100, 101, 102, 0)] == [120, 121, 122, 0]
    assert with_reserve(Fraction(5, 2), 0) == 3
