"""A booking that ends after the machine's rental does is asked about first."""

from sqlmodel import Session

from bot.booking.rules.shapes import Window
from bot.booking.services.wish import Wish, payload_of
from bot.chat.message import Choice
from bot.errors import Refusal
from storage.queries import machines, rentals


def check(session: Session, pool_id: int, window: Window, wish: Wish, min_seconds: int, now: int) -> None:
    """Raises `beyond_rental` with buttons: book it all the same, or until the rental ends.

    A rental that renews itself has no end, and one that is over says nothing of a machine that is still here. Of the
    machine's own and that of everything the earlier end counts.
    """
    rows = [row for row in rentals.standing(session, pool_id) if row.node_id in (None, window.node_id)]
    ends = [row.ends_at for row in rows if row.ends_at is not None and row.ends_at > now and not row.auto_renew]
    if wish.beyond or not ends or window.ends_at <= min(ends):
        return
    end = min(ends)
    exact = {**payload_of(wish), "gpus": list(window.numbers), "count": len(window.numbers), "apart": True}
    choices = [[Choice("beyond.book", "book", {**exact, "beyond": True})]]
    if end - window.starts_at >= min_seconds:
        until = {**exact, "seconds": end - window.starts_at}
        choices.insert(0, [Choice("beyond.until", "book", until, {"end": end})])
    names = {int(node.id or 0): node.name for node in machines.nodes(session, pool_id)}
    raise Refusal(
        "beyond_rental",
        choices=choices,
        node=names.get(window.node_id) if len(names) > 1 else None,
        gpus=list(window.numbers),
        start=window.starts_at,
        end=window.ends_at,
        until=end,
    )
