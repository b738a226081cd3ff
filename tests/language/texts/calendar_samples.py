"""Hand-made facts of `free` and `week`, with grids of few and of many cards."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
HOUR, DAY = 3_600, 86_400
TODAY = date(2026, 12, 2)
Data = Mapping[str, Any]

CARD = {"number": 0, "node": "node1", "kind": "A100", "memory_gb": 80, "broken": False}
SPAN = {"start": NOW, "end": NOW + 2 * DAY}
CARDS = [
    CARD | {"free": [SPAN]},
    CARD | {"number": 1, "free": [{"start": NOW + HOUR, "end": NOW + DAY}]},
    CARD | {"number": 2, "free": []},
    CARD | {"number": 3, "free": [], "broken": True},
    CARD | {"number": 4, "free": [{"start": NOW, "end": NOW + HOUR}]},
]
FREE_NOW = [
    {"number": 0, "kind": "A100", "end": NOW + 2 * DAY},
    {"number": 4, "kind": "A100", "end": NOW + HOUR},
]


def day(ahead: int, cells: list[str], hours: list[int] | None = None) -> dict[str, Any]:
    return {
        "date": (TODAY + timedelta(days=ahead)).isoformat(),
        "start": NOW,
        "end": NOW + DAY,
        "hours": hours or [*range(24)],
        "cards": [{"number": number, "cells": one} for number, one in enumerate(cells)],
    }


EVENING = day(0, ["ffff", "offf", "oooo", "bbbb", "fpmo"], [20, 21, 22, 23])
TOMORROW = day(1, ["f" * 24, "o" * 20 + "f" * 4, "o" * 24, "b" * 24, "m" * 9 + "p" + "f" * 14])
FREE = {
    "cards": CARDS,
    "now": FREE_NOW,
    "until": NOW + 2 * DAY,
    "days": [EVENING, TOMORROW],
    "day": None,
    "quiet": None,
    "pool": "lab",
}
LONE = FREE | {"cards": [CARD | {"free": []}], "now": [], "days": [day(0, ["ooom"], [20, 21, 22, 23])]}
MANY = [
    CARD | {"number": n, "node": f"node{n // 8}", "kind": f"RTX-{n // 16}090", "free": [SPAN] if n % 3 else []}
    for n in range(64)
]
CROWDED = FREE | {
    "cards": MANY,
    "days": [day(0, ["fmop" if n % 5 else "oooo" for n in range(64)], [20, 21, 22, 23]), day(1, ["f" * 24] * 64)],
}
QUIET = [
    {"start": NOW, "end": NOW + 4 * HOUR, "free_permille": 1000, "throughout": 5},
    {"start": NOW + DAY, "end": NOW + DAY + 5 * HOUR, "free_permille": 876, "throughout": 1},
]


def week_day(number: int, kinds: int, begins: int) -> dict[str, Any]:
    block = {"start": NOW, "end": NOW + 4 * HOUR, "free": [9, 12][:kinds], "mine": [number == 4, False][:kinds]}
    return {
        "date": (date(2026, 11, 30) + timedelta(days=number)).isoformat(),
        "blocks": [block | {"hour": hour} for hour in range(0, 24, 4) if number * 24 + hour >= begins],
    }


A100, RTX = {"kind": "A100", "memory_gb": 80, "cards": 9}, {"kind": "4090", "memory_gb": 24, "cards": 12}
BOOKING = {"booking": 42, "holder": "小李", "gpus": [2, 3], "start": NOW, "end": NOW + 5 * HOUR, "mine": True}
WEEK = {
    "start": NOW,
    "end": NOW + 7 * DAY,
    "weeks_ahead": 0,
    "free_permille": 962,
    "kinds": [A100],
    "days": [week_day(number, 1, 68) for number in range(7)],
    "bookings": [BOOKING, BOOKING | {"mine": False, "holder": "Wang"}],
    "more": 0,
    "pool": "lab",
}

CALENDAR: Mapping[str, list[Data]] = {
    "free": [
        FREE,
        LONE,
        CROWDED,
        FREE | {"days": [TOMORROW], "day": TOMORROW["date"]},
        FREE | {"days": [day(2, ["o" * 20 + "f" * 4] * 5)], "day": "2026-12-04"},
        FREE | {"days": [day(9, ["o" * 24] * 5)], "day": "2026-12-11"},
        FREE | {"days": [], "quiet": QUIET},
        FREE | {"days": [], "quiet": []},
    ],
    "week": [
        WEEK,
        WEEK
        | {
            "weeks_ahead": 1,
            "kinds": [A100, RTX],
            "days": [week_day(number, 2, 0) for number in range(7)],
            "bookings": [BOOKING] * 10,
            "more": 12,
        },
        WEEK | {"weeks_ahead": 2, "bookings": [], "free_permille": 1000},
    ],
}
CALENDAR_LABELS: Mapping[str, list[Data]] = {
    "day": [{"date": (TODAY + timedelta(days=ahead)).isoformat()} for ahead in (0, 1, 2, 40)],
    "quietest": [{}],
    "week": [{"date": "2026-12-07", "ahead": ahead} for ahead in (0, 1, 2)],
}
