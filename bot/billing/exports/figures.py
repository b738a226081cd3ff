"""Amounts and hours as plain figures that other programs read: no sign of a currency, no groups, never a float."""

from fractions import Fraction

from bot.billing.rules.allocation import half_up
from bot.billing.rules.currency import digits_of


def figures(minor: int, currency: str) -> str:
    """123450 fen → 1234.50; -5 → -0.05. As many digits as the currency has."""
    digits = digits_of(currency)
    whole, rest = divmod(abs(minor), 10**digits)
    return ("-" if minor < 0 else "") + str(whole) + (f".{rest:0{digits}}" if digits else "")


def hours(seconds: int) -> str:
    """Card-seconds as card-hours with two digits, rounded half up."""
    hundredths = half_up(Fraction(seconds, 36))
    return f"{hundredths // 100}.{hundredths % 100:02}"
