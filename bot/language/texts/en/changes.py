"""English: extending, shortening, dropping cards, undo, co-holders, limits, and reminders around the end."""

from typing import Any

from bot.language.texts.en.pieces import cards, first, lasts, length, point, span
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import plain_name


def _next(f: Facts, c: Context) -> list[Line]:
    follows = f["next"]
    return [f"then {follows['holder']}, from {point(follows['start'], c)}"] if follows else []


def extended(f: Facts, c: Context) -> list[Line]:
    more = length(f["end"] - f["old_end"])
    return [
        f"Extended until {point(f['end'], c)}",
        f"{cards(f['gpus'])}, {more} more, booking {f['booking']}",
        *_next(f, c),
    ]


def shortened(f: Facts, c: Context) -> list[Line]:
    less = length(f["old_end"] - f["end"])
    return [f"Shortened by {less}, until {point(f['end'], c)}", f"{cards(f['gpus'])}, booking {f['booking']}"]


def card_dropped(f: Facts, c: Context) -> list[Line]:
    return [
        f"{first(f['dropped'])} given back",
        f"still yours: {cards(f['gpus'])}, {span(f, c)}, booking {f['booking']}",
    ]


UNDONE = {
    "booked": "The booking is undone",
    "extended": "Not extended, the old time stands",
    "shortened": "Not shortened, the old time stands",
    "card_dropped": "The cards are yours again",
    "cancelled": "Not cancelled, the booking stands",
    "released": "Not given back, the cards are yours",
}


def ask_extension(f: Facts, c: Context) -> list[Line]:
    return ["Until when?", f"booking {f['booking']}; or say it: /extend 2h"]


def booked_for_you(f: Facts, c: Context) -> list[Line]:
    return [
        _to(f, f"{f['by']} booked {cards(f['gpus'])} for you"),
        f"{span(f, c)}, booking {f['booking']}",
        Code(f["export"]),
    ]


def undone(f: Facts, c: Context) -> list[Line]:
    if f.get("by"):
        return undone_by_owner(Facts({**f, "private": False}), c)
    return [UNDONE[f["what"]], *_stands(f, c)]


def undone_by_owner(f: Facts, c: Context) -> list[Line]:
    words = f"{f['by']} took that back, the booking {'stands' if f['holds'] else 'is gone'}"
    return [_to(f, words), *(_stands(f, c) or [f"{cards(f['gpus'])}, booking {f['booking']}"])]


def _stands(f: Facts, c: Context) -> list[Line]:
    return [f"{cards(f['gpus'])}, {span(f, c)}, booking {f['booking']}"] if f["holds"] else []


def _to(f: Facts, words: str) -> str:
    """What is said in a group is said to somebody."""
    return words if f["private"] else f"{f['holder']}: {words}"


def nothing_to_undo(f: Facts, c: Context) -> list[Line]:
    return ["Nothing to undo", "only your own last step of the past 2 minutes"]


def undo_too_late(f: Facts, c: Context) -> list[Line]:
    if c.now - f["done_at"] <= f["allowed"]:
        return ["The old time is over, too late to undo", "to go on: /again"]
    return [f"More than {length(f['allowed'])} ago, too late", "use /extend, /release or /cancel instead"]


def undo_taken(f: Facts, c: Context) -> list[Line]:
    if f.get("broken"):
        return [f"Too late: {cards(f['broken'])} broke down", "for other cards, book again: /book"]
    lines: list[Line] = ["Too late: somebody booked it"]
    return [
        *lines,
        *[f"{cards(one['gpus'])}: {one['holder']} until {point(one['end'], c)}" for one in f["blocking"][:4]],
    ]


def ask_reason(f: Facts, c: Context) -> list[Line]:
    return [
        f"Booking {f['booking']} is {f['holder']}'s",
        f"owners give a reason: /{f['verb']} {f['booking']} node restarts",
    ]


def ended_by_owner(f: Facts, c: Context) -> list[Line]:
    why = plain_name(f["reason"], WIDEST_REASON)
    return [_to(f, f"{f['by']} ended your booking {f['booking']}"), f"{cards(f['gpus'])}, reason: {why}"]


def ended(f: Facts, c: Context) -> list[Line]:
    return [f"Time is up for {cards(f['gpus'])}", *_next(f, c), f"booking {f['booking']}; please stop what still runs"]


def reminders(f: Facts, c: Context) -> list[Line]:
    if len(f["items"]) == 1:
        one = f["items"][0]
        return [
            f"{one['holder']}: {cards(one['gpus'])} {REMINDS[one['code']]}",
            f"{_until(one, c)}, booking {one['booking']}",
        ]
    lines: list[Line] = [f"Reminders for {len(f['items'])} bookings"]
    for one in f["items"][:MOST_REMINDERS]:
        which = f"{one['holder']}: {cards(one['gpus'])} {REMINDS[one['code']]}"
        lines.append(f"{which}, {_until(one, c)}, booking {one['booking']}")
    if len(f["items"]) > MOST_REMINDERS:
        lines.append(f"and {len(f['items']) - MOST_REMINDERS} more")
    return lines


def _until(one: dict[str, Any], c: Context) -> str:
    follows = one["next"]
    return f"then {follows['holder']}" if one["code"] == "ended" and follows else f"until {point(one['end'], c)}"


def co_held(f: Facts, c: Context) -> list[Line]:
    if not f["co_holders"]:
        return [f"Booking {f['booking']} is yours alone", f"to share it: /share {f['booking']} @li"]
    parts = ", ".join(f"{name} {weight}" for name, weight in f["weights"])
    equal = len({weight for _, weight in f["weights"]}) == 1
    return [
        f"Shared with {', '.join(f['co_holders'])}",
        f"{cards(f['gpus'])}, {span(f, c)}, booking {f['booking']}",
        "card-hours are divided equally" if equal else f"card-hours by parts: {parts}",
    ]


def co_holder_added(f: Facts, c: Context) -> list[Line]:
    words = f"{f['holder']} shares {cards(f['gpus'])} with you"
    return [words if f["private"] else f"{f['name']}: {words}", f"{span(f, c)}, booking {f['booking']}"]


def own_instead(f: Facts, c: Context) -> list[Line]:
    return ["Go on with yours, or book apart?", f"your booking {f['booking']}: {cards(f['gpus'])}, {span(f, c)}"]


REMINDS = {"starts_now": "yours now", "ends_soon": "nearly over", "ended": "time is up"}
MOST_REMINDERS = 6
WIDEST_REASON = 60
PRESETS = {"loose": "loose", "usual": "usual", "tight": "tight", None: "custom"}


def limits(f: Facts, c: Context) -> list[Line]:
    half, week = f["half_ahead_seconds"], f["week_share_permille"]
    lines: list[Line] = [
        f"Limits: {PRESETS[f['preset']]}",
        f"{length(f['min_seconds'])} to {length(f['max_seconds'])} a booking",
        f"it starts within {length(f['horizon_seconds'])}",
    ]
    if half is not None:
        lines.append(f"more than {length(half)} ahead: at most half of a kind")
    if week is not None:
        lines.append(f"a week ahead at most {week / 1000:g} × an equal share; the same day is free")
    return lines


TEXTS: dict[str, Text] = {
    "extended": extended,
    "shortened": shortened,
    "card_dropped": card_dropped,
    "undone": undone,
    "nothing_to_undo": nothing_to_undo,
    "undo_too_late": undo_too_late,
    "undo_taken": undo_taken,
    "ask_reason": ask_reason,
    "ended_by_owner": ended_by_owner,
    "undone_by_owner": undone_by_owner,
    "ask_extension": ask_extension,
    "booked_for_you": booked_for_you,
    "ended": ended,
    "reminders": reminders,
    "co_held": co_held,
    "co_holder_added": co_holder_added,
    "own_instead": own_instead,
    "limits": limits,
}
LABELS: dict[str, Label] = {
    "undo": lambda f, c: "Undo",
    "allowed": lambda f, c: f"{f['count']} × {length(f['seconds'])} instead",
    "more_hours": lambda f, c: f"+{f['hours']} h",
    "until": lambda f, c: f"until {point(f['end'], c)}",
    "offer.extend": lambda f, c: f"Extend until {point(f['end'], c)}: {cards(f['gpus'])}",
    "extend_own": lambda f, c: f"Extend {f['booking']} until {point(f['end'], c)}",
    "book_apart": lambda f, c: f"Book apart: {lasts(f)}",
    "start_me": lambda f, c: "Start me, I'll remind you privately",
    "co_holder.remove": lambda f, c: f"Stop sharing with {f['name']}",
    "preset": lambda f, c: PRESETS[f["preset"]],
}
