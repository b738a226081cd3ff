"""An extension that cannot be had: who follows or what it is against, and the longest one that works."""

from typing import Any

from sqlmodel import Session

from bot.booking.facts import BookingFacts
from bot.booking.rules.shapes import Busy
from bot.booking.services import neighbours
from bot.chat.message import Choice
from bot.errors import Refusal
from bot.people.facts import PoolFacts

LEAST_EXTENSION = 600


def cannot_extend(session: Session, pool: PoolFacts, one: BookingFacts, in_the_way: list[Busy], wanted: int) -> Refusal:
    """Who comes next, and how far it can be extended at most."""
    until = in_the_way[0].starts_at
    offers: list[dict[str, Any]] = []
    if until - one.ends_at >= LEAST_EXTENSION:
        offers.append({"kind": "extend", "gpus": list(one.numbers), "start": one.starts_at, "end": until})
    payload = {"booking": one.id, "until": until, "seconds": None}
    choices = [[Choice("offer.extend", "booking.extend", payload, offer, into=("offers", 0))] for offer in offers]
    return Refusal(
        "taken",
        choices=choices,
        blocking=neighbours.items(session, pool, in_the_way),
        offers=offers,
        start=one.starts_at,
        end=wanted,
        count=len(one.numbers),
        kind=None,
        gpus=list(one.numbers),
        booking=one.id,
    )


def too_long(session: Session, pool: PoolFacts, one: BookingFacts, refusal: Refusal) -> Refusal:
    """The longest that the rule allows, as a button where nobody is in the way."""
    until = one.starts_at + int(refusal.facts["allowed"])
    if until - one.ends_at < LEAST_EXTENSION or neighbours.after(session, pool, one, until):
        return refusal
    payload = {"booking": one.id, "until": until, "seconds": None}
    return refusal.offering([[Choice("until", "booking.extend", payload, {"end": until})]])
