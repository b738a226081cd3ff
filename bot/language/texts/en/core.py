"""English: not understood, out of date, late, trouble with the store."""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name, write_point, write_span

WIDEST_QUOTE = 90
WIDEST_WORD = 20

REASONS = {
    "too_long_text": "Too long to read",
    "half_card": "A card cannot be halved; book a whole one",
    "contradiction": "That contradicts itself: two things at once?",
    "bad_time": "I cannot read the time",
    "skipped_time": "There is no such hour on that day",
    "bad_count": "The count must be a whole number",
    "bad_duration": "I cannot read how long",
    "unread_number": "One number: a count or a time?",
    "card_or_day": "The number of a card or a day?",
    "too_long": "Too long: at most 60 days",
    "no_target": "Which booking? Give its number",
    "bad_change": "I cannot read until when",
    "bad_card": "Which card? Give its number",
    "bad_weights": "One part for each, your own first",
    "yourself": "You hold it already",
    "guest": "Guests cannot use cards",
    "too_many_co_holders": "Too many share it",
    "recurring": "One booking at a time, please",
    "question": "Is that a question or a booking?",
    "memory_missing": "How much memory?",
    "bad_memory": "I cannot read the memory; write it in G",
    "too_many_cards": "Too many: a machine has at most 64",
    "bad_name": "A machine's name has only letters, digits and - _ .",
    "not_cards": "I cannot read which cards",
    "nothing_follows": "Nothing follows this command",
    "no_member": "Who? Give a name",
    "no_role": "I cannot read the role",
    "no_language": "I speak Chinese and English only",
    "bad_hours": "I cannot read from when to when",
    "bad_minute": "I cannot read that time",
    "bad_rental": "I cannot read that rental",
    "bad_need": "How many cards, how many hours?",
    "too_many_hours": "More hours than the month has",
    "ends_before": "The end must be after the start",
    "bad_reserve": "Write the reserve in percent",
    "bad_until": "I cannot read until which day",
    "one_beneficiary": "A voucher is for one member or for all",
    "bad_price": "I cannot read the price",
    "bad_policy": "I do not know this way to split",
    "bad_month": "I cannot read the month",
    "bad_line_number": "Which line of yours? /why numbers them",
    "bad_choice": "I cannot read the setting",
    "bad_sponsor": "How much do they take first?",
    "no_words": "Please say what is wrong",
    "too_many_names": "Too many names",
    "bad_fund": "What about the fund?",
    "bad_tax_number": "A tax number has 15 to 20 figures and letters",
    "no_title": "The fund needs a title",
    "bad_export": "Which file?",
    "only_own": "Only your own. Owners end others' one by one, with a reason",
    "which_cards": "Which of the cards? Give their numbers",
    "rent_recurs": "A rent that recurs is set once by /price",
    "bill_recurs": "A line is written once; next month again",
    "too_large_file": "The file would be too large",
}


def reason(code: str, said: Mapping[str, Any]) -> str:
    """What is wrong, by its reason, with what was typed where that shows it better."""
    text = plain_name(str(said.get("text") or ""), WIDEST_WORD)
    if code == "bad_duration" and text.startswith("-"):
        return f"{text}: a length cannot be negative"
    if code == "bad_duration" and said.get("minutes") == 0:
        return "A length must be more than 0"
    return REASONS.get(code, "I cannot read that")


def bad_input(f: Facts, c: Context) -> list[Line]:
    return [reason(f["reason"], f["facts"]), f"e.g. {f.get('example') or '/book 2xA100 6h'}"]


LINES = {
    "not_json": "it is not JSON",
    "not_an_object": "it must be an object",
    "line_too_long": "it is too long",
    "nothing_to_do": "neither text nor press is there",
    "text_and_press": "text or press, not both",
    "at_not_iso": "at must be an ISO 8601 time",
    "at_without_zone": "at needs its zone, e.g. +08:00",
    "at_out_of_range": "at is too far away",
    "at_goes_back": "at is before the line above",
    "image_not_a_path": "image must be the path of a file",
}
FIELDS = {
    "_missing": "is missing",
    "_not_a_string": "must be a string",
    "_not_unicode": "has broken characters",
    "_with_nul": "has a null character",
    "_too_long": "is too long",
}


def _line(reason: str) -> str:
    """Why a line cannot be read: what is wrong with the whole of it, or with one of its fields."""
    for ending, words in FIELDS.items():
        if reason not in LINES and reason.endswith(ending):
            return f"{reason.removesuffix(ending)} {words}"
    return LINES.get(reason, reason)


def bad_line(f: Facts, c: Context) -> list[Line]:
    return [
        f"Line {f['line']} cannot be read: {_line(f['reason'])}",
        'e.g. {"id":"1","chat":"lab","from":"li","text":"/book 2 6h"}',
    ]


def unknown_command(f: Facts, c: Context) -> list[Line]:
    return [f"There is no {plain_name(f['text'])}", "/help lists what there is"]


def not_understood(f: Facts, c: Context) -> list[Line]:
    return ["I cannot read that", "say how many cards and how long: /book 2 6h; the rest: /help"]


def stale_button(f: Facts, c: Context) -> list[Line]:
    if not f["inner"]:
        return ["This button is out of date", "send the command again"]
    return ["That button was out of date. Now:", *f["inner"]]


def already_done(f: Facts, c: Context) -> list[Line]:
    if f["what"] == "ended":
        return ["That booking is over already", "yours: /my"]
    return ["Done already:", *f["inner"][:2]] if f["inner"] else ["Done already", "yours: /my"]


def late_command(f: Facts, c: Context) -> list[Line]:
    sent = write_point(f["sent"], c.now, c.zone, "en")
    lines: list[Line] = ["This came late. Do it still?", f"sent {sent}: {plain_name(f['text'], WIDEST_QUOTE)}"]
    if f.get("end") is not None:
        return [*lines, f"as it was meant then: {write_span(f['start'], f['end'], c.now, c.zone, 'en')}"]
    if f.get("start") is not None:
        return [*lines, f"as it was meant then: from {write_point(f['start'], c.now, c.zone, 'en')}"]
    return lines


def late_dropped(f: Facts, c: Context) -> list[Line]:
    return ["Fine, left undone", plain_name(f["text"], WIDEST_QUOTE)]


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
    return ["I lost the words of this answer", f"/my shows what was done; tell an owner this number: {f['incident']}"]


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
