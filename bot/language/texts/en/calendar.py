"""English: free, week."""

from datetime import date

from bot.language.texts.en.pieces import cards, point
from bot.language.texts.free_time import Alike, alike, all_taken, booking_line, free_on
from bot.language.texts.grid import day_grid, days_that_fit, kind_names, shows_single_cards, week_grid
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import write_span
from bot.language.writing.days import write_date, write_day

MOST_LINES = 6
HEADS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]


def _day(day: str, c: Context) -> str:
    return write_day(date.fromisoformat(day), c.now, c.zone, "en")


def _date(day: str, c: Context) -> str:
    return write_date(date.fromisoformat(day), c.now, c.zone, "en")


def _count(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def free(f: Facts, c: Context) -> list[Line]:
    if f["quiet"] is not None:
        return _quiet(f, c)
    if f["day"] is not None:
        return [_first_of_day(f, c), *_grids(f, c)]
    now = f["now"]
    first = f"{_count(len(now))} free now" if now else "No card is free now"
    return [first, *(_alike(one, f, c) for one in alike(f["cards"], c.now, MOST_LINES)), *_grids(f, c)]


def _first_of_day(f: Facts, c: Context) -> str:
    whole, some = free_on(f["days"][0])
    day = _day(f["day"], c)
    if whole:
        return f"{_count(whole)} free all day {day}" if day == "tomorrow" else f"{_count(whole)} free all of {day}"
    if all_taken(f["days"][0]):
        return f"{day[0].upper()}{day[1:]}: every card is taken"
    return f"{day[0].upper()}{day[1:]}: {'free hours, but no card all day' if some else 'no card has a free hour'}"


def _alike(one: Alike, f: Facts, c: Context) -> Line:
    kind, until, since, broken = one.standing
    if broken:
        says = "out of order"
    elif until is not None:
        says = "free for two days" if until >= f["until"] else f"free until {point(until, c)}"
    else:
        says = "taken for two days" if since is None else f"free from {point(since, c)}"
    return f"{kind} {cards(one.numbers)}: {says}"


def _grids(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = []
    for day in days_that_fit(f["days"], f["cards"]):
        head = [_day(day["date"], c)] if f["day"] is None else []
        lines += [*head, day_grid(day, f["cards"])]
    return [*lines, _legend(f)]


def _legend(f: Facts) -> str:
    broken = " × out of order" if any(card["broken"] for card in f["cards"]) else ""
    if shows_single_cards(f["cards"]):
        return f"· free ■ taken ● yours ◐ partly free{broken}"
    return f"figures: cards free, + is ten or more ■ none ● some are yours ◐ partly free{broken}"


def _quiet(f: Facts, c: Context) -> list[Line]:
    if not f["quiet"]:
        return ["Nothing is quiet these days", "when each card is free: /free"]
    lines: list[Line] = ["The quietest times"]
    for one in f["quiet"]:
        span = write_span(one["start"], one["end"], c.now, c.zone, "en")
        lines.append(f"{span}: {one['free_permille'] // 10}% free, {_count(one['throughout'])} all along")
    first = f["quiet"][0]
    return [*lines, f"to book the first: {booking_line(first['start'], first['end'], c.now, c.zone)}"]


def week(f: Facts, c: Context) -> list[Line]:
    monday, sunday = f["days"][0]["date"], f["days"][-1]["date"]
    names = kind_names([(one["kind"], one["memory_gb"]) for one in f["kinds"]])
    kinds = [f"{name} ({_count(one['cards'])})" for name, one in zip(names, f["kinds"], strict=True)]
    lines: list[Line] = [
        f"{f['free_permille'] // 10}% of {_which(f, c)} is free",
        f"{_date(monday, c)} to {_date(sunday, c)}; figures: cards free all along, ● some are yours",
        week_grid(f["days"], kinds, HEADS, "today" if f["weeks_ahead"] == 0 else ""),
    ]
    lines += [_booking(Facts(one), c) for one in f["bookings"]]
    return [*lines, f"and {f['more']} more"] if f["more"] else lines


def _which(f: Facts, c: Context) -> str:
    named = {0: "what is left of this week", 1: "next week"}.get(f["weeks_ahead"])
    return named or f"the week of {_date(f['days'][0]['date'], c)}"


def _booking(one: Facts, c: Context) -> Line:
    mark = "● " if one["mine"] else ""
    return f"{mark}{one['holder']}: {cards(one['gpus'])}, {write_span(one['start'], one['end'], c.now, c.zone, 'en')}"


TEXTS: dict[str, Text] = {"free": free, "week": week}


def _week_label(f: Facts, c: Context) -> str:
    return {0: "this week", 1: "next week"}.get(f["ahead"]) or f"week of {_date(f['date'], c)}"


LABELS: dict[str, Label] = {
    "day": lambda f, c: _day(f["date"], c),
    "quietest": lambda f, c: "quietest times",
    "week": _week_label,
}
