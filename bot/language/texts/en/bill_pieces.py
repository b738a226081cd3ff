"""English: turns of phrase that the texts of the bill share."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.language.texts.shape import Context
from bot.language.writing import plain_name, write_amount
from bot.language.writing.amounts import DIGITS
from bot.language.writing.times import MONTHS

WIDEST_NOTE = 40
KINDS = {
    "rent": "rent",
    "storage": "storage",
    "bandwidth": "bandwidth",
    "image": "image",
    "tax": "tax",
    "deposit": "deposit",
    "refund": "refund",
    "coupon": "coupon",
    "voucher": "voucher",
    "other": "other",
    "correction": "correction",
}


def named(line: str | None) -> str:
    """The name of a line that programs call line7, rent.cards."""
    name = line or ""
    if name.startswith("line"):
        number = name.removeprefix("line")
        return f"line {number}"
    return KINDS.get(name.partition(".")[0].rstrip("0123456789"), name) or "the bill"


UNITS = {"hour": "hour", "day": "day", "week": "week", "month": "month"}
POLICIES = {
    "charged": "by card-hours",
    "equal": "equal parts",
    "presence": "by days",
    "booked": "by bookings",
    "used": "by use",
    "two_part": "heads and card-hours",
    "pledge": "by pledges",
    "direct_idle": "idle time apart",
}
KEYS = {
    **POLICIES,
    "policy": "by the policy",
    "subtotal": "by the subtotal",
    "weights": "by parts",
    "one": "one person's",
    "among": "some, equally",
    "fixed": "as it was",
}
IDLE = {
    "equal": "in equal parts",
    "presence": "by days",
    "booked": "by bookings",
    "used": "by use",
    "charged": "by card-hours",
    "pledge": "by pledges",
    "payer": "by the payer",
}


def sentence(policy: Mapping[str, str]) -> str:
    """How it is shared, in one sentence."""
    match policy["name"]:
        case "charged":
            return "By card-hours: booked or used, each second of a card counts once"
        case "equal":
            return "Equal parts: each second is shared by those in the group at it"
        case "presence":
            return "By days: who is in the group longer pays more"
        case "booked":
            return "By bookings: only booked card-hours count"
        case "used":
            return "By use: only card-hours with a process on the card count"
        case "two_part":
            return f"Heads and card-hours: {percent(policy['fixed'])} by days in the group, the rest by card-hours"
        case "pledge":
            return "By pledges: who uses more pays those who use less"
        case _:
            return f"Idle time apart: use at cost, idle time {IDLE[policy['idle'].partition(':')[0]]}"


def percent(fraction: str) -> str:
    """`3/10` as 30%."""
    above, _, below = fraction.partition("/")
    hundredths = 10_000 * int(above) // int(below or 1)
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}%" if rest else f"{whole}%"


def month(name: str, c: Context) -> str:
    year, number = name.split("-")
    here = MONTHS[int(number) - 1]
    return here if int(year) == datetime.fromtimestamp(c.now, c.zone).year else f"{here} {year}"


def day(at: int, c: Context) -> str:
    local = datetime.fromtimestamp(at, c.zone)
    same = local.year == datetime.fromtimestamp(c.now, c.zone).year
    return f"{local.day} {MONTHS[local.month - 1]}" + ("" if same else f" {local.year}")


def money(minor: int, currency: str) -> str:
    return write_amount(minor, currency, "en")


def about(minor: int, currency: str) -> str:
    """An estimate has no small change."""
    digits = DIGITS.get(currency.upper(), 2)
    unit = 10**digits
    rounded = (abs(minor) + unit // 2) // unit * unit
    words = write_amount(-rounded if minor < 0 and rounded else rounded, currency, "en")
    return words[: -digits - 1] if digits else words


def hours(seconds: int) -> str:
    tenths = (seconds * 10 + 1800) // 3600
    number = f"{tenths // 10}.{tenths % 10}" if tenths % 10 else f"{tenths // 10}"
    return f"{number} card-hour" + ("" if number == "1" else "s")


def note(text: str | None) -> str:
    return f" ({plain_name(text, WIDEST_NOTE)})" if text else ""


def line(one: Mapping[str, Any], currency: str, amount: str = "amount_minor") -> str:
    """rent ¥40,000.00 (node1)"""
    where = f" ({one['node']})" if one.get("node") else ""
    return f"{KINDS[one['kind']]} {money(one[amount], currency)}{where}{note(one.get('note'))}"
