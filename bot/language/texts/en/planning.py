"""English: budgets, next month's plan, a paper's sentence."""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.en.bill_pieces import about, money, month
from bot.language.texts.paper import gpu_hours
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Pre, Text
from bot.language.writing import plain_name

MOST_NAMES = 6


def budget(f: Facts, c: Context) -> list[Line]:
    currency, pool, own = f["currency"], f["pool"], f["own"]
    changed = {"pool": "The group's budget is changed", "own": "Your budget is changed"}.get(f["changed"] or "")
    spent = f"{month(f['month'], c)}: {about(pool['spent_minor'], currency)} spent"
    lines: list[Line] = [*([changed] if changed else []), f"{spent}{_of(pool, currency)}"]
    lines.append(
        f"The whole month: {about(pool['forecast_minor'], currency)}; "
        f"with {pool['reserve_permille'] // 10}% in reserve {about(pool['with_reserve_minor'], currency)}"
    )
    if own is not None:
        lines.append(
            f"You: {about(own['spent_minor'], currency)} spent{_of(own, currency)}; "
            f"the whole month {about(own['forecast_minor'], currency)}"
        )
    if f["ceiling_minor"] is not None:
        price = money(f["card_hour_minor"], currency)
        fixed = f" + fixed {about(f['fixed_minor'], currency)}" if f["fixed_minor"] else ""
        lines.append(
            f"At most {about(f['ceiling_minor'], currency)} more "
            f"({f['cards']} cards × {f['hours_left']} h × {price}{fixed})"
        )
    if pool["budget_minor"] is None and not changed:
        lines.append("Set one: /budget 40000; your own: /budget mine 5000")
    return lines


def _of(one: Mapping[str, Any], currency: str) -> str:
    if one["budget_minor"] is None:
        return ", no budget"
    percent = 100 * one["spent_minor"] // one["budget_minor"]
    return f" of {about(one['budget_minor'], currency)} ({percent}%)"


def budget_alert(f: Facts, c: Context) -> list[Line]:
    whose = "Your budget" if f["own"] else "The group's budget"
    currency, when = f["currency"], month(f["month"], c)
    first = {
        "forecast": f"{whose} of {when} may not do",
        "100": f"{whose} of {when} is used up",
    }.get(f["level"], f"{whose} of {when}: {f['level']}% used")
    return [
        first,
        f"{about(f['spent_minor'], currency)} of {about(f['budget_minor'], currency)} spent",
        f"The whole month: {about(f['forecast_minor'], currency)}; with {f['reserve_permille'] // 10}% in reserve "
        f"{about(f['with_reserve_minor'], currency)}",
    ]


def plan(f: Facts, c: Context) -> list[Line]:
    currency, when = f["currency"], month(f["month"], c)
    cards_needed = "1 card" if f["cards"] == 1 else f"{f['cards']} cards"
    first = f"{when}: {f['card_hours']} card-hours, {cards_needed}" if f["card_hours"] else f"{when}: no needs yet"
    lines: list[Line] = [*([f"{f['changed']}: noted"] if f["changed"] else []), first]
    reserve = f"{f['reserve_permille'] // 10}% in reserve"
    if f["way"] is not None:
        known = [("by the hour", f["hourly_minor"]), ("by the month", f["monthly_minor"])]
        said = ", ".join(f"{name} {about(minor, currency)}" for name, minor in known if minor is not None)
        best = "by the hour" if f["way"] == "hourly" else "by the month"
        lines.append(f"Cheaper {best}: {said} (cards with {reserve})")
    elif f["card_hours"]:
        lines.append(f"Cards with {reserve}; which way to rent: /rent advice")
    needs = [_need(one, currency) for one in f["needs"]]
    if needs:
        rest = [f"and {len(needs) - MOST_NAMES} more"] if len(needs) > MOST_NAMES else []
        lines.append(Pre("\n".join([*needs[:MOST_NAMES], *rest])))
    if f["missing"]:
        more = f" and {len(f['missing']) - MOST_NAMES} more" if len(f["missing"]) > MOST_NAMES else ""
        lines.append(f"Not said yet: {', '.join(f['missing'][:MOST_NAMES])}{more}")
    return [*lines, "Say yours, e.g. /plan 2 cards 120h"]


def _need(one: Mapping[str, Any], currency: str) -> str:
    if not one["cards"]:
        return f"{one['name']} none"
    kind = f" {one['kind']}" if one["kind"] else ""
    share = f", {about(one['share_minor'], currency)}" if one["share_minor"] is not None else ""
    return f"{one['name']} {one['cards']}{kind} × {one['hours']} h{share}"


def ask_need(f: Facts, c: Context) -> list[Line]:
    return [f"How much do you need in {month(f['month'], c)}?", "Choose, or send it, e.g. /plan 2 cards 40h a week"]


def paper(f: Facts, c: Context) -> list[Line]:
    asked = f" for {plain_name(f['purpose'], 20)}" if f["purpose"] else ""
    if not f["kinds"]:
        return ["No card-hours of yours were found", *([f"Looked{asked}"] if asked else ["Book first: /book 2 6h"])]
    total = sum(kind["booked_seconds"] for kind in f["kinds"])
    used = "" if f["used_seconds"] is None else f", {gpu_hours(f['used_seconds'])} of them seen in use"
    bookings = "1 booking" if f["bookings"] == 1 else f"{f['bookings']} bookings"
    return [
        f"{gpu_hours(total)} card-hours in {bookings}",
        f"As booked{used}{asked}",
        Code(f["en"]),
        "In Chinese: the button below",
    ]


TEXTS: dict[str, Text] = {
    "budget": budget,
    "budget_alert": budget_alert,
    "plan": plan,
    "ask_need": ask_need,
    "paper": paper,
}
LABELS: dict[str, Label] = {
    "plan.change": lambda f, c: "Change mine",
    "plan.need": lambda f, c: f"{f['cards']} × {f['hours']} h",
    "plan.none": lambda f, c: "No cards",
    "paper.zh": lambda f, c: "Copy the Chinese",
    "paper.en": lambda f, c: "Copy the English",
}
