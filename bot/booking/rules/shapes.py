"""What the rules of booking speak about: cards, booked time, a wish and a window."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the pool. `number` is what people say: unique in the pool."""

    gpu_id: int
    number: int
    node_id: int
    kind: str
    memory_gb: int
    broken: bool = False

    @property
    def label(self) -> str:
        """The kind as a pool is typed: `A100-80G`."""
        return f"{self.kind}-{self.memory_gb}G"


@dataclass(frozen=True, slots=True)
class Busy:
    """One live booked card."""

    gpu_id: int
    starts_at: int
    ends_at: int
    booking_id: int
    holder: str


@dataclass(frozen=True, slots=True)
class Need:
    """A wish for cards of one node for `seconds`. `numbers` names the cards; then `count` says nothing."""

    count: int
    kind: str | None = None
    memory_gb: int | None = None
    numbers: tuple[int, ...] = ()
    exclude: tuple[int, ...] = ()
    seconds: int = 0

    @property
    def named(self) -> frozenset[int]:
        """The numbers that were asked for by name, without those that were excluded."""
        return frozenset(self.numbers) - frozenset(self.exclude)

    @property
    def size(self) -> int:
        """How many cards are wanted."""
        return len(self.named) if self.numbers else self.count

    def fits(self, card: Card) -> bool:
        """Whether the wish could mean this card, broken or not."""
        return (
            (self.kind is None or same_kind(self.kind, card.kind))
            and (self.memory_gb is None or self.memory_gb == card.memory_gb)
            and card.number not in self.exclude
            and (not self.numbers or card.number in self.numbers)
        )


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time."""

    starts_at: int
    ends_at: int

    @property
    def seconds(self) -> int:
        return self.ends_at - self.starts_at


@dataclass(frozen=True, slots=True)
class Window:
    """Cards of one node, in the order of their numbers, all free from `starts_at` to `ends_at`."""

    gpu_ids: tuple[int, ...]
    numbers: tuple[int, ...]
    node_id: int
    starts_at: int
    ends_at: int

    @property
    def seconds(self) -> int:
        return self.ends_at - self.starts_at


def same_kind(one: str, other: str) -> bool:
    """Kinds are compared as people type them: `a100` is `A100`."""
    return one.casefold() == other.casefold()


def window_of(cards: Iterable[Card], starts_at: int, ends_at: int) -> Window:
    """The window that takes these cards of one node."""
    ordered = sorted(cards, key=lambda card: card.number)
    return Window(
        gpu_ids=tuple(card.gpu_id for card in ordered),
        numbers=tuple(card.number for card in ordered),
        node_id=ordered[0].node_id,
        starts_at=starts_at,
        ends_at=ends_at,
    )


def candidates_by_node(cards: Iterable[Card], need: Need) -> list[list[Card]]:
    """The unbroken cards that the wish could mean, by node, in the order of their numbers."""
    nodes: dict[int, list[Card]] = {}
    for card in sorted(cards, key=lambda card: card.number):
        if not card.broken and need.fits(card):
            nodes.setdefault(card.node_id, []).append(card)
    return list(nodes.values())
