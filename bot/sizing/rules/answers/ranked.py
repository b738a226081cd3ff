"""The pool's kinds of cards and the named ones side by side for one finished run: by yuan and by finish time."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.errors import Refusal
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.hours import MARGIN, seconds_for, timed, tokens_of
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.answers.room import need
from bot.sizing.rules.answers.yuan import cost_minor, run_seconds
from bot.sizing.rules.money import Offer, Ranked, compare_cards
from bot.sizing.rules.shapes import Card

RANKED = frozenset({"cost", "recommend", "train_time", "feasible"})
COUNTS = (1, 2, 4, 8)
HOUR = 3_600
ALIKE = 1.05
"""Cards that are no more than so many times as fast need no word about their price."""
WORK = {"samples": 10_000, "tokens": None, "epochs": 1}
"""How much is compared where nobody said how much there is to run: only ratios are told then."""


def ranked(asked: Asked) -> dict[str, Any] | None:
    """At least two cards with a price that hold the job, the cheapest finished run first, with its place by time;
    `fast` = what the fastest may cost; `share_cost`, `share_time` = ÷ those of the first. `relative`: no work is said,
    so neither hours nor yuan are known."""
    if asked.kind not in RANKED or asked.model is None or asked.get("trial_steps") or asked.get("runs"):
        return None
    relative = tokens_of(asked)[0] is None
    same = replace(asked, said={**asked.said, **WORK}) if relative and not asked.get("samples") else asked
    found = {
        card.name: (offer, row)
        for card, have in _cards(asked)
        if (made := _offer(same, card, have))
        for offer, row in (made,)
    }
    if len(found) < 2:
        return None
    order = compare_cards([offer for offer, _ in found.values()])
    first = order[0]
    rows = [
        {
            **_row(one, found[one.offer.card][1], relative),
            "share_cost": round(one.cost_minor / max(first.cost_minor, 1), 2),
            "share_time": round(one.offer.hours / first.offer.hours, 2),
        }
        for one in order
    ]
    return {"rows": rows, "relative": relative, "currency": asked.currency, "fast": _fast(order)}


def _cards(asked: Asked) -> Iterator[tuple[Card, int | None]]:
    """The pool's kinds with how many there are, then the named ones that it lacks."""
    own = {} if asked.get("rents") else {card.name: (card, have) for card, have in asked.ours}
    yield from own.values()
    named = [card for card in (asked.card, *asked.others) if card is not None and not asked.card_assumed]
    yield from ((card, None) for card in {one.name: one for one in named}.values() if card.name not in own)


def _price(asked: Asked, card: Card) -> int | None:
    """As said of this card, else the pool's."""
    said = asked.price_minor if asked.price_from == "said" else None
    if said and card.name in said:
        return said[card.name]
    if said and "" in said and asked.card is not None and card.name == asked.card.name:
        return said[""]
    return asked.own_prices.get(card.name)


def _offer(asked: Asked, card: Card, have: int | None) -> tuple[Offer, dict[str, Any]] | None:
    """The run on as many of the card as are asked for, else on the fewest that hold it."""
    price, count = _price(asked, card), _count(asked, card, have)
    if price is None or count is None:
        return None
    found = _seconds(asked, count, card)
    if found is None or not found[0] > 0:
        return None
    room = need(job_of(asked, asked.methods[0], count, card), card)
    cost = cost_minor(price, run_seconds(found[0]) * count)
    row = {"gpus": count, "verdict": room["verdict"], "gib": room["gib"], "time": timed(*found[:3]), "cost": cost}
    return Offer(card.name, price, count, found[0] * MARGIN / HOUR), row


def _seconds(asked: Asked, count: int, card: Card) -> tuple[float, float, float, dict[str, Any]] | None:
    try:
        return seconds_for(asked, count, card)
    except Refusal:  # no speed of such a network is known
        return None


def _count(asked: Asked, card: Card, have: int | None) -> int | None:
    fixed = bool(asked.get("gpus")) and not asked.card_assumed
    return fewest(asked, card, have, (asked.gpus,) if fixed else COUNTS)


def fewest(asked: Asked, card: Card, have: int | None, counts: tuple[int, ...] = COUNTS) -> int | None:
    """The fewest of the card, of which there are `have`, that hold the job: with room to spare if any do."""
    verdicts = {
        count: need(job_of(asked, asked.methods[0], count, card), card)["verdict"]
        for count in counts
        if have is None or count <= have
    }
    for wanted in ("fits", "tight"):
        for count, said in verdicts.items():
            if said == wanted:
                return count
    return None


def _row(one: Ranked, row: dict[str, Any], relative: bool) -> dict[str, Any]:
    return {
        "card": one.offer.card,
        "gpus": row["gpus"],
        "verdict": row["verdict"],
        "gib": row["gib"],
        "price_minor": one.offer.price_minor,
        "time": None if relative else row["time"],
        "cost_minor": None if relative else row["cost"],
        "by_cost": one.by_cost,
        "by_time": one.by_time,
        "times_speed": round(one.times_speed, 2),
        "times_price": round(float(one.times_price), 2),
    }


def _fast(order: tuple[Ranked, ...]) -> dict[str, Any] | None:
    """Card against card: so many times as fast pays only below as many times the price."""
    slow = min(order, key=lambda one: one.times_speed)
    fast = max(order, key=lambda one: one.times_speed)
    if fast.times_speed < ALIKE * slow.times_speed or not slow.offer.price_minor:
        return None
    speed, price = fast.times_speed / slow.times_speed, fast.offer.price_minor / slow.offer.price_minor
    return {
        "card": fast.offer.card,
        "than": slow.offer.card,
        "times_speed": round(speed, 2),
        "times_price": round(price, 2),
        "pays": price < speed,
    }
