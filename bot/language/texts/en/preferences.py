"""English: language, quiet hours, time zone, where notices go."""

from zoneinfo import ZoneInfo

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name, write_point

LANGUAGES = {"zh": "Chinese", "en": "English"}


def lang(f: Facts, c: Context) -> list[Line]:
    if f["language"] is None:
        return ["I answer in the language you write", "to fix one: /lang en or /lang zh"]
    first = "From now on" if f["set"] else "Now"
    return [
        f"{first} I answer you in {LANGUAGES[f['language']]}",
        "what you write in another language is answered in it; undo: /lang auto",
    ]


def quiet(f: Facts, c: Context) -> list[Line]:
    if f["from"] is None:
        return ["All your notices make a sound", "for quiet nights: /quiet 23-8"]
    return [f"From {f['from']} to {f['to']} your notices are silent", "they still come; to end this: /quiet off"]


def zone(f: Facts, c: Context) -> list[Line]:
    there = f"there it is {write_point(c.now, c.now, ZoneInfo(f['zone']), 'en')}"
    if f["set"] and f["zone"] != f["before"]:
        return [f"Time zone: {f['zone']}", there, "times follow from now on, bills from next month on"]
    first = f"Time zone: {f['zone']}, as before" if f["set"] else f"Time zone: {f['zone']}"
    late = f["bills_zone"] != f["zone"]
    return [first, there, *([f"this month's bills are still by {f['bills_zone']}"] if late else [])]


def no_such_zone(f: Facts, c: Context) -> list[Line]:
    first = f"There is no time zone {plain_name(f['text'], 24)}"
    return [first, "did you mean:" if f["likely"] else "it takes the full name: /tz Europe/Berlin"]


def here(f: Facts, c: Context) -> list[Line]:
    where = "to this topic" if f["topic"] else "here"
    return [f"Fine, notices come {where} from now on", "to move them, send /here in another topic"]


def here_in_group(f: Facts, c: Context) -> list[Line]:
    return ["Send it in the group", "/here goes into the topic where notices shall come"]


TEXTS: dict[str, Text] = {
    "lang": lang,
    "quiet": quiet,
    "zone": zone,
    "no_such_zone": no_such_zone,
    "here": here,
    "here_in_group": here_in_group,
}
LABELS: dict[str, Label] = {
    "lang": lambda f, c: {"zh": "Chinese", "en": "English", None: "Automatic"}[f["language"]],
    "quiet.hours": lambda f, c: "No quiet hours" if f["from"] is None else f"{f['from']} to {f['to']}",
    "zone": lambda f, c: str(f["zone"]),
}
