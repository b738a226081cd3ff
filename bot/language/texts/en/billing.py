"""English: lines of the bill, prices and rents."""

from typing import Any

from bot.language.texts.en import bill_month, bill_review, bill_vouchers
from bot.language.texts.en.bill_pieces import KEYS, KINDS, UNITS, about, day, line, money, month
from bot.language.texts.en.pieces import cards
from bot.language.texts.rents import Rent, together
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name

MOST_LINES = 12
MOST_RENTS = 5
FAULTS = {
    "empty": "How much?",
    "not_an_amount": "I cannot read the amount",
    "ambiguous": "That amount can be read in two ways",
    "too_fine": "Finer than the smallest coin",
    "too_large": "That amount is too large",
    "other_currency": "That is another currency",
    "not_positive": "The amount must be more than 0",
}


def bill(f: Facts, c: Context) -> list[Line]:
    if not f["lines"]:
        how = "write a line: /bill rent 40000; a rent by the month: /price rent 40000 per month"
        return [f"Nothing to pay for {month(f['month'], c)} yet", how]
    first = f"{month(f['month'], c)}: {money(f['total_minor'], f['currency'])} in {_count(len(f['lines']))}"
    lines: list[Line] = [first]
    for one in f["lines"][:MOST_LINES]:
        number = f"#{one['number']} " if one["number"] is not None else ""
        changed = ", the price changed" if one["changes"] else ""
        late = f", for {month(one['corrects'], c)}" if one["corrects"] else ""
        by = f", by {one['by']}" if one["by"] else ", by itself"
        lines.append(f"{number}{line(one, f['currency'])}, {KEYS[one['key']]}{changed}{late}{by}")
    more = len(f["lines"]) - MOST_LINES
    return [*lines, f"and {more} more"] if more > 0 else lines


def _count(lines: int) -> str:
    return "1 line" if lines == 1 else f"{lines} lines"


def bill_added(f: Facts, c: Context) -> list[Line]:
    one = f["line"]
    lines: list[Line] = [f"Written down: {KINDS[one['kind']]} {money(one['amount_minor'], f['currency'])}"]
    if f["corrects"]:
        lines.append(f"{month(f['corrects'], c)} is closed: shared as then, paid with {month(f['month'], c)}")
    total = f"{month(f['month'], c)} is {money(f['total_minor'], f['currency'])} now"
    noted = [f"note: {plain_name(one['note'], 60)}"] if one["note"] else []
    return [*lines, f"#{one['number']}, {KEYS[one['key']]}, {total}", *noted]


def bill_voided(f: Facts, c: Context) -> list[Line]:
    one = f["line"]
    lines: list[Line] = [f"Taken back: {KINDS[one['kind']]} {money(one['amount_minor'], f['currency'])}"]
    if f["corrects"]:
        lines.append(f"{month(f['corrects'], c)} is closed: given back with {month(f['month'], c)}")
    if f["total_minor"] is None:
        return lines
    return [*lines, f"{month(f['month'], c)} is {money(f['total_minor'], f['currency'])} now"]


def bill_twice(f: Facts, c: Context) -> list[Line]:
    one = f["line"]
    return [
        f"The same was written down just now: {money(one['amount_minor'], f['currency'])}",
        f"#{one['number']}, {KINDS[one['kind']]}, {month(f['month'], c)}. If there are two, press",
    ]


def bad_amount(f: Facts, c: Context) -> list[Line]:
    typed = f"you wrote {plain_name(f['text'], 30)}" if f["text"] else ""
    reading = f"is it {f['reading']}?" if f["reading"] else ""
    said = ", ".join(words for words in (typed, reading) if words)
    how = "e.g. 40000 or 1,234.50" if f["currency"] == "CNY" else f"in {f['currency']}, e.g. 1,234.50"
    return [FAULTS[f["fault"]], *([said] if said else []), how]


def no_such_line(f: Facts, c: Context) -> list[Line]:
    return [f"There is no line {f['number']}", "/bill lists them; the lines of a bill: /why"]


def no_such_month(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)} has not begun", "this month: /split"]


def no_such_outage(f: Facts, c: Context) -> list[Line]:
    return [f"There is no outage {f['outage']}", "/outage lists them"]


def price(f: Facts, c: Context) -> list[Line]:
    added, currency = f["added"], f["currency"]
    lines: list[Line] = [_added(added, currency, c) if added else _first(f)]
    rents = together(f["rents"])
    for one, numbers in rents[:MOST_RENTS]:
        begins = f", from {day(one['from'], c)}" if one["from"] > c.now else ""
        lines.append(f"rent: {_rent(one, numbers, currency)}{begins}")
    if len(rents) > MOST_RENTS:
        lines.append(f"{len(rents) - MOST_RENTS} more rents")
    for one in f["card_hours"][:MOST_RENTS]:
        what = "price" if one["basis"] == "price" else "reference (rent ÷ all card-hours)"
        lines.append(f"{one['kind']}: {money(one['minor'], currency)} a card-hour, {what}")
    if f["so_far_minor"] is not None:
        lines.append(f"at this month's use a card-hour costs about {about(f['so_far_minor'], currency)}")
    coming = [one for one in f["prices"] if one["from"] > c.now]
    for one in coming[:2]:
        amount = money(one["card_hour_minor"], currency)
        lines.append(f"price: {one['kind'] or 'every card'} {amount}, from {day(one['from'], c)}")
    return lines


def _first(f: Facts) -> str:
    known = bool(f["rents"] or f["prices"])
    return "Rents and prices" if known else "No price yet: /price rent 40000 per month"


def _added(added: dict[str, Any], currency: str, c: Context) -> str:
    amount, since = money(added["amount_minor"], currency), day(added["from"], c)
    if added["what"] == "price":
        return f"Price {amount} a card-hour, from {since}"
    each = " a card" if added["per_card"] else ""
    return f"Rent {amount}{each} a {UNITS[added['unit']]}, from {since}"


def _rent(one: Rent, numbers: list[int], currency: str) -> str:
    where = f"{cards(numbers)}{' each' if numbers[1:] else ''}" if numbers else str(one["node"] or "everything")
    return f"{where} {money(one['amount_minor'], currency)} a {UNITS[one['unit']]}"


TEXTS: dict[str, Text] = {
    **bill_month.TEXTS,
    **bill_review.TEXTS,
    **bill_vouchers.TEXTS,
    "bill": bill,
    "bill_added": bill_added,
    "bill_voided": bill_voided,
    "bill_twice": bill_twice,
    "bad_amount": bad_amount,
    "no_such_line": no_such_line,
    "no_such_month": no_such_month,
    "no_such_outage": no_such_outage,
    "price": price,
}
LABELS: dict[str, Label] = {
    **bill_month.LABELS,
    **bill_review.LABELS,
    **bill_vouchers.LABELS,
    "bill.undo": lambda f, c: "Wrong, take it back",
    "bill.void": lambda f, c: f"Take #{f['number']} back",
    "bill.again": lambda f, c: "There are two",
    "rent.void": lambda f, c: f"Drop the rent from {day(f['from'], c)}",
}
