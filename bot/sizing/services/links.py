"""How the pool's cards reach each other, as their agent read it: a kind that has NVLink by its data sheet need not."""

from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session

from bot.booking.rules.shapes import Card as OwnCard
from bot.sizing.rules.shapes import Card
from bot.sizing.services.lookup import card_of_kind
from bot.usage.services.newest import newest_sample

PCIE_GB_S = 64.0
"""PCIe 4 with 16 lanes, both directions."""
HERE = "pcie_here"
"""The caveat of a kind whose cards are joined by PCIe alone on this machine."""


def kinds_of(session: Session, cards: Sequence[OwnCard]) -> dict[str, Card]:
    """The pool's working kinds by label, each with the link that its machine has; its own where no agent told."""
    bare = _without_nvlink(session, {card.node_id for card in cards})
    found = {}
    for card in cards:
        if card.broken or card.label in found:
            continue
        made = card_of_kind(card.kind, card.memory_gb)
        slow = made.link == "nvlink" and card.node_id in bare
        found[card.label] = (
            replace(made, link="pcie4", link_gb_s=PCIE_GB_S, caveats=(*made.caveats, HERE)) if slow else made
        )
    return found


def _without_nvlink(session: Session, nodes: set[int]) -> set[int]:
    """The machines all of whose pairs of cards are known to be joined otherwise."""
    bare = set()
    for node in nodes:
        newest = newest_sample(session, node)
        links = (newest.sample.topology or ()) if newest else ()
        if links and all(link.nvlink is False for link in links):
            bare.add(node)
    return bare
