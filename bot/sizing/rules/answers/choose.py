"""Which card to take: those named, or to rent any, or the pool's own; the least that holds the job."""

from dataclasses import replace
from typing import Any

from bot.sizing.rules.answers.asked import Asked, seconds_of
from bot.sizing.rules.answers.hours import COUNTS as BY_TIME
from bot.sizing.rules.answers.hours import cards_in_time, tokens_of
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.answers.room import COUNTS, LADDER, LARGE, LARGE_NODE, card_named, described, gib, need
from bot.sizing.rules.answers.room import gpu_count as count_of
from bot.sizing.rules.shapes import Card, Kind, Method

FOR_SERVING = frozenset({"H20-96GB"})
WHOLE_TRAINED = frozenset({Method.FULL, Method.PRETRAIN})


def gpu_count(asked: Asked) -> dict[str, Any]:
    """How many cards; which, too, where none is named."""
    if asked.card is None:
        return recommend(asked)
    return {**count_of(asked), "in_time": _in_time(asked, asked.card)}


def _in_time(asked: Asked, card: Card) -> dict[str, Any] | None:
    """With work and a deadline: the fewest cards that hold the job and end in time; `gpus` null when none."""
    deadline = seconds_of(asked.get("deadline"))
    if deadline is None or tokens_of(asked)[0] is None:
        return None
    found = cards_in_time(asked, card, deadline, BY_TIME[-1])
    return {"deadline": deadline, "gpus": None, "seconds": None, **(found or {})}


def recommend(asked: Asked) -> dict[str, Any]:
    """For each method the cards that hold it, the least first: those named, or to rent any, or the pool's own."""
    cards, most = _offered(asked)
    by_method = {method: _holding(asked, method, cards, most) for method in asked.methods}
    ours_hold = any(by_method.values())
    if not ours_hold and most:
        cards, most = _market(asked), {}
        by_method = {method: _holding(asked, method, cards, most) for method in asked.methods}
    method = next((one for one in asked.methods if by_method[one]), asked.methods[0])
    found = by_method[method]
    pick = found[0] if found else None
    chosen = card_named(cards, pick["card"]) if pick else cards[-1]
    job = job_of(asked, method, pick["gpus"] if pick else 1, chosen)
    budget, price = asked.get("budget_cny"), asked.price_of(chosen) if pick else None
    return {
        "verdict": "fits" if pick else "no",
        "options": [need(job_of(asked, one, 1, chosen), chosen) for one in asked.methods],
        "enough": pick,
        "choices": found[:4],
        "beyond": not ours_hold and bool(asked.ours),
        "others": [rows[0] for one, rows in by_method.items() if one is not method and rows],
        "budget_minor": None if budget is None else int(budget) * 100,
        "price_minor": price,
        "currency": asked.currency,
        **described(asked, job, chosen),
        "card_assumed": False,
    }


def elsewhere(asked: Asked) -> list[dict[str, Any]]:
    """Where the cards that are meant do not hold it whatever is changed: the least that would, as it is asked for and
    for a language model that is trained as QLoRA."""
    model = asked.model
    if model is None:
        return []
    methods = [asked.methods[0]]
    if methods[0] is not Method.INFERENCE and model.kind in (Kind.LM, Kind.VLM):
        methods.append(Method.QLORA)
    own = [card for card, _ in asked.ours]
    cards = list({card.name: card for card in (*own, *_market(asked))}.values())
    found = []
    for method in dict.fromkeys(methods):
        meant = replace(asked, said={**asked.said, "method": method.value})
        found += _holding(meant, method, cards, {card.name: count for card, count in asked.ours})[:1]
    return found


def _offered(asked: Asked) -> tuple[list[Card], dict[str, int]]:
    """The cards to choose from, and how many there are of each where that is known."""
    named = [card for card in (asked.card, *asked.others) if card is not None and not asked.card_assumed]
    if len(named) > 1:
        return named, {}
    if asked.ours and not asked.get("rents"):
        return [card for card, _ in asked.ours], {card.name: count for card, count in asked.ours}
    return _market(asked), {}


def _market(asked: Asked) -> list[Card]:
    """What can be rented. Cards that are short of compute are for serving only."""
    trains = asked.methods[0] is not Method.INFERENCE
    names = [name for name in LADDER if not (trains and name in FOR_SERVING)]
    return [card for name in names if (card := card_named(asked.catalogue, name))]


def _holding(asked: Asked, method: Method, cards: list[Card], most: dict[str, int]) -> list[dict[str, Any]]:
    """The fewest of each card that hold it with room to spare, the least memory first."""
    found = []
    for card in cards:
        for count in COUNTS:
            if count > 1 and method in WHOLE_TRAINED and "no_p2p" in card.caveats and not most:
                break  # sharding a full run over PCIe is no recommendation
            if count > most.get(card.name, COUNTS[-1] if card.usable > LARGE else LARGE_NODE):
                break
            option = need(job_of(asked, method, count, card), card)
            if option["verdict"] == "fits":
                found.append({**option, "card": card.name, "card_gib": gib(card.usable)})
                break
    return sorted(found, key=lambda one: (one["gpus"] * LADDER.get(one["card"], one["card_gib"] / 20), one["gpus"]))
