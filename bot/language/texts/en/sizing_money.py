"""English: what it costs, which card pays, by the month, a share each; moving data."""

from typing import Any

from bot.language.texts.en.sizing_hours import assumed, room, work
from bot.language.texts.en.sizing_ours import pays
from bot.language.texts.en.sizing_words import (
    around,
    between,
    cards,
    money,
    number,
    short,
    some_cards,
    span,
)

Answer = dict[str, Any]


def cost(a: Answer) -> list[str]:
    if a.get("basis") == "budget":
        able = f"{money(a['budget_minor'], a['currency'])} runs "
        able += f"{cards(a['gpus'], a['card'])} for {span(a['affordable_seconds'])}"
        return [able, *_price(a)]
    hours = a["card_seconds"] / 3600 if "card_seconds" in a else 0
    lines = [_paid(a, hours)]
    if a["verdict"]:
        word = {"fits": "Within budget", "tight": "Tight", "no": "Over budget"}[a["verdict"]]
        lines[0] = f"{word}: ~{money(a['cost_minor'], a['currency'])} of {money(a['budget_minor'], a['currency'])}"
    if a.get("basis") == "runs":
        lines.append(
            f"{number(hours)} card-hours = {a['runs']} runs × {some_cards(a['each_gpus'])} × {span(a['each_seconds'])}"
        )
        lines.append("; ".join(f"{some_cards(one['gpus'])} {span(one['seconds'])}" for one in a["walls"]))
    elif a.get("basis") == "span":
        lines.append(
            f"{a['gpus']} × {number(round(a['span'] / 3600, 1))} h = {number(round(hours, 1))} card-hours if left on"
        )
    elif "time" in a:
        more = "" if a["basis"] == "trial" else " with 20 % for loading and saving"
        lines.append(f"Runs ~{around(a['time'])}: {number(round(hours, 1))} card-hours{more}")
        lines += [*room(a), *work(a)] if "how" in a else ["From your trial run"]
    return [*lines, *_price(a), *(assumed(a) if "job" in a else [])]


def _paid(a: Answer, hours: float) -> str:
    if a.get("cost_minor") is None:
        return f"{number(round(hours, 1))} card-hours × price: what is it?"
    return f"~{money(a['cost_minor'], a['currency'])}{_spread(a)}"


def _spread(a: Answer) -> str:
    if not a.get("spread_minor"):
        return ""
    low, high = (money(minor, a["currency"]) for minor in a["spread_minor"])
    return "" if low == high else f" ({low}–{high})"


def _price(a: Answer) -> list[str]:
    if a.get("price_minor") is None:
        return ["Say the price of a card-hour, e.g. at 4 yuan per hour"]
    source = {"said": "At your", "rent": "At the reference price (rent over every hour),"}.get(
        a["price_from"], "At the pool's"
    )
    more = f"; with 20 % in reserve {money(a['reserve_minor'], a['currency'])}" if a.get("reserve_minor") else ""
    return [f"{source} {money(a['price_minor'], a['currency'])} a card-hour{more}"]


def cost_compare(a: Answer) -> list[str]:
    rows = a["rows"]
    if a["cheapest"]:
        lines = [f"{short(a['cheapest'])} is cheaper"]
        if a["fastest"] != a["cheapest"]:
            lines[0] += f", {short(a['fastest'])} is faster"
    else:
        fast = max(rows, key=lambda row: row["times_as_fast"])
        slow = min(rows, key=lambda row: row["times_as_fast"])
        lines = [
            f"{short(fast['card'])} pays below {fast['times_as_fast']:g}× the price",
            f"It is ~{fast['times_as_fast']:g}× as fast as {short(slow['card'])}",
        ]
    for row in rows:
        parts = [f"{row['times_as_fast']:g}× speed"]
        if row["time"]:
            parts.append(f"~{span(row['time']['seconds'])}")
        if row["price_minor"] is not None:
            parts.append(f"{money(row['price_minor'], a['currency'])} an hour")
        if row["cost_minor"] is not None:
            parts.append(f"{money(row['cost_minor'], a['currency'])} a run")
        if row["verdict"] == "no":
            parts.append("but it does not fit")
        lines.append(f"{cards(row['gpus'], row['card'])}: {', '.join(parts)}")
    if a["missing"]:
        lines.append("Say both prices an hour and I compare to the yuan")
    lines[1:1] = pays(a["fast"])
    if any(row["cost_minor"] is not None for row in rows):
        guess = "; 400 tokens a sample is a guess" if a["guessed"] else ""
        lines.append(f"A run with 20 % for loading and saving{guess}")
    return lines


def cost_split(a: Answer) -> list[str]:
    if a.get("each_minor") is None:
        lines = ["Each = card-hours × price ÷ people"]
        return [*lines, *([f"{a['people']} people"] if a["people"] else ["How many people?"]), *_price(a)]
    return [
        f"{money(a['each_minor'], a['currency'])} each",
        f"{money(a['cost_minor'], a['currency'])} in all, {a['people']} equal shares",
        "By card-hours used is fairer: the bill can do that",
    ]


def hourly_vs_monthly(a: Answer) -> list[str]:
    better = {"hourly": "By the hour is cheaper", "monthly": "Monthly is cheaper", "alike": "About the same"}
    even, usual = a["even_hours"], a["usual_hours"]
    lines = [better[a["better"]]] if a["better"] else []
    if a["never"]:
        lines.append(f"Monthly would pay from {even} h, and a month has 720")
    elif even:
        lines.append(f"Break-even {even} h ({even / 24:.1f} days of 24 h)")
    else:
        lines.append(f"Monthly pays from ~{usual[0]}–{usual[1]} h ({usual[0] / 24:.0f}–{usual[1] / 24:.0f} days)")
    if a["bill_minor"] is not None:
        monthly = "" if a["monthly_minor"] is None else f", monthly {money(a['monthly_minor'], a['currency'])}"
        lines.append(f"{a['hours']} h by the hour: {money(a['bill_minor'], a['currency'])}{monthly}")
    elif a["hours"]:
        lines.append(f"You use ~{a['hours']} h")
    if not even:
        lines.append("With monthly at 60–70 % of its hours; both prices tell exactly")
    return [*lines, "Only hours in which the card really runs count"]


def transfer_time(a: Answer) -> list[str]:
    rows = a["rows"]
    if not rows:
        return ["At 0 Mbps nothing moves"]
    first = rows[0]
    lines = [f"~{between(first['full_seconds'], first['real_seconds'])} at {number(first['mbps'])} Mbps"]
    lines += [
        f"{number(row['mbps'])} Mbps = {row['mb_s']:g} MB/s: "
        f"{span(row['full_seconds'])} at full rate, {span(row['real_seconds'])} at 75 %"
        for row in rows
    ]
    if a["unclear"]:
        lines.append("Read as megabits; the second line is for MB/s")
    if a["rate_own"]:
        lines.append("By the pool's own line")
    elif not a["rate_said"]:
        lines.append("No rate given, so 100 Mbps and 1 Gbps")
    if a["disk"]:
        lines.append("Over 72 h: sending a disk is faster")
    return [*lines, "Pack small files first (tar); resumable, with checksums:"]
