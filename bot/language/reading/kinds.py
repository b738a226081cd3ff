"""Kinds of cards: which names are kinds, how people spell them, the memory of those sold in one size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

# Recognised so that "no such kind here" can be said; what a pool has is always given by the caller.
WELL_KNOWN = frozenset(
    [
        "a100",
        "a800",
        "a30",
        "a40",
        "a10",
        "a10g",
        "a16",
        "a4000",
        "a4500",
        "a5000",
        "a5500",
        "a6000",
        "h100",
        "h200",
        "h800",
        "h20",
        "b100",
        "b200",
        "b300",
        "gb200",
        "gh200",
        "v100",
        "v100s",
        "p100",
        "p40",
        "p4",
        "t4",
        "l4",
        "l40",
        "l40s",
        "l20",
        "k80",
        "m40",
        "titan",
        "titanx",
        "titanv",
        "titanrtx",
        "4090",
        "4090d",
        "4080",
        "4070",
        "4070ti",
        "4060",
        "4060ti",
        "3090",
        "3090ti",
        "3080",
        "3080ti",
        "3070",
        "3070ti",
        "3060",
        "5090",
        "5090d",
        "5080",
        "5070",
        "5070ti",
        "2080",
        "2080ti",
        "2070",
        "2060",
        "1080",
        "1080ti",
        "1070",
        "1060",
        "910b",
        "910c",
        "mi100",
        "mi210",
        "mi250",
        "mi250x",
        "mi300",
        "mi300x",
        "mi325x",
    ]
)

# Only kinds with one common size (an A100 is sold with 40 and 80, an H20 with 96 and 141, a V100 with 16 and 32).
MEMORY_GB = {
    "a800": 80, "h100": 80, "h800": 80, "h200": 141, "a6000": 48, "a5000": 24, "a4000": 16, "a40": 48,
    "a30": 24, "a10": 24, "l40": 48, "l40s": 48, "l20": 48, "l4": 24, "t4": 16, "p40": 24, "p100": 16,
    "5090": 32, "5090d": 32, "4090": 24, "4090d": 24, "3090": 24, "3090ti": 24, "2080ti": 11, "1080ti": 11,
}  # fmt: skip

BRANDS = ("nvidia", "geforce", "tesla", "quadro", "rtx", "gtx")


def plain_kind(kind: str) -> str:
    """One spelling for comparing: RTX 4090, rtx-4090 and 4090 are the same card."""
    plain = "".join(c for c in kind.lower() if c.isalnum())
    for brand in BRANDS:
        if plain.startswith(brand) and len(plain) > len(brand):
            plain = plain[len(brand) :]
    return plain


def spellings(kinds: Iterable[str]) -> Mapping[str, str]:
    """Every spelling of the pool's kinds -> the kind, and every well-known kind -> itself in capitals."""
    return _spellings(tuple(dict.fromkeys(kinds)))


@lru_cache(maxsize=64)
def _spellings(kinds: tuple[str, ...]) -> Mapping[str, str]:
    """Asked for each message, and the same for each message of a pool."""
    known = {name: name.upper() for name in WELL_KNOWN}
    for kind in kinds:
        known[plain_kind(kind)] = kind
    for brand in ("rtx", "gtx"):
        known |= {brand + name: kind for name, kind in list(known.items()) if name[:1].isdigit()}
    return known
