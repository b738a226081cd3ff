"""English: a bill is shown, agreed with, objected to, closed."""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.en.bill_pieces import line, money, month, named
from bot.language.texts.en.pieces import point
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name

MOST_MEMBERS = 12
MOST_OBJECTIONS = 6
MOST_LINES = 6
WIDEST_WORDS = 60


def review(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"The bill of {month(f['month'], c)}: {money(f['total_minor'], f['currency'])}"]
    lines += [f"{one['name']} {money(one['minor'], f['currency'])}" for one in f["members"][:MOST_MEMBERS]]
    if len(f["members"]) > MOST_MEMBERS:
        lines.append(f"and {len(f['members']) - MOST_MEMBERS} more")
    changed = "it changed, agree again; " if f["changed"] else ""
    lines.append(f"{changed}shown until {point(f['until'], c)}; closed then, or when all agree")
    if f["objections"]:
        lines += [_objection(one) for one in f["objections"][:MOST_OBJECTIONS]]
    elif f["agreed"]:
        missing = ", ".join(f["missing"][:6]) or "nobody"
        lines.append(f"{len(f['agreed'])} agreed, missing: {missing}")
    notes = [] if f["observed"] else ["no agent: bookings alone count"]
    notes += ["everybody gets their own in private"] if f["private"] else []
    return [*lines, *notes]


def _objection(one: dict[str, Any]) -> str:
    return f"objection {one['number']} ({one['by']}, {_where(one)}): {plain_name(one['words'], WIDEST_WORDS)}"


def _where(one: Mapping[str, Any]) -> str:
    if one["gone"]:
        return "a line that was taken back"
    return f"line {one['line']}" if one["line"] is not None else "the bill"


def bill_yours(f: Facts, c: Context) -> list[Line]:
    first = f"{month(f['month'], c)}: you {money(f['minor'], f['currency'])}"
    return [first, f"shown until {point(f['until'], c)}; how it came about: /why"]


def bill_stuck(f: Facts, c: Context) -> list[Line]:
    no_weights = "nobody used anything, and no pledges or payer stand in"
    why = no_weights if f["reason"] == "no_weights" else "a line cannot be shared"
    return [f"{month(f['month'], c)} cannot be shared out yet", f"{why} ({named(f['line'])})", "then: /close"]


def review_waits(f: Facts, c: Context) -> list[Line]:
    return [
        f"{month(f['month'], c)} cannot be closed yet",
        f"objections without an answer: {f['objections']}, see /object",
    ]


def bill_closed(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{month(f['month'], c)} is closed: {money(f['total_minor'], f['currency'])}"]
    lines += [f"{one['name']} {money(one['minor'], f['currency'])}" for one in f["members"][:MOST_MEMBERS]]
    state = "settled" if f["settled"] else "what turns out wrong goes into the next month"
    return [*lines, f"{state}; check {f['hash'][:8]}"]


def month_runs(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)} is not over", f"its bill can be shown from {point(f['until'], c)}"]


def nothing_to_close(f: Facts, c: Context) -> list[Line]:
    return [f"Nothing to pay for {month(f['month'], c)}", "write a line: /bill last month rent 40000"]


def not_in_review(f: Facts, c: Context) -> list[Line]:
    if f["month"]:
        return [f"The bill of {month(f['month'], c)} is not shown now", "as it stands: /split"]
    return ["No bill is shown now", "as it stands: /split"]


def ask_objection(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"Which line of {month(f['month'], c)} is wrong?"]
    lines += [f"{one['number']}. {line(one, f['currency'])}" for one in f["lines"][:MOST_LINES]]
    return [*lines, "give its number and why: /object 1 a day too much"]


def objected(f: Facts, c: Context) -> list[Line]:
    where = f"line {f['line']}" if f["line"] is not None else "the bill"
    return [
        f"{f['by']} objects to the bill of {month(f['month'], c)}",
        f"objection {f['number']}, {where}: {plain_name(f['words'], WIDEST_WORDS)}",
        f"it stays open until an answer: /object {f['number']} resolve corrected",
    ]


def objections(f: Facts, c: Context) -> list[Line]:
    if not f["objections"]:
        return [f"No objections to {month(f['month'], c)}", "if you have one: /object 1 a day too much"]
    waiting = sum(one["resolution"] is None for one in f["objections"])
    lines: list[Line] = [f"{month(f['month'], c)}: objections {len(f['objections'])}, open {waiting}"]
    for one in f["objections"][:MOST_OBJECTIONS]:
        answer = plain_name(one["resolution"] or "", WIDEST_WORDS)
        lines.append(_objection(one) + (f"; answer: {answer}" if answer else ""))
    return lines


def objection_resolved(f: Facts, c: Context) -> list[Line]:
    left = f", {f['left']} still open" if f["left"] else ", none left"
    return [
        f"Objection {f['number']} is answered{left}",
        f"{month(f['month'], c)}, {f['by']} on {_where(f)}: {plain_name(f['words'], WIDEST_WORDS)}",
        f"{f['resolved_by']}: {plain_name(f['resolution'], WIDEST_WORDS)}",
    ]


def no_such_objection(f: Facts, c: Context) -> list[Line]:
    return [f"There is no objection {f['number']}", "/object lists them"]


def too_many_objections(f: Facts, c: Context) -> list[Line]:
    return [f"{f['allowed']} objections are open already", "wait until some are answered"]


def no_weights(f: Facts, c: Context) -> list[Line]:
    why = f"nobody used anything, and no pledges or payer stand in ({named(f['line'])})"
    return ["Nobody has a part in it", why, "name a payer: /split payer li"]


def unbalanced(f: Facts, c: Context) -> list[Line]:
    return ["The books do not balance", f"off by {f['off_by_minor']} of the smallest unit; tell an owner"]


TEXTS: dict[str, Text] = {
    "review": review,
    "bill_yours": bill_yours,
    "bill_stuck": bill_stuck,
    "review_waits": review_waits,
    "bill_closed": bill_closed,
    "month_runs": month_runs,
    "nothing_to_close": nothing_to_close,
    "not_in_review": not_in_review,
    "ask_objection": ask_objection,
    "objected": objected,
    "objections": objections,
    "objection_resolved": objection_resolved,
    "no_such_objection": no_such_objection,
    "too_many_objections": too_many_objections,
    "no_weights": no_weights,
    "unbalanced": unbalanced,
}
LABELS: dict[str, Label] = {
    "review.agree": lambda f, c: "Agree",
    "review.object": lambda f, c: "Object",
}
