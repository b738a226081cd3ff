"""Reference prices and rents from a day on: shown, set, and taken back before they begin."""

from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import RentFacts, rents
from bot.billing.facts.month import month_at
from bot.billing.services.book_keepers import still_keeps_books
from bot.billing.services.cost import HOUR, reference_cost, so_far
from bot.billing.services.month import plan_review
from bot.billing.services.rents import in_force_at
from bot.booking import facts as booking
from bot.booking.rules.shapes import same_kind
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, ledger
from storage.words import RentUnit


def show(session: Session, pool: PoolFacts, now: int) -> Reply:
    """The prices and rents in force and to come; what has not begun can be taken back."""
    nodes = booking.node_names(session, pool.id)
    numbers = {card.gpu_id: card.number for card in booking.cards(session, pool.id)}
    rows = rents(session, pool.id)
    standing = list(in_force_at(rows, now).values())
    coming = list({(rent.node_id, rent.gpu_id, rent.from_at): rent for rent in rows if rent.from_at > now}.values())
    prices = [
        {"kind": row.kind, "card_hour_minor": row.card_hour_minor, "from": row.from_at}
        for row in ledger.all_prices(session, pool.id)
    ]
    kinds = list(dict.fromkeys(card.kind for card in booking.cards(session, pool.id)))
    found = [reference_cost(session, pool, [kind], HOUR, now) for kind in kinds]
    data = {
        "currency": pool.currency,
        "prices": prices,
        "rents": [_rent(rent, nodes, numbers) for rent in (*standing, *coming)],
        "card_hours": [
            {"kind": kind, "minor": one.card_hour_minor, "basis": one.kind}
            for kind, one in zip(kinds, found, strict=True)
            if one is not None
        ],
        "so_far_minor": so_far(session, pool, now),
        "added": None,
    }
    voids = [Choice("rent.void", "price.void", {"rent": rent.id}, _rent(rent, nodes, numbers)) for rent in coming[:4]]
    return Reply("price", data, tuple((one,) for one in voids))


def _rent(rent: RentFacts, nodes: dict[int, str], numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "node": nodes.get(rent.node_id) if rent.node_id is not None else None,
        "gpu": numbers.get(rent.gpu_id) if rent.gpu_id is not None else None,
        "unit": rent.unit.value,
        "amount_minor": rent.amount_minor,
        "from": rent.from_at,
    }


def set_price(
    session: Session, pool: PoolFacts, by: MemberFacts, kind: str | None, minor: int, from_at: int, now: int
) -> Reply:
    """The reference price of a card-hour of a kind (None = of every kind) from an instant on."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    row = {
        "pool_id": pool.id,
        "kind": kind,
        "from_at": from_at,
        "card_hour_minor": minor,
        "currency": pool.currency,
        "made_by": by.id,
        "made_at": now,
    }
    ledger.add_price(session, row)
    _note(session, pool, by, "price_set", {"kind": kind, "minor": minor, "from_at": from_at}, now)
    added = {"what": "price", "kind": kind, "amount_minor": minor, "unit": "hour", "from": from_at}
    shown = show(session, pool, now)
    return Reply("price", {**shown.data, "added": {**added, "node": None, "per_card": True}}, shown.choices)


def set_rent(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    unit: RentUnit,
    minor: int,
    from_at: int,
    now: int,
    *,
    node: str | None = None,
    kind: str | None = None,
    per_card: bool = False,
) -> Reply:
    """What is paid to the provider from an instant on: for everything, a machine, or each card (of a kind).

    Raises `no_such_node`, `no_such_kind`, `no_cards`.
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    for node_id, gpu_id in _scopes(session, pool, node, kind, per_card):
        row = {
            "pool_id": pool.id,
            "node_id": node_id,
            "gpu_id": gpu_id,
            "unit": unit.value,
            "amount_minor": minor,
            "currency": pool.currency,
            "from_at": from_at,
            "made_by": by.id,
            "made_at": now,
        }
        ledger.add_rent(session, row)
    fields = {"unit": unit.value, "minor": minor, "from_at": from_at, "node": node, "kind": kind, "per_card": per_card}
    _note(session, pool, by, "rent_set", fields, now)
    plan_review(session, pool, month_at(session, pool.id, max(now, from_at)), now)
    added = {"what": "rent", "kind": kind, "amount_minor": minor, "unit": unit.value, "from": from_at}
    shown = show(session, pool, now)
    return Reply("price", {**shown.data, "added": {**added, "node": node, "per_card": per_card}}, shown.choices)


def has_rent(session: Session, pool: PoolFacts, node: str | None, *, per_card: bool) -> bool:
    """Whether such a thing (a machine, the cards, everything) was ever given a rent."""
    names = booking.node_names(session, pool.id)
    rows = rents(session, pool.id)
    if per_card:
        return any(rent.gpu_id is not None for rent in rows)
    return any(
        rent.gpu_id is None and (names.get(rent.node_id) if rent.node_id is not None else None) == node for rent in rows
    )


def _scopes(
    session: Session, pool: PoolFacts, node: str | None, kind: str | None, per_card: bool
) -> list[tuple[int | None, int | None]]:
    nodes = booking.node_names(session, pool.id)
    node_id = next((one for one, name in nodes.items() if name == node), None)
    if node is not None and node_id is None:
        raise Refusal("no_such_node", node=node, nodes=list(nodes.values()))
    if not (per_card or kind):
        return [(node_id, None)]
    cards = booking.cards(session, pool.id)
    if not cards:
        raise Refusal("no_cards")
    meant = [
        card
        for card in cards
        if (kind is None or same_kind(card.kind, kind)) and (node_id is None or card.node_id == node_id)
    ]
    if not meant:
        raise Refusal("no_such_kind", kind=kind, kinds=list(dict.fromkeys(card.kind for card in cards)))
    return [(card.node_id, card.gpu_id) for card in meant]


def void_rent(session: Session, pool: PoolFacts, by: MemberFacts, rent_id: int, now: int) -> Reply:
    """Take back a rent that has not begun. Raises `stale_button` when it has."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    if not ledger.void_rent(session, pool.id, rent_id, now):
        raise Refusal("stale_button", fresh=None)
    _note(session, pool, by, "rent_voided", {"rent": rent_id}, now)
    return show(session, pool, now)


def _note(session: Session, pool: PoolFacts, by: MemberFacts, what: str, after: dict[str, Any], now: int) -> None:
    audit.note(
        session,
        at=now,
        what=what,
        subject=f"pool:{pool.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        after=after,
    )
