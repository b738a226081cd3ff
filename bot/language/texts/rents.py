"""Rents as they are listed: cards that cost the same are one line."""

from collections.abc import Mapping, Sequence
from typing import Any

Rent = Mapping[str, Any]


def together(rents: Sequence[Rent]) -> list[tuple[Rent, list[int]]]:
    """Each rent that differs in more than its card, with the numbers of its cards (none: a machine's or everything)."""
    found: dict[tuple[Any, ...], tuple[Rent, list[int]]] = {}
    for at, one in enumerate(rents):
        alike = (one["amount_minor"], one["unit"], one["from"])
        _, numbers = found.setdefault((*alike, None) if one["gpu"] is not None else (*alike, at), (one, []))
        if one["gpu"] is not None:
            numbers.append(one["gpu"])
    return [(one, sorted(numbers)) for one, numbers in found.values()]
