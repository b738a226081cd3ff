"""English: vouchers."""

from typing import Any

from bot.language.texts.en.bill_pieces import day, money, note
from bot.language.texts.shape import Context, Facts, Label, Line, Text

MOST = 8


def vouchers(f: Facts, c: Context) -> list[Line]:
    known = f["vouchers"]
    if not known:
        return ["No vouchers", "write one down: /bill voucher 500 for li until 12-31"]
    left = money(sum(one["left_minor"] for one in known), f["currency"])
    lines: list[Line] = [f"{'1 voucher' if len(known) == 1 else f'{len(known)} vouchers'}, {left} left"]
    for one in known[:MOST]:
        part = "" if one["left_minor"] == one["amount_minor"] else f", {money(one['left_minor'], f['currency'])} left"
        lines.append(f"#{one['number']} {money(one['amount_minor'], f['currency'])}{part}, {_terms(one, c)}")
    return [*lines, f"and {len(known) - MOST} more"] if len(known) > MOST else lines


def _terms(one: dict[str, Any], c: Context) -> str:
    whose = "everybody's" if one["name"] is None else f"for {one['name']}"
    until = "never expires" if one["until"] is None else f"good until {day(one['until'], c)}"
    return f"{whose}, {until}{note(one['note'])}"


def voucher_added(f: Facts, c: Context) -> list[Line]:
    one = f["voucher"]
    return [
        f"Written down: voucher {money(one['amount_minor'], f['currency'])}",
        f"#{one['number']}, {_terms(one, c)}",
        "it pays first when a month is closed, down to 0 at most; a month it does not outlive cannot use it",
    ]


def voucher_voided(f: Facts, c: Context) -> list[Line]:
    used = f["used_minor"]
    lines: list[Line] = [f"Taken back: voucher {money(f['amount_minor'], f['currency'])}"]
    return [*lines, f"what closed months used of it stays: {money(used, f['currency'])}"] if used else lines


def voucher_twice(f: Facts, c: Context) -> list[Line]:
    one = f["voucher"]
    return [
        f"The same voucher, just now: {money(one['amount_minor'], f['currency'])}",
        f"#{one['number']}, {_terms(one, c)}. If there are two, press",
    ]


def voucher_expired(f: Facts, c: Context) -> list[Line]:
    return ["That voucher has expired", f"you wrote until {day(f['until'], c)}"]


def no_such_voucher(f: Facts, c: Context) -> list[Line]:
    return [f"No voucher #{f['number']}", "which there are: /bill voucher"]


TEXTS: dict[str, Text] = {
    "vouchers": vouchers,
    "voucher_added": voucher_added,
    "voucher_voided": voucher_voided,
    "voucher_twice": voucher_twice,
    "voucher_expired": voucher_expired,
    "no_such_voucher": no_such_voucher,
}
LABELS: dict[str, Label] = {"voucher.void": lambda f, c: f"Take back voucher #{f['number']}"}
