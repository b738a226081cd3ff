"""English: turns of phrase that several texts share."""

from typing import Any

from bot.language.texts.shape import Context, Facts, Line
from bot.language.writing import write_cards, write_minutes, write_point, write_span


def point(at: int, c: Context) -> str:
    return write_point(at, c.now, c.zone, "en")


def span(f: Facts, c: Context) -> str:
    return write_span(f["start"], f["end"], c.now, c.zone, "en")


def cards(numbers: list[int]) -> str:
    return write_cards(numbers, "en")


def first(numbers: list[int]) -> str:
    words = cards(numbers)
    return words[:1].upper() + words[1:]


def are(numbers: list[int]) -> str:
    return "is" if len(numbers) == 1 else "are"


def lasts(f: Facts) -> str:
    return write_minutes(-(-(f["end"] - f["start"]) // 60), "en")


def length(seconds: int) -> str:
    return write_minutes(seconds // 60, "en")


def listed(bookings: list[dict[str, Any]], c: Context) -> list[Line]:
    shown: list[Line] = [line(one, c) for one in bookings[:6]]
    return [*shown, f"and {len(bookings) - 6} more"] if len(bookings) > 6 else shown


def line(one: dict[str, Any], c: Context) -> Line:
    f = Facts(one)
    return f"booking {f['booking']}: {cards(f['gpus'])}, {span(f, c)}"
