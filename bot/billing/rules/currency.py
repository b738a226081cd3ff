"""How many digits a currency has below its unit, and the largest amount that is taken. Source: ISO 4217."""

from bot.errors import Refusal

# ISO 4217 currencies whose minor unit is not a hundredth.
DIGITS = {
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
    "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3,
    "LYD": 3, "OMR": 3, "TND": 3,
}  # fmt: skip
MOST_MINOR = 10**18
"""No amount is larger, so that sums of a statement stay far below the 2**63 of a stored integer."""


def digits_of(currency: str) -> int:
    """Decimal digits of the minor unit: CNY 2, JPY 0, KWD 3."""
    return DIGITS.get(currency.upper(), 2)


def checked_minor(amount_minor: int, where: str = "amount_minor") -> int:
    """The amount itself; `bad_input` beyond ±10^18."""
    if abs(amount_minor) > MOST_MINOR:
        raise Refusal("bad_input", reason="too_large", where=where, most=MOST_MINOR)
    return amount_minor
