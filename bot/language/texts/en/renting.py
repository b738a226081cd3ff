"""English: rentals, what is left with the provider, ways to rent."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.language.texts.en import planning
from bot.language.texts.en.bill_pieces import UNITS, about, day, hours, money, month
from bot.language.texts.en.pieces import cards, point, span
from bot.language.texts.shape import Context, Facts, Label, Line, Pre, Text
from bot.language.writing import plain_name, write_minutes

GRANULARITY = {1: "by the second", 60: "by the minute", 3_600: "by the hour", 86_400: "by the day"}
OFF = {"none": "nothing while off", "disk": "disks only while off", "all": "billed while off too"}
WAYS = {
    "monthly": "all by the month",
    "fewer": "only {kept} by the month",
    "weekly": "by the week",
    "daily": "by the day",
    "hourly": "by the hour",
    "mixed": "{kept} by the month, rest by the hour",
}
USUAL = (1, "none")
MOST_RENTALS = 4


def ends(at: int, c: Context) -> str:
    """Until 31 Dec is until 24:00 of that day."""
    local = datetime.fromtimestamp(at, c.zone)
    midnight = (local.hour, local.minute) == (0, 0)
    return f"{day(at - 1, c)} 24:00" if midnight else f"{day(at, c)} {local:%H:%M}"


def _whose(node: str | None) -> str:
    return f"{node} is" if node else "The cards are"


def rent(f: Facts, c: Context) -> list[Line]:
    rows, left = f["rentals"], f["balance"]
    lines: list[Line] = []
    said = f["changed"] and not f.get("balance_only")
    if f.get("balance_only") and left:
        first, *more = _left(left, f["currency"], c)
        return [f"Noted: {first}", *more]
    if not rows:
        first = "Noted" if f["changed"] else "Nobody wrote down until when you rent"
        lines = [first, *([] if left else ["Treasurers do, e.g. /rent until 12-31 auto-renew; /rent balance 1200"])]
    for at, one in enumerate(rows[:MOST_RENTALS]):
        lines += _rental(one, f["currency"], c, said=said and at == 0)
    return [*lines, *_left(left, f["currency"], c)]


def _rental(one: Mapping[str, Any], currency: str, c: Context, *, said: bool) -> list[Line]:
    until = f"rented until {ends(one['until'], c)}" if one["until"] is not None else "rented, end unknown"
    renews = ", renews itself" if one["auto_renew"] else ""
    whose = one["node"] or ("Noted" if said else "All cards")
    terms = [GRANULARITY.get(one["granularity_seconds"], ""), OFF[one["off"]]]
    terms += [f"at least {money(one['min_charge_minor'], currency)} a time"] if one["min_charge_minor"] else []
    terms += [f"top up {money(one['min_topup_minor'], currency)} or more"] if one["min_topup_minor"] else []
    usual = (one["granularity_seconds"], one["off"]) == USUAL and len(terms) == len(USUAL)
    words = ", ".join(term for term in terms if term)
    unsaid = [f"unless you say otherwise, billed {words}"] if said else []
    lines: list[Line] = [f"{whose}: {until}{renews}", *(unsaid if usual else [f"Billed {words}"])]
    if one["at_expiry"]:
        lines.append(f"At the end: {plain_name(one['at_expiry'], 40)}")
    if one["beyond"] and not one["auto_renew"]:
        bookings = "1 booking ends" if one["beyond"] == 1 else f"{one['beyond']} bookings end"
        lines.append(f"{bookings} after that")
    return lines


def _left(left: Mapping[str, Any] | None, currency: str, c: Context) -> list[Line]:
    if left is None:
        return []
    lasts = ", nothing burns by the hour now"
    if left["left_minor"] <= 0:
        lasts = ", used up"
    elif left["hours_left"] is not None:
        lasts = f", lasts {_hours(left['hours_left'])}"
    burns = f"; now {money(left['hour_minor'], currency)} an hour" if left["hour_minor"] else ""
    return [
        f"Balance about {about(left['left_minor'], currency)}{lasts}",
        f"{money(left['amount_minor'], currency)} at {point(left['at'], c)}{burns}",
    ]


def _hours(whole: int) -> str:
    return write_minutes(whole * 60, "en") if whole else "less than an hour"


def beyond_rental(f: Facts, c: Context) -> list[Line]:
    return [
        f"{_whose(f['node'])} rented until {ends(f['until'], c)} only",
        f"You want {cards(f['gpus'])}, {span(f, c)}. It is not renewed yet. Book all the same?",
    ]


def rental_ends(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{_whose(f['node'])} rented until {ends(f['until'], c)}"]
    if f["auto_renew"]:
        lines.append("It renews itself; see whether the balance will do: /rent")
    if f["at_expiry"]:
        lines.append(f"At the end: {plain_name(f['at_expiry'], 40)}")
    if f["bookings"]:
        count = len(f["bookings"]) + f["more"]
        lines.append("1 booking ends later:" if count == 1 else f"{count} bookings end later:")
        lines += [f"{one['holder']}: {cards(one['gpus'])}, {span(one, c)}" for one in f["bookings"][:4]]
    return lines


def ask_renewal(f: Facts, c: Context) -> list[Line]:
    node = f"{f['node']} " if f["node"] else ""
    return ["Renewed until when?", f"Send it, e.g. /rent {node}renewed until 1-31"]


def balance_low(f: Facts, c: Context) -> list[Line]:
    left = f["balance"]
    first = "Nothing is left with the provider"
    if left["left_minor"] > 0:
        first = f"The balance lasts {_hours(left['hours_left'] or 0)} only"
    return [first, *_left(left, f["currency"], c), "Topped up? Write it down: /rent balance 2000"]


def rent_advice(f: Facts, c: Context) -> list[Line]:
    currency, best = f["currency"], f["best"]
    when = f"{month(f['month'], c)}{' so far' if f['so_far'] else ''}"
    if best is None:
        return ["Nothing to compare yet", f"Nobody used a card in {when}; ask again in some days"]
    lines: list[Line] = [f"Best {_way(best)}, {about(best['cost_minor'], currency)}"]
    lines.append(
        f"{when}: {hours(f['used_seconds'])}, at most {f['peak']} of {f['cards']} cards at once, {f['hours']} hours"
    )
    lines.append(_table(f["rows"], currency))
    if f["used_card_hour_minor"] is not None:
        lines.append(
            f"A card-hour really used cost {money(f['used_card_hour_minor'], currency)} "
            f"(rent {about(f['rent_minor'], currency)})"
        )
    lines.append("; ".join(_break(one) for one in f["breaks"]))
    lines += [
        f"These prices make no sense: a {UNITS[one['unit']]} costs more than all its hours"
        for one in f["breaks"]
        if not one["sensible"]
    ][:1]
    return [*lines, f"One card: {_prices(f['prices'], currency)}"]


def _way(row: Mapping[str, Any]) -> str:
    return WAYS[row["way"]].format(kept=row["kept"])


def _table(rows: list[Mapping[str, Any]], currency: str) -> Pre:
    """From cheap to dear, one way a line."""
    said = [
        (
            about(row["cost_minor"], currency),
            _way(row),
            f" ({row['unserved']} card-hours short)" if row["unserved"] else "",
        )
        for row in sorted(rows, key=lambda row: row["cost_minor"])
    ]
    widest = max(len(cost) for cost, _, _ in said)
    return Pre("\n".join(f"{cost:>{widest}}  {way}{short}" for cost, way, short in said))


def _break(one: Mapping[str, Any]) -> str:
    tenths = (one["seconds"] * 10 + 1800) // 3600
    days = (one["seconds"] * 10 + 43_200) // 86_400
    if one["unit"] == "day":
        return f"a day pays from {_tenths(tenths)} h"
    return f"a {UNITS[one['unit']]} pays from {_tenths(tenths)} h ({_tenths(days)} days)"


def _tenths(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _prices(prices: Mapping[str, int | None], currency: str) -> str:
    return ", ".join(
        f"{money(minor, currency)} a{'n' if unit == 'hour' else ''} {UNITS[unit]}"
        for unit, minor in prices.items()
        if minor is not None
    )


def ask_rent_prices(f: Facts, c: Context) -> list[Line]:
    known = _prices(f["known"], f["currency"])
    lines: list[Line] = ["What does an hour cost there, and a month?"]
    if known:
        lines.append(f"Known so far, for one card: {known}")
    return [*lines, "An hour of one card, a month of all, e.g. /rent advice 12/hour 40000/month"]


TEXTS: dict[str, Text] = {
    **planning.TEXTS,
    "rent": rent,
    "beyond_rental": beyond_rental,
    "rental_ends": rental_ends,
    "ask_renewal": ask_renewal,
    "balance_low": balance_low,
    "rent_advice": rent_advice,
    "ask_rent_prices": ask_rent_prices,
}
LABELS: dict[str, Label] = {
    **planning.LABELS,
    "beyond.book": lambda f, c: "Not renewed yet, book it",
    "beyond.until": lambda f, c: f"Only until {ends(f['end'], c)}",
    "rent.renewed": lambda f, c: f"Renewed until {ends(f['until'], c)}",
    "rent.other": lambda f, c: "Another date",
    "rent.advice": lambda f, c: "Which way is cheapest?",
}
