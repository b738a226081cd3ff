"""When a budget is worth a word: at half, four fifths and all of it, and when the forecast goes over. Pure, exact."""

from fractions import Fraction

from bot.billing.rules.allocation import half_up

LEVELS = (50, 80, 100)
"""Percent of the budget that is spent."""
FORECAST = "forecast"
RESERVE_PERMILLE = 200
"""A fifth for what goes wrong, unless the group chose otherwise; shown wherever it is used."""


def crossed(spent_minor: int, budget_minor: int) -> tuple[int, ...]:
    """The levels that are reached. Nothing is reached while nothing is spent."""
    if spent_minor <= 0:
        return ()
    return tuple(level for level in LEVELS if 100 * spent_minor >= level * budget_minor)


def forecast(spent: Fraction, known_rest: Fraction, metered: Fraction, passed_s: int, left_s: int) -> Fraction:
    """What the whole month will cost: what is spent, what is known to come, and metered use going on as it went."""
    going_on = metered * left_s / passed_s if passed_s else Fraction(0)
    return spent + known_rest + going_on


def with_reserve(minor: Fraction | int, permille: int) -> int:
    """With so many thousandths more, half up."""
    return half_up(Fraction(minor) * (1000 + permille) / 1000)


def alerts(spent_minor: int, forecast_minor: int, budget_minor: int) -> tuple[str, ...]:
    """Every warning that holds now, the gravest last. A forecast says nothing new once all is spent."""
    levels = crossed(spent_minor, budget_minor)
    over = forecast_minor > budget_minor and 100 not in levels
    return (*((FORECAST,) if over else ()), *(str(level) for level in levels))
