"""English: booking, giving back, reminders, and what has to be asked."""

from bot.language.texts.en.pieces import are, cards, first, lasts, listed, point, span
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import plain_name, write_amount, write_minutes, write_whole

WIDEST_PURPOSE = 60


def _cost(f: Facts) -> list[Line]:
    cost = f["reference_cost_minor"]
    if cost is None:
        return []
    if f["cost_basis"] == "price":
        return [f"{write_amount(cost, f['currency'], 'en')} by the hour; the month's bill counts"]
    so_far = f["so_far_card_hour_minor"]
    now = "" if so_far is None else f"; at this month's use a card-hour is ~{write_whole(so_far, f['currency'], 'en')}"
    return [f"reference ~{write_whole(cost, f['currency'], 'en')} (rent at full use){now}"]


def booked(f: Facts, c: Context) -> list[Line]:
    what = f"{first(f['gpus'])} {are(f['gpus'])}"
    if f.get("by"):
        lines: list[Line] = [f"Booked for {f['holder']}: {cards(f['gpus'])}", f"{span(f, c)}, booking {f['booking']}"]
    elif f["now"]:
        lines = [f"{what} yours until {point(f['end'], c)}", f"{lasts(f)}, booking {f['booking']}"]
    else:
        lines = [f"{what} booked for you", f"{span(f, c)}, booking {f['booking']}"]
    if f["node"]:
        lines.append(f"on machine {f['node']}")
    lines += _known_of(f)
    if f["assumed_count"]:
        lines.append("no count given: one card")
    if f["purpose"]:
        lines.append(f"for: {plain_name(f['purpose'], WIDEST_PURPOSE)}")
    return [*lines, *_cost(f), Code(f["export"])]


def _known_of(f: Facts) -> list[Line]:
    """The cards got are not as one expects: somebody works on them, or they have a warning."""
    lines: list[Line] = []
    if occupied := f.get("occupied"):
        lines.append(f"Other processes or memory are on {cards(occupied)} already: /gpu {occupied[0]}")
    if warned := f.get("warned"):
        lines.append(f"{first(warned)} {'has' if len(warned) == 1 else 'have'} a warning: /gpu {warned[0]}")
    return lines


def _theirs(f: Facts) -> list[Line]:
    """An owner ended somebody's booking: the others read whose and why."""
    return [f"reason: {plain_name(f['reason'], WIDEST_PURPOSE)}"] if f.get("by") else []


def _given_up(f: Facts) -> list[Line]:
    """How the time given up counts on the bill, told when it is given up."""
    percent = f.get("charged_percent")
    return [f"The unused time counts {percent}%, or not at all if somebody books it"] if percent else []


def released(f: Facts, c: Context) -> list[Line]:
    if f.get("by"):
        words = f"{f['by']} gave back {f['holder']}'s {cards(f['gpus'])}"
        return [words, f"{lasts(f)} used, kept as booking {f['booking']}", *_theirs(f), *_cost(f), *_given_up(f)]
    used = f"{lasts(f)} used, kept as booking {f['booking']}"
    return [f"{first(f['gpus'])} given back", used, *_cost(f), *_given_up(f)]


def cancelled(f: Facts, c: Context) -> list[Line]:
    if f.get("by"):
        words = f"{f['by']} cancelled {f['holder']}'s booking {f['booking']}"
        return [words, f"{cards(f['gpus'])}, {span(f, c)}", *_theirs(f), *_given_up(f)]
    free = "" if f.get("charged_percent") else ", nothing is charged"
    return [f"Cancelled{free}", f"{cards(f['gpus'])}, {span(f, c)}, booking {f['booking']}", *_given_up(f)]


def pick(f: Facts, c: Context) -> list[Line]:
    if f["verb"] == "book":
        return ["How many cards?", "or in one go: /book 2 6h"]
    first = "Running already. Give it back?" if f["verb"] == "release" else "Not begun yet. Cancel it?"
    return [first, *listed(f["bookings"], c)]


def ask_duration(f: Facts, c: Context) -> list[Line]:
    count = f["count"]
    kind = f"{f['kind']} " if f["kind"] else ""
    what = first(f["gpus"]) if f["gpus"] else f"{count} {kind}card{'' if count == 1 else 's'}"
    lines: list[Line] = [f"{what}: for how long?"]
    if f["assumed_count"]:
        lines.append("no count given: one card")
    if f["start"] is not None:
        lines.append(f"from {point(f['start'], c)}")
    return lines


TIME_QUESTIONS = {
    "no_hour": "Starting when?",
    "which_hour": "Which hour?",
    "which_start": "Starting when?",
    "which_end": "Until when?",
    "no_end_hour": "Until when?",
    "card_or_day": "The card or the day?",
    "flexible": "When shall it be?",
    "when": "Starting when?",
}


def ask_time(f: Facts, c: Context) -> list[Line]:
    then = "press one to book" if f["minutes"] else "press one"
    return [TIME_QUESTIONS.get(f["reason"], "Which time?"), f"{then}, or send it again with the full time"]


def ask_target(f: Facts, c: Context) -> list[Line]:
    word = {"release": "give back", "cancel": "cancel", "extend": "extend", "share": "share"}.get(f["verb"], "change")
    return [f"Which one to {word}?", *listed(f["bookings"], c)]


def starts_now(f: Facts, c: Context) -> list[Line]:
    return [
        _to(f, f"{first(f['gpus'])} {are(f['gpus'])} yours now"),
        f"until {point(f['end'], c)}, {lasts(f)}, booking {f['booking']}",
        Code(f["export"]),
    ]


def ends_soon(f: Facts, c: Context) -> list[Line]:
    left = write_minutes(max(0, -(-(f["end"] - c.now) // 60)), "en")
    return [
        _to(f, f"{first(f['gpus'])}: {left} left"),
        f"until {point(f['end'], c)}, booking {f['booking']}; save a checkpoint",
    ]


def _to(f: Facts, words: str) -> str:
    """What is said in a group is said to somebody."""
    return words if f["private"] else f"{f['holder']}: {words[:1].lower()}{words[1:]}"


TEXTS: dict[str, Text] = {
    "booked": booked,
    "released": released,
    "cancelled": cancelled,
    "pick": pick,
    "ask_duration": ask_duration,
    "ask_time": ask_time,
    "ask_target": ask_target,
    "starts_now": starts_now,
    "ends_soon": ends_soon,
}


def _window(f: Facts, c: Context) -> str:
    which_cards = f"{cards(f['gpus'])}, " if f["gpus"] else ""
    return which_cards + (span(f, c) if f["end"] is not None else f"from {point(f['start'], c)}")


LABELS: dict[str, Label] = {
    "copy_export": lambda f, c: "Copy the export line",
    "release": lambda f, c: "Give back",
    "cancel": lambda f, c: "Cancel the booking",
    "release_cards": lambda f, c: f"Give back {f['booking']} ({cards(f['gpus'])})",
    "cancel_cards": lambda f, c: f"Cancel {f['booking']} ({cards(f['gpus'])})",
    "which": lambda f, c: f"{f['booking']}: {cards(f['gpus'])} from {point(f['start'], c)}",
    "offer.earliest": lambda f, c: f"Earliest: {point(f['start'], c)}, {cards(f['gpus'])}",
    "offer.fewer": lambda f, c: f"Only {len(f['gpus'])}: {cards(f['gpus'])}",
    "offer.shorter": lambda f, c: f"Shorter: {lasts(f)}, until {point(f['end'], c)}",
    "count": lambda f, c: f"{f['count']} × {f['kind']}",
    "hours": lambda f, c: f"{f['hours']} h",
    "start.now": lambda f, c: "Now",
    "start.earliest": lambda f, c: f"Earliest: {span(f, c)}",
    "start.tonight": lambda f, c: point(f["start"], c),
    "window": _window,
}
