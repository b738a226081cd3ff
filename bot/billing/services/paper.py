"""What somebody's work took, exactly, for the sentence about computing that a paper needs."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from bot.billing.rules.months import Window
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import paper as rows

EVER = Window(0, 2**62)
Span = tuple[int, int, int]
"""A card, from, to."""


def paper(
    session: Session, pool: PoolFacts, member: MemberFacts, purpose: str | None, window: Window, now: int
) -> dict[str, Any]:
    """Kinds of cards, how many at once, card-seconds booked and (where somebody looked) used.

    Own bookings, and others' that one may use, whose purpose contains `purpose`; what is still to come is left out.
    """
    asked = [
        (booking, gpu, max(since, window.starts_at), min(until, window.ends_at, now))
        for booking, gpu, since, until, said in rows.booked(session, pool.id, member.id)
        if purpose is None or purpose.casefold() in (said or "").casefold()
    ]
    held = [one for one in asked if one[2] < one[3]]
    spans = [(gpu, since, until) for _, gpu, since, until in held]
    cards = rows.cards(session, pool.id)
    kinds: dict[tuple[str, int], list[Span]] = {}
    for span in spans:
        card = cards[span[0]]
        kinds.setdefault((card.kind, card.memory_gb), []).append(span)
    return {
        "pool": pool.name,
        "purpose": purpose,
        "kinds": [
            {
                "kind": kind,
                "memory_gb": memory,
                "cards": at_once(of),
                "booked_seconds": sum(until - since for _, since, until in of),
            }
            for (kind, memory), of in sorted(kinds.items())
        ],
        "bookings": len({booking for booking, *_ in held}),
        "start": min((since for _, since, _ in spans), default=None),
        "end": max((until for _, _, until in spans), default=None),
        "used_seconds": _used(session, member, spans),
    }


def at_once(spans: Sequence[Span]) -> int:
    """The most cards that were held at the same time."""
    edges = sorted([(since, 1) for _, since, _ in spans] + [(until, -1) for _, _, until in spans])
    most = now = 0
    for _, step in edges:
        now += step
        most = max(most, now)
    return most


def _used(session: Session, member: MemberFacts, spans: Sequence[Span]) -> int | None:
    """Card-seconds within these spans in which one's own processes were seen; None when none were."""
    by_card: dict[int, list[Window]] = {}
    for gpu, since, until in rows.used(session, member.id, sorted({gpu for gpu, _, _ in spans})):
        by_card.setdefault(gpu, []).append(Window(since, until))
    if not by_card:
        return None
    total = 0
    for gpu, since, until in spans:
        ends = since
        for use in by_card.get(gpu, ()):
            part = use.cut(max(since, ends), until)
            if part is not None:
                total += part.seconds
                ends = part.ends_at
    return total
