"""English: when it cannot be had: why, who is in the way, what would work."""

from bot.language.texts.en.pieces import are, cards, first, length, listed, point
from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.writing import plain_name


def taken(f: Facts, c: Context) -> list[Line]:
    if not f["blocking"] and not f["offers"]:
        return ["Somebody was faster", "what is still free: /free"]
    lines: list[Line] = [_not_free(f, c)]
    for one in f["blocking"][:4]:
        begins = f"from {point(one['start'], c)} " if one["start"] > f["start"] else ""
        lines.append(f"{cards(one['gpus'])}: {one['holder']} {begins}until {point(one['end'], c)}")
    if len(f["blocking"]) > 4:
        lines.append(f"and {len(f['blocking']) - 4} more bookings")
    if f.get("booking") is not None:
        return [*lines, "This would work:"] if f["offers"] else lines
    return [*lines, "This would work:" if f["offers"] else "nothing fits in the next days; try fewer cards or less"]


def _not_free(f: Facts, c: Context) -> str:
    if f.get("booking") is not None:
        return f"Not until {point(f['end'], c)}: somebody follows{'' if f['offers'] else ' at once'}"
    if f["gpus"]:
        return f"{first(f['gpus'])} {are(f['gpus'])} not free then"
    kind = f"{f['kind']} " if f["kind"] else ""
    return f"No {kind}card is free then" if f["count"] == 1 else f"{f['count']} {kind}cards are not free then"


def limit(f: Facts, c: Context) -> list[Line]:
    match f["rule"]:
        case "min":
            return [f"At least {length(f['allowed'])}", f"you asked for {length(f['value'])}"]
        case "max":
            asked = f"you asked for {length(f['value'])}; several bookings are fine"
            return [f"At most {length(f['allowed'])} at a time", asked]
        case "horizon":
            first = f"It must start within {f['horizon_days']} days"
            return [first, f"the latest start now is {point(f['allowed'], c)}"]
        case "half":
            first = f"At most {f['allowed']} {f['kind']} this far ahead"
            return [first, f"you asked for {f['value']}; within {length(f['ahead_seconds'])} there is no such rule"]
        case _:
            left = f"{f['left'] // 3600} card-hours of that week are left; what is booked on the day does not count"
            return ["You have your share of that week", left]


def past(f: Facts, c: Context) -> list[Line]:
    when = f["start"]
    if f.get("begins") is not None:
        return ["It has not begun by then", f"booking {f['booking']} begins {point(f['begins'], c)}; else /cancel"]
    return ["That time is over", "say one that is to come" if when is None else f"you wrote {point(when, c)}"]


def no_such_card(f: Facts, c: Context) -> list[Line]:
    if f.get("booking") is not None:
        return [f"Booking {f['booking']} has no {cards(f['numbers'])}", f"it has: {cards(f['have'])}"]
    return [f"There is no {cards(f['numbers'])}", f"there are: {cards(f['have']) or 'none'}"]


def no_such_kind(f: Facts, c: Context) -> list[Line]:
    return [f"No {plain_name(f['kind'], 30)} here", f"there are: {', '.join(f['kinds'])}"]


def no_such_node(f: Facts, c: Context) -> list[Line]:
    if f["node"] is None:
        return ["Which machine?", f"there are: {', '.join(f['nodes'])}"]
    return [f"There is no machine {plain_name(f['node'], 32)}", f"there are: {', '.join(f['nodes'])}"]


def too_many(f: Facts, c: Context) -> list[Line]:
    kind = f"{f['kind']} " if f["kind"] else ""
    return [f"Not that many cards: {f['asked']}", f"one machine has at most {f['have']} {kind}cards"]


def not_one_node(f: Facts, c: Context) -> list[Line]:
    return ["A booking is on one machine", *[f"together: {cards(numbers)}" for numbers in f["nodes"]]]


def card_broken(f: Facts, c: Context) -> list[Line]:
    return [f"{first(f['numbers'])} out of order", f"{f['asked']} asked for, {f['have']} working"]


def no_cards(f: Facts, c: Context) -> list[Line]:
    return ["No cards are declared yet", "an owner sends: /pool 8xA100-80G"]


def no_such_booking(f: Facts, c: Context) -> list[Line]:
    if f["booking"] is not None:
        return [f"There is no booking {f['booking']}", "yours: /my"]
    mine = listed(f["mine"], c) if f.get("mine") else ["You have no booking"]
    if f.get("others"):
        return [*_theirs(f, c), *mine]
    if f.get("cards"):
        return [f"You do not hold {cards(f['cards'])}", *mine]
    if f.get("mine"):
        return ["No booking of yours fits that", *mine]
    return [*mine, "to book: /book 2 6h"]


def _theirs(f: Facts, c: Context) -> list[Line]:
    """Whose the cards are that were named."""
    lines: list[Line] = []
    for one in f["others"][:4]:
        named = sorted({*one["gpus"]} & {*f["cards"]})
        lines.append(f"{first(named)} {are(named)} {one['holder']}'s until {point(one['end'], c)}")
    return lines if len(lines) == 1 else ["These cards are not yours", *lines]


def not_yours(f: Facts, c: Context) -> list[Line]:
    holder = f["holder"] or "somebody else"
    if f["booking"] is None:
        return [f"This button is for {holder}", "book your own with /book"]
    return [f"Booking {f['booking']} is not yours", f"it is {holder}'s; you can only change your own"]


TEXTS: dict[str, Text] = {
    "taken": taken,
    "limit": limit,
    "past": past,
    "no_such_card": no_such_card,
    "no_such_kind": no_such_kind,
    "no_such_node": no_such_node,
    "too_many": too_many,
    "not_one_node": not_one_node,
    "card_broken": card_broken,
    "no_cards": no_cards,
    "no_such_booking": no_such_booking,
    "not_yours": not_yours,
}
