"""Whether the machine that greets is the one that is known, and which card is which.

A machine is known by the uuids of its cards. Some changed: only those cards wait. All changed: somebody must say
whether this is the machine. No card at all says nothing: a rented box may start without any.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

GIB = 1024**3
MEMORY_TOLERANCE = 0.12
"""NVML reports what the driver leaves, and names round: an 80 GB card has 79.2 to 80 GiB, a 24 GB card 23.99."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A card as NVML lists it; memory in bytes."""

    uuid: str
    index: int
    product: str | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A card of the pool; `uuid` null until it was bound."""

    gpu_id: int
    number: int
    kind: str
    memory_gb: int
    uuid: str | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """`bound`: which card is which. `replaced`: cards whose uuid is gone, with what may have come for each.
    `extra`: seen cards that no declared one stands for. `missing`: bound cards that are not seen.
    """

    bound: tuple[tuple[Declared, Seen], ...] = ()
    replaced: tuple[tuple[Declared, Seen], ...] = ()
    extra: tuple[Seen, ...] = ()
    missing: tuple[Declared, ...] = ()


class Verdict(StrEnum):
    """`SAME`: the machine that is known, or the first of an agent that knows none yet. `STRANGER`: an owner must say.
    `REFUSED`: an owner has said no.
    """

    SAME = "same"
    STRANGER = "stranger"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Greeting:
    """Who greets: the boot of its machine and the uuids of its cards."""

    machine: str | None
    uuids: frozenset[str]


def fits(card: Declared, seen: Seen) -> bool:
    """Whether a seen card can be the declared one: the kind is in the product's name, and the memory is its own."""
    if seen.product is not None and not _named(card.kind, seen.product):
        return False
    return seen.memory is None or abs(seen.memory / GIB - card.memory_gb) <= MEMORY_TOLERANCE * card.memory_gb


def _named(kind: str, product: str) -> bool:
    """`4090` is in "NVIDIA GeForce RTX 4090", `A100` in "NVIDIA A100-SXM4-80GB" but not in "RTX A1000"."""
    wanted = re.sub(r"[^A-Z0-9]", "", kind.upper())
    words = re.findall(r"[A-Z0-9]+", product.upper())
    runs = ("".join(words[at:end]) for at in range(len(words)) for end in range(at + 1, len(words) + 1))
    return wanted in runs


BRANDS = frozenset({"NVIDIA", "GEFORCE", "TESLA", "QUADRO", "GRAPHICS", "DEVICE", "GPU", "GENERATION"})
FORMS = re.compile(r"^(SXM\d?|PCIE|PCI|NVL|HBM\d?E?|\d+GB|\d+G|MIG|OAM|BLACKWELL|ADA)$")
SIZES = (4, 6, 8, 10, 11, 12, 16, 20, 22, 24, 32, 40, 44, 48, 64, 72, 80, 94, 96, 128, 141, 144, 180, 192, 288)
"""Gigabytes of memory that cards are sold with."""


def kind_of(product: str | None) -> str:
    """What people call a product: "NVIDIA A100-SXM4-80GB" is an A100, "NVIDIA GeForce RTX 4090 D" a 4090D."""
    words = [word for word in re.findall(r"[A-Z0-9]+", (product or "").upper()) if word not in BRANDS]
    words = [word for word in words if not FORMS.match(word)]
    if len(words) > 1 and words[0] in ("RTX", "GTX"):
        words = words[1:] if words[1] != "PRO" else words
    return "".join(words)[:24] or "GPU"


def memory_gb(memory: int | None) -> int:
    """The size by which a card is sold: driver and ECC keep up to 1/15, so it is the next size up that people know."""
    gib = (memory or 0) / GIB
    near = [size for size in SIZES if gib <= size * 1.005 and size - gib <= 0.07 * size]
    return near[0] if near else max(1, round(gib))


def pair(cards: Sequence[Declared], seen: Sequence[Seen]) -> Pairing:
    """Which card is which. Unbound declared cards take fitting ones in NVML's order; a card that is gone is only
    offered what came new.
    """
    here = {one.uuid: one for one in seen}
    kept = [(card, here[card.uuid]) for card in cards if card.uuid in here]
    taken = {one.uuid for _, one in kept}
    new = [one for one in sorted(seen, key=lambda one: one.index) if one.uuid not in taken]
    bound, new = _matched([card for card in cards if card.uuid is None], new)
    gone = [card for card in cards if card.uuid is not None and card.uuid not in here] if seen else []
    replaced, new = _matched(gone, new)
    lost = {card.gpu_id for card in gone} - {card.gpu_id for card, _ in replaced}
    return Pairing((*kept, *bound), tuple(replaced), tuple(new), tuple(card for card in gone if card.gpu_id in lost))


def _matched(cards: Iterable[Declared], seen: Sequence[Seen]) -> tuple[list[tuple[Declared, Seen]], list[Seen]]:
    left = list(seen)
    pairs = []
    for card in sorted(cards, key=lambda card: card.number):
        one = next((one for one in left if fits(card, one)), None)
        if one is not None:
            left.remove(one)
            pairs.append((card, one))
    return pairs, left


def judge(
    known: Collection[str], greeting: Greeting, other: Greeting | None = None, refused: Collection[str] = ()
) -> Verdict:
    """Whether this may speak for the machine whose cards are `known`. `other`: who speaks for it at this moment.
    `refused`: names of greetings (`fingerprint`) to which an owner said no.
    """
    if fingerprint(greeting) in refused:
        return Verdict.REFUSED
    if greeting.uuids and known and not greeting.uuids & set(known):
        return Verdict.STRANGER
    elsewhere = other is not None and other.machine != greeting.machine and not other.uuids & greeting.uuids
    return Verdict.STRANGER if elsewhere else Verdict.SAME


def fingerprint(greeting: Greeting) -> str:
    """A name for the machine that greets, by its cards; without any, by its boot."""
    return ",".join(sorted(greeting.uuids)) or f"boot:{greeting.machine}"
