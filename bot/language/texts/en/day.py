"""English texts of the digest."""

from datetime import date
from typing import Any

from bot.language.texts.en.live import MACHINE_STATES
from bot.language.texts.en.machine import finding
from bot.language.texts.en.pieces import cards, first, length, point
from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.writing import display_width
from bot.language.writing.days import write_day

MOST_PEOPLE = 5
MOST_TROUBLES, WIDEST_TROUBLES = 4, 100
MOST_PLANS = 2


def digest(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{_when(f, c)}: {_total(f)}", *_people(f), *_idle_cards(f), _machine(f), *_plan(f, c)]
    if f["idle"]:
        whose = ", ".join(f"{one['holder']} {cards(one['gpus'])}" for one in f["idle"][:3])
        lines.append(f"Booked, nothing running: {whose}. Still needed?")
    return lines


def _when(f: Facts, c: Context) -> str:
    if f["ongoing"]:
        return "Today so far"
    begin, last = (_day(f[name], c) for name in ("first_day", "last_day"))
    said = last if begin == last else f"{begin}–{last}"
    return said[:1].upper() + said[1:]


def _day(day: str, c: Context) -> str:
    return write_day(date.fromisoformat(day), c.now, c.zone, "en")


def hours(seconds: int) -> str:
    """Card-hours to one decimal, whole ones without."""
    tenths = round(seconds / 360)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10:.1f}"


def _total(f: Facts) -> str:
    booked, used, idle = (sum(card[f"{name}_seconds"] for card in f["cards"]) for name in ("booked", "used", "idle"))
    if not f["watched"]:
        return f"{hours(booked)} card-hours booked"
    return f"{hours(used)} used, {hours(booked)} booked, {hours(idle)} idle"


def _people(f: Facts) -> list[Line]:
    if not f["members"]:
        return ["Nobody used a card"]
    said = [_person(one, f) for one in f["members"][:MOST_PEOPLE]]
    rest = len(f["members"]) - MOST_PEOPLE
    tail = f", {rest} more" if rest > 0 else ""
    head = "Card-hours used/booked: " if f["watched"] else "Card-hours booked: "
    return [f"{head}{', '.join(said)}{tail}"]


def _person(one: dict[str, Any], f: Facts) -> str:
    amount = hours(one["booked_seconds"])
    if f["watched"]:
        amount = f"{hours(one['used_seconds'])}/{amount}"
    cost = one["reference_cost_minor"]
    yuan = f" ~¥{round(cost / 100)}" if cost and f["currency"] == "CNY" else ""
    return f"{one['name']} {amount}{yuan}"


def _idle_cards(f: Facts) -> list[Line]:
    """Cards that nobody booked or used in all that time."""
    free = [card["gpu"] for card in f["cards"] if not card["booked_seconds"] and not card["used_seconds"]]
    said = [f"{first(free)} unused"] if free and len(free) < len(f["cards"]) else []
    if f["unknown_seconds"] >= 600:
        said.append(f"{hours(f['unknown_seconds'])} card-hours by nobody known")
    return ["; ".join(said)] if said else []


def _machine(f: Facts) -> str:
    if not f["watched"]:
        return "No agent: bookings only"
    if not f["health"]:
        return "The machine is well"
    said: list[str] = []
    for one in f["health"][:MOST_TROUBLES]:
        if not said or display_width(", ".join([*said, _trouble(one)])) <= WIDEST_TROUBLES:
            said.append(_trouble(one))
    more = len(f["health"]) - len(said)
    return f"Machine: {', '.join(said)}{f', {more} more: /health' if more else ''}"


def _trouble(one: dict[str, Any]) -> str:
    if one["what"] == "state":
        return f"{one['node']} {MACHINE_STATES.get(one['finding']['what'], one['finding']['what'])}"
    if one["finding"] is not None:
        return finding(one["finding"], " ")
    which = "" if one["gpu"] is None else f"card {one['gpu']}"
    return {
        "away": lambda: f"{one['node']} is not reached",
        "silent": lambda: f"{one['node']} {length(one['seconds'])} without readings",
        "lost": lambda: f"{which} fell off",
        "xid": lambda: f"{which} {one['count']} hardware errors",
        "throttled": lambda: f"{which} slowed {one['count']}% of the time",
    }[one["what"]]()


def _plan(f: Facts, c: Context) -> list[Line]:
    if not f["plan"]:
        return ["Nothing booked next"]
    said = [f"{one['holder']} {cards(one['gpus'])} {_span(one, c)}" for one in f["plan"][:MOST_PLANS]]
    rest = len(f["plan"]) - MOST_PLANS
    return [f"Next: {'; '.join(said)}{f'; {rest} more' if rest > 0 else ''}"]


def _span(one: dict[str, Any], c: Context) -> str:
    if one["start"] <= c.now:
        return f"until {point(one['end'], c)}"
    return f"from {point(one['start'], c)}"


def digest_set(f: Facts, c: Context) -> list[Line]:
    if f["time"] is None:
        return ["No digest any more", "See it any time: /digest"]
    return [f"The digest comes daily at {f['time']}", "It tells of the day before; to stop it: /digest off"]


TEXTS: dict[str, Text] = {"digest": digest, "digest_set": digest_set}
