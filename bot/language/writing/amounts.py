"""Money from whole minor units, exactly: ¥12.34 for 1234 fen, USD 0.50, JPY 300. No float comes near it."""

from __future__ import annotations

from .. import Lang

SIGNS = {"CNY": "¥"}
# ISO 4217 currencies whose minor unit is not a hundredth.
DIGITS = {
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
    "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3,
    "LYD": 3, "OMR": 3, "TND": 3,
}  # fmt: skip


def write_amount(minor: int, currency: str = "CNY", lang: Lang = "zh") -> str:
    """An amount of `minor` units: -¥1234.50, in English -¥1,234.50. Yuan by their sign, all others by their code."""
    code = currency.upper()
    digits = DIGITS.get(code, 2)
    whole, rest = divmod(abs(minor), 10**digits)
    number = (f"{whole:,}" if lang == "en" else str(whole)) + (f".{rest:0{digits}}" if digits else "")
    return ("-" if minor < 0 else "") + (SIGNS[code] + number if code in SIGNS else f"{code} {number}")


def write_whole(minor: int, currency: str = "CNY", lang: Lang = "zh") -> str:
    """An estimate in whole units of the currency, half up: ¥12 for 1234 fen. Fen would make it look like a bill."""
    unit = 10 ** DIGITS.get(currency.upper(), 2)
    whole = (abs(minor) + unit // 2) // unit * unit
    return write_amount(-whole if minor < 0 else whole, currency, lang).partition(".")[0]
