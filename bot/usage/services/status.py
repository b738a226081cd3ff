"""`/status`, `/who`: each card's holder with who really runs on it."""

from collections.abc import Collection

from sqlmodel import Session

from bot.booking.services import see
from bot.chat.message import Choice, Reply, Rows
from bot.people.facts import PoolFacts
from bot.usage.services import live
from bot.usage.services.newest import JustSeen

MOST_CLAIMS = 3


def status(
    session: Session, pool: PoolFacts, now: int, numbers: Collection[int] = (), just_seen: JustSeen | None = None
) -> Reply:
    """Each card (or those of these numbers): holder, until when, who comes next; and, with an agent, what it does.

    Raises `no_cards`, `no_such_card`.
    """
    booked = see.status(session, pool, now, numbers)
    shown = live.live_cards(session, pool, now, just_seen)
    cards = [{**card, "live": shown.get(card["number"])} for card in booked.data["cards"]]
    machines = live.machines(session, pool, now, just_seen)
    data = {**booked.data, "cards": cards, "agent": machines or None}
    return Reply("status", data, _claims(cards, machines), anyone=True)


def _claims(cards: list[dict[str, object]], machines: list[dict[str, object]]) -> Rows:
    """[是我的] for processes of nobody known, once there is something of theirs in the store to be given."""
    rows: list[tuple[Choice, ...]] = []
    for card in cards:
        shown = card["live"]
        if not isinstance(shown, dict):
            continue
        for user in shown["users"] or ():
            if user["grade"] == "unknown" and user["process"]:
                facts = {"gpu": card["number"], "command": user["command"]}
                payload = {"process": user["process"], "boot": shown["boot"]}
                rows.append((Choice("use.claim", "use.claim", payload, facts),))
    return tuple(rows[:MOST_CLAIMS])
