"""English: booking, giving back, and the ways out when it cannot be had."""

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import write_amount, write_cards, write_minutes, write_point, write_span


def _point(at: int, c: Context) -> str:
    return write_point(at, c.now, c.zone, "en")


def _span(f: Facts, c: Context) -> str:
    return write_span(f["start"], f["end"], c.now, c.zone, "en")


def _cards(numbers: list[int]) -> str:
    return write_cards(numbers, "en")


def _first(numbers: list[int]) -> str:
    words = _cards(numbers)
    return words[:1].upper() + words[1:]


def _are(numbers: list[int]) -> str:
    return "is" if len(numbers) == 1 else "are"


def _cost(f: Facts) -> list[Line]:
    cost = f["reference_cost_minor"]
    return [] if cost is None else [f"reference {write_amount(cost, f['currency'])}, the monthly bill decides"]


def booked(f: Facts, c: Context) -> list[Line]:
    are = _are(f["gpus"])
    what = _first(f["gpus"])
    first = f"{what} {are} yours until {_point(f['end'], c)}" if f["now"] else f"{what} {are} booked for you"
    lines: list[Line] = [first, f"{_span(f, c)}, booking {f['booking']}"]
    if f["assumed_count"]:
        lines.append("no count given: one card")
    if f["purpose"]:
        lines.append(f"for: {f['purpose']}")
    return [*lines, *_cost(f), Code(f["export"])]


def released(f: Facts, c: Context) -> list[Line]:
    used = write_minutes(-(-(f["end"] - f["start"]) // 60), "en")
    return [f"{_first(f['gpus'])} given back", f"{used} used, kept as booking {f['booking']}", *_cost(f)]


def cancelled(f: Facts, c: Context) -> list[Line]:
    return ["Cancelled, nothing is charged", f"{_cards(f['gpus'])}, {_span(f, c)}, booking {f['booking']}"]


def taken(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["Not free at that time"]
    for one in f["blocking"][:4]:
        lines.append(f"{_cards(one['gpus'])}: {one['holder']} until {_point(one['end'], c)}")
    if len(f["blocking"]) > 4:
        lines.append(f"and {len(f['blocking']) - 4} more bookings")
    lines.append("This would work:" if f["offers"] else "Nothing else fits in the next days; try again later")
    return lines


def ask_duration(f: Facts, c: Context) -> list[Line]:
    count = f["count"]
    kind = f"{f['kind']} " if f["kind"] else ""
    what = _first(f["gpus"]) if f["gpus"] else f"{count} {kind}card{'' if count == 1 else 's'}"
    lines: list[Line] = [f"{what}: for how long?"]
    if f["assumed_count"]:
        lines.append("no count given: one card")
    if f["start"] is not None:
        lines.append(f"from {_point(f['start'], c)}")
    return lines


def ask_time(f: Facts, c: Context) -> list[Line]:
    return ["Which time?", "It can be read in more than one way; press one to book"]


def ask_target(f: Facts, c: Context) -> list[Line]:
    word = "give back" if f["verb"] == "release" else "cancel"
    return [f"Which one to {word}?", *[_line(one, c) for one in f["bookings"][:6]]]


def pick(f: Facts, c: Context) -> list[Line]:
    if f["verb"] == "release":
        return ["It is running already. Give it back?", *[_line(one, c) for one in f["bookings"]]]
    return ["It has not begun. Cancel it?", *[_line(one, c) for one in f["bookings"]]]


def _line(one: dict[str, object], c: Context) -> Line:
    f = Facts(one)
    return f"{f['booking']}: {_cards(f['gpus'])}, {_span(f, c)}"


def limit(f: Facts, c: Context) -> list[Line]:
    if f["rule"] == "min":
        asked = write_minutes(f["value"] // 60, "en")
        return [f"At least {write_minutes(f['allowed'] // 60, 'en')}", f"you asked for {asked}"]
    if f["rule"] == "max":
        asked = write_minutes(f["value"] // 60, "en")
        return [
            f"At most {write_minutes(f['allowed'] // 60, 'en')} at a time",
            f"you asked for {asked}; several bookings are fine",
        ]
    return [
        f"It must start within {f['horizon_days']} days",
        f"the latest start now is {_point(f['allowed'], c)}",
    ]


def past(f: Facts, c: Context) -> list[Line]:
    when = f.get("start")
    return ["That time is over", *([f"you wrote {_point(when, c)}"] if isinstance(when, int) else [])]


def no_such_card(f: Facts, c: Context) -> list[Line]:
    return [f"There is no {_cards(f['numbers'])}", f"there are {_cards(f['have'])}"]


def no_such_kind(f: Facts, c: Context) -> list[Line]:
    return [f"No {f['kind']} here", f"there are: {', '.join(f['kinds'])}"]


def too_many(f: Facts, c: Context) -> list[Line]:
    kind = f"{f['kind']} " if f["kind"] else ""
    return [f"Not that many cards: {f['asked']}", f"one machine has at most {f['have']} {kind}cards"]


def not_one_node(f: Facts, c: Context) -> list[Line]:
    return ["A booking is on one machine", *[f"together: {_cards(numbers)}" for numbers in f["nodes"]]]


def card_broken(f: Facts, c: Context) -> list[Line]:
    return [f"{_first(f['numbers'])} out of order", f"{f['asked']} asked for, {f['have']} working"]


def no_cards(f: Facts, c: Context) -> list[Line]:
    return ["No cards are declared yet", "an owner sends: /pool 8xA100-80G"]


def no_such_booking(f: Facts, c: Context) -> list[Line]:
    if f["booking"] is not None:
        return [f"There is no booking {f['booking']}", "/my shows yours"]
    if not f["mine"]:
        return ["You have no booking", "to book: /book 2 6h"]
    word = "/cancel" if f["running"] else "/release"
    first = "You hold no card right now" if f["running"] else "Nothing of yours is yet to begin"
    return [first, *[_line(one, c) for one in f["mine"][:4]], f"to end one of these: {word}"]


def not_yours(f: Facts, c: Context) -> list[Line]:
    if f["booking"] is None:
        return [f"This button is for {f['holder'] or 'somebody else'}", "book your own with /book"]
    return [f"Booking {f['booking']} is {f['holder']}'s", "you can change only your own"]


def starts_now(f: Facts, c: Context) -> list[Line]:
    return [
        f"{_first(f['gpus'])} now yours until {_point(f['end'], c)}",
        f"booking {f['booking']}",
        Code(f["export"]),
    ]


def ends_soon(f: Facts, c: Context) -> list[Line]:
    return [
        f"{_first(f['gpus'])} nearly over: {_point(f['end'], c)}",
        f"booking {f['booking']}; save a checkpoint",
    ]


TEXTS: dict[str, Text] = {
    "booked": booked,
    "released": released,
    "cancelled": cancelled,
    "taken": taken,
    "ask_duration": ask_duration,
    "ask_time": ask_time,
    "ask_target": ask_target,
    "pick": pick,
    "limit": limit,
    "past": past,
    "no_such_card": no_such_card,
    "no_such_kind": no_such_kind,
    "too_many": too_many,
    "not_one_node": not_one_node,
    "card_broken": card_broken,
    "no_cards": no_cards,
    "no_such_booking": no_such_booking,
    "not_yours": not_yours,
    "starts_now": starts_now,
    "ends_soon": ends_soon,
}


def _offer(f: Facts, c: Context, word: str) -> str:
    return f"{word}: {_cards(f['gpus'])} {_span(f, c)}"


LABELS: dict[str, Label] = {
    "copy_export": lambda f, c: "Copy the export line",
    "release": lambda f, c: "Give back",
    "cancel": lambda f, c: "Cancel",
    "release_cards": lambda f, c: f"Give back {f['booking']} ({_cards(f['gpus'])})",
    "cancel_cards": lambda f, c: f"Cancel {f['booking']} ({_cards(f['gpus'])})",
    "offer.earliest": lambda f, c: _offer(f, c, "Earliest"),
    "offer.fewer": lambda f, c: _offer(f, c, "Fewer"),
    "offer.shorter": lambda f, c: _offer(f, c, "Shorter"),
    "hours": lambda f, c: f"{f['hours']} h",
    "window": lambda f, c: _span(f, c),
    "which": lambda f, c: f"{f['booking']}: {_cards(f['gpus'])} {_span(f, c)}",
}
