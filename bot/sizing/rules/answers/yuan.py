"""Answers about money: what a run costs, which card is cheaper for it, hourly against monthly, a share each.

Amounts are whole minor units; time enters in whole seconds.
"""

from dataclasses import replace
from typing import Any

from bot.sizing.rules.answers.asked import Asked, seconds_of
from bot.sizing.rules.answers.hours import MARGIN, run_set, seconds_for, timed, tokens_of, train_time
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.answers.room import need
from bot.sizing.rules.money import break_even
from bot.sizing.rules.pace import times_as_fast
from bot.sizing.rules.shapes import Card

HOUR = 3_600
DAY = 24
RESERVE_PERCENT = 20
MONTH_DAYS = 30
USUAL_MONTHLY = (60, 70)
"""A month costs 60–70 % of its 720 hours at the hourly price, where nobody said its price."""


def cost_minor(price_minor: int, card_seconds: int) -> int:
    """Rounded once, half up."""
    return (2 * price_minor * card_seconds + HOUR) // (2 * HOUR)


def run_seconds(seconds: float, margin: float = MARGIN) -> int:
    """What each card of a run is paid for: whole seconds before and after the margin, so that every line of an answer
    comes to the same amount."""
    return round(round(seconds) * margin)


def reserved(minor: int) -> int:
    """With the reserve for reruns and idle time, half up."""
    return (2 * minor * (100 + RESERVE_PERCENT) + 100) // 200


def cost(asked: Asked) -> dict[str, Any]:
    """Card-hours times the price: of a set of runs, of a span, or of a run that is estimated."""
    price = asked.price_of(asked.card)
    facts: dict[str, Any] = {
        "verdict": None,
        "price_minor": price,
        "price_from": asked.price_from if price is not None else None,
        "currency": asked.currency,
        "card": asked.card.name if asked.card else None,
        "card_assumed": asked.card_assumed,
        "gpus": asked.gpus,
        "whole": bool(asked.get("price_whole")),
        "budget_minor": None if asked.get("budget_cny") is None else int(asked.get("budget_cny")) * 100,
    }
    billed = 1 if asked.get("price_whole") and price is not None else asked.gpus
    if asked.get("runs") and asked.get("hours_each"):
        runs = run_set(asked)
        return _priced({**facts, **runs}, runs["card_seconds"])
    span = seconds_of(asked.get("deadline")) or (
        round(asked.get("hours_done") * HOUR) if asked.get("hours_done") else None
    )
    daily = asked.get("hours_a_day")
    answer = train_time(asked) if asked.get("samples") or asked.get("tokens") or asked.get("trial_steps") else {}
    if "time" in answer:
        facts |= {key: value for key, value in answer.items() if key not in ("verdict", "missing", "more")}
        margin = 1.0 if answer["basis"] == "trial" else MARGIN
        facts["spread_minor"] = [
            None if price is None else cost_minor(price, run_seconds(answer["time"][end], margin) * billed)
            for end in ("low", "high")
        ]
        return _priced(facts, run_seconds(answer["time"]["seconds"], margin) * billed)
    if span is None:
        budget = facts["budget_minor"]
        affordable = budget * HOUR // (price * billed) if budget and price else None
        return {**facts, "missing": None if affordable else "work", "affordable_seconds": affordable, "basis": "budget"}
    if daily:
        span = round(span * float(daily) / DAY)
    return _priced({**facts, "span": span, "basis": "span"}, span * billed)


def _priced(facts: dict[str, Any], card_seconds: int) -> dict[str, Any]:
    price, budget = facts["price_minor"], facts["budget_minor"]
    total = None if price is None else cost_minor(price, card_seconds)
    whole = None if total is None else reserved(total)
    enough = None
    if budget is not None and total is not None and whole is not None:
        enough = "fits" if whole <= budget else "tight" if total <= budget else "no"
    return {
        **facts,
        "verdict": enough,
        "card_seconds": card_seconds,
        "cost_minor": total,
        "reserve_minor": whole,
        "affordable_seconds": None if not price or budget is None else budget * HOUR // price,
    }


def cost_compare(asked: Asked) -> dict[str, Any]:
    """Cards ranked by yuan per finished run; a card r times as fast pays only below r times the price."""
    if asked.price_from == "said" and "" in (asked.price_minor or {}):  # one price, and nobody knows of which card
        asked = replace(asked, price_minor=asked.own_prices or None, price_from=asked.own_from)
    cards = [card for card in (asked.card, *asked.others) if card is not None]
    if len(cards) < 2 and (not cards or asked.card_assumed):  # none is named: the pool's kinds
        cards = [card for card, _ in asked.ours]
    if len(cards) < 2:
        return {"verdict": None, "missing": "other_card"}
    rows = [_row(asked, card) for card in cards]
    slowest = min(cards, key=lambda card: times_as_fast(card, cards[0]).middle)
    for row, card in zip(rows, cards, strict=True):
        row["times_as_fast"] = times_as_fast(card, slowest).middle
        price = row["price_minor"]
        row["per_work"] = None if price is None else price / row["times_as_fast"]
    if all(row["cost_minor"] is not None for row in rows):
        rows.sort(key=lambda row: row["cost_minor"])
    elif all(row["per_work"] is not None for row in rows):
        rows.sort(key=lambda row: row["per_work"])
    for row in rows:
        row.pop("per_work")
    known = all(row["price_minor"] is not None for row in rows)
    return {
        "verdict": None,
        "rows": rows,
        "fast": _fast(rows) if known else None,
        "guessed": any(row["time"] for row in rows) and "tokens_each" in tokens_of(asked)[1],
        "cheapest": rows[0]["card"] if known else None,
        "fastest": max(rows, key=lambda row: row["times_as_fast"])["card"],
        "currency": asked.currency,
        "price_from": asked.price_from,
        "missing": None if known else "price",
    }


def _fast(rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The fastest card beside the slowest: so many times as fast pays only below as many times the price."""
    slow, fast = (pick(rows, key=lambda row: row["times_as_fast"]) for pick in (min, max))
    if fast["times_as_fast"] <= slow["times_as_fast"] or not slow["price_minor"]:
        return None
    speed, price = fast["times_as_fast"] / slow["times_as_fast"], fast["price_minor"] / slow["price_minor"]
    return {
        "card": fast["card"],
        "than": slow["card"],
        "times_speed": round(speed, 2),
        "times_price": round(price, 2),
        "pays": price < speed,
    }


def _row(asked: Asked, card: Card) -> dict[str, Any]:
    price = asked.price_of(card)
    found = seconds_for(asked, asked.gpus, card) if asked.model else None
    fits = need(job_of(asked, asked.methods[0], asked.gpus, card), card)["verdict"] if asked.model else None
    return {
        "card": card.name,
        "gpus": asked.gpus,
        "price_minor": price,
        "verdict": fits,
        "time": timed(*found[:3]) if found else None,
        "cost_minor": None if price is None or not found else cost_minor(price, run_seconds(found[0]) * asked.gpus),
    }


def cost_split(asked: Asked) -> dict[str, Any]:
    """An equal share each of what a span costs."""
    people = asked.get("people")
    monthly = asked.get("price_month_minor")
    # 8 卡 A100 包月 3 万 is the price of the machine; only a price that says 每张 is one card's.
    billed = asked.gpus if asked.get("price_whole") is False else 1
    answer = {**cost(asked), **({"missing": None} if monthly else {})}
    total = monthly * billed if monthly else answer.get("cost_minor")
    each = None if total is None or not people else -(-total // int(people))
    return {**answer, "verdict": None, "people": people, "cost_minor": total, "each_minor": each}


def hourly_vs_monthly(asked: Asked) -> dict[str, Any]:
    """The hours from which a month is cheaper, in hours and days; and which is cheaper for the use that is told."""
    hourly = asked.price_of(asked.card)
    monthly = asked.get("price_month_minor")
    span = seconds_of(asked.get("deadline"))
    daily = asked.get("hours_a_day")
    if span is not None and span <= DAY * HOUR:
        span = None  # "a day" belongs to a habit; nobody rents by the month for one
    days = round(span / 86_400, 1) if span else None
    hours = None
    if span:
        hours = round(span / HOUR * (float(daily) / DAY if daily else 1))
    elif daily:
        hours = round(float(daily) * MONTH_DAYS)
    even = round(break_even(hourly, monthly).hours) if hourly and monthly else None
    never = even is not None and even > MONTH_DAYS * DAY
    usual = [MONTH_DAYS * DAY * share // 100 for share in USUAL_MONTHLY]
    bill = None if hourly is None or hours is None else hourly * hours
    if hours is None:
        better = None
    elif even is not None:
        better = "monthly" if hours > even else "hourly"
    else:
        better = "hourly" if hours < usual[0] else "monthly" if hours > usual[1] else "alike"
    if better and even and hours is not None and abs(hours - even) <= 0.05 * even:
        better = "alike"
    better = "hourly" if never else better
    return {
        "verdict": None,
        "card": asked.card.name if asked.card else None,
        "hourly_minor": hourly,
        "price_from": asked.price_from if hourly is not None else None,
        "monthly_minor": monthly,
        "even_hours": even,
        "never": never,
        "usual_hours": usual,
        "hours": hours,
        "days": days,
        "hours_a_day": daily,
        "bill_minor": bill,
        "better": better,
        "currency": asked.currency,
    }
