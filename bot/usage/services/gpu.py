"""`/gpu 3`: one card in detail, with its last day."""

from typing import Any

from sqlmodel import Session

from bot.booking.services import see
from bot.chat.message import Choice, Reply, Rows
from bot.people.facts import PoolFacts
from bot.usage import facts
from bot.usage.services import live
from bot.usage.services.newest import JustSeen, newest_sample
from bot.wire.sample import CardReading
from storage.queries import agents, usage
from storage.tables import Gpu, Rollup
from storage.words import Span

DAY, HOUR = 86_400, 3_600
MOST_USERS = 3


def gpu(session: Session, pool: PoolFacts, number: int, now: int, just_seen: JustSeen | None = None) -> Reply:
    """Its booking, what it does, its limits and errors, and the last 24 hours by hour. Raises `no_such_card`."""
    booked = see.status(session, pool, now, (number,)).data["cards"][0]
    node_id, row = next(
        (node.id, card)
        for node in facts.nodes_of(session, pool.id)
        for card in agents.cards(session, node.id)
        if card.number == number
    )
    newest = newest_sample(session, node_id, just_seen)
    card = None
    if newest is not None and row.uuid is not None:
        card = next((one for one in newest.sample.gpus if one.uuid == row.uuid), None)
    shown = None
    if newest is not None and card is not None:
        owners = live.whose_processes(session, pool, node_id, newest)
        shown = live.card_facts(card, int(row.id or 0), owners, live.age_of(newest, card, now))
        shown["boot"] = newest.boot
    data = {
        **booked,
        "product": row.product,
        "uuid": row.uuid,
        "live": shown,
        "details": None if card is None or shown is None or shown["age"] > live.RECENT else _details(card),
        "hours": _hours(session, row, now),
    }
    return Reply("gpu", data, _claims(number, shown), anyone=True)


def _details(card: CardReading) -> dict[str, Any]:
    watts = {
        "power_limit_w": card.power_limit_w,
        "power_default_w": card.power_default_w,
    }
    return {
        **{name: None if value is None else round(value) for name, value in watts.items()},
        "pstate": card.pstate,
        "sm_clock_mhz": card.sm_clock_mhz,
        "max_sm_clock_mhz": card.max_sm_clock_mhz,
        "memory_temperature": card.memory_temperature_c,
        "throttle": None if card.throttle is None else list(card.throttle),
        "throttle_zh": None if card.throttle_zh is None else list(card.throttle_zh),
        "ecc_uncorrected": card.ecc_uncorrected,
        "pcie_gen": card.pcie_gen,
        "pcie_width": card.pcie_width,
    }


def _hours(session: Session, row: Gpu, now: int) -> list[dict[str, Any]]:
    """The last 24 hours, oldest first: share of readings with a process, mean use, highest memory; null = unread."""
    rolled = {one.at: one for one in usage.rollups(session, [int(row.id or 0)], Span.HOUR, now - DAY, now + 1)}
    first = now - DAY - (now - DAY) % HOUR + HOUR
    return [_hour(at, rolled.get(at)) for at in range(first, now + 1, HOUR)]


def _hour(at: int, row: Rollup | None) -> dict[str, Any]:
    if row is None:
        return {"at": at, "used_percent": None, "util": None, "memory_max": None}
    return {
        "at": at,
        "used_percent": 100 * row.used_readings // row.readings if row.readings else None,
        "util": row.util_sum // row.util_count if row.util_count else None,
        "memory_max": row.memory_max if row.memory_count else None,
    }


def _claims(number: int, shown: dict[str, Any] | None) -> Rows:
    if shown is None:
        return ()
    unknown = [user for user in shown["users"] or () if user["grade"] == "unknown" and user["process"]]
    return tuple(
        (
            Choice(
                "use.claim",
                "use.claim",
                {"process": user["process"], "boot": shown["boot"]},
                {"gpu": number, "command": user["command"]},
            ),
        )
        for user in unknown[:MOST_USERS]
    )
