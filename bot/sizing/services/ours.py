"""Sizing on the pool's own machine: which cards are free now or next, and what the run would take and cost on them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from bot.billing.services.cost import reference_cost
from bot.booking import facts as booking
from bot.booking.rules.calendar import calendar_of
from bot.booking.rules.limits import LimitsInForce
from bot.booking.rules.shapes import Card as OwnCard
from bot.booking.rules.shapes import Need, Window
from bot.booking.rules.windows import earliest_window
from bot.people.facts import PoolFacts
from bot.sizing.rules.answers.asked import Asked, seconds_of
from bot.sizing.rules.answers.hours import MARGIN, seconds_for, trial
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.answers.room import need
from bot.sizing.rules.answers.yuan import cost_minor, run_seconds
from bot.sizing.rules.shapes import Card
from bot.sizing.services.answer import Ours
from bot.sizing.services.calibration import runs_of
from bot.sizing.services.links import kinds_of
from bot.sizing.services.uplink import uplink_of

COUNTS = (1, 2, 4, 8)
HOUR = 3_600
STEP = 1_800
UNKNOWN_LENGTH = 6 * 3_600
"""How long a booking is offered for where the run's length is not known."""
MOST = 3
ANSWERED = frozenset({"fits", "memory_needed", "gpu_count", "recommend", "train_time", "feasible", "cost", "max_seq"})

WITH_DEADLINE = frozenset({"feasible", "gpu_count"})


def ours_of(session: Session, pool: PoolFacts, now: int) -> Ours:
    """The pool's working cards and its prices in force."""
    cards = [card for card in booking.cards(session, pool.id) if not card.broken]
    counted = Counter(card.label for card in cards)
    like = {card.label: card for card in cards}
    every = [(made, counted[label], like[label].kind) for label, made in kinds_of(session, cards).items()]
    priced, by_rent = _prices(session, pool, {card.name: kind for card, _, kind in every}, now)
    return Ours(
        tuple((card, count) for card, count, _ in every),
        priced,
        pool.currency,
        uplink_of(session, pool.id),
        tuple(runs_of(session, pool.id)),
        by_rent,
    )


def _prices(session: Session, pool: PoolFacts, kinds: Mapping[str, str], now: int) -> tuple[dict[str, int], bool]:
    """A card-hour of each kind that has a price, by the card's name: as a booking is told. Whether one of them is a
    share of a rent by the month, week or day."""
    found = {name: reference_cost(session, pool, [kind], HOUR, now) for name, kind in kinds.items()}
    known = {name: one for name, one in found.items() if one is not None}
    return {name: one.card_hour_minor for name, one in known.items()}, any(
        one.kind == "reference" for one in known.values()
    )


def on_our_machine(
    session: Session, pool: PoolFacts, asked: Asked, now: int, order: Sequence[str] = ()
) -> dict[str, Any] | None:
    """On 1, 2, 4 and 8 of the pool's cards: does it fit, from when are they free, how long, how much. None where the
    question is about other cards or about none. `order`: kinds by name, those to be offered first.

    Where the named kind does not hold it the pool's others are looked at, and `other` says so; `short` = the pool has
    fewer of the kind than are asked for, `held` = some of its cards hold the job, `late` = none ends it in time.
    `most_seconds`: the longest that a booking may be.
    """
    beside = asked.get("card") is not None or asked.get("disk")
    if asked.kind not in ANSWERED or asked.model is None or beside:
        return None
    cards = booking.cards(session, pool.id)
    like = {card.label: card for card in cards if not card.broken}
    kinds = kinds_of(session, cards)
    named = None if asked.card is None or asked.card_assumed else asked.card.name
    if named is not None and named not in {one.name for one in kinds.values()}:
        return None
    limits = booking.limits_in_force(session, pool.id, now)
    busy = calendar_of(booking.busy(session, cards, now, now + 2 * limits.horizon_seconds, {}))
    possible = _possible(asked, cards, like, kinds)
    held = bool(possible)
    possible = [one for one in possible if _in_time(asked, one)]
    wanted = [one for one in possible if named in (None, one["card"])]
    options = []
    for option in wanted or possible:
        wish = Need(option["gpus"], option["kind"], option["memory_gb"], seconds=option["book_seconds"])
        window = earliest_window(cards, busy, _within(wish, limits), now, now + limits.horizon_seconds)
        if window is not None:
            options.append({**option, **_when(window, now)})
    places = {name: at for at, name in enumerate(order)}
    return {
        "options": sorted(_in_turn(options, places), key=lambda one: not one["now"])[:MOST],
        "cards": len(cards),
        "kinds": len(like),
        "most_seconds": limits.max_seconds,
        "currency": pool.currency,
        "held": held,
        "late": held and not possible,
        "other": bool(possible) and not wanted,
        "short": named is not None and asked.gpus > max(_most(cards, card) for card in like.values()),
    }


def _in_time(asked: Asked, option: Mapping[str, Any]) -> bool:
    """Whether the run ends before the deadline of a question about one, begun at once."""
    deadline = seconds_of(asked.get("deadline")) if asked.kind in WITH_DEADLINE else None
    return deadline is None or option["seconds"] is None or option["seconds"] * MARGIN <= deadline


def _in_turn(options: list[dict[str, Any]], places: Mapping[str, int]) -> list[dict[str, Any]]:
    """One of each kind, then a second of each: with room to spare before those that are tight, the fewest first."""
    ordered = sorted(options, key=lambda one: (one["verdict"] != "fits", one["gpus"]))
    taken: Counter[str] = Counter()
    turns = []
    for one in ordered:
        turns.append((taken[one["card"]], places.get(one["card"], len(places))))
        taken[one["card"]] += 1
    return [one for _, one in sorted(zip(turns, ordered, strict=True), key=lambda pair: pair[0])]


def _possible(
    asked: Asked,
    cards: list[OwnCard],
    like: Mapping[str, OwnCard],
    kinds: Mapping[str, Card],
) -> list[dict[str, Any]]:
    """Each number of each kind that holds the job."""
    found = []
    for label, card in like.items():
        price = asked.own_prices.get(kinds[label].name)
        options = (_option(asked, kinds[label], card, count, price) for count in _counts(asked, _most(cards, card)))
        found += [option for option in options if option["verdict"] != "no"]
    return found


def _most(cards: list[OwnCard], like: OwnCard) -> int:
    """So many of the kind stand in one machine."""
    return sum(card.label == like.label and not card.broken and card.node_id == like.node_id for card in cards)


def _counts(asked: Asked, most: int) -> list[int]:
    if asked.get("gpus") and not asked.card_assumed:
        return [asked.gpus] if asked.gpus <= most else []
    return [count for count in COUNTS if count <= most]


def _option(asked: Asked, ours: Card, card: OwnCard, count: int, price: int | None) -> dict[str, Any]:
    room = need(job_of(asked, asked.methods[0], count, ours), ours)
    by_trial = trial(asked)
    whole = by_trial.total_s if by_trial else None
    if whole is None and (found := seconds_for(asked, count, ours)):
        whole = found[0]
    margin = 1.0 if by_trial else MARGIN
    length = UNKNOWN_LENGTH if whole is None else -(-round(whole * margin) // STEP) * STEP
    return {
        "card": ours.name,
        "gpus": count,
        "kind": card.kind,
        "memory_gb": card.memory_gb,
        "verdict": room["verdict"],
        "gib": room["gib"],
        "seconds": None if whole is None else round(whole),
        "book_seconds": length,
        "cost_minor": None if price is None or whole is None else cost_minor(price, run_seconds(whole, margin) * count),
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
