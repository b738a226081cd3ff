"""English: not understood, out of date, late, trouble with the store."""

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import write_point

REASONS = {
    "too_long_text": "Too long: at most 2000 characters",
    "half_card": "A card cannot be halved; book a whole one",
    "contradiction": "That contradicts itself: two times or two counts?",
    "bad_time": "I cannot read the time",
    "bad_count": "The count must be a whole number",
    "bad_duration": "I cannot read how long",
    "too_long": "Too long: at most 60 days",
    "no_target": "Which booking? Give its number: /release 42",
    "memory_missing": "How much memory? e.g. /pool 8xA100-80G",
}


def bad_input(f: Facts, c: Context) -> list[Line]:
    return [REASONS.get(f["reason"], "I cannot read that"), "e.g. /book 2xA100 6h, /book 2 tomorrow 9pm 6h"]


def bad_line(f: Facts, c: Context) -> list[Line]:
    return [
        f"Line {f['line']} cannot be read: {f['reason']}",
        'e.g. {"id":"1","chat":"lab","from":"li","text":"/book 2 6h"}',
    ]


def unknown_command(f: Facts, c: Context) -> list[Line]:
    return [f"There is no {f['text']}", "/help lists what there is"]


def not_understood(f: Facts, c: Context) -> list[Line]:
    return ["I cannot read that", "say how many cards and how long: /book 2 6h; the rest: /help"]


def stale_button(f: Facts, c: Context) -> list[Line]:
    if not f["inner"]:
        return ["This button is out of date", "send the command again"]
    return ["That button was out of date. Now:", *f["inner"]]


def already_done(f: Facts, c: Context) -> list[Line]:
    if f["what"] == "ended":
        return ["That booking is over already", "yours: /my"]
    return ["Done already:", *f["inner"][:2]]


def late_command(f: Facts, c: Context) -> list[Line]:
    sent = write_point(f["sent"], c.now, c.zone, "en")
    return ["This came late. Do it still?", f"sent {sent}: {f['text']}"]


def late_dropped(f: Facts, c: Context) -> list[Line]:
    return ["Fine, left undone"]


def busy(f: Facts, c: Context) -> list[Line]:
    return ["Too busy right now, not done yet", "I keep it and do it as soon as I can"]


def storage_failed(f: Facts, c: Context) -> list[Line]:
    return [
        "I cannot store it, not done yet",
        "perhaps the disk is full; I keep it and do it when that is mended",
    ]


def failed(f: Facts, c: Context) -> list[Line]:
    return ["Something broke; nothing was changed", f"tell an owner this number: {f['incident']}"]


def unworded(f: Facts, c: Context) -> list[Line]:
    return ["Done, but I lost the words for it", f"/my shows the result; tell an owner this number: {f['incident']}"]


TEXTS: dict[str, Text] = {
    "bad_input": bad_input,
    "bad_line": bad_line,
    "unknown_command": unknown_command,
    "not_understood": not_understood,
    "stale_button": stale_button,
    "already_done": already_done,
    "late_command": late_command,
    "late_dropped": late_dropped,
    "busy": busy,
    "storage_failed": storage_failed,
    "failed": failed,
    "unworded": unworded,
}
LABELS: dict[str, Label] = {
    "late.do": lambda f, c: "Do it",
    "late.drop": lambda f, c: "Never mind",
    "more": lambda f, c: "More",
}
