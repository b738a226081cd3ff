"""A booking that ends after the machine's rental does is asked about first, when it is made and when it is extended."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from bot.booking.facts import BookingFacts
from bot.booking.rules.shapes import Window
from bot.booking.services.wish import Wish, payload_of
from bot.chat.message import Choice
from bot.errors import Refusal
from storage.queries import machines, rentals


def check(session: Session, pool_id: int, window: Window, wish: Wish, min_seconds: int, now: int) -> None:
    """Raises `beyond_rental` with buttons: book it all the same, or until the rental ends."""
    end = None if wish.beyond else rental_end(session, pool_id, window.node_id, now)
    if end is None or window.ends_at <= end:
        return
    exact = {**payload_of(wish), "gpus": list(window.numbers), "count": len(window.numbers), "apart": True}
    choices = [[Choice("beyond.book", "book", {**exact, "beyond": True})]]
    if end - window.starts_at >= min_seconds:
        until = {**exact, "seconds": end - window.starts_at}
        choices.insert(0, [Choice("beyond.until", "book", until, {"end": end})])
    raise _asked(session, pool_id, window.node_id, window.numbers, window.starts_at, window.ends_at, end, choices)


def check_extension(session: Session, pool_id: int, one: BookingFacts, until: int, now: int) -> None:
    """The same of a booking's new end. What is beyond already was said yes to."""
    end = rental_end(session, pool_id, one.node_id, now)
    if end is None or until <= end or one.ends_at > end:
        return
    carried = {"booking": one.id}
    choices = [[Choice("beyond.book", "booking.extend", {**carried, "until": until, "beyond": True})]]
    if end > one.ends_at:
        choices.insert(0, [Choice("beyond.until", "booking.extend", {**carried, "until": end}, {"end": end})])
    raise _asked(session, pool_id, one.node_id, one.numbers, one.starts_at, until, end, choices)


def rental_end(session: Session, pool_id: int, node_id: int, now: int) -> int | None:
    """Until when a machine is rented for certain: the earlier end of its own rental and that of everything.

    None: nobody wrote it down, it renews itself, or it is over while the machine is still here.
    """
    rows = [row for row in rentals.standing(session, pool_id) if row.node_id in (None, node_id)]
    ends = [row.ends_at for row in rows if row.ends_at is not None and row.ends_at > now and not row.auto_renew]
    return min(ends, default=None)


def _asked(
    session: Session,
    pool_id: int,
    node_id: int,
    numbers: Sequence[int],
    start: int,
    end: int,
    rented_until: int,
    choices: list[list[Choice]],
) -> Refusal:
    names = {int(node.id or 0): node.name for node in machines.nodes(session, pool_id)}
    facts: dict[str, Any] = {"start": start, "end": end, "until": rented_until, "gpus": list(numbers)}
    return Refusal("beyond_rental", choices=choices, node=names.get(node_id) if len(names) > 1 else None, **facts)
