"""Sizing on the pool's own machine: which cards are free now or next, and what the run would take and cost on them."""

from typing import Any

from sqlmodel import Session

from bot.booking import facts as booking
from bot.booking.rules.calendar import calendar_of
from bot.booking.rules.limits import LimitsInForce
from bot.booking.rules.price import card_hour_minor
from bot.booking.rules.shapes import Card as OwnCard
from bot.booking.rules.shapes import Need, Window
from bot.booking.rules.windows import earliest_window
from bot.people.facts import PoolFacts
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.hours import MARGIN, seconds_for, trial
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.answers.room import need
from bot.sizing.rules.answers.yuan import cost_minor
from bot.sizing.rules.shapes import Card
from bot.sizing.services.answer import Ours
from bot.sizing.services.lookup import card_of_kind
from bot.sizing.services.uplink import uplink_of

COUNTS = (1, 2, 4, 8)
STEP = 1_800
UNKNOWN_LENGTH = 6 * 3_600
"""How long a booking is offered for where the run's length is not known."""
MOST = 3
ANSWERED = frozenset({"fits", "memory_needed", "gpu_count", "recommend", "train_time", "feasible", "cost", "max_seq"})


def ours_of(session: Session, pool: PoolFacts, now: int) -> Ours:
    """The pool's working cards and its prices in force."""
    cards = [card for card in booking.cards(session, pool.id) if not card.broken]
    prices = booking.prices(session, pool.id, now)
    counted: dict[tuple[str, int], int] = {}
    for card in cards:
        counted[card.kind, card.memory_gb] = counted.get((card.kind, card.memory_gb), 0) + 1
    every = [(card_of_kind(kind, memory), count, kind) for (kind, memory), count in counted.items()]
    priced = {card.name: minor for card, _, kind in every if (minor := card_hour_minor(kind, prices, now)) is not None}
    return Ours(tuple((card, count) for card, count, _ in every), priced, pool.currency, uplink_of(session, pool.id))


def on_our_machine(session: Session, pool: PoolFacts, asked: Asked, now: int) -> dict[str, Any] | None:
    """On 1, 2, 4 and 8 of the pool's cards: does it fit, from when are they free, how long, how much. None where the
    question is about other cards or about none."""
    if asked.kind not in ANSWERED or asked.model is None or asked.get("card") is not None:
        return None
    cards = booking.cards(session, pool.id)
    kinds = {card.label: card_of_kind(card.kind, card.memory_gb) for card in cards if not card.broken}
    if (
        asked.card is not None
        and not asked.card_assumed
        and asked.card.name not in {one.name for one in kinds.values()}
    ):
        return None
    limits = booking.limits_in_force(session, pool.id, now)
    busy = calendar_of(booking.busy(session, cards, now, now + 2 * limits.horizon_seconds, {}))
    prices = booking.prices(session, pool.id, now)
    options = []
    for card in {card.label: card for card in cards if not card.broken}.values():
        ours = kinds[card.label]
        if asked.card is not None and ours.name != asked.card.name:
            continue
        price = card_hour_minor(card.kind, prices, now)
        for count in _counts(asked, cards, card):
            option = _option(asked, ours, card, count, price)
            if option["verdict"] == "no":
                continue
            wish = Need(count, card.kind, card.memory_gb, seconds=option["book_seconds"])
            window = earliest_window(cards, busy, _within(wish, limits), now, now + limits.horizon_seconds)
            if window is not None:
                options.append({**option, **_when(window, now)})
    options.sort(key=lambda one: (not one["now"], one["gpus"]))
    return {"options": options[:MOST], "cards": len(cards), "currency": pool.currency}


def _counts(asked: Asked, cards: list[OwnCard], like: OwnCard) -> list[int]:
    most = sum(card.label == like.label and not card.broken and card.node_id == like.node_id for card in cards)
    if asked.get("gpus") and not asked.card_assumed:
        return [asked.gpus] if asked.gpus <= most else []
    return [count for count in COUNTS if count <= most]


def _option(asked: Asked, ours: Card, card: OwnCard, count: int, price: int | None) -> dict[str, Any]:
    room = need(job_of(asked, asked.methods[0], count, ours), ours)
    by_trial = trial(asked)
    whole = by_trial.total_s if by_trial else None
    if whole is None and (found := seconds_for(asked, count, ours)):
        whole = found[0]
    length = UNKNOWN_LENGTH if whole is None else -(-round(whole * MARGIN) // STEP) * STEP
    return {
        "gpus": count,
        "kind": card.kind,
        "memory_gb": card.memory_gb,
        "verdict": room["verdict"],
        "gib": room["gib"],
        "seconds": None if whole is None else round(whole),
        "book_seconds": length,
        "cost_minor": None if price is None or whole is None else cost_minor(price, length * count),
    }


def _within(wish: Need, limits: LimitsInForce) -> Need:
    """No longer than one booking may be: a longer run is continued with another."""
    seconds = max(limits.min_seconds, min(wish.seconds, limits.max_seconds))
    return Need(wish.count, wish.kind, wish.memory_gb, seconds=seconds)


def _when(window: Window, now: int) -> dict[str, Any]:
    return {
        "numbers": list(window.numbers),
        "start": window.starts_at,
        "end": window.ends_at,
        "now": window.starts_at <= now,
    }
