"""Which seen card is which card of the pool: bound at once where it is clear, else an owner's to say."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from bot.chat.message import Choice, Reply, Rows
from bot.people.facts import MemberFacts
from bot.usage.facts import NodeFacts
from bot.usage.rules.identity import Declared, Pairing, Seen, kind_of, memory_gb, pair
from storage.queries import agents, audit, machines
from storage.tables import FoundCard

YES, NO = "node.cards.yes", "node.cards.no"


@dataclass(frozen=True, slots=True)
class Settled:
    """`question` is what an owner is asked, None when nothing is open; `bound` are the numbers bound by now."""

    bound: tuple[int, ...]
    unbound: tuple[int, ...]
    added: tuple[int, ...]
    question: dict[str, Any] | None


def declared(session: Session, node_id: int) -> list[Declared]:
    """A machine's cards as the pool has them."""
    return [
        Declared(int(card.id or 0), card.number, card.kind, card.memory_gb, card.uuid)
        for card in agents.cards(session, node_id)
    ]


def settle(session: Session, node: NodeFacts, seen: Sequence[Seen], now: int, *, anew: bool = False) -> Settled:
    """Bind what is clear and note down what waits. A machine without declared cards gets those that are seen.

    `anew`: it is the same machine with other cards, so no card keeps its uuid.
    """
    cards = declared(session, node.id)
    if anew:
        for card in cards:
            agents.change_card(session, card.gpu_id, uuid=None, nvml_index=None)
        cards = [replace(card, uuid=None) for card in cards]
    added = _declare(session, node, seen, now) if not cards and seen else ()
    cards = declared(session, node.id) if added else cards
    found = pair(cards, seen)
    for card, one in found.bound:
        agents.change_card(session, card.gpu_id, uuid=one.uuid, nvml_index=one.index, product=one.product)
    question = _wait(session, node, cards, found, seen, now)
    bound = tuple(sorted(card.number for card, _ in found.bound))
    unbound = tuple(sorted(card.number for card in cards if card.number not in bound))
    return Settled(bound, unbound, added, question)


def _declare(session: Session, node: NodeFacts, seen: Sequence[Seen], now: int) -> tuple[int, ...]:
    first = machines.next_number(session, node.pool_id)
    ordered = sorted(seen, key=lambda one: one.index)
    rows = [(first + at, kind_of(one.product), memory_gb(one.memory)) for at, one in enumerate(ordered)]
    machines.add_gpus(session, node.pool_id, node.id, rows, now)
    return tuple(number for number, _, _ in rows)


def _wait(
    session: Session, node: NodeFacts, cards: Sequence[Declared], found: Pairing, seen: Sequence[Seen], now: int
) -> dict[str, Any] | None:
    """Write down the cards about which an owner is asked; each is asked about once."""
    here = [one.uuid for one in seen]
    waiting = agents.found_cards(session, node.id)
    moot = [row.uuid for row in waiting if row.uuid not in here]
    if moot and seen:
        agents.change_found(session, node.id, moot, decided_at=now)
    free = [card for card in cards if card not in [one for one, _ in found.bound]]
    free = [card for card in free if card not in [one for one, _ in found.replaced]]
    spare = dict(zip((one.uuid for one in found.extra), sorted(free, key=lambda card: card.number), strict=False))
    stands_for = {one.uuid: card for card, one in found.replaced} | spare
    known = {row.uuid for row in waiting} | agents.decided_uuids(session, node.id)
    new = [one for one in (*(one for _, one in found.replaced), *found.extra) if one.uuid not in known]
    agents.add_found(session, [_found_row(node, one, stands_for.get(one.uuid), now) for one in new])
    return asked(session, node) if new else None


def _found_row(node: NodeFacts, one: Seen, card: Declared | None, now: int) -> dict[str, Any]:
    return {
        "node_id": node.id,
        "uuid": one.uuid,
        "nvml_index": one.index,
        "name": one.product or "",
        "memory_bytes": one.memory,
        "found_at": now,
        "gpu_id": card.gpu_id if card else None,
    }


def asked(session: Session, node: NodeFacts) -> dict[str, Any] | None:
    """What an owner is asked about the cards of a machine that wait: facts of `cards_changed`."""
    waiting = agents.found_cards(session, node.id)
    if not waiting:
        return None
    cards = {card.gpu_id: card for card in declared(session, node.id)}
    changed = [_changed(cards[row.gpu_id], row) for row in waiting if row.gpu_id in cards]
    extra = Counter((kind_of(row.name), memory_gb(row.memory_bytes)) for row in waiting if row.gpu_id not in cards)
    return {
        "node": node.name,
        "changed": changed,
        "extra": [{"kind": kind, "memory_gb": size, "count": count} for (kind, size), count in sorted(extra.items())],
        "same": len(cards) - len(changed),
    }


def _changed(card: Declared, row: FoundCard) -> dict[str, Any]:
    return {
        "number": card.number,
        "kind": card.kind,
        "memory_gb": card.memory_gb,
        "new_kind": kind_of(row.name),
        "new_memory_gb": memory_gb(row.memory_bytes),
        "was_bound": card.uuid is not None,
    }


def buttons(session: Session, node: NodeFacts) -> Rows:
    """Whether the cards that wait are this machine's now; the press is about just these cards."""
    payload = {"node": node.id, "uuids": [row.uuid for row in agents.found_cards(session, node.id)]}
    return ((Choice("cards.yes", YES, payload), Choice("cards.no", NO, payload)),)


def key_of(node: NodeFacts, uuids: Iterable[str]) -> str:
    """The key of the message that asks about these cards."""
    return f"cards:{node.id}:{hashlib.sha256(','.join(sorted(uuids)).encode()).hexdigest()[:16]}"


def decide(session: Session, node: NodeFacts, by: MemberFacts, uuids: Sequence[str], now: int, *, yes: bool) -> Reply:
    """An owner's word on cards that wait. Bookings are on the card, so they move along with it to its new uuid."""
    elsewhere = agents.uuids_elsewhere(session, node.id, uuids)
    waiting = [row for row in agents.found_cards(session, node.id) if row.uuid in uuids and row.uuid not in elsewhere]
    before = asked(session, node)
    if not waiting or before is None:
        return Reply("cards_settled", {"node": node.name, "yes": yes, "changed": [], "added": []}, edits=True)
    changed: list[int] = []
    added: list[int] = []
    if yes:
        cards = {card.gpu_id: card for card in declared(session, node.id)}
        changed = [_take(session, cards[row.gpu_id], row) for row in waiting if row.gpu_id in cards]
        added = _add(session, node, [row for row in waiting if row.gpu_id not in cards], now)
    agents.change_found(session, node.id, [row.uuid for row in waiting], decided_at=now)
    audit.note(
        session,
        at=now,
        what="cards_changed" if yes else "cards_declined",
        subject=f"node:{node.id}",
        pool_id=node.pool_id,
        person_id=by.person_id,
        before=before,
        after={"changed": changed, "added": added},
    )
    data = {"node": node.name, "yes": yes, "changed": sorted(changed), "added": added}
    return Reply("cards_settled", data, edits=True)


def _take(session: Session, card: Declared, row: FoundCard) -> int:
    values: dict[str, Any] = {"uuid": row.uuid, "nvml_index": row.nvml_index, "product": row.name or None}
    if row.name:
        values |= {"kind": _kind(card, row), "memory_gb": memory_gb(row.memory_bytes)}
    agents.change_card(session, card.gpu_id, **values)
    return card.number


def _kind(card: Declared, row: FoundCard) -> str:
    """What people have called the card, as long as it is one."""
    fitting = pair([replace(card, uuid=None)], [Seen(row.uuid, 0, row.name, row.memory_bytes)]).bound
    return card.kind if fitting else kind_of(row.name)


def _add(session: Session, node: NodeFacts, rows: Sequence[FoundCard], now: int) -> list[int]:
    seen = [Seen(row.uuid, row.nvml_index or 0, row.name or None, row.memory_bytes) for row in rows]
    numbers = _declare(session, node, seen, now) if seen else ()
    ids = {card.number: card.gpu_id for card in declared(session, node.id)}
    for number, one in zip(numbers, sorted(seen, key=lambda one: one.index), strict=True):
        agents.change_card(session, ids[number], uuid=one.uuid, nvml_index=one.index, product=one.product)
    return list(numbers)
