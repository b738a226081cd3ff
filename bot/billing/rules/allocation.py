"""The one way an amount is divided: largest remainder on its absolute value, rounded once, sign put back.

Somebody whose exact share is zero never gets a fen; a refund is the exact mirror of the charge.
Hamilton's method: rounding may shift one minor unit when weights change (the paradoxes), never more.
"""

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction

from bot.errors import Refusal

Exact = int | Fraction
Tie = Callable[[str], str]
"""Who of two with equal remainders gets the unit: the one with the smaller text."""


def by_hash(statement: str, line: str) -> Tie:
    """A lottery fixed by the statement and the line, whoever else takes part: SHA-256 of `statement/line|member`."""
    return lambda member: hashlib.sha256(f"{statement}/{line}|{member}".encode()).hexdigest()


def allocate(total_minor: int, weights: Mapping[str, Exact], tie: Tie | None = None) -> dict[str, int]:
    """`total_minor` in proportion to `weights` (≥ 0), exactly. Without `tie`, the order of `weights` decides.

    Raises `no_weights` when all weights are zero and there is something to divide.
    """
    return round_shares(total_minor, proportional(total_minor, weights), tie)


def proportional(total: Exact, weights: Mapping[str, Exact]) -> dict[str, Fraction]:
    """The exact shares of `total`. Raises `no_weights` unless the total is zero."""
    if any(weight < 0 for weight in weights.values()):
        raise Refusal("bad_input", reason="negative_weight")
    whole = Fraction(sum(weights.values()))
    if whole == 0:
        if total:
            raise Refusal("no_weights")
        return {member: Fraction(0) for member in weights}
    return {member: total * weight / whole for member, weight in weights.items()}


def round_shares(total_minor: int, exact: Mapping[str, Exact], tie: Tie | None = None) -> dict[str, int]:
    """Exact shares that sum to `total_minor`, each to its whole units below and the rest by largest remainder."""
    if sum(exact.values()) != total_minor:
        raise ValueError(f"shares sum to {sum(exact.values())}, not to {total_minor}")
    sign = -1 if total_minor < 0 else 1
    shares = {member: int(sign * share // 1) for member, share in exact.items()}
    rests = {member: rest for member, share in exact.items() if (rest := sign * share - shares[member])}
    order = {member: place for place, member in enumerate(exact)}
    missing = abs(total_minor) - sum(shares.values())
    first = sorted(rests, key=lambda one: (-rests[one], tie(one) if tie else "", order[one]))
    for member in first[:missing]:
        shares[member] += 1
    return {member: sign * share for member, share in shares.items()}


def half_up(amount: Exact) -> int:
    """The nearest whole unit; half away from zero, so that a refund mirrors its charge."""
    size = (2 * abs(Fraction(amount)) + 1) // 2
    return int(size if amount >= 0 else -size)
