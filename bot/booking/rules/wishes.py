"""Whether a pool has what a wish asks for, whatever the calendar says."""

from collections import Counter
from collections.abc import Sequence

from bot.booking.rules.shapes import Card, Need, same_kind
from bot.errors import Refusal


def check_cards(cards: Sequence[Card], need: Need) -> None:
    """Refuses what no time could grant.

    `no_such_kind` (kind, kinds), `no_such_card` (numbers, have), `bad_input` for no card at all (asked),
    `not_one_node` (numbers, nodes), `too_many` (asked, have, kind), `card_broken` (numbers, asked, have).
    """
    check_kind(cards, need)
    check_numbers(cards, need)
    if need.size < 1:
        raise Refusal("bad_input", asked=need.size)
    check_one_node(cards, need)
    check_count(cards, need)


def check_kind(cards: Sequence[Card], need: Need) -> None:
    """Refuses a kind, or a memory size of that kind, that no card has."""
    kind, memory = need.kind, need.memory_gb
    if any(
        (kind is None or same_kind(kind, card.kind)) and (memory is None or memory == card.memory_gb) for card in cards
    ):
        return
    if kind is not None or memory is not None:
        asked = "-".join(part for part in (kind, f"{memory}G" if memory is not None else None) if part)
        raise Refusal("no_such_kind", kind=asked, kinds=sorted({card.label for card in cards}))


def check_numbers(cards: Sequence[Card], need: Need) -> None:
    """Refuses explicit numbers that do not exist, or are not of the kind asked for beside them."""
    have = {card.number for card in cards if need.fits(card)}
    if unknown := sorted(need.named - have):
        any_number = Need(need.size, need.kind, need.memory_gb, exclude=need.exclude)
        have = {card.number for card in cards if any_number.fits(card)}
        raise Refusal("no_such_card", numbers=unknown, have=sorted(have))


def check_one_node(cards: Sequence[Card], need: Need) -> None:
    """Refuses explicit numbers that lie on more than one node: a booking is on one machine."""
    nodes: dict[int, list[int]] = {}
    for card in cards:
        if card.number in need.named:
            nodes.setdefault(card.node_id, []).append(card.number)
    if len(nodes) > 1:
        raise Refusal(
            "not_one_node",
            numbers=sorted(need.named),
            nodes=sorted(sorted(numbers) for numbers in nodes.values()),
        )


def check_count(cards: Sequence[Card], need: Need) -> None:
    """Refuses more cards than any node has, and says when only broken cards are missing."""
    fitting = [card for card in cards if need.fits(card)]
    whole = Counter(card.node_id for card in fitting)
    working = Counter(card.node_id for card in fitting if not card.broken)
    most, most_working = max(whole.values(), default=0), max(working.values(), default=0)
    if need.size > most:
        raise Refusal("too_many", asked=need.size, have=most, kind=need.kind)
    if need.size > most_working:
        broken = sorted(card.number for card in fitting if card.broken)
        raise Refusal("card_broken", numbers=broken, asked=need.size, have=most_working)
